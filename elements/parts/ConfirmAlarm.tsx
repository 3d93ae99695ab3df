import { useState } from 'react'
import { defineText } from '../../core/text/define-text.ts'
import { useConnection, useText } from '../define/index.ts'
import { Button } from '../kit/Button.tsx'
import { RowAction } from './RowAction.tsx'
import { isCallFailure } from './use-call.ts'

const text = defineText({
  confirm: ['确认', 'Confirm'],
})

interface ConfirmAlarmProps {
  alarm_id: string
  onConfirmed: () => void
}

/** Marks an alarm as seen. One that somebody else confirmed first is a reason to look again, not an error. */
export function ConfirmAlarm({ alarm_id, onConfirmed }: ConfirmAlarmProps) {
  const { api } = useConnection()
  const t = useText(text)
  const [isPending, setPending] = useState(false)
  async function confirm() {
    setPending(true)
    try {
      await api.alarm.confirm({ alarm_id })
    } catch (error) {
      if (!isCallFailure(error)) throw error
    }
    setPending(false)
    onConfirmed()
  }
  return (
    <RowAction>
      <Button look="plain" icon="check" isPending={isPending} onPress={() => void confirm()}>
        {t.confirm}
      </Button>
    </RowAction>
  )
}
