import { both } from '../kind.ts'
import { pumpStation } from '../kinds/pump-station.ts'
import { type Control, control, type Document } from '../screens/document.ts'
import { limitsOf, readings } from '../screens/parts.ts'
import { card, cardName, dashboardOf, figure } from './parts.ts'

const PUMPS = [1, 2, 3] as const
const MEASURED = [
  ['speed', both('转速', 'Speed')],
  ['current', both('电流', 'Current')],
  ['temperature', both('电机温度', 'Motor')],
  ['vibration', both('振动', 'Vibration')],
] as const
const LAMPS = [
  { text: both('停止', 'Stopped'), shape: 'circle', color: '', isFilled: false },
  { text: both('运行', 'Running'), shape: 'circle', color: '', isFilled: true },
]

/** Any station: what it gives, how its pumps are, the last hours, and what is wrong. */
export const pumpStationDashboard = (): Document =>
  dashboardOf([
    ...figure('flow', both('总流量', 'Flow'), [30, 20, 250, 100]),
    ...figure('discharge_pressure', both('出口压力', 'Discharge'), [300, 20, 250, 100], {
      ...limitsOf(pumpStation, 'discharge_pressure'),
    }),
    ...figure('power', both('有功功率', 'Power'), [570, 20, 250, 100]),
    ...figure('pumps_running', both('运行台数', 'Pumps running'), [840, 20, 250, 100]),
    ...PUMPS.flatMap(pump),
    control('history-curve', [30, 360, 600, 250], {
      title: both('出口压力', 'Discharge pressure'),
      points: [
        { point: 'discharge_pressure', label: both('出口压力', 'Pressure') },
        { point: 'pressure_setpoint', label: both('设定', 'Setpoint') },
      ],
      timeOf: 'dashboard',
      span: 'hours6',
      hasTools: false,
    }),
    control('alarm-list', [650, 360, 440, 250], { title: both('报警', 'Alarms') }),
  ])

function pump(n: (typeof PUMPS)[number]): Control[] {
  const x = 30 + (n - 1) * 360
  const rows = MEASURED.map(([key, label]) => {
    const point = `pump${n}_${key}`
    return [point, { label, fontSize: 18, ...limitsOf(pumpStation, point) }] as const
  })
  const lamp = control(
    'indicator',
    [x + 230, 149, 100, 24],
    { textPlace: 'right', fontSize: 14, lamps: LAMPS },
    { value: `pump${n}_running` },
  )
  const box = [x, 140, 340, 200] as const
  const name = cardName(both(`${n} 号泵`, `Pump ${n}`), box, 110)
  return card(`pump-${n}`, box, [name, lamp, ...readings(rows, [x + 10, 180, 320, 152], 38)])
}
