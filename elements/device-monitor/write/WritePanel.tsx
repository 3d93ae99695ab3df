import { useStore } from '@nanostores/react'
import { useState } from 'react'
import type { Point } from '../../../core/contract/device.ts'
import type { Value } from '../../../core/contract/telemetry.ts'
import { useElement } from '../../define/index.ts'
import { useMonitor } from '../monitor-context.ts'
import { pointName } from '../points.ts'
import { ConfirmStep } from './ConfirmStep.tsx'
import { WriteForm } from './WriteForm.tsx'
import { WriteSteps } from './WriteSteps.tsx'

interface WritePanelProps {
  point: Point
  onClose: () => void
}

/** From the new value to what became of it: choose, confirm where the point asks for it, then follow the steps. */
export function WritePanel({ point, onClose }: WritePanelProps) {
  const { writes } = useMonitor()
  const write = useStore(writes.$writes, { keys: [point.key] })[point.key]
  const [selected, setSelected] = useState<{ value: Value } | null>(null)
  const { lang } = useElement()
  const isFieldRefused = write?.status === 'refused' && write.failure !== null && 'fields' in write.failure

  const send = (value: Value) => {
    setSelected(null)
    void writes.write(point.key, value)
  }
  return (
    <div className="monitor-write-panel">
      <h3>{pointName(point, lang)}</h3>
      {write && !isFieldRefused && (
        <WriteSteps point={point} write={write} onAgain={() => writes.dismiss(point.key)} onClose={onClose} />
      )}
      {(!write || isFieldRefused) &&
        (selected ? (
          <ConfirmStep
            point={point}
            value={selected.value}
            onConfirm={() => send(selected.value)}
            onBack={() => setSelected(null)}
          />
        ) : (
          <WriteForm
            point={point}
            failure={write?.failure ?? null}
            onClose={onClose}
            onWrite={(value) => {
              writes.dismiss(point.key)
              if (point.two_step) setSelected({ value })
              else send(value)
            }}
          />
        ))}
    </div>
  )
}
