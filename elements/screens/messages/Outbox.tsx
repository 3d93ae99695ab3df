import { useMemo, useState } from 'react'
import type { OwnNotice } from '../../../core/contract/message.ts'
import { useConnection, useElement, useText } from '../../define/index.ts'
import { InboxList } from '../../parts/inbox/InboxList.tsx'
import { useInbox } from '../../parts/inbox/use-inbox.ts'
import { useRenewal } from '../../parts/use-renewal.ts'
import type { MessagesView } from './api.ts'
import { BoxFilters, filterOf, NO_FILTER, useBoxChips } from './BoxFilters.tsx'
import { outboxColumns } from './columns.tsx'
import { draftOf } from './draft.ts'
import type { BoxProps } from './Inbox.tsx'
import { SentPanel } from './SentPanel.tsx'
import { text } from './text.ts'

/** No event announces that others read it. */
const RENEWED_MS = 15_000

const idOf = ({ notice_id }: OwnNotice) => notice_id

/** What the user wrote: what is not sent is opened to be changed, what is sent to see who has read it. */
export function Outbox({ view, change, form, compose, leave, onWrite, onOpen }: BoxProps) {
  const t = useText(text)
  const { lang } = useElement()
  const { api } = useConnection()
  const filter = (part: Partial<MessagesView>) => change({ page: null, ...part })
  const chosenFilter = filterOf(view)
  const wanted = view.search.trim().slice(0, 64)
  const box = useInbox({
    list: api.message.outbox,
    query: { ...(wanted && { search: wanted }), ...(chosenFilter && { is_sent: chosenFilter === 'sent' }) },
    idOf,
    view,
    change,
    calls: {
      remove: (ids) => api.message.removeSent({ notice_ids: [...ids] }),
      restore: (ids) => api.message.restoreSent({ notice_ids: [...ids] }),
    },
  })
  const { list, changes } = box
  useRenewal(RENEWED_MS, list.reload)
  const [openId, setOpenId] = useState<number | null>(null)
  const open = list.rows.find(({ notice_id, sent_time }) => notice_id === openId && sent_time !== null)
  const columns = useMemo(() => outboxColumns(t, lang), [t, lang])
  const chips = useBoxChips({ view, change: filter })

  const show = (notice: OwnNotice) =>
    leave(() => {
      setOpenId(notice.notice_id)
      if (notice.sent_time === null) return onWrite(draftOf(notice))
      onOpen()
      // How many have read it comes with who they are.
      list.reload()
    })
  const remove = (ids: readonly number[]) =>
    leave(() => {
      // What is being written is among them, perhaps.
      if (openId !== null && ids.includes(openId)) {
        setOpenId(null)
        onOpen()
      }
      void changes.remove(ids)
    })
  const panel = open && (
    <SentPanel
      key={open.notice_id}
      notice={open}
      onDelete={() => remove([open.notice_id])}
      onClose={() => setOpenId(null)}
    />
  )
  return (
    <InboxList<OwnNotice>
      box={box}
      words={{ empty: t.noOutbox, emptyWhy: t.noOutboxWhy }}
      icon="send"
      label={t.outbox}
      search={{ label: t.searchOutbox, value: view.search, onChange: (search) => filter({ search }) }}
      isAlwaysFiltered
      onClear={() => filter(NO_FILTER)}
      create={compose}
      columns={columns}
      openId={open || form ? openId : null}
      onOpen={show}
      onDelete={remove}
      side={form || panel}
      filters={<BoxFilters view={view} change={filter} />}
      chips={chips}
    />
  )
}
