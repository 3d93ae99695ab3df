import { useStore } from '@nanostores/react'
import type { Point } from '../../../core/contract/device.ts'
import type { Value } from '../../../core/contract/telemetry.ts'
import { useSheet } from '../../define/index.ts'
import { ConfirmStep } from './ConfirmStep.tsx'
import { startOf } from './new-value.ts'
import { WriteForm } from './WriteForm.tsx'
import { WriteSteps } from './WriteSteps.tsx'
import sheet from './write.css?sheet'
import { type Writes, writeOf } from './writes.ts'

interface WritePanelProps {
  /** Names the point and its device; null where what is around it does. */
  title: string | null
  point: Point
  writes: Writes
  /** What the point has now, undefined while that is not known. */
  now: Value | undefined
  /** What is to be written, where that is settled: it is then only confirmed. */
  settled?: Value | undefined
  onClose: () => void
}

/** From the new value to what became of it: choose, confirm where the point asks for it, then follow the steps. */
export function WritePanel({ title, point, writes, now, settled, onClose }: WritePanelProps) {
  useSheet(sheet)
  const write = writeOf(useStore(writes.$writes, { keys: [point.key] }), point.key)
  const isFieldRefused = write?.status === 'refused' && write.failure !== null && 'fields' in write.failure
  const selection = write?.status === 'selected' ? write.selection : null
  return (
    <div className={title === null ? 'write-panel write-panel-wide' : 'write-panel'}>
      {title !== null && <h3>{title}</h3>}
      {write && selection ? (
        <ConfirmStep
          point={point}
          value={write.value}
          old={now}
          until={selection.until}
          onConfirm={() => void writes.confirm(point.key)}
          onBack={() => writes.dismiss(point.key)}
        />
      ) : write && !isFieldRefused ? (
        <WriteSteps point={point} write={write} now={now} onAgain={() => writes.dismiss(point.key)} onClose={onClose} />
      ) : (
        <WriteForm
          point={point}
          now={now}
          start={write?.value ?? settled ?? startOf(now, point)}
          isSettled={settled !== undefined}
          failure={write?.failure ?? null}
          onClose={onClose}
          onWrite={(value) => void writes.write(point.key, value)}
        />
      )}
    </div>
  )
}
