import { words } from '../../../core/text/words.ts'
import { useSheet, useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import { Dialog } from '../../kit/Dialog.tsx'
import { useMessage } from '../use-message.ts'
import { AlarmLines } from './AlarmLines.tsx'
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
      <AlarmLines
        alarms={rows.map(({ alarm }) => alarm)}
        below={(one) => <Reason reason={rows.find(({ alarm }) => alarm === one)?.reason ?? ''} />}
      />
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
