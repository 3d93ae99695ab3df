import { useMemo, useState } from 'react'
import type { SystemMessage } from '../../../core/contract/system-message.ts'
import { systemMessageText } from '../../../core/rules/system-message-text.ts'
import { words } from '../../../core/text/words.ts'
import { type ElementProps, useConnection, useElement, useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import { Select } from '../../kit/Select.tsx'
import type { Column } from '../../kit/table/columns.ts'
import { Age } from '../../parts/Age.tsx'
import { InboxList } from '../../parts/inbox/InboxList.tsx'
import { InboxTitle } from '../../parts/inbox/InboxTitle.tsx'
import { UnreadCount } from '../../parts/inbox/UnreadCount.tsx'
import { useInbox } from '../../parts/inbox/use-inbox.ts'
import { useOnMessage, useUnread } from '../../parts/inbox/use-unread.ts'
import { useView } from '../../parts/use-view.ts'
import type { api, SystemMessagesView } from './api.ts'
import { SystemMessagePanel } from './SystemMessagePanel.tsx'
import { text } from './text.ts'

const UNREAD = 'unread'

const idOf = ({ message_id }: SystemMessage) => message_id

export function SystemMessages({ search, filter, page, onViewChange, onNavigate }: ElementProps<typeof api>) {
  const t = useText(text)
  const { time } = useText(words)
  const { lang } = useElement()
  const { api } = useConnection()
  const [view, change] = useView<SystemMessagesView>({ search, filter, page }, onViewChange)
  const narrow = (part: Partial<SystemMessagesView>) => change({ page: null, ...part })
  const wanted = view.search.trim().slice(0, 64)
  const isUnreadOnly = view.filter === UNREAD
  const box = useInbox({
    list: api.message.system,
    query: { ...(wanted && { search: wanted, lang }), ...(isUnreadOnly && { unread: true }) },
    idOf,
    view,
    change,
    calls: {
      read: (ids, is_read) => api.message.readSystem({ ...(ids && { message_ids: [...ids] }), is_read }),
      remove: (ids) => api.message.removeSystem({ message_ids: [...ids] }),
      restore: (ids) => api.message.restoreSystem({ message_ids: [...ids] }),
    },
  })
  const { list, changes } = box
  useOnMessage('system', list.reload)
  const unread = useUnread()?.system ?? 0
  // One that is read and no longer among the unread ones stays open.
  const [open, setOpen] = useState<SystemMessage | null>(null)
  const columns = useMemo<Column<SystemMessage>[]>(
    () => [
      {
        id: 'message',
        title: t.message,
        cell: (row) => <InboxTitle isUnread={row.read_time === null}>{systemMessageText(row, lang)}</InboxTitle>,
        width: 320,
        grow: 4,
        isFixed: true,
        narrow: { width: 204 },
      },
      {
        id: 'time',
        title: time,
        cell: ({ message_time }) => <Age time={message_time} />,
        width: 112,
        grow: 0,
        narrow: { width: 88 },
      },
    ],
    [t, time, lang],
  )

  const show = (message: SystemMessage) => {
    setOpen(message)
    if (message.read_time === null) void changes.read([message.message_id])
  }
  const remove = (ids: readonly number[]) => {
    if (open && ids.includes(open.message_id)) setOpen(null)
    void changes.remove(ids)
  }
  return (
    <div className="system-messages">
      <InboxList<SystemMessage>
        box={box}
        // Nothing unread is good news, and no failed search.
        words={{
          title: t.title,
          empty: t.none,
          emptyWhy: t.noneWhy,
          ...(isUnreadOnly && !wanted && { noMatch: t.noUnread, noMatchWhy: t.noUnreadWhy }),
        }}
        icon="info"
        search={{ label: t.search, value: view.search, onChange: (next) => narrow({ search: next }) }}
        isAlwaysFiltered
        onClear={() => narrow({ search: '', filter: '' })}
        count={unread > 0 ? <UnreadCount count={unread} /> : undefined}
        actions={
          unread > 0 && (
            <Button icon="check" onPress={() => void changes.readAll()}>
              {t.readAll}
            </Button>
          )
        }
        columns={columns}
        openId={open?.message_id ?? null}
        onOpen={show}
        onDelete={remove}
        side={
          open && (
            <SystemMessagePanel
              key={open.message_id}
              message={open}
              onUnread={() => {
                setOpen(null)
                void changes.read([open.message_id], false)
              }}
              onDelete={() => remove([open.message_id])}
              onNavigate={(path) => void onNavigate({ path })}
              onClose={() => setOpen(null)}
            />
          )
        }
        filters={
          <Select<'all' | 'unread'>
            label={t.show}
            isLabelHidden
            options={[
              { id: 'all', label: t.all },
              { id: UNREAD, label: t.unread },
            ]}
            value={isUnreadOnly ? UNREAD : 'all'}
            onChange={(id) => narrow({ filter: id === 'all' ? '' : id })}
          />
        }
        chips={isUnreadOnly ? [{ id: UNREAD, label: t.unread, onRemove: () => narrow({ filter: '' }) }] : []}
      />
    </div>
  )
}
