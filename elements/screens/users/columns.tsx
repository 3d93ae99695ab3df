import { readSort } from '../../../core/contract/sort.ts'
import type { User } from '../../../core/contract/user.ts'
import type { Translated } from '../../../core/text/define-text.ts'
import type { Format } from '../../../core/text/format.ts'
import type { Column } from '../../kit/table/columns.ts'
import { Age } from '../../parts/Age.tsx'
import type { text } from './text.ts'
import { Names, rolesText, StateWord } from './UserMarks.tsx'

type Words = Translated<(typeof text)['rows']>

/** The fields that the server sorts by. */
const SORTS = ['name', 'user_name', 'isActive', 'last_seen_time', 'create_time']

/** The sort that an attribute names; null for one that the server does not know. */
export const isSortable = (sort: string): boolean => SORTS.includes(readSort(sort).id)

/** The list's columns; those that sort are named as the server sorts. */
export const columnsOf = (t: Words, format: Format): Column<User>[] => [
  {
    id: 'name',
    title: t.user,
    value: (row) => row.name,
    cell: (row) => <Names user={row} />,
    // Room for both names and the kind: what is beside them is said in the panel too, and gives way.
    width: 300,
    grow: 3,
    isKeptWide: true,
    isFixed: true,
    narrow: { width: 160 },
  },
  {
    id: 'isActive',
    title: t.state,
    value: (row) => row.isActive,
    cell: (row) => <StateWord isActive={row.isActive} />,
    width: 96,
    grow: 0,
  },
  {
    id: 'roles',
    title: t.roles,
    cell: (row) => rolesText(row, '–'),
    isSortable: false,
    width: 110,
    grow: 2,
    narrow: null,
  },
  {
    id: 'group_name',
    title: t.group,
    value: (row) => row.group_name,
    isSortable: false,
    width: 90,
    narrow: null,
  },
  {
    id: 'contact',
    title: t.contact,
    cell: (row) => [row.user_tel, row.email].filter(Boolean).join(' · ') || '–',
    isSortable: false,
    width: 126,
    grow: 2,
    narrow: null,
  },
  {
    id: 'last_seen_time',
    title: t.lastSeen,
    value: (row) => row.last_seen_time,
    cell: (row) =>
      row.last_seen_time === null ? <span className="user-quiet">{t.never}</span> : <Age time={row.last_seen_time} />,
    width: 102,
    grow: 0,
    narrow: null,
  },
  {
    id: 'create_time',
    title: t.created,
    value: (row) => row.create_time,
    cell: (row) => format.date(row.create_time),
    width: 94,
    grow: 0,
    narrow: null,
  },
]
