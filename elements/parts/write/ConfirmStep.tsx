import type { Point } from '../../../core/contract/device.ts'
import type { Value } from '../../../core/contract/telemetry.ts'
import { useFormat, useNow, useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import { Settling } from '../../kit/Settling.tsx'
import { valueWithUnit } from '../point-text.ts'
import { panelText } from './panel-text.ts'

interface ConfirmStepProps {
  point: Point
  value: Value
  /** What the point has now, undefined while that is not known. */
  old: Value | undefined
  /** When the server forgets the selection, epoch ms. */
  until: number
  onConfirm: () => void
  onBack: () => void
}

/** The second of two steps: the same value is confirmed while the countdown runs, or not written at all. */
export function ConfirmStep({ point, value, old, until, onConfirm, onBack }: ConfirmStepProps) {
  const now = useNow(250)
  const leftS = Math.max(0, Math.ceil((until - now) / 1000))
  const format = useFormat()
  const t = useText(panelText)
  const isOver = leftS === 0
  return (
    <>
      <p className="write-change">
        {valueWithUnit(old, point, format)} <span aria-hidden>→</span>{' '}
        <strong>{valueWithUnit(value, point, format)}</strong>
      </p>
      <p role={isOver ? 'alert' : 'timer'} className={isOver ? 'write-refusal' : 'write-quiet'}>
        {isOver ? t.selectionOver : t.confirmWithin({ count: leftS })}
      </p>
      <div className="write-actions">
        <Button onPress={onBack}>{t.back}</Button>
        {!isOver && (
          <Settling>
            <Button look="primary" onPress={onConfirm} isAutoFocus>
              {t.confirm}
            </Button>
          </Settling>
        )}
      </div>
    </>
  )
}
