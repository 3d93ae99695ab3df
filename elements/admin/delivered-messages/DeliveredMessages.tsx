import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { LIMITS } from '../../../core/catalogue/limits.ts'
import type { DeliveredMessage } from '../../../core/contract/audit.ts'
import { words } from '../../../core/text/words.ts'
import { useConnection, useFormat, useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import { Icon } from '../../kit/Icon.tsx'
import { SearchField } from '../../kit/SearchField.tsx'
import { Select } from '../../kit/Select.tsx'
import { EmptyElement } from '../../parts/EmptyElement.tsx'
import { LoadingState } from '../../parts/LoadingState.tsx'
import { ServerList } from '../../parts/ServerList.tsx'
import { StaleNote } from '../../parts/StaleNote.tsx'
import { useCall } from '../../parts/use-call.ts'
import { usePaging } from '../../parts/use-paging.ts'
import { columnsOf } from './columns.tsx'
import { MessagePanel } from './MessagePanel.tsx'
import { text } from './text.ts'

type Channel = DeliveredMessage['channel']
const CHANNELS = ['all', 'sms', 'email'] as const

export function DeliveredMessages() {
  const t = useText(text)
  const { time, refresh } = useText(words)
  const format = useFormat()
  const { api } = useConnection()
  const paging = usePaging()
  const [typed, setTyped] = useState('')
  const [search, setSearch] = useState('')
  const [channel, setChannel] = useState<Channel | null>(null)
  const [openId, setOpenId] = useState<number | null>(null)
  const called = useCall(api.audit.delivered, {
    page: paging.page,
    page_size: paging.page_size,
    ...(search && { search }),
    ...(channel && { channel }),
  })
  const { data, last, failure, reload, isLoading } = called
  const shown = data ?? last
  const open = data?.rows.find(({ message_id }) => message_id === openId)
  const columns = useMemo(() => columnsOf({ ...t, time }, format), [t, time, format])

  const find = useEffectEvent((next: string) => {
    if (next === search) return
    setSearch(next)
    paging.restart()
  })
  useEffect(() => {
    const timer = setTimeout(() => find(typed.trim().slice(0, 64)), LIMITS.delayedExecuteMs)
    return () => clearTimeout(timer)
  }, [typed])
  const choose = (next: Channel | null) => {
    setChannel(next)
    paging.restart()
  }
  const clear = () => {
    setTyped('')
    setSearch('')
    choose(null)
  }

  const isFiltered = search !== '' || channel !== null
  const areAllKept = shown !== null && shown.rows.length > 0 && shown.rows.every(({ state }) => state === 'kept')
  return (
    <div className="messages">
      <StaleNote called={{ ...called, last: data }} />
      {!shown && !failure && <LoadingState />}
      {areAllKept && (
        <p className="messages-note">
          <Icon name="info" />
          {t.allKept}
        </p>
      )}
      <ServerList<DeliveredMessage>
        title={t.title}
        label={t.title}
        count={data ? t.counted({ count: data.total }) : undefined}
        actions={
          <Button icon="refresh" isPending={isLoading} onPress={reload}>
            {refresh}
          </Button>
        }
        // What was read stays beside the note that it could not be read anew.
        called={{ ...called, failure: data ? null : failure }}
        paging={paging}
        columns={columns}
        rowId={({ message_id }) => String(message_id)}
        openId={openId === null ? null : String(openId)}
        onRowOpen={({ message_id }) => setOpenId(message_id)}
        side={open && <MessagePanel key={open.message_id} message={open} onClose={() => setOpenId(null)} />}
        filters={
          <>
            <SearchField label={t.search} value={typed} onChange={setTyped} onSubmit={find} />
            <Select
              label={t.channel}
              isLabelHidden
              options={CHANNELS.map((id) => ({ id, label: id === 'all' ? t.allChannels : t[id] }))}
              value={channel ?? 'all'}
              onChange={(id) => choose(id === 'all' ? null : id)}
            />
          </>
        }
        chips={[
          ...(search ? [{ id: 'search', label: t.searchChip({ search }), onRemove: () => setTyped('') }] : []),
          ...(channel
            ? [{ id: 'channel', label: t.channelChip({ name: t[channel] }), onRemove: () => choose(null) }]
            : []),
        ]}
        empty={
          isFiltered ? (
            <EmptyElement
              icon="send"
              title={t.noMatch}
              explanation={t.noMatchWhy}
              action={<Button onPress={clear}>{t.clearFilters}</Button>}
            />
          ) : (
            <EmptyElement icon="send" title={t.none} explanation={t.noneWhy} />
          )
        }
      />
    </div>
  )
}
