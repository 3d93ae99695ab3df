import type { Device } from '../../../core/contract/device.ts'
import { StateMark } from '../../kit/StateMark.tsx'
import type { Column } from '../../kit/table/columns.ts'
import { Age } from '../Age.tsx'
import { AlarmCount } from '../alarm-marks/AlarmCount.tsx'
import type { AlarmMarks } from '../alarm-marks/use-alarm-marks.ts'
import { stateOf } from '../device-state.ts'

export const stateColumn = <Row extends Pick<Device, 'dev_state'>>(title: string): Column<Row> => ({
  id: 'dev_state',
  title,
  value: (row) => row.dev_state,
  cell: (row) => <StateMark state={stateOf(row.dev_state)} />,
  width: 112,
  grow: 0,
})

export const alarmsColumn = <Row extends Pick<Device, 'sn_code' | 'open_alarms'>>(
  title: string,
  alarms: AlarmMarks,
): Column<Row> => ({
  id: 'open_alarms',
  title,
  value: (row) => row.open_alarms,
  cell: ({ sn_code, open_alarms }) => <AlarmCount alarms={alarms.device(sn_code)} open_alarms={open_alarms} />,
  width: 112,
  grow: 0,
})

export const lastReportColumn = <Row extends Pick<Device, 'report_time'>>(title: string, width = 128): Column<Row> => ({
  id: 'report_time',
  title,
  value: (row) => row.report_time,
  cell: (row) => <Age time={row.report_time} />,
  width,
  grow: 0,
})
