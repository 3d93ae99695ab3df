import { both } from '../kind.ts'
import { boiler } from '../kinds/boiler.ts'
import { type Control, control, type Document, type Style, screenOf } from './document.ts'
import {
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
} from './parts.ts'

/** Of the steam's flow meter. */
const METER_X = 625

/** The boiler with what goes in and comes out, the pressure that is held, and what is wrong. */
export function boilerScreen(style: Style): Document {
  return screenOf(DESKTOP.width, DESKTOP.height, style, [
    ...header(both('燃气蒸汽锅炉', 'Steam boiler')),
    ...process(style),
    ...steam(),
    control('realtime-curve', [30, 510, 600, 190], {
      title: both('蒸汽压力', 'Steam pressure'),
      points: [
        { point: 'pressure', label: both('蒸汽压力', 'Pressure') },
        { point: 'pressure_setpoint', label: both('设定', 'Setpoint') },
      ],
    }),
    control('alarm-list', [650, 510, 600, 190], { title: both('报警', 'Alarms') }),
  ])
}

function process(style: Style): Control[] {
  // The boiler's picture is 270 by 180: a port at 66, 1 of 96, 64 is at 185, 3 of it.
  const [x, y] = [320, 220]
  const [flueX, steamX] = [x + 124, x + 186]
  return [
    ...panel([30, 80, 890, 410]),
    pipe(
      style,
      'gas',
      [
        [50, y + 101],
        [x + 18, y + 101],
      ],
      'gas_flow > 1',
    ),
    pipe(
      style,
      'water',
      [
        [900, y + 135],
        [x + 253, y + 135],
      ],
      'steam_flow > 0.05',
    ),
    pipe(
      style,
      'steam',
      [
        [steamX, y + 6],
        [steamX, 130],
        [METER_X, 130],
      ],
      'steam_flow > 0.05',
      14,
    ),
    pipe(
      style,
      'steam',
      [
        [METER_X, 130],
        [900, 130],
      ],
      'steam_flow > 0.05',
      14,
    ),
    pipe(
      style,
      'flue',
      [
        [flueX, y + 6],
        [flueX, 171],
        [216, 171],
      ],
      'flame',
    ),
    machine('sg/boilers/boiler', [x, y, 270, 180], 'flame'),
    machine('sg/boilers/stack', [170, 91, 64, 96], 'flame'),
    onPipe('sg/valves/solenoid', 130, y + 101, 52, { running: 'gas_flow > 1' }),
    onPipe('sg/instruments/vortex', METER_X - 25, 130, 50),

    caption(both('燃气', 'Gas'), [40, y + 68, 80, 24]),
    ...readings(
      [
        ['gas_flow', { label: both('流量', 'Flow') }],
        ['gas_total', { label: both('累计', 'Total'), labelShare: 0.4 }],
      ],
      [40, y + 120, 230, 36],
      36,
    ),
    reading('flue_gas_temperature', [250, 120, 180, 36], {
      label: both('排烟', 'Flue'),
      fontSize: 20,
      labelShare: 0.45,
      ...limitsOf(boiler, 'flue_gas_temperature'),
    }),
    ...large('steam_flow', both('蒸汽流量', 'Steam flow'), [660, 146, 160, 64]),
    caption(both('至用户', 'To users'), [770, 96, 140, 24], { textAlign: 'right' }),
    caption(both('给水', 'Feed water'), [770, y + 102, 140, 24], { textAlign: 'right' }),
    reading('feed_water_temperature', [710, y + 148, 200, 36], {
      label: both('温度', 'Temp.'),
      fontSize: 20,
      labelShare: 0.45,
    }),
    control(
      'progress',
      [320, 416, 270, 56],
      { label: both('燃烧负荷', 'Burner load'), color: 'var(--sg-text-2)' },
      { value: 'modulation' },
    ),
    control(
      'indicator',
      [620, 430, 260, 26],
      {
        textPlace: 'right',
        fontSize: 15,
        lamps: [
          { text: both('联锁正常', 'Interlock ready'), shape: 'circle', color: '', isFilled: false },
          {
            text: both('低水位联锁', 'Low-water lockout'),
            shape: 'octagon',
            color: 'var(--sg-alarm-5)',
            isFilled: true,
          },
        ],
      },
      { value: 'lockout' },
    ),
  ]
}

function steam(): Control[] {
  return [
    ...panel([940, 80, 310, 410], both('压力与水位', 'Pressure and level')),
    control(
      'bar',
      [960, 120, 130, 270],
      {
        label: both('压力', 'Pressure'),
        min: 0,
        max: 1.2,
        decimals: 3,
        normalFrom: 0.6,
        normalTo: 1,
        ...limitsOf(boiler, 'pressure'),
      },
      { value: 'pressure', setpoint: 'pressure_setpoint' },
    ),
    control(
      'bar',
      [1100, 120, 130, 270],
      {
        label: both('水位', 'Water level'),
        min: 0,
        max: 100,
        pointer: 'fill',
        normalFrom: 40,
        normalTo: 65,
        lowLow: 22,
        ...limitsOf(boiler, 'water_level'),
      },
      { value: 'water_level' },
    ),
    caption(both('压力设定', 'Setpoint'), [950, 412, 130, 26]),
    setpoint(boiler, 'pressure_setpoint', [1100, 410, 130, 30]),
    caption(both('燃烧器', 'Burner'), [950, 450, 130, 26]),
    onOff(
      'burner_command',
      [1100, 448, 130, 30],
      {},
      { tooltip: both('分两步：先选择，再确认', 'In two steps: select, then confirm') },
    ),
  ]
}
