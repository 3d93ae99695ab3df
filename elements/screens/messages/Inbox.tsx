import { type ReactNode, useMemo, useState } from 'react'
import type { ReceivedNotice } from '../../../core/contract/message.ts'
import { useConnection, useFormat, useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import { InboxList } from '../../parts/inbox/InboxList.tsx'
import { useInbox } from '../../parts/inbox/use-inbox.ts'
import { useOnMessage, useUnread } from '../../parts/inbox/use-unread.ts'
import type { MessagesView } from './api.ts'
import { BoxFilters, filterOf, NO_FILTER, useBoxChips } from './BoxFilters.tsx'
import { inboxColumns } from './columns.tsx'
import { answerTo, type Draft } from './draft.ts'
import { ReceivedPanel } from './ReceivedPanel.tsx'
import { text } from './text.ts'

export interface BoxProps {
  view: MessagesView
  change: (part: Partial<MessagesView>) => void
  /** The form, while something is written. */
  form: ReactNode
  compose: ReactNode
  /** Continues at once, or once the user has discarded unsaved changes. */
  leave: (goOn: () => void) => void
  onWrite: (begun: Draft) => void
  /** Closes the form. */
  onOpen: () => void
}

const idOf = ({ notice_id }: ReceivedNotice) => notice_id

export function Inbox({ view, change, form, leave, onWrite, onOpen }: BoxProps) {
  const t = useText(text)
  const format = useFormat()
  const { api } = useConnection()
  const filter = (part: Partial<MessagesView>) => change({ page: null, ...part })
  const chosenFilter = filterOf(view)
  const wanted = view.search.trim().slice(0, 64)
  const box = useInbox({
    list: api.message.inbox,
    query: {
      ...(wanted && { search: wanted }),
      ...(chosenFilter === 'unread' && { unread: true }),
      ...(chosenFilter === 'direct' && { is_direct: true }),
      ...(chosenFilter === 'many' && { is_direct: false }),
      ...(view.sort === 'read_time' && { sort: 'read_time' }),
    },
    idOf,
    view,
    change,
    calls: {
      read: (ids, is_read) => api.message.read({ ...(ids && { notice_ids: [...ids] }), is_read }),
      remove: (ids) => api.message.removeReceived({ notice_ids: [...ids] }),
      restore: (ids) => api.message.restoreReceived({ notice_ids: [...ids] }),
    },
  })
  const { list, changes } = box
  useOnMessage('inbox', list.reload)
  const unread = useUnread()
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
    void changes.remove(ids)
  }
  const answer = (notice: ReceivedNotice) => {
    const { name, sent_time } = notice
    onWrite(answerTo(notice, { prefix: t.answerPrefix, wrote: t.wrote({ name, time: format.dateTime(sent_time) }) }))
  }
  const panel = open && (
    <ReceivedPanel
      key={open.notice_id}
      notice={open}
      onAnswer={() => answer(open)}
      onUnread={() => {
        setOpen(null)
        void changes.read([open.notice_id], false)
      }}
      onDelete={() => remove([open.notice_id])}
      onClose={() => setOpen(null)}
    />
  )
  return (
    <InboxList<ReceivedNotice>
      box={box}
      words={{ empty: t.noInbox, emptyWhy: t.noInboxWhy }}
      icon="send"
      label={t.inbox}
      search={{ label: t.searchInbox, value: view.search, onChange: (search) => filter({ search }) }}
      isAlwaysFiltered
      onClear={() => filter(NO_FILTER)}
      columns={columns}
      openId={open?.notice_id ?? null}
      onOpen={show}
      onDelete={remove}
      side={form || panel}
      filters={<BoxFilters view={view} change={filter} />}
      chips={chips}
      actions={
        unread !== null &&
        unread.inbox > 0 && (
          <Button icon="check" onPress={() => void changes.readAll()}>
            {t.readAll}
          </Button>
        )
      }
    />
  )
}
