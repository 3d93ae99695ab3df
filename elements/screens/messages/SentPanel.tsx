import { useState } from 'react'
import type { OwnNotice } from '../../../core/contract/message.ts'
import { words } from '../../../core/text/words.ts'
import { useConnection, useElement, useFormat, useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import { Facts } from '../../parts/Facts.tsx'
import { Failure } from '../../parts/Failure.tsx'
import { PlainText } from '../../parts/inbox/PlainText.tsx'
import { SidePanel } from '../../parts/SidePanel.tsx'
import { useCall } from '../../parts/use-call.ts'
import { useRenewal } from '../../parts/use-renewal.ts'
import { listed, targetNames } from './targets-text.ts'
import { text } from './text.ts'

const SIZES = [20, 100] as const
/** No event announces that others read it. */
const RENEWED_MS = 15_000

interface SentPanelProps {
  notice: OwnNotice
  onDelete: () => void
  onClose: () => void
}

/** A sent notice, whole, with who has read it. */
export function SentPanel({ notice, onDelete, onClose }: SentPanelProps) {
  const t = useText(text)
  const w = useText(words)
  const { lang } = useElement()
  const format = useFormat()
  const { title, body, sent_time, receivers: count, readers: read } = notice
  const names = targetNames(notice, t)
  return (
    <SidePanel
      title={title}
      onClose={onClose}
      actions={
        <Button icon="trash" onPress={onDelete}>
          {w.delete}
        </Button>
      }
    >
      <div className="post-panel">
        <Facts
          facts={[
            [t.to, names.length > 0 ? listed(names, lang) : t.nobodyLeft],
            [t.sentAt, sent_time === null ? null : format.dateTime(sent_time)],
            [t.state, t.readBy({ read, count })],
          ]}
        />
        {body !== '' && <PlainText text={body} />}
        <h3>{t.readers}</h3>
        <Readers notice_id={notice.notice_id} />
      </div>
    </SidePanel>
  )
}

function Readers({ notice_id }: { notice_id: number }) {
  const t = useText(text)
  const format = useFormat()
  const { api } = useConnection()
  const [isMore, setMore] = useState(false)
  const called = useCall(api.message.readers, { notice_id, page_size: SIZES[isMore ? 1 : 0] })
  useRenewal(RENEWED_MS, called.reload)
  const shown = called.data ?? called.last
  if (!shown) return called.failure && <Failure failure={called.failure} onRetry={called.reload} />
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: nothing else in the panel's body takes the focus, by which keys scroll it */}
      <ul className="messages-readers" tabIndex={0}>
        {shown.rows.map(({ user_name, read_time }, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: administrators without a name are many
          <li key={i}>
            <span>{user_name ?? t.someAdministrator}</span>
            <span>{read_time === null ? t.notRead : t.readAt({ time: format.dateTime(read_time) })}</span>
          </li>
        ))}
      </ul>
      {!isMore && shown.total > shown.rows.length && (
        <Button look="plain" onPress={() => setMore(true)}>
          {t.moreReaders}
        </Button>
      )}
    </>
  )
}
