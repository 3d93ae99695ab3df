import type { OwnNotice, ReceivedNotice } from '../../../core/contract/message.ts'
import type { Translated } from '../../../core/text/define-text.ts'
import type { Column } from '../../kit/table/columns.ts'
import { Age } from '../../parts/Age.tsx'
import { InboxTitle } from '../../parts/inbox/InboxTitle.tsx'
import { targetsText } from './targets-text.ts'
import type { text } from './text.ts'

type Words = Translated<(typeof text)['rows']>

export const inboxColumns = (t: Words): Column<ReceivedNotice>[] => [
  {
    id: 'title',
    title: t.subject,
    cell: ({ title, read_time }) => <InboxTitle isUnread={read_time === null}>{title}</InboxTitle>,
    width: 240,
    grow: 3,
    isFixed: true,
    narrow: { width: 148 },
  },
  { id: 'from', title: t.from, cell: ({ name }) => name, width: 140, narrow: { width: 72 } },
  {
    id: 'time',
    title: t.received,
    cell: ({ sent_time }) => <Age time={sent_time} />,
    width: 112,
    grow: 0,
    narrow: { width: 88 },
  },
]

export const outboxColumns = (t: Words, lang: string): Column<OwnNotice>[] => [
  {
    id: 'title',
    title: t.subject,
    cell: ({ title }) => title,
    width: 220,
    grow: 2,
    isFixed: true,
    narrow: { width: 132 },
  },
  { id: 'to', title: t.to, cell: (notice) => targetsText(notice, t, lang), width: 180, grow: 2, narrow: null },
  {
    id: 'state',
    title: t.state,
    cell: ({ sent_time, readers: read, receivers: count }) =>
      sent_time === null ? t.unsent : t.readBy({ read, count }),
    width: 128,
    narrow: { width: 88 },
  },
  {
    id: 'time',
    title: t.changed,
    cell: ({ changed_time }) => <Age time={changed_time} />,
    width: 112,
    grow: 0,
    narrow: { width: 88 },
  },
]
