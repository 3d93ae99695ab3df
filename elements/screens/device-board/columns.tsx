import type { Device } from '../../../core/contract/device.ts'
import type { Translated } from '../../../core/text/define-text.ts'
import { StateMark } from '../../kit/StateMark.tsx'
import type { Column } from '../../kit/table/columns.ts'
import { Age } from '../../parts/Age.tsx'
import { NodeName } from '../../parts/alarm-marks/NodeName.tsx'
import type { AlarmMarks } from '../../parts/alarm-marks/use-alarm-marks.ts'
import { stateOf } from '../../parts/device-state.ts'
import { LiveValues } from './LiveValues.tsx'
import type { text } from './text.ts'

/** The board as a table. The table makes only the rows in sight, so only those listen. */
export const columnsOf = (t: Translated<(typeof text)['rows']>, alarms: AlarmMarks): Column<Device>[] => [
  {
    id: 'dev_alias',
    title: t.name,
    value: (row) => row.dev_alias,
    cell: (row) => <NodeName name={row.dev_alias} alarms={alarms.device(row.sn_code)} />,
    width: 160,
    isFixed: true,
  },
  {
    id: 'dev_state',
    title: t.state,
    value: (row) => row.dev_state,
    cell: (row) => <StateMark state={stateOf(row.dev_state)} />,
    width: 112,
    grow: 0,
  },
  {
    id: 'newest',
    title: t.newest,
    cell: (row) => <LiveValues device={row} alarms={alarms.points(row.sn_code)} />,
    isSortable: false,
    width: 360,
    grow: 3,
  },
  {
    id: 'report_time',
    title: t.lastReport,
    value: (row) => row.report_time,
    cell: (row) => <Age time={row.report_time} />,
    width: 120,
    grow: 0,
  },
]
