import { useMemo, useState } from 'react'
import type { PointSource } from '../../../core/canvas/point-source.ts'
import { useElement, useFormat, useText } from '../../define/index.ts'
import { Dialog } from '../../kit/Dialog.tsx'
import { pointName } from '../../parts/point-text.ts'
import { WritePanel } from '../../parts/write/WritePanel.tsx'
import { isOnStep, narrowed } from './limits.ts'
import { text } from './text.ts'
import type { WriteRequest } from './use-actions.ts'

interface WriteDialogProps {
  asked: WriteRequest | null
  source: PointSource
  onClose: () => void
}

export function WriteDialog({ asked, source, onClose }: WriteDialogProps) {
  const t = useText(text)
  const { lang } = useElement()
  const point = asked ? source.device(asked.sn_code)?.points.get(asked.key) : undefined
  return (
    <Dialog
      title={point ? t.writeTo({ name: pointName(point, lang) }) : ''}
      isOpen={asked !== null && point !== undefined}
      onClose={onClose}
      size="small"
    >
      {asked && <WriteForm key={`${asked.sn_code} ${asked.key}`} asked={asked} source={source} onClose={onClose} />}
    </Dialog>
  )
}

function WriteForm({ asked, source, onClose }: WriteDialogProps & { asked: WriteRequest }) {
  const t = useText(text)
  const format = useFormat()
  const { writes, limits } = asked
  const [isOff, setOff] = useState(false)
  const found = source.device(asked.sn_code)?.points.get(asked.key)
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
        now={source.read(asked.sn_code, asked.key)?.value}
        settled={asked.settled}
        isNamed
        onClose={onClose}
      />
      {step !== null && asked.settled === undefined && (
        <p className={isOff ? 'screen-step screen-step-off' : 'screen-step'} role={isOff ? 'alert' : undefined}>
          {isOff ? t.offStep({ step }) : t.step({ step })}
        </p>
      )}
    </>
  )
}
