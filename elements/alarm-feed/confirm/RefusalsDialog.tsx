import { words } from '../../../core/text/words.ts'
import { useElement, useSheet, useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import { Dialog } from '../../kit/Dialog.tsx'
import { AlarmMark } from '../../parts/AlarmMark.tsx'
import { alarmName } from '../../parts/alarm-name.ts'
import { useMessage } from '../../parts/use-message.ts'
import sheet from './confirm.css?sheet'
import { text } from './text.ts'
import type { Refusals } from './use-acting.ts'

/** Each alarm that could not be confirmed or shelved, and why. */
export function RefusalsDialog({ refusals, onClose }: { refusals: Refusals; onClose: () => void }) {
  useSheet(sheet)
  const t = useText(text)
  const { close } = useText(words)
  const { lang } = useElement()
  const count = refusals.rows.length
  return (
    <Dialog
      title={refusals.act === 'confirm' ? t.notConfirmed({ count }) : t.notShelved({ count })}
      isOpen
      onClose={onClose}
      actions={
        <Button look="primary" isAutoFocus onPress={onClose}>
          {close}
        </Button>
      }
    >
      <ul className="feed-refused">
        {refusals.rows.map(({ alarm, reason }) => (
          <li key={alarm.alarm_id}>
            <AlarmMark alarm_level={alarm.alarm_level} isWordHidden />
            <span className="feed-refused-name">{alarmName(alarm, lang)}</span>
            <span className="feed-refused-device">{alarm.dev_alias}</span>
            <Reason reason={reason} />
          </li>
        ))}
      </ul>
    </Dialog>
  )
}

/** The catalogue's words for a code, with the code; a line that was lost has none. */
function Reason({ reason }: { reason: string }) {
  const t = useText(text)
  const isCode = /^\d+$/.test(reason)
  const message = useMessage(isCode ? reason : null)
  return (
    <span className="feed-refused-why">
      {isCode ? message : t.noAnswer} {isCode && <code>{reason}</code>}
    </span>
  )
}
