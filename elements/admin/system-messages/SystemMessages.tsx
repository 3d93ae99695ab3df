import { useMemo, useState } from 'react'
import type { SystemMessage } from '../../../core/contract/system-message.ts'
import { systemMessagePath, systemMessageText } from '../../../core/rules/system-message-text.ts'
import { words } from '../../../core/text/words.ts'
import { type ElementProps, useConnection, useElement, useFormat, useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import { Select } from '../../kit/Select.tsx'
import { Toasts } from '../../kit/Toasts.tsx'
import type { Column } from '../../kit/table/columns.ts'
import { Age } from '../../parts/Age.tsx'
import { EmptyElement } from '../../parts/EmptyElement.tsx'
import { Facts } from '../../parts/Facts.tsx'
import { LoadingState } from '../../parts/LoadingState.tsx'
import { PlainText } from '../../parts/post/PlainText.tsx'
import { PostBulk } from '../../parts/post/PostBulk.tsx'
import { PostTitle } from '../../parts/post/PostTitle.tsx'
import { text as postText } from '../../parts/post/text.ts'
import { useChosen } from '../../parts/post/use-chosen.ts'
import { usePostChanges } from '../../parts/post/use-post-changes.ts'
import { useTurnBack } from '../../parts/post/use-turn-back.ts'
import { useOnPost, useUnread } from '../../parts/post/use-unread.ts'
import { ServerList } from '../../parts/ServerList.tsx'
import { SidePanel } from '../../parts/SidePanel.tsx'
import { StaleNote } from '../../parts/StaleNote.tsx'
import { useCall } from '../../parts/use-call.ts'
import { usePaging } from '../../parts/use-paging.ts'
import { useView } from '../../parts/use-view.ts'
import type { api, SystemMessagesView } from './api.ts'
import { text } from './text.ts'

const UNREAD = 'unread'

export function SystemMessages({ filter, page, onViewChange, onNavigate }: ElementProps<typeof api>) {
  const t = useText(text)
  const { time } = useText(words)
  const { lang } = useElement()
  const { api } = useConnection()
  const [view, change] = useView<SystemMessagesView>({ filter, page }, onViewChange)
  const own = usePaging()
  const isUnreadOnly = view.filter === UNREAD
  const input = { page: view.page ?? 1, page_size: own.page_size, ...(isUnreadOnly && { unread: true }) }
  const called = useCall(api.message.system, input)
  const { data, last, failure, reload } = called
  const shown = data ?? last
  useTurnBack(called, own.page_size, (to) => change({ page: to }))
  useOnPost('system', reload)
  const unread = useUnread()?.system ?? 0
  const changes = usePostChanges({
    read: (ids, is_read) =>
      api.message.readSystem({ ...(ids && { message_ids: [...ids] }), is_read }, { isQuiet: true }),
    remove: (ids) => api.message.removeSystem({ message_ids: [...ids] }, { isQuiet: true }),
    restore: (ids) => api.message.restoreSystem({ message_ids: [...ids] }, { isQuiet: true }),
    onChanged: reload,
  })
  const chosen = useChosen(JSON.stringify(input), shown?.rows ?? [], ({ message_id }) => message_id)
  // One that is read and no longer among the unread ones stays open.
  const [open, setOpen] = useState<SystemMessage | null>(null)
  const columns = useMemo<Column<SystemMessage>[]>(
    () => [
      {
        id: 'message',
        title: t.message,
        cell: (row) => <PostTitle isUnread={row.read_time === null}>{systemMessageText(row, lang)}</PostTitle>,
        width: 320,
        grow: 4,
        isFixed: true,
        narrow: { width: 220 },
      },
      {
        id: 'time',
        title: time,
        cell: ({ message_time }) => <Age time={message_time} />,
        width: 112,
        grow: 0,
        narrow: { width: 72 },
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
    chosen.clear()
    void changes.remove(ids)
  }
  return (
    <div className="system-messages">
      <StaleNote called={{ ...called, last: data }} />
      {!shown && !failure && <LoadingState />}
      <ServerList<SystemMessage>
        title={t.title}
        label={t.title}
        count={unread > 0 ? t.counted({ count: unread }) : undefined}
        actions={
          unread > 0 && (
            <Button icon="check" onPress={() => void changes.readAll()}>
              {t.readAll}
            </Button>
          )
        }
        // What was read stays beside the note that it could not be read anew.
        called={{ ...called, failure: data ? null : failure }}
        paging={{
          ...own,
          page: view.page ?? 1,
          restart: () => change({ page: null }),
          turn(next, page_size) {
            own.turn(1, page_size)
            change({ page: next })
          },
        }}
        columns={columns}
        rowId={({ message_id }) => String(message_id)}
        openId={open ? String(open.message_id) : null}
        onRowOpen={show}
        selectedIds={chosen.selectedIds}
        onSelectionChange={chosen.select}
        side={
          open && (
            <MessagePanel
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
            onChange={(id) => change({ filter: id === 'all' ? '' : id, page: null })}
          />
        }
        above={
          chosen.ids.length > 0 && (
            <PostBulk
              count={chosen.ids.length}
              onRead={(isRead) => void changes.read(chosen.ids, isRead).then(chosen.clear)}
              onDelete={() => remove(chosen.ids)}
              onClear={chosen.clear}
            />
          )
        }
        empty={
          isUnreadOnly ? (
            <EmptyElement
              icon="check"
              title={t.noUnread}
              explanation={t.noUnreadWhy}
              action={<Button onPress={() => change({ filter: '', page: null })}>{t.showAll}</Button>}
            />
          ) : (
            <EmptyElement icon="info" title={t.none} explanation={t.noneWhy} />
          )
        }
      />
      <Toasts {...changes.toasts} />
    </div>
  )
}

interface MessagePanelProps {
  message: SystemMessage
  onUnread: () => void
  onDelete: () => void
  onNavigate: (path: string) => void
  onClose: () => void
}

function MessagePanel({ message, onUnread, onDelete, onNavigate, onClose }: MessagePanelProps) {
  const t = useText(text)
  const p = useText(postText)
  const w = useText(words)
  const { lang } = useElement()
  const format = useFormat()
  const path = systemMessagePath(message.kind)
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
