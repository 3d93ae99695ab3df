import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { LIMITS } from '../../../core/catalogue/limits.ts'
import { PUSH_CHANNELS } from '../../../core/contract/alarm-rule.ts'
import type { DeliveredMessage } from '../../../core/contract/audit.ts'
import { DELIVERY_REASONS, DELIVERY_STATES } from '../../../core/contract/push.ts'
import { words } from '../../../core/text/words.ts'
import { useConnection, useFormat, useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import { Icon } from '../../kit/Icon.tsx'
import { SearchField } from '../../kit/SearchField.tsx'
import { Select } from '../../kit/Select.tsx'
import { text as deliveryText } from '../../parts/deliveries/text.ts'
import { EmptyElement } from '../../parts/EmptyElement.tsx'
import { LoadingState } from '../../parts/LoadingState.tsx'
import { ServerList } from '../../parts/ServerList.tsx'
import { StaleNote } from '../../parts/StaleNote.tsx'
import { useCall } from '../../parts/use-call.ts'
import { usePaging } from '../../parts/use-paging.ts'
import { columnsOf } from './columns.tsx'
import { MessagePanel } from './MessagePanel.tsx'
import { text } from './text.ts'

const FILTERS = {
  channel: PUSH_CHANNELS,
  reason: DELIVERY_REASONS,
  state: DELIVERY_STATES,
} as const
type FilterName = keyof typeof FILTERS
type Chosen = Partial<Pick<DeliveredMessage, FilterName>>
const FILTER_NAMES = ['channel', 'reason', 'state'] as const

export function DeliveredMessages() {
  const t = useText(text)
  const names = useText(deliveryText)
  const { time, refresh } = useText(words)
  const format = useFormat()
  const { api } = useConnection()
  const paging = usePaging()
  const [typed, setTyped] = useState('')
  const [search, setSearch] = useState('')
  const [chosen, setChosen] = useState<Chosen>({})
  const [openId, setOpenId] = useState<number | null>(null)
  const called = useCall(api.audit.delivered, {
    page: paging.page,
    page_size: paging.page_size,
    ...(search && { search }),
    ...chosen,
  })
  const { data, last, failure, reload, isLoading } = called
  const shown = data ?? last
  const open = data?.rows.find(({ message_id }) => message_id === openId)
  const columns = useMemo(() => columnsOf({ ...t, ...names, time }, format), [t, names, time, format])

  const find = useEffectEvent((next: string) => {
    if (next === search) return
    setSearch(next)
    paging.restart()
  })
  useEffect(() => {
    const timer = setTimeout(() => find(typed.trim().slice(0, 64)), LIMITS.delayedExecuteMs)
    return () => clearTimeout(timer)
  }, [typed])
  const choose = (next: Chosen) => {
    setChosen(next)
    paging.restart()
  }
  const without = (name: FilterName): Chosen =>
    Object.fromEntries(Object.entries(chosen).filter(([own]) => own !== name))
  /** What a filter's choice is called. */
  const wordOf = (name: FilterName, id: string) => (names as Record<string, unknown>)[`${name}_${id}`] as string
  const ALL = { channel: t.allChannels, reason: t.allReasons, state: t.allStates }
  const CHIPS = { channel: t.channelChip, reason: t.reasonChip, state: t.stateChip }
  const LABELS = { channel: t.channel, reason: t.reason, state: t.state }
  const clear = () => {
    setTyped('')
    setSearch('')
    choose({})
  }

  const isFiltered = search !== '' || Object.keys(chosen).length > 0
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
        side={
          open && <MessagePanel key={open.message_id} message={open} onClose={() => setOpenId(null)} onAgain={reload} />
        }
        filters={
          <>
            <SearchField label={t.search} value={typed} onChange={setTyped} onSubmit={find} />
            {FILTER_NAMES.map((name) => (
              <Select
                key={name}
                label={LABELS[name]}
                isLabelHidden
                options={[
                  { id: 'all', label: ALL[name] },
                  ...FILTERS[name].map((id) => ({ id: id as string, label: wordOf(name, id) })),
                ]}
                value={chosen[name] ?? 'all'}
                onChange={(id) => choose(id === 'all' ? without(name) : { ...chosen, [name]: id })}
              />
            ))}
          </>
        }
        chips={[
          ...(search ? [{ id: 'search', label: t.searchChip({ search }), onRemove: () => setTyped('') }] : []),
          ...FILTER_NAMES.flatMap((name) => {
            const id = chosen[name]
            if (id === undefined) return []
            return [{ id: name, label: CHIPS[name]({ name: wordOf(name, id) }), onRemove: () => choose(without(name)) }]
          }),
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
