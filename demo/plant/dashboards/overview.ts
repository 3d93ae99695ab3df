import { both, type Kind, type Text } from '../kind.ts'
import { boiler } from '../kinds/boiler.ts'
import { compressor } from '../kinds/compressor.ts'
import { pumpStation } from '../kinds/pump-station.ts'
import { tank } from '../kinds/tank.ts'
import { type Control, control, type Document } from '../screens/document.ts'
import { limitsOf, reading } from '../screens/parts.ts'
import { card, cardName, dashboardOf } from './parts.ts'

const [COLUMNS, WIDE, TOP, TALL] = [[30, 300, 570, 840], 250, 20, 240] as const
const [BELOW, LOW] = [280, 330] as const

/** The stations of the plant at a glance: what each holds, what it gives, how it went, and what is wrong. */
export const overviewDashboard = (): Document =>
  dashboardOf([
    ...station(0, both('城东供水泵站', 'East pump station'), 'WW0001', pumpStation, {
      instrument: 'gauge',
      main: 'discharge_pressure',
      label: both('出口压力', 'Pressure'),
      range: { min: 0, max: 0.8, decimals: 2, normalFrom: 0.36, normalTo: 0.62 },
      below: ['flow', both('总流量', 'Flow')],
    }),
    ...station(1, both('高位水池', 'Elevated tank'), 'WW0002', tank, {
      instrument: 'tank',
      main: 'level',
      label: both('液位', 'Level'),
      range: { min: 0, max: 6, decimals: 2, shape: 'box', hasScale: true },
      below: ['outflow', both('出水流量', 'Outflow')],
    }),
    ...station(2, both('蒸汽锅炉', 'Steam boiler'), 'BH0001', boiler, {
      instrument: 'gauge',
      main: 'pressure',
      label: both('蒸汽压力', 'Pressure'),
      range: { min: 0, max: 1.2, decimals: 2 },
      below: ['steam_flow', both('产汽量', 'Steam')],
    }),
    ...station(3, both('一号空压机', 'Compressor 1'), 'CR0001', compressor, {
      instrument: 'gauge',
      main: 'pressure',
      label: both('排气压力', 'Pressure'),
      range: { min: 0, max: 1, decimals: 2 },
      below: ['power', both('功率', 'Power')],
    }),
    control('realtime-curve', [COLUMNS[0], BELOW, 2 * WIDE + 20, LOW], {
      title: both('压力', 'Pressures'),
      points: [
        { point: 'WW0001.discharge_pressure', label: both('供水', 'Water') },
        { point: 'BH0001.pressure', label: both('蒸汽', 'Steam') },
        { point: 'CR0001.pressure', label: both('压缩空气', 'Air') },
      ],
    }),
    control('alarm-list', [COLUMNS[2], BELOW, 2 * WIDE + 20, LOW], { title: both('报警', 'Alarms'), of: 'all' }),
  ])

interface Station {
  instrument: 'gauge' | 'tank'
  main: string
  label: Text
  range: object
  below: readonly [key: string, label: Text]
}

function station(
  column: 0 | 1 | 2 | 3,
  title: Text,
  sn_code: string,
  kind: Kind,
  { instrument, main, label, range, below: [key, words] }: Station,
): Control[] {
  const x = COLUMNS[column]
  const box = [x, TOP, WIDE, TALL] as const
  return card(`station-${column + 1}`, box, [
    cardName(title, box),
    control(
      instrument,
      [x + 40, TOP + 40, WIDE - 80, 150],
      { label, ...range, ...limitsOf(kind, main) },
      { value: `${sn_code}.${main}` },
    ),
    reading(`${sn_code}.${key}`, [x + 10, TOP + 200, WIDE - 20, 30], {
      label: words,
      fontSize: 18,
      labelShare: 0.5,
      ...limitsOf(kind, key),
    }),
  ])
}
