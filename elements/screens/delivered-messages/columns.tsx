import type { DeliveredMessage } from '../../../core/contract/audit.ts'
import type { Translated } from '../../../core/text/define-text.ts'
import type { Format } from '../../../core/text/format.ts'
import type { Column } from '../../kit/table/columns.ts'
import { alarmName } from '../../parts/alarm-name.ts'
import { DeliveryMark } from '../../parts/deliveries/DeliveryMark.tsx'
import type { text as deliveryText } from '../../parts/deliveries/text.ts'
import type { text } from './text.ts'

type Words = Translated<(typeof text)['rows']> & Translated<(typeof deliveryText)['rows']> & { time: string }

const BEGINNING = 120

/** Its subject; a message without one by its beginning, on one line. */
export const beginningOf = ({ subject, body }: DeliveredMessage): string =>
  subject || body.slice(0, BEGINNING).replace(/\s+/g, ' ').trim()

/** The worst of the alarms that it is about, and how many there are. */
export function alarmOf(row: DeliveredMessage, t: Words, lang: Format['lang']): string {
  const { alarm_name, alarm_name_en, alarms } = row
  if (alarm_name === null) return ''
  const name = alarmName({ alarm_name, alarm_name_en }, lang)
  return alarms > 1 ? t.alarms({ name, count: alarms }) : name
}

export const columnsOf = (t: Words, format: Format): Column<DeliveredMessage>[] => [
  {
    id: 'time',
    title: t.time,
    cell: ({ message_time }) => format.dateTime(message_time),
    width: 164,
    grow: 0,
    isFixed: true,
    narrow: { cell: ({ message_time }) => format.dateTime(message_time).slice(5, -3), width: 104 },
  },
  { id: 'channel', title: t.channel, cell: ({ channel }) => t[`channel_${channel}`], width: 88, grow: 0, narrow: null },
  { id: 'reason', title: t.reason, cell: ({ reason }) => t[`reason_${reason}`], width: 88, grow: 0, narrow: null },
  { id: 'to', title: t.to, cell: ({ name, address }) => name || address, width: 150, narrow: { width: 112 } },
  {
    id: 'state',
    title: t.state,
    cell: ({ state }) => <DeliveryMark state={state} />,
    width: 128,
    grow: 0,
    narrow: { width: 104 },
  },
  { id: 'alarm', title: t.alarm, cell: (row) => alarmOf(row, t, format.lang), width: 160, narrow: null },
  { id: 'message', title: t.message, cell: beginningOf, width: 200, grow: 2, narrow: null },
]
