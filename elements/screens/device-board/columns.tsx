import type { Device } from '../../../core/contract/device.ts'
import type { Translated } from '../../../core/text/define-text.ts'
import type { Column } from '../../kit/table/columns.ts'
import { NodeName } from '../../parts/alarm-marks/NodeName.tsx'
import type { AlarmMarks } from '../../parts/alarm-marks/use-alarm-marks.ts'
import { lastReportColumn, stateColumn } from '../../parts/list/device-columns.tsx'
import type { CardLayout } from './card-layout.ts'
import { LiveValues } from './LiveValues.tsx'
import type { text } from './text.ts'

/** The board as a table. The table makes only the rows in sight, so only those listen. */
export const columnsOf = (
  t: Translated<(typeof text)['rows']>,
  alarms: AlarmMarks,
  layoutOf: (device: Device) => CardLayout,
): Column<Device>[] => [
  {
    id: 'dev_alias',
    title: t.name,
    value: (row) => row.dev_alias,
    cell: (row) => <NodeName name={row.dev_alias} alarms={alarms.device(row.sn_code)} />,
    width: 160,
    isFixed: true,
  },
  stateColumn(t.state),
  {
    id: 'newest',
    title: t.newest,
    cell: (row) => <LiveValues device={row} alarms={alarms.points(row.sn_code)} layout={layoutOf(row)} />,
    isSortable: false,
    width: 360,
    grow: 3,
  },
  lastReportColumn(t.lastReport, 120),
]
