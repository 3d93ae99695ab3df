import { useMemo, useState } from 'react'
import { PUSH_CHANNELS } from '../../../core/contract/alarm-rule.ts'
import type { DeliveredMessage } from '../../../core/contract/audit.ts'
import { DELIVERY_REASONS, DELIVERY_STATES } from '../../../core/contract/push.ts'
import { words } from '../../../core/text/words.ts'
import { useConnection, useFormat, useText } from '../../define/index.ts'
import { Icon } from '../../kit/Icon.tsx'
import { Select } from '../../kit/Select.tsx'
import { text as deliveryText } from '../../parts/deliveries/text.ts'
import { ListScreen } from '../../parts/list/ListScreen.tsx'
import { useList } from '../../parts/list/use-list.ts'
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
  const { time } = useText(words)
  const format = useFormat()
  const { api } = useConnection()
  const [search, setSearch] = useState('')
  const [chosen, setChosen] = useState<Chosen>({})
  const [openId, setOpenId] = useState<number | null>(null)
  const wanted = search.trim().slice(0, 64)
  const list = useList(
    api.audit.delivered,
    { ...(wanted && { search: wanted }), ...chosen },
    { rowId: ({ message_id }) => String(message_id) },
  )
  const { rows, reload } = list
  const open = rows.find(({ message_id }) => message_id === openId)
  const columns = useMemo(() => columnsOf({ ...t, ...names, time }, format), [t, names, time, format])

  const without = (name: FilterName): Chosen =>
    Object.fromEntries(Object.entries(chosen).filter(([own]) => own !== name))
  /** What a filter's choice is called. */
  const wordOf = (name: FilterName, id: string) => (names as Record<string, unknown>)[`${name}_${id}`] as string
  const ALL = { channel: t.allChannels, reason: t.allReasons, state: t.allStates }
  const CHIPS = { channel: t.channelChip, reason: t.reasonChip, state: t.stateChip }
  const LABELS = { channel: t.channel, reason: t.reason, state: t.state }
  const areAllKept = rows.length > 0 && rows.every(({ state }) => state === 'kept')
  return (
    <div className="messages">
      {areAllKept && (
        <p className="messages-note">
          <Icon name="info" />
          {t.allKept}
        </p>
      )}
      <ListScreen
        list={list}
        words={{ title: t.title, counted: t.counted, empty: t.none, emptyWhy: t.noneWhy }}
        icon="send"
        columns={columns}
        hasRefresh
        openId={openId === null ? null : String(openId)}
        onRowOpen={({ message_id }) => setOpenId(message_id)}
        side={
          open && <MessagePanel key={open.message_id} message={open} onClose={() => setOpenId(null)} onAgain={reload} />
        }
        isAlwaysFiltered
        search={{ label: t.search, value: search, onChange: setSearch }}
        filters={FILTER_NAMES.map((name) => (
          <Select
            key={name}
            label={LABELS[name]}
            isLabelHidden
            options={[
              { id: 'all', label: ALL[name] },
              ...FILTERS[name].map((id) => ({ id: id as string, label: wordOf(name, id) })),
            ]}
            value={chosen[name] ?? 'all'}
            onChange={(id) => setChosen(id === 'all' ? without(name) : { ...chosen, [name]: id })}
          />
        ))}
        chips={FILTER_NAMES.flatMap((name) => {
          const id = chosen[name]
          if (id === undefined) return []
          return [
            { id: name, label: CHIPS[name]({ name: wordOf(name, id) }), onRemove: () => setChosen(without(name)) },
          ]
        })}
        onClear={() => {
          setSearch('')
          setChosen({})
        }}
      />
    </div>
  )
}
