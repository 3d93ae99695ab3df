import { type ReactNode, useMemo, useState } from 'react'
import type { ReceivedNotice } from '../../../core/contract/message.ts'
import { useConnection, useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import { Toasts } from '../../kit/Toasts.tsx'
import { EmptyElement } from '../../parts/EmptyElement.tsx'
import { LoadingState } from '../../parts/LoadingState.tsx'
import { PostBulk } from '../../parts/post/PostBulk.tsx'
import { useChosen } from '../../parts/post/use-chosen.ts'
import { usePostChanges } from '../../parts/post/use-post-changes.ts'
import { useTurnBack } from '../../parts/post/use-turn-back.ts'
import { useOnPost, useUnread } from '../../parts/post/use-unread.ts'
import { ServerList } from '../../parts/ServerList.tsx'
import { StaleNote } from '../../parts/StaleNote.tsx'
import { useCall } from '../../parts/use-call.ts'
import type { MessagesView } from './api.ts'
import { BoxFilters, filterOf, NO_FILTER, useBoxChips } from './BoxFilters.tsx'
import { inboxColumns } from './columns.tsx'
import { answerTo, type Draft } from './draft.ts'
import { ReceivedPanel } from './ReceivedPanel.tsx'
import { text } from './text.ts'
import { useBoxPaging } from './use-box-paging.ts'

export interface BoxProps {
  view: MessagesView
  change: (part: Partial<MessagesView>) => void
  /** The form, while something is written. */
  form: ReactNode
  compose: ReactNode
  /** Goes on at once, or once the user has given up what is not saved. */
  leave: (goOn: () => void) => void
  onWrite: (begun: Draft, saved?: Draft) => void
  /** Closes the form. */
  onOpen: () => void
}

export function Inbox({ view, change, form, leave, onWrite, onOpen }: BoxProps) {
  const t = useText(text)
  const { api } = useConnection()
  const filter = (part: Partial<MessagesView>) => change({ page: null, ...part })
  const paging = useBoxPaging(view, change)
  const chosenFilter = filterOf(view)
  const wanted = view.search.trim().slice(0, 64)
  const input = {
    page: paging.page,
    page_size: paging.page_size,
    ...(wanted && { search: wanted }),
    ...(chosenFilter === 'unread' && { unread: true }),
    ...(chosenFilter === 'direct' && { is_direct: true }),
    ...(chosenFilter === 'many' && { is_direct: false }),
    ...(view.sort === 'read_time' && { sort: 'read_time' }),
  }
  const called = useCall(api.message.inbox, input)
  const rows = (called.data ?? called.last)?.rows ?? []
  useTurnBack(called, paging.page_size, (page) => change({ page }))
  useOnPost('inbox', called.reload)
  const unread = useUnread()
  const changes = usePostChanges({
    read: (ids, is_read) => api.message.read({ ...(ids && { notice_ids: [...ids] }), is_read }, { isQuiet: true }),
    remove: (ids) => api.message.removeReceived({ notice_ids: [...ids] }, { isQuiet: true }),
    restore: (ids) => api.message.restoreReceived({ notice_ids: [...ids] }, { isQuiet: true }),
    onChanged: called.reload,
  })
  const chosen = useChosen(JSON.stringify(input), rows, ({ notice_id }) => notice_id)
  // One that is read and no longer among the unread ones stays open.
  const [open, setOpen] = useState<ReceivedNotice | null>(null)
  const columns = useMemo(() => inboxColumns(t), [t])
  const chips = useBoxChips({ view, change: filter })

  const show = (notice: ReceivedNotice) =>
    leave(() => {
      onOpen()
      setOpen(notice)
      if (notice.read_time === null) void changes.read([notice.notice_id])
    })
  const remove = (ids: readonly number[]) => {
    if (open && ids.includes(open.notice_id)) setOpen(null)
    chosen.clear()
    void changes.remove(ids)
  }
  const panel = open && (
    <ReceivedPanel
      key={open.notice_id}
      notice={open}
      onAnswer={() => {
        const { user_id, user_name, name, title } = open
        onWrite(answerTo({ user_id, user_name, name }, t.answerTitle({ title })))
      }}
      onUnread={() => {
        setOpen(null)
        void changes.read([open.notice_id], false)
      }}
      onDelete={() => remove([open.notice_id])}
      onClose={() => setOpen(null)}
    />
  )
  return (
    <>
      {!called.data && !called.failure && <LoadingState />}
      <StaleNote called={{ ...called, last: called.data }} />
      <ServerList<ReceivedNotice>
        label={t.inbox}
        called={{ ...called, failure: called.data ? null : called.failure }}
        paging={paging}
        columns={columns}
        rowId={({ notice_id }) => String(notice_id)}
        openId={open ? String(open.notice_id) : null}
        onRowOpen={show}
        selectedIds={chosen.selectedIds}
        onSelectionChange={chosen.select}
        side={form || panel}
        filters={<BoxFilters view={view} change={filter} />}
        actions={
          unread !== null &&
          unread.inbox > 0 && (
            <Button icon="check" onPress={() => void changes.readAll()}>
              {t.readAll}
            </Button>
          )
        }
        chips={chips}
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
          chips.length > 0 ? (
            <EmptyElement
              icon="search"
              title={t.noMatch}
              explanation={t.noMatchWhy}
              action={<Button onPress={() => filter(NO_FILTER)}>{t.clearFilters}</Button>}
            />
          ) : (
            <EmptyElement icon="send" title={t.noInbox} explanation={t.noInboxWhy} />
          )
        }
      />
      <Toasts {...changes.toasts} />
    </>
  )
}
