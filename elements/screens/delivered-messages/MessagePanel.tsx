import { useState } from 'react'
import type { DeliveredMessage } from '../../../core/contract/audit.ts'
import { deliveryErrorText } from '../../../core/rules/delivery-error-text.ts'
import { attempt } from '../../../core/stores/attempt.ts'
import { words } from '../../../core/text/words.ts'
import { useConnection, useFormat, useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import { DeliveryMark } from '../../parts/deliveries/DeliveryMark.tsx'
import { text as deliveryText } from '../../parts/deliveries/text.ts'
import { Facts } from '../../parts/Facts.tsx'
import { SidePanel } from '../../parts/SidePanel.tsx'
import { alarmOf } from './columns.tsx'
import { text } from './text.ts'

interface MessagePanelProps {
  message: DeliveredMessage
  onClose: () => void
  /** It is tried once more. */
  onAgain: () => void
}

/** One message, whole. */
export function MessagePanel({ message, onClose, onAgain }: MessagePanelProps) {
  const t = useText(text)
  const names = useText(deliveryText)
  const { time } = useText(words)
  const format = useFormat()
  const { api, toasts } = useConnection()
  const [isPending, setPending] = useState(false)
  const { message_id, subject, body, state, channel, reason, tries, due_time } = message
  const channelName = names[`channel_${channel}`]
  // A code is over by now, and a test is made anew.
  const mayTryAgain = state === 'failed' && reason !== 'code' && reason !== 'test'

  async function sendAgain() {
    setPending(true)
    const done = await attempt(api.push.sendAgain({ message_id }, { raisesToast: true }))
    setPending(false)
    if (!done) return
    const [zh, en] = text.rows.againDone
    toasts.show('success', { zh, en })
    onAgain()
  }

  return (
    <SidePanel
      title={subject || channelName}
      onClose={onClose}
      actions={
        mayTryAgain && (
          <Button look="primary" icon="send" isPending={isPending} onPress={() => void sendAgain()}>
            {t.again}
          </Button>
        )
      }
    >
      <div className="message">
        <Facts
          facts={[
            [time, format.dateTime(message.message_time)],
            [t.channel, channelName],
            [t.reason, names[`reason_${reason}`]],
            [t.name, message.name],
            [t.to, message.address],
            [t.alarm, alarmOf(message, { ...t, ...names, time }, format.lang)],
            [t.subject, subject],
            [t.state, <DeliveryMark key="state" state={state} />],
            [t.tries, tries > 0 ? String(tries) : ''],
            [t.next, due_time === null ? '' : format.dateTime(due_time)],
            [t.error, deliveryErrorText(message.error, format.lang)],
          ]}
        />
        {state === 'kept' && <p className="message-quiet">{t.keptWhy}</p>}
        <p className="message-body">{body}</p>
      </div>
    </SidePanel>
  )
}
