import { useMemo, useState } from 'react'
import type { OwnNotice } from '../../../core/contract/message.ts'
import { useConnection, useElement, useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import { Toasts } from '../../kit/Toasts.tsx'
import { EmptyElement } from '../../parts/EmptyElement.tsx'
import { LoadingState } from '../../parts/LoadingState.tsx'
import { PostBulk } from '../../parts/post/PostBulk.tsx'
import { useChosen } from '../../parts/post/use-chosen.ts'
import { usePostChanges } from '../../parts/post/use-post-changes.ts'
import { useTurnBack } from '../../parts/post/use-turn-back.ts'
import { ServerList } from '../../parts/ServerList.tsx'
import { StaleNote } from '../../parts/StaleNote.tsx'
import { useCall } from '../../parts/use-call.ts'
import type { MessagesView } from './api.ts'
import { BoxFilters, filterOf, NO_FILTER, useBoxChips } from './BoxFilters.tsx'
import { outboxColumns } from './columns.tsx'
import { draftOf } from './draft.ts'
import type { BoxProps } from './Inbox.tsx'
import { SentPanel } from './SentPanel.tsx'
import { text } from './text.ts'
import { useBoxPaging } from './use-box-paging.ts'

/** What the user wrote: what is not sent is opened to be changed, what is sent to see who has read it. */
export function Outbox({ view, change, form, compose, leave, onWrite, onOpen }: BoxProps) {
  const t = useText(text)
  const { lang } = useElement()
  const { api } = useConnection()
  const filter = (part: Partial<MessagesView>) => change({ page: null, ...part })
  const paging = useBoxPaging(view, change)
  const chosenFilter = filterOf(view)
  const wanted = view.search.trim().slice(0, 64)
  const input = {
    page: paging.page,
    page_size: paging.page_size,
    ...(wanted && { search: wanted }),
    ...(chosenFilter && { is_sent: chosenFilter === 'sent' }),
  }
  const called = useCall(api.message.outbox, input)
  const rows = (called.data ?? called.last)?.rows ?? []
  useTurnBack(called, paging.page_size, (page) => change({ page }))
  const changes = usePostChanges({
    remove: (ids) => api.message.removeSent({ notice_ids: [...ids] }, { isQuiet: true }),
    restore: (ids) => api.message.restoreSent({ notice_ids: [...ids] }, { isQuiet: true }),
    onChanged: called.reload,
  })
  const chosen = useChosen(JSON.stringify(input), rows, ({ notice_id }) => notice_id)
  const [openId, setOpenId] = useState<number | null>(null)
  const open = rows.find(({ notice_id, sent_time }) => notice_id === openId && sent_time !== null)
  const columns = useMemo(() => outboxColumns(t, lang), [t, lang])
  const chips = useBoxChips({ view, change: filter })

  const show = (notice: OwnNotice) =>
    leave(() => {
      setOpenId(notice.notice_id)
      if (notice.sent_time === null) onWrite(draftOf(notice), draftOf(notice))
      else onOpen()
    })
  const remove = (ids: readonly number[]) => {
    // What is being written is among them, perhaps.
    if (openId !== null && ids.includes(openId)) {
      setOpenId(null)
      onOpen()
    }
    chosen.clear()
    void changes.remove(ids)
  }
  return (
    <>
      {!called.data && !called.failure && <LoadingState />}
      <StaleNote called={{ ...called, last: called.data }} />
      <ServerList<OwnNotice>
        label={t.outbox}
        called={{ ...called, failure: called.data ? null : called.failure }}
        paging={paging}
        columns={columns}
        rowId={({ notice_id }) => String(notice_id)}
        openId={open || form ? String(openId) : null}
        onRowOpen={show}
        selectedIds={chosen.selectedIds}
        onSelectionChange={chosen.select}
        side={
          form ||
          (open && (
            <SentPanel
              key={open.notice_id}
              notice={open}
              onDelete={() => remove([open.notice_id])}
              onClose={() => setOpenId(null)}
            />
          ))
        }
        filters={<BoxFilters view={view} change={filter} />}
        chips={chips}
        above={
          chosen.ids.length > 0 && (
            <PostBulk
              count={chosen.ids.length}
              onDelete={() => leave(() => remove(chosen.ids))}
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
            <EmptyElement icon="send" title={t.noOutbox} explanation={t.noOutboxWhy} action={compose} />
          )
        }
      />
      <Toasts {...changes.toasts} />
    </>
  )
}
