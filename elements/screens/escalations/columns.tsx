import type { Escalation, Webhook } from '../../../core/contract/push.ts'
import type { Translated } from '../../../core/text/define-text.ts'
import type { Format } from '../../../core/text/format.ts'
import { useText } from '../../define/index.ts'
import { Icon } from '../../kit/Icon.tsx'
import type { Column } from '../../kit/table/columns.ts'
import { text as deliveryText } from '../../parts/deliveries/text.ts'
import type { text } from './text.ts'

type Words = Translated<(typeof text)['rows']>

/** On or off, by shape and word. */
const onOff = (isOn: boolean, t: Words) => (
  <span className={`escalation-state escalation-state-${isOn ? 'on' : 'off'}`}>
    <Icon name={isOn ? 'circle' : 'ring'} size={12} />
    {isOn ? t.on : t.off}
  </span>
)

/** Switched on, and sent nothing. */
const stopped = (t: Words) => (
  <span className="escalation-state escalation-wrong">
    <Icon name="warning" size={12} />
    {t.noMaker}
  </span>
)

export const ruleColumns = (t: Words): Column<Escalation>[] => [
  {
    id: 'name',
    title: t.name,
    cell: ({ escalation_name }) => <strong>{escalation_name}</strong>,
    width: 140,
    grow: 2,
    isFixed: true,
  },
  { id: 'state', title: t.state, cell: ({ is_enabled }) => onOff(is_enabled, t), width: 96, grow: 0 },
  {
    id: 'level',
    title: t.level,
    cell: ({ from_level }) => t.levelShort({ level: from_level }),
    width: 120,
    grow: 0,
    narrow: null,
  },
  { id: 'group', title: t.group, cell: ({ group_name }) => group_name ?? t.allDevices, width: 140, narrow: null },
  {
    id: 'steps',
    title: t.steps,
    cell: ({ steps }) => steps.map(({ after_min }) => t.stepsShort({ minutes: after_min })).join(' · '),
    width: 220,
    grow: 2,
    narrow: null,
  },
]

export const webhookColumns = (t: Words, format: Format): Column<Webhook>[] => [
  {
    id: 'name',
    title: t.name,
    cell: ({ webhook_name }) => <strong>{webhook_name}</strong>,
    width: 140,
    grow: 1,
    isFixed: true,
  },
  {
    id: 'state',
    title: t.state,
    cell: ({ is_enabled, has_maker }) => (is_enabled && !has_maker ? stopped(t) : onOff(is_enabled, t)),
    width: 96,
    grow: 0,
  },
  { id: 'url', title: t.url, cell: ({ url }) => withoutQuery(url), width: 220, grow: 2, narrow: null },
  {
    id: 'level',
    title: t.level,
    cell: ({ from_level }) => t.levelShort({ level: from_level }),
    width: 120,
    grow: 0,
    narrow: null,
  },
  {
    id: 'last',
    title: t.last,
    cell: (row) => <LastSent row={row} t={t} format={format} />,
    width: 220,
    narrow: { cell: (row) => <LastSent row={row} t={t} format={format} isNarrow />, width: 132 },
  },
]

/** A query may hold a key: it is for who edits the address. */
function withoutQuery(url: string): string {
  const { origin, pathname, search } = new URL(url)
  return `${origin}${pathname}${search && '?…'}`
}

/** In a narrow table the time stands alone, with a cross before it where it was not delivered. */
function LastSent({ row, t, format, isNarrow }: { row: Webhook; t: Words; format: Format; isNarrow?: boolean }) {
  const names = useText(deliveryText)
  const { last_time, last_state, failed } = row
  if (last_time === null || last_state === null) return <span className="escalation-quiet">{t.never}</span>
  return (
    <span className={failed > 0 ? 'escalation-wrong' : undefined}>
      {!isNarrow && `${names[`state_${last_state}`]} · `}
      {isNarrow && failed > 0 && (
        <>
          <Icon name="cross" size={12} label={names[`state_${last_state}`]} />{' '}
        </>
      )}
      {format.dateTime(last_time).slice(5, -3)}
    </span>
  )
}
