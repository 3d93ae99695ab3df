import type { AuditLine } from '../../../core/contract/audit.ts'
import type { Translated } from '../../../core/text/define-text.ts'
import type { Format } from '../../../core/text/format.ts'
import type { Column } from '../../kit/table/columns.ts'
import type { actionWords } from './action-words.ts'
import type { text } from './text.ts'

type Words = Translated<(typeof text)['rows']> & { time: string }

export const columnsOf = (
  t: Words,
  action: Translated<(typeof actionWords)['rows']>,
  format: Format,
): Column<AuditLine>[] => {
  const who = ({ user_name, by_user_name }: AuditLine) => {
    const user = user_name || t.nobody
    return by_user_name === null ? user : t.by({ user, name: by_user_name })
  }
  return [
    {
      id: 'time',
      title: t.time,
      cell: ({ audit_time }) => format.dateTime(audit_time),
      width: 164,
      grow: 0,
      isFixed: true,
      narrow: { cell: ({ audit_time }) => format.dateTime(audit_time).slice(5, -3), width: 96 },
    },
    { id: 'who', title: t.who, cell: who, width: 140, narrow: { width: 96 } },
    { id: 'action', title: t.action, cell: (row) => action[row.action], width: 200, grow: 2, narrow: { width: 128 } },
    { id: 'target', title: t.target, cell: ({ target }) => target || '–', width: 140, grow: 2, narrow: null },
    { id: 'address', title: t.address, cell: ({ address }) => address || '–', width: 140, grow: 0, narrow: null },
  ]
}
