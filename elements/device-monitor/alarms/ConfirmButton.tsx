import { useState } from 'react'
import { useConnection, useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import { RowAction } from '../../parts/RowAction.tsx'
import { isCallFailure } from '../../parts/use-call.ts'
import { text } from './text.ts'

interface ConfirmButtonProps {
  alarm_id: string
  alarm_note?: string
  onConfirmed: () => void
  look?: 'primary' | 'plain'
}

/** Marks an alarm as seen. One that somebody else confirmed first is a reason to look again, not an error. */
export function ConfirmButton({ alarm_id, alarm_note, onConfirmed, look = 'plain' }: ConfirmButtonProps) {
  const { api } = useConnection()
  const t = useText(text)
  const [isPending, setPending] = useState(false)
  async function confirm() {
    setPending(true)
    try {
      await api.alarm.confirm({ alarm_id, ...(alarm_note && { alarm_note }) })
    } catch (error) {
      if (!isCallFailure(error)) throw error
    }
    setPending(false)
    onConfirmed()
  }
  return (
    <RowAction>
      <Button look={look} icon="check" isPending={isPending} onPress={() => void confirm()}>
        {look === 'primary' ? t.confirmAlarm : t.confirm}
      </Button>
    </RowAction>
  )
}
