import { useMemo, useState } from 'react'
import type { PointSource } from '../../../core/canvas/point-source.ts'
import { deviceWords } from '../../../core/text/device-words.ts'
import { useElement, useFormat, useText } from '../../define/index.ts'
import { Dialog } from '../../kit/Dialog.tsx'
import { pointName } from '../../parts/point-text.ts'
import { WritePanel } from '../../parts/write/WritePanel.tsx'
import { isOnStep, narrowed } from './limits.ts'
import { text } from './text.ts'
import type { WriteRequest } from './use-actions.ts'
import { useReading } from './use-reading.ts'

interface WriteDialogProps {
  request: WriteRequest | null
  source: PointSource
  onClose: () => void
}

export function WriteDialog({ request, source, onClose }: WriteDialogProps) {
  const t = useText(text)
  const { lang } = useElement()
  const device = request ? source.device(request.sn_code) : undefined
  const point = request ? device?.points.get(request.key) : undefined
  return (
    <Dialog
      title={device && point ? t.writeTo({ name: pointName(point, lang), device: deviceWords(device) }) : ''}
      isOpen={request !== null && point !== undefined}
      onClose={onClose}
      size="small"
    >
      {request && (
        <WriteForm key={`${request.sn_code} ${request.key}`} request={request} source={source} onClose={onClose} />
      )}
    </Dialog>
  )
}

function WriteForm({ request, source, onClose }: WriteDialogProps & { request: WriteRequest }) {
  const t = useText(text)
  const format = useFormat()
  const { writes, limits } = request
  const [isOff, setOff] = useState(false)
  const { point: found, state } = useReading(source, request)
  const point = useMemo(() => found && narrowed(found, limits), [found, limits])
  const stepped = useMemo(
    () => ({
      ...writes,
      write: async (key: string, value: Parameters<typeof writes.write>[1]) => {
        setOff(!isOnStep(value, limits))
        if (isOnStep(value, limits)) await writes.write(key, value)
      },
    }),
    [writes, limits],
  )
  if (!point) return null
  const step = limits?.step ? format.number(limits.step) : null
  return (
    <>
      <WritePanel
        point={point}
        writes={stepped}
        now={state?.value}
        settled={request.settled}
        title={null}
        onClose={onClose}
      />
      {step !== null && request.settled === undefined && (
        <p className={isOff ? 'screen-step screen-step-off' : 'screen-step'} role={isOff ? 'alert' : undefined}>
          {isOff ? t.offStep({ step }) : t.step({ step })}
        </p>
      )}
    </>
  )
}
