import { deviceDetail } from '../../../core/stores/collections/devices.ts'
import { useElement, useFormat, useText } from '../../define/index.ts'
import { useCollection } from '../use-collection.ts'
import { suppressText } from './suppress-words.ts'
import { text } from './suppress-words-text.ts'

/** How long a rule suppresses an alarm: while its condition is true, with the names that the device's points have. */
export function SuppressedWhile({ sn_code, suppress_when }: { sn_code: string; suppress_when: string }) {
  const t = useText(text)
  const { lang } = useElement()
  const format = useFormat()
  const { data } = useCollection(deviceDetail, { sn_code })
  const said = t.while({ condition: suppressText(suppress_when, data?.points ?? [], format, lang) })
  return <span title={said}>{said}</span>
}
