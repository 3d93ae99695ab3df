import type { DeliveredMessage } from '../../../core/contract/audit.ts'
import type { Translated } from '../../../core/text/define-text.ts'
import type { Format } from '../../../core/text/format.ts'
import type { Column } from '../../kit/table/columns.ts'
import { StateWord } from './StateWord.tsx'
import type { text } from './text.ts'

type Words = Translated<(typeof text)['rows']> & { time: string }

const BEGINNING = 120

/** Its subject; a message without one by its beginning, on one line. */
export const beginningOf = ({ subject, body }: DeliveredMessage): string =>
  subject || body.slice(0, BEGINNING).replace(/\s+/g, ' ').trim()

export const columnsOf = (t: Words, format: Format): Column<DeliveredMessage>[] => [
  {
    id: 'time',
    title: t.time,
    cell: ({ message_time }) => format.dateTime(message_time),
    width: 164,
    grow: 0,
    isFixed: true,
    narrow: { cell: ({ message_time }) => format.dateTime(message_time).slice(5, -3), width: 96 },
  },
  { id: 'channel', title: t.channel, cell: ({ channel }) => t[channel], width: 88, grow: 0, narrow: null },
  { id: 'to', title: t.to, cell: ({ address }) => address, width: 160, narrow: { width: 112 } },
  { id: 'message', title: t.message, cell: beginningOf, width: 200, grow: 2, narrow: null },
  {
    id: 'state',
    title: t.state,
    cell: ({ state }) => <StateWord state={state} />,
    width: 128,
    grow: 0,
    narrow: { width: 104 },
  },
]
