import { both } from '../kind.ts'
import { pumpStation } from '../kinds/pump-station.ts'
import { type Control, control, type Document, type Style, screenOf } from './document.ts'
import {
  bare,
  caption,
  DESKTOP,
  header,
  large,
  limitsOf,
  machine,
  onOff,
  onPipe,
  panel,
  pipe,
  reading,
  readings,
  setpoint,
  words,
} from './parts.ts'

const PUMPS = [1, 2, 3] as const
/** The middle of each pump's row. */
const ROWS = { 1: 160, 2: 245, 3: 330 } as const
const COLUMNS = [
  ['speed', both('转速', 'Speed'), 360, 130],
  ['current', both('电流', 'Current'), 500, 100],
  ['temperature', both('温度', 'Temp.'), 610, 90],
  ['vibration', both('振动', 'Vibration'), 710, 110],
] as const
const [SUCTION_X, DISCHARGE_X, METER_X, HEADER_Y] = [110, 340, 425, 430]
const ANY_FLOW = 'flow > 1'

/** The process with its pumps, the pressure that is held, and what is wrong. `totals` is the screen of counters. */
export function pumpStationScreen(style: Style, totals: number): Document {
  return screenOf(DESKTOP.width, DESKTOP.height, style, [
    ...header(both('供水泵站', 'Pump station')),
    control('screen-link', [880, 20, 180, 40], {
      label: both('运行统计', 'Totals'),
      screen_id: totals,
      opens: 'pop_up',
    }),
    ...process(style),
    ...supply(),
    control('realtime-curve', [30, 510, 600, 190], {
      title: both('出口压力', 'Discharge pressure'),
      points: [
        { point: 'discharge_pressure', label: both('出口压力', 'Pressure') },
        { point: 'pressure_setpoint', label: both('设定', 'Setpoint') },
      ],
    }),
    control('alarm-list', [650, 510, 600, 190], { title: both('报警', 'Alarms') }),
  ])
}

function process(style: Style): Control[] {
  const water = (corners: [number, number][], flow: string, thick = 10) => pipe(style, 'water', corners, flow, thick)
  return [
    ...panel([30, 80, 890, 410]),
    water(
      [
        [50, HEADER_Y],
        [SUCTION_X, HEADER_Y],
        [SUCTION_X, ROWS[1]],
        [150, ROWS[1]],
      ],
      ANY_FLOW,
      14,
    ),
    water(
      [
        [260, ROWS[1]],
        [DISCHARGE_X, ROWS[1]],
        [DISCHARGE_X, HEADER_Y],
        [METER_X, HEADER_Y],
      ],
      ANY_FLOW,
      14,
    ),
    // One of its own: the mark of a value that is old covers a pipe's whole box.
    water(
      [
        [METER_X, HEADER_Y],
        [900, HEADER_Y],
      ],
      ANY_FLOW,
      14,
    ),
    ...COLUMNS.map(([, title, x, wide]) => caption(title, [x, 96, wide, 26], { textAlign: 'right' })),
    caption(both('启停', 'On/off'), [810, 96, 100, 26], { textAlign: 'right' }),
    ...PUMPS.flatMap((n) => pump(n, water)),
    caption(both('进水', 'Inlet'), [40, 450, 90, 26]),
    caption(both('至高位水池', 'To tank'), [730, 396, 180, 24], { textAlign: 'right' }),
    onPipe('sg/instruments/magnetic', METER_X - 25, HEADER_Y, 50),
    ...large('flow', both('总流量', 'Flow'), [480, 356, 200, 64]),
    reading('suction_pressure', [130, 446, 250, 34], {
      label: both('进口压力', 'Suction'),
      fontSize: 20,
      labelShare: 0.55,
      ...limitsOf(pumpStation, 'suction_pressure'),
    }),
    reading('flow_total', [670, 446, 240, 34], { label: both('累计', 'Total'), fontSize: 20, labelShare: 0.35 }),
  ]
}

function pump(n: 1 | 2 | 3, water: (corners: [number, number][], flow: string, thick?: number) => Control): Control[] {
  const y = ROWS[n]
  const running = `pump${n}_running`
  const isFirst = n === 1
  return [
    ...(isFirst
      ? []
      : [
          water(
            [
              [SUCTION_X, y],
              [150, y],
            ],
            running,
          ),
          water(
            [
              [260, y],
              [DISCHARGE_X, y],
            ],
            running,
          ),
        ]),
    water(
      [
        [210, y],
        [260, y],
      ],
      running,
    ),
    machine('sg/pumps/pump', [150, y - 30, 60, 60], running, '', {}),
    control('symbol', [255, y - 20, 40, 40], { symbol: 'sg/valves/check' }, { running }),
    words(`${n}`, [114, y - 40, 36, 30], { fontSize: 18, isBold: true, textAlign: 'right' }),
    ...COLUMNS.map(([key, title, x, wide]) =>
      bare(`pump${n}_${key}`, [x, y - 18, wide, 36], both(`${n} 号泵${title.zh}`, `Pump ${n}: ${title.en}`), {
        fontSize: 20,
        ...limitsOf(pumpStation, `pump${n}_${key}`),
      }),
    ),
    onOff(
      `pump${n}_command`,
      [850, y - 16, 60, 32],
      { showText: false },
      { name: both(`${n} 号泵启停`, `Pump ${n} on/off`) },
    ),
  ]
}

function supply(): Control[] {
  const held = { value: 'discharge_pressure', setpoint: 'pressure_setpoint' }
  return [
    ...panel([940, 80, 310, 410], both('供水压力', 'Supply')),
    control(
      'bar',
      [960, 120, 130, 230],
      {
        label: both('出口', 'Discharge'),
        min: 0,
        max: 0.8,
        decimals: 3,
        normalFrom: 0.36,
        normalTo: 0.62,
        ...limitsOf(pumpStation, 'discharge_pressure'),
      },
      held,
    ),
    control(
      'bar',
      [1100, 120, 130, 230],
      {
        label: both('进口', 'Suction'),
        min: 0,
        max: 0.08,
        decimals: 3,
        normalFrom: 0.03,
        normalTo: 0.05,
        ...limitsOf(pumpStation, 'suction_pressure'),
      },
      { value: 'suction_pressure' },
    ),
    ...readings([['power'], ['pumps_running']], [950, 354, 284, 32], 32),
    caption(both('压力设定', 'Setpoint'), [950, 426, 130, 26]),
    setpoint(pumpStation, 'pressure_setpoint', [1100, 424, 130, 30]),
    caption(both('控制模式', 'Mode'), [950, 458, 130, 26]),
    control(
      'switch',
      [1100, 456, 130, 30],
      { writes: 'mode', onValue: 1, offValue: 0, onText: both('手动', 'Manual'), offText: both('自动', 'Auto') },
      { value: 'mode' },
      { tooltip: both('手动时才能单独启停水泵', 'Pumps are switched singly in manual mode') },
    ),
  ]
}
