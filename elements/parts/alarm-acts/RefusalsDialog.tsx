import { words } from '../../../core/text/words.ts'
import { useElement, useSheet, useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import { Dialog } from '../../kit/Dialog.tsx'
import { AlarmMark } from '../AlarmMark.tsx'
import { alarmName } from '../alarm-name.ts'
import { useMessage } from '../use-message.ts'
import sheet from './acts.css?sheet'
import { text as actsText } from './acts-text.ts'
import { isAnswer } from './in-chunks.ts'
import { text } from './text.ts'
import type { Refusals } from './use-acting.ts'

/** Each alarm that could not be confirmed, shelved or unshelved, and why. */
export function RefusalsDialog({ refusals, onClose }: { refusals: Refusals; onClose: () => void }) {
  useSheet(sheet)
  const t = useText(text)
  const { close, retry } = useText(words)
  const { lang } = useElement()
  const { act, rows, again } = refusals
  return (
    <Dialog
      title={t[`not_${act}`]({ count: rows.length })}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button look={again ? 'secondary' : 'primary'} isAutoFocus={!again} onPress={onClose}>
            {close}
          </Button>
          {again && (
            <Button look="primary" icon="refresh" isAutoFocus onPress={again}>
              {retry}
            </Button>
          )}
        </>
      }
    >
      <ul className="alarm-acts-refused">
        {rows.map(({ alarm, reason }) => (
          <li key={alarm.alarm_id}>
            <AlarmMark alarm_level={alarm.alarm_level} isWordHidden />
            <span className="alarm-acts-refused-name">{alarmName(alarm, lang)}</span>
            <span className="alarm-acts-refused-device">{alarm.dev_alias}</span>
            <Reason reason={reason} />
          </li>
        ))}
      </ul>
    </Dialog>
  )
}

/** The catalogue's words for a code, with the code; a line that was lost has none. */
function Reason({ reason }: { reason: string }) {
  const { noAnswer } = useText(actsText)
  const isCode = isAnswer(reason)
  const message = useMessage(isCode ? reason : null)
  return (
    <span className="alarm-acts-refused-why">
      {isCode ? message : noAnswer} {isCode && <code>{reason}</code>}
    </span>
  )
}
