import type { AlarmRationale } from '../../../core/contract/alarm.ts'
import { nameIn } from '../../../core/text/name-in.ts'
import { useElement, useText } from '../../define/index.ts'
import { text } from './text.ts'

const PARTS = ['response', 'cause', 'consequence'] as const

/** What the engineer who made the rule says to the operator: what to do first. */
export function Rationale({ rationale }: { rationale: AlarmRationale | null }) {
  const t = useText(text)
  const { lang } = useElement()
  if (!rationale) return <p className="alarm-panel-quiet">{t.noRule}</p>
  const said = PARTS.map((part) => [part, nameIn(lang, rationale[part], rationale[`${part}_en`])] as const).filter(
    ([, words]) => words.trim() !== '',
  )
  if (said.length === 0) return <p className="alarm-panel-quiet">{t.noRationale}</p>
  return (
    <dl className="alarm-panel-rationale">
      {said.map(([part, words]) => (
        <div key={part} data-part={part}>
          <dt>{t[part]}</dt>
          <dd>{words}</dd>
        </div>
      ))}
    </dl>
  )
}
