import { both, type Text } from '../kind.ts'
import { compressor } from '../kinds/compressor.ts'
import { type Control, control, type Document, type Style, screenOf } from './document.ts'
import { caption, DESKTOP, header, large, limitsOf, onOff, panel, pipe, reading, readings, setpoint } from './parts.ts'

const TRIPPED = 3
const STATES = [both('停机', 'Stopped'), both('空载', 'Unloaded'), both('加载', 'Loaded'), both('故障停机', 'Tripped')]

/** A compressor with its receiver and dryer, the pressure that is held, and what is wrong. */
export function compressorScreen(style: Style): Document {
  return screenOf(DESKTOP.width, DESKTOP.height, style, [
    ...header(both('螺杆空压机', 'Screw compressor')),
    ...process(style),
    ...air(),
    control('realtime-curve', [30, 510, 600, 190], {
      title: both('排气压力', 'Air pressure'),
      points: [
        { point: 'pressure', label: both('排气压力', 'Pressure') },
        { point: 'pressure_setpoint', label: both('设定', 'Setpoint') },
      ],
    }),
    control('alarm-list', [650, 510, 600, 190], { title: both('报警', 'Alarms') }),
  ])
}

function process(style: Style): Control[] {
  const air = (corners: [number, number][]) => pipe(style, 'air', corners, `state == 2`, 12)
  return [
    ...panel([30, 80, 890, 410]),
    air([
      [298, 298],
      [440, 298],
    ]),
    air([
      [500, 298],
      [652, 298],
    ]),
    air([
      [728, 298],
      [900, 298],
    ]),
    control(
      'symbol',
      [60, 180, 246, 164],
      { symbol: 'sg/compressors/package' },
      {
        state: {
          expression: 'state',
          ranges: [
            { from: 0, to: 1, gives: 'stopped' },
            { from: 1, to: TRIPPED, gives: 'running' },
            { from: TRIPPED, gives: 'fault' },
          ],
        },
      },
    ),
    control('symbol', [425, 233, 90, 135], { symbol: 'sg/tanks/vessel' }),
    control('symbol', [650, 258, 80, 80], { symbol: 'sg/exchangers/exchanger' }),
    state(),
    caption(both('空压机组', 'Compressor'), [60, 380, 240, 26], { textAlign: 'center' }),
    caption(both('储气罐', 'Receiver'), [400, 380, 140, 26], { textAlign: 'center' }),
    caption(both('冷干机', 'Dryer'), [620, 380, 140, 26], { textAlign: 'center' }),
    caption(both('至车间', 'To works'), [770, 262, 140, 24], { textAlign: 'right' }),
    ...large('pressure', both('排气压力', 'Pressure'), [400, 120, 180, 64], limitsOf(compressor, 'pressure')),
    ...large('dew_point', both('露点', 'Dew point'), [640, 120, 180, 64], limitsOf(compressor, 'dew_point')),
    ...readings(
      [
        ['motor_current', { label: both('电机电流', 'Current') }],
        ['power', { label: both('有功功率', 'Power') }],
      ],
      [50, 410, 260, 36],
      36,
    ),
    ...readings(
      [
        ['running_hours', { label: both('运行时间', 'Running') }],
        ['loaded_hours', { label: both('加载时间', 'Loaded') }],
      ],
      [350, 410, 260, 36],
      36,
    ),
    reading('energy', [640, 446, 270, 36], { label: both('累计电量', 'Energy'), fontSize: 20, labelShare: 0.45 }),
  ]
}

function state(): Control {
  const look = (text: Text) => ({
    text,
    imgUrl: '',
    backgroundColor: 'var(--sg-surface-1)',
    stroke: 'var(--sg-line-strong)',
    textAlign: 'center',
    fontColor: 'var(--sg-text-1)',
    font: { size: 18, isBold: true, isItalic: false },
    isUnderline: false,
    flickerType: 0,
    flickerFrequency: 1,
  })
  const states = STATES.map((text, n) => ({
    ...look(text),
    ...(n === TRIPPED && { backgroundColor: 'var(--sg-alarm-5)', fontColor: 'var(--sg-on-alarm)' }),
  }))
  return control(
    'state',
    [60, 110, 240, 44],
    { states },
    { currStateIndex: 'state' },
    { name: both('运行状态', 'State') },
  )
}

function air(): Control[] {
  return [
    ...panel([940, 80, 310, 410], both('压力与油温', 'Pressure and oil')),
    control(
      'bar',
      [960, 120, 130, 230],
      {
        label: both('压力', 'Pressure'),
        min: 0,
        max: 1,
        decimals: 3,
        normalFrom: 0.6,
        normalTo: 0.8,
        ...limitsOf(compressor, 'pressure'),
      },
      { value: 'pressure', setpoint: 'pressure_setpoint' },
    ),
    control(
      'bar',
      [1100, 120, 130, 230],
      {
        label: both('油温', 'Oil'),
        min: 0,
        max: 120,
        normalFrom: 60,
        normalTo: 95,
        ...limitsOf(compressor, 'oil_temperature'),
      },
      { value: 'oil_temperature' },
    ),
    ...readings([['role', { label: both('联控角色', 'Role') }]], [950, 366, 284, 36], 36),
    caption(both('压力设定', 'Setpoint'), [950, 412, 130, 26]),
    setpoint(compressor, 'pressure_setpoint', [1100, 410, 130, 30]),
    caption(both('空压机', 'Compressor'), [950, 450, 140, 26]),
    onOff('run_command', [1100, 448, 130, 30]),
  ]
}
