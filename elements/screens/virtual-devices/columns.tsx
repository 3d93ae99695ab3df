import type { VirtualDevice } from '../../../core/contract/virtual-device.ts'
import type { Translated } from '../../../core/text/define-text.ts'
import type { MenuEntry } from '../../kit/Menu.tsx'
import type { Column } from '../../kit/table/columns.ts'
import type { AlarmMarks } from '../../parts/alarm-marks/use-alarm-marks.ts'
import { alarmsColumn, lastReportColumn, stateColumn } from '../../parts/list/device-columns.tsx'
import { menuColumn } from '../../parts/list/menu-column.tsx'
import type { text } from './text.ts'

/** The list's columns; their ids are the fields that the server sorts by. */
export const columnsOf = (
  t: Translated<(typeof text)['rows']>,
  alarms: AlarmMarks,
  menuOf: (row: VirtualDevice) => readonly (MenuEntry | 'line')[],
): Column<VirtualDevice>[] => [
  {
    id: 'dev_alias',
    title: t.name,
    value: (row) => row.dev_alias,
    cell: (row) => <strong>{row.dev_alias}</strong>,
    width: 180,
    grow: 2,
    isFixed: true,
  },
  stateColumn(t.state),
  alarmsColumn(t.alarms, alarms),
  { id: 'sn_code', title: t.sn, value: (row) => row.sn_code, width: 130, grow: 0 },
  {
    id: 'point_count',
    title: t.points,
    value: (row) => row.point_count,
    cell: (row) => t.pointsFrom({ points: row.point_count, count: row.source_count }),
    width: 184,
  },
  { id: 'group_name', title: t.group, value: (row) => row.group_name, width: 120 },
  {
    id: 'module_name',
    title: t.template,
    value: (row) => row.module_name,
    cell: (row) => row.module_name ?? '–',
    width: 120,
  },
  lastReportColumn(t.lastReport),
  menuColumn(t.actions, ({ dev_alias }) => t.menuOf({ name: dev_alias }), menuOf),
]
