import { both, type Kind, type Text } from '../kind.ts'
import { boiler } from '../kinds/boiler.ts'
import { compressor } from '../kinds/compressor.ts'
import { inverter } from '../kinds/inverter.ts'
import { pumpStation } from '../kinds/pump-station.ts'
import { tank } from '../kinds/tank.ts'
import { truck } from '../kinds/truck.ts'
import { type Control, control, type Document, type Style, screenOf } from './document.ts'
import { bare, caption, DESKTOP, header, limitsOf, machine, panel, pipe, reading } from './parts.ts'

/** Screens that the overview leads to, by the kind of their template. */
export interface Destinations {
  'pump-station': number
  boiler: number
  compressor: number
}

const [TOP, BOTTOM, TALL] = [80, 400, 300]
const COLUMNS = [30, 340, 650, 960] as const
const WIDE = 290

/** The stations of the plant at a glance, each with what matters most largest, and alarms with room for their names. */
export function overviewScreen(
  style: Style,
  { boiler: atBoiler, compressor: atCompressor, ...other }: Destinations,
): Document {
  return screenOf(DESKTOP.width, DESKTOP.height, style, [
    ...header(both('全厂总览', 'Plant overview')),
    ...waterWorks(style, other['pump-station']),
    ...station(
      COLUMNS[2],
      TOP,
      both('空压站', 'Compressed air'),
      'CR0001',
      compressor,
      'pressure',
      ['power', 'oil_temperature'],
      atCompressor,
    ),
    control(
      'symbol',
      [COLUMNS[2] + 10, TOP + 50, 110, 80],
      { symbol: 'sg/compressors/package' },
      { running: 'CR0001.running' },
    ),
    ...station(
      COLUMNS[3],
      TOP,
      both('蒸汽锅炉', 'Boiler'),
      'BH0001',
      boiler,
      'pressure',
      ['steam_flow', 'water_level'],
      atBoiler,
    ),
    machine('sg/boilers/boiler', [COLUMNS[3] + 10, TOP + 50, 110, 80], 'BH0001.flame'),
    ...station(COLUMNS[0], BOTTOM, both('冷链车', 'Reefer truck'), 'TR0001', truck, 'cargo_temperature', [
      'speed',
      'fuel',
      'outside_temperature',
    ]),
    machine('sg/hvac/split', [COLUMNS[0] + 10, BOTTOM + 50, 110, 80], 'TR0001.reefer_running'),
    ...station(COLUMNS[1], BOTTOM, both('屋顶光伏', 'Solar'), 'PV0001', inverter, 'ac_power', [
      'irradiance',
      'daily_energy',
      'temperature',
    ]),
    machine('sg/electrical/pv', [COLUMNS[1] + 10, BOTTOM + 50, 110, 80], 'PV0001.state == 1'),
    control('alarm-list', [COLUMNS[2], BOTTOM, COLUMNS[3] + WIDE - COLUMNS[2], TALL], {
      title: both('报警', 'Alarms'),
      of: 'all',
    }),
  ])
}

function station(
  x: number,
  y: number,
  title: Text,
  sn_code: string,
  kind: Kind,
  main: string,
  more: readonly string[],
  screen_id?: number,
): Control[] {
  const point = (key: string) => `${sn_code}.${key}`
  return [
    ...panel([x, y, WIDE, TALL], title, 16),
    reading(point(main), [x + 114, y + 46, 166, 90], {
      labelPlace: 'top',
      fontSize: 24,
      ...limitsOf(kind, main),
    }),
    ...more.map((key, n) =>
      reading(point(key), [x + 10, y + 148 + n * 46, WIDE - 20, 40], {
        fontSize: 20,
        labelShare: 0.6,
        ...limitsOf(kind, key),
      }),
    ),
    ...(screen_id === undefined ? [] : [link(x + 10, y + 246, sn_code, screen_id)]),
  ]
}

const link = (x: number, y: number, sn_code: string, screen_id: number): Control =>
  control('screen-link', [x, y, WIDE - 20, 40], { label: both('打开画面', 'Open'), screen_id, sn_code })

/** The station that fills the tank. */
function waterWorks(style: Style, screen_id: number): Control[] {
  const [x, y] = [COLUMNS[0], TOP]
  const point = (key: string) => `WW0001.${key}`
  return [
    ...panel([x, y, WIDE * 2 + 20, TALL], both('城东水厂', 'Water works'), 16),
    pipe(
      style,
      'water',
      [
        [x + 10, y + 100],
        [x + 40, y + 100],
      ],
      'WW0001.flow > 1',
      12,
    ),
    pipe(
      style,
      'water',
      [
        [x + 120, y + 100],
        [x + 400, y + 100],
      ],
      'WW0001.flow > 1',
      12,
    ),
    pipe(
      style,
      'water',
      [
        [x + 450, y + 196],
        [x + 590, y + 196],
      ],
      'WW0002.outflow > 1',
      12,
    ),
    machine('sg/pumps/pump', [x + 40, y + 60, 80, 80], 'WW0001.pumps_running > 0'),
    control(
      'tank',
      [x + 360, y + 50, 130, 180],
      {
        min: 0,
        max: 6,
        decimals: 2,
        unit: 'm',
        label: both('高位水池', 'Tank'),
        shape: 'box',
        ...limitsOf(tank, 'level'),
      },
      { value: 'WW0002.level' },
    ),
    bare(point('flow'), [x + 160, y + 44, 190, 44], both('总流量', 'Flow'), { fontSize: 28 }),
    caption(both('泵站', 'Station'), [x + 20, y + 150, 120, 26], { textAlign: 'center' }),
    reading(point('discharge_pressure'), [x + 140, y + 116, 215, 40], {
      label: both('压力', 'Pressure'),
      fontSize: 20,
      labelShare: 0.5,
      ...limitsOf(pumpStation, 'discharge_pressure'),
    }),
    reading(point('pumps_running'), [x + 140, y + 152, 215, 40], {
      label: both('运行泵数', 'Pumps on'),
      fontSize: 20,
      labelShare: 0.5,
    }),
    bare('WW0002.outflow', [x + 484, y + 152, 110, 36], both('出水流量', 'Outflow')),
    reading('WW0002.chlorine', [x + 320, y + 246, 270, 40], {
      fontSize: 20,
      labelShare: 0.5,
      ...limitsOf(tank, 'chlorine'),
    }),
    link(x + 10, y + 246, 'WW0001', screen_id),
  ]
}
