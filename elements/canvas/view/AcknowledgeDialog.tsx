import { useState } from 'react'
import type { Alarm } from '../../../core/contract/alarm.ts'
import { deviceWords } from '../../../core/text/device-words.ts'
import { useText } from '../../define/index.ts'
import { ConfirmDialog } from '../../kit/Dialog.tsx'
import { text } from './text.ts'

interface AcknowledgeDialogProps {
  /** Null while nothing is asked. */
  alarms: readonly Alarm[] | null
  onAnswer: (isConfirmed: boolean) => void
}

/** Names the devices whose alarms a press would confirm. */
export function AcknowledgeDialog({ alarms, onAnswer }: AcknowledgeDialogProps) {
  const t = useText(text)
  // What it asked stands there until it is gone.
  const [last, setLast] = useState(alarms ?? [])
  if (alarms && alarms !== last) setLast(alarms)
  const counts = new Map<string, { device: string; count: number }>()
  for (const { sn_code, dev_alias } of last) {
    const known = counts.get(sn_code)
    counts.set(sn_code, { device: deviceWords({ sn_code, dev_alias }), count: (known?.count ?? 0) + 1 })
  }
  return (
    <ConfirmDialog
      title={t.acknowledgeTitle}
      explanation={
        <>
          <p>{t.acknowledgeWhat}</p>
          <ul>
            {[...counts].map(([sn_code, of]) => (
              <li key={sn_code}>{t.acknowledgeOf(of)}</li>
            ))}
          </ul>
        </>
      }
      confirmLabel={t.acknowledgeNow({ count: last.length })}
      isOpen={alarms !== null}
      onConfirm={() => onAnswer(true)}
      onClose={() => onAnswer(false)}
    />
  )
}
