import { useStore } from '@nanostores/react'
import type { Point } from '../../../core/contract/device.ts'
import { useElement } from '../../define/index.ts'
import { pointName } from '../../parts/point-text.ts'
import { useMonitor } from '../monitor-context.ts'
import { ConfirmStep } from './ConfirmStep.tsx'
import { WriteForm } from './WriteForm.tsx'
import { WriteSteps } from './WriteSteps.tsx'
import { writeOf } from './writes.ts'

interface WritePanelProps {
  point: Point
  onClose: () => void
}

/** From the new value to what became of it: choose, confirm where the point asks for it, then follow the steps. */
export function WritePanel({ point, onClose }: WritePanelProps) {
  const { writes } = useMonitor()
  const write = writeOf(useStore(writes.$writes, { keys: [point.key] }), point.key)
  const { lang } = useElement()
  const isFieldRefused = write?.status === 'refused' && write.failure !== null && 'fields' in write.failure
  const selection = write?.status === 'selected' ? write.selection : null
  return (
    <div className="monitor-write-panel">
      <h3>{pointName(point, lang)}</h3>
      {write && selection ? (
        <ConfirmStep
          point={point}
          value={write.value}
          until={selection.until}
          onConfirm={() => void writes.confirm(point.key)}
          onBack={() => writes.dismiss(point.key)}
        />
      ) : write && !isFieldRefused ? (
        <WriteSteps point={point} write={write} onAgain={() => writes.dismiss(point.key)} onClose={onClose} />
      ) : (
        <WriteForm
          point={point}
          failure={write?.failure ?? null}
          onClose={onClose}
          onWrite={(value) => void writes.write(point.key, value)}
        />
      )}
    </div>
  )
}
