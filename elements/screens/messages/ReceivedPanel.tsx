import type { ReceivedNotice } from '../../../core/contract/message.ts'
import { words } from '../../../core/text/words.ts'
import { useFormat, useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import { Facts } from '../../parts/Facts.tsx'
import { PlainText } from '../../parts/inbox/PlainText.tsx'
import { text as postText } from '../../parts/inbox/text.ts'
import { SidePanel } from '../../parts/SidePanel.tsx'
import { text } from './text.ts'

interface ReceivedPanelProps {
  notice: ReceivedNotice
  onAnswer: () => void
  onUnread: () => void
  onDelete: () => void
  onClose: () => void
}

/** A received notice, whole. */
export function ReceivedPanel({ notice, onAnswer, onUnread, onDelete, onClose }: ReceivedPanelProps) {
  const t = useText(text)
  const p = useText(postText)
  const w = useText(words)
  const format = useFormat()
  const { title, body, name, user_name, sent_time, may_answer } = notice
  return (
    <SidePanel
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button icon="trash" onPress={onDelete}>
            {w.delete}
          </Button>
          <Button onPress={onUnread}>{p.markUnread}</Button>
          {may_answer && (
            <Button look="primary" onPress={onAnswer}>
              {t.answer}
            </Button>
          )}
        </>
      }
    >
      <div className="post-panel">
        <Facts
          facts={[
            [t.from, name === user_name ? name : `${name} (${user_name})`],
            [t.received, format.dateTime(sent_time)],
          ]}
        />
        {body !== '' && <PlainText text={body} />}
      </div>
    </SidePanel>
  )
}
