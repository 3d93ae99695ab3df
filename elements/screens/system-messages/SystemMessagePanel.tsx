import type { SystemMessage } from '../../../core/contract/system-message.ts'
import { systemMessagePath, systemMessageText } from '../../../core/rules/system-message-text.ts'
import { words } from '../../../core/text/words.ts'
import { useElement, useFormat, useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import { Facts } from '../../parts/Facts.tsx'
import { PlainText } from '../../parts/inbox/PlainText.tsx'
import { text as postText } from '../../parts/inbox/text.ts'
import { SidePanel } from '../../parts/SidePanel.tsx'
import { useRights } from '../../parts/use-rights.ts'
import { text } from './text.ts'

interface SystemMessagePanelProps {
  message: SystemMessage
  onUnread: () => void
  onDelete: () => void
  onNavigate: (path: string) => void
  onClose: () => void
}

/** A system message, whole, and the way to where more is said of it. */
export function SystemMessagePanel({ message, onUnread, onDelete, onNavigate, onClose }: SystemMessagePanelProps) {
  const t = useText(text)
  const p = useText(postText)
  const w = useText(words)
  const { lang } = useElement()
  const format = useFormat()
  const path = systemMessagePath(message, useRights())
  const { agent } = message.params
  return (
    <SidePanel
      title={t.title}
      onClose={onClose}
      actions={
        <>
          <Button icon="trash" onPress={onDelete}>
            {w.delete}
          </Button>
          <Button onPress={onUnread}>{p.markUnread}</Button>
          {path && (
            <Button look="primary" onPress={() => onNavigate(path)}>
              {t.goThere}
            </Button>
          )}
        </>
      }
    >
      <div className="post-panel">
        <PlainText text={systemMessageText(message, lang)} />
        <Facts
          facts={[
            [w.time, format.dateTime(message.message_time)],
            [t.browser, typeof agent === 'string' ? agent : null],
          ]}
        />
      </div>
    </SidePanel>
  )
}
