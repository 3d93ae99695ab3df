import { messageOf } from '../../../core/catalogue/codes.ts'
import { ApiError } from '../../../core/contract/api-error.ts'
import type { Point } from '../../../core/contract/device.ts'
import type { Value } from '../../../core/contract/telemetry.ts'
import { mayBeDone } from '../../../core/stores/call-failure.ts'
import { words } from '../../../core/text/words.ts'
import { useElement, useFormat, useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import { valueText, valueWithUnit } from '../point-text.ts'
import { startOf } from './new-value.ts'
import { panelText } from './panel-text.ts'
import { WriteMark } from './WriteMark.tsx'
import { hasEnded, type Write } from './writes.ts'

interface WriteStepsProps {
  point: Point
  write: Write
  /** What the point has now, undefined while that is not known. */
  now: Value | undefined
  onAgain: () => void
  onClose: () => void
}

/** The steps that a write has taken, each with its time; at its end, what it means. */
export function WriteSteps({ point, write, now, onAgain, onClose }: WriteStepsProps) {
  const { lang } = useElement()
  const format = useFormat()
  const t = useText(panelText)
  const { close } = useText(words)
  const { command, status, failure } = write
  const isOver = hasEnded(write)
  const hasChanged = valueText(startOf(now, point), point, format) === valueText(write.value, point, format)
  const taken: { status: Write['status']; time: number | null }[] = command
    ? [
        { status: 'sent' as const, time: command.sent_time },
        ...(command.ack_time === null ? [] : [{ status: 'acknowledged' as const, time: command.ack_time }]),
        ...(isOver ? [{ status, time: command.end_time }] : []),
      ]
    : [{ status, time: null }]
  const why =
    status === 'timeout'
      ? t.timeoutWhy
      : status === 'done'
        ? hasChanged
          ? null
          : t.doneNote
        : failure
          ? failure instanceof ApiError
            ? messageOf(failure.code, lang)
            : mayBeDone(failure)
              ? t.unreachable
              : t.notSent
          : command?.reason
  return (
    <>
      <p className="write-change">
        {command && (
          <>
            {valueWithUnit(command.old_value, point, format)} <span aria-hidden>→</span>{' '}
          </>
        )}
        <strong>{valueWithUnit(write.value, point, format)}</strong>
      </p>
      <ol className="write-steps" aria-label={t.steps} aria-live="polite">
        {taken.map((step) => (
          <li key={step.status}>
            <WriteMark status={step.status} />
            <span className="write-quiet">{step.time === null ? '' : format.time(step.time)}</span>
          </li>
        ))}
        {!isOver && <li className="write-quiet">…</li>}
      </ol>
      {why && <p className={status === 'done' ? 'write-quiet' : 'write-refusal'}>{why}</p>}
      <div className="write-actions">
        {isOver && <Button onPress={onAgain}>{t.again}</Button>}
        {/* The button that sent it is gone, and its focus with it. */}
        <Button look={isOver ? 'primary' : 'secondary'} onPress={onClose} isAutoFocus>
          {close}
        </Button>
      </div>
    </>
  )
}
