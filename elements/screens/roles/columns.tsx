import type { RoleRow } from '../../../core/contract/role.ts'
import type { Translated } from '../../../core/text/define-text.ts'
import type { Format } from '../../../core/text/format.ts'
import { Badge } from '../../kit/StateMark.tsx'
import type { Column } from '../../kit/table/columns.ts'
import type { text } from './text.ts'

/** The list's columns; those that sort are named as the server sorts. */
export const columnsOf = (t: Translated<(typeof text)['rows']>, format: Format): Column<RoleRow>[] => [
  {
    id: 'role_name',
    title: t.role_name,
    value: (row) => row.role_name,
    cell: (row) => <strong>{row.role_name}</strong>,
    width: 130,
    grow: 2,
    isFixed: true,
  },
  {
    id: 'role_type',
    title: t.type,
    value: (row) => row.role_type,
    cell: (row) => <Badge>{row.role_type === 0 ? t.default : t.custom}</Badge>,
    width: 84,
    grow: 0,
  },
  {
    id: 'user_count',
    title: t.users,
    value: (row) => row.user_count,
    isNumeric: true,
    width: 80,
    grow: 0,
    isSortable: false,
  },
  {
    id: 'permission_count',
    title: t.permissions,
    value: (row) => row.permission_count,
    isNumeric: true,
    isSortable: false,
    width: 110,
    grow: 0,
    narrow: null,
  },
  {
    id: 'remarks',
    title: t.remarks,
    value: (row) => row.remarks,
    isSortable: false,
    width: 160,
    grow: 3,
    narrow: null,
  },
  {
    id: 'created_time',
    title: t.created,
    value: (row) => row.created_time,
    cell: (row) => format.date(row.created_time),
    width: 110,
    grow: 0,
    narrow: null,
  },
]
