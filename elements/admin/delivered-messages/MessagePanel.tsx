import type { DeliveredMessage } from '../../../core/contract/audit.ts'
import { words } from '../../../core/text/words.ts'
import { useFormat, useText } from '../../define/index.ts'
import { Facts } from '../../parts/Facts.tsx'
import { SidePanel } from '../../parts/SidePanel.tsx'
import { StateWord } from './StateWord.tsx'
import { text } from './text.ts'

/** One message, whole. */
export function MessagePanel({ message, onClose }: { message: DeliveredMessage; onClose: () => void }) {
  const t = useText(text)
  const { time } = useText(words)
  const format = useFormat()
  const { subject, body, state } = message
  return (
    <SidePanel title={subject || t[message.channel]} onClose={onClose}>
      <div className="message">
        <Facts
          facts={[
            [time, format.dateTime(message.message_time)],
            [t.channel, t[message.channel]],
            [t.to, message.address],
            [t.subject, subject],
            [t.state, <StateWord key="state" state={state} />],
            [t.error, message.error],
          ]}
        />
        {state === 'kept' && <p className="message-quiet">{t.keptWhy}</p>}
        <p className="message-body">{body}</p>
      </div>
    </SidePanel>
  )
}
