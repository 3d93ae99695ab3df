import type { DeviceShare } from '../../../core/contract/device-share.ts'
import type { Translated } from '../../../core/text/define-text.ts'
import type { Format } from '../../../core/text/format.ts'
import type { MenuEntry } from '../../kit/Menu.tsx'
import { StateMark } from '../../kit/StateMark.tsx'
import type { Column } from '../../kit/table/columns.ts'
import { stateOf } from '../../parts/device-state.ts'
import { menuColumn } from '../../parts/list/menu-column.tsx'
import type { Whose } from './api.ts'
import type { text } from './text.ts'

/** Who it is, with the name that signs in where that is another. */
export const personOf = (name: string, user_name: string): string =>
  name === user_name || name === '' ? user_name : `${name} (${user_name})`

/** The columns of one of the lists; their ids are the fields that the server sorts by. */
export function columnsOf(
  of: Whose,
  t: Translated<(typeof text)['rows']>,
  format: Format,
  menuOf: (row: DeviceShare) => MenuEntry[],
): Column<DeviceShare>[] {
  const user: Column<DeviceShare> = {
    id: 'user_name',
    title: t.user,
    cell: ({ name, user_name }) => personOf(name, user_name),
    width: 160,
    narrow: { width: 110 },
  }
  const by: Column<DeviceShare> = {
    id: 'by_user_name',
    title: t.by,
    cell: ({ by_name, by_user_name }) => personOf(by_name, by_user_name),
    width: 160,
    narrow: of === 'given' ? null : { width: 110 },
    isHiddenAtFirst: of === 'given',
  }
  return [
    {
      id: 'dev_alias',
      title: t.device,
      cell: ({ dev_alias }) => <strong>{dev_alias}</strong>,
      width: 160,
      grow: 2,
      isFixed: true,
      narrow: { width: 120 },
    },
    { id: 'sn_code', title: t.sn, value: ({ sn_code }) => sn_code, width: 112, grow: 0, narrow: null },
    {
      id: 'dev_state',
      title: t.state,
      cell: ({ dev_state }) => <StateMark state={stateOf(dev_state)} />,
      width: 104,
      grow: 0,
      narrow: null,
    },
    ...(of === 'given' ? [user, by] : [by]),
    {
      id: 'may_write',
      title: t.rights,
      cell: ({ may_write }) => (may_write ? t.mayWrite : t.mayRead),
      width: 136,
      grow: 0,
      narrow: null,
    },
    {
      id: 'until_time',
      title: t.until,
      cell: ({ until_time }) => (until_time === null ? t.forever : format.dateTime(until_time)),
      width: 164,
      grow: 0,
      narrow: null,
    },
    {
      id: 'shared_time',
      title: t.since,
      cell: ({ shared_time }) => format.dateTime(shared_time),
      width: 164,
      grow: 0,
      narrow: null,
      isHiddenAtFirst: true,
    },
    { id: 'remarks', title: t.remarks, value: ({ remarks }) => remarks, width: 140, isSortable: false, narrow: null },
    menuColumn(t.actions, ({ dev_alias }) => t.menuOf({ name: dev_alias }), menuOf),
  ]
}
