import { both, type Text } from '../kind.ts'
import { pumpStation } from '../kinds/pump-station.ts'
import { type Control, control, type Document, type Style, screenOf } from './document.ts'
import { bare, caption, limitsOf, machine, onOff, panel, pipe, setpoint, words } from './parts.ts'

const [WIDTH, HEIGHT] = [750, 1334]
const PUMPS = [1, 2, 3] as const
const SMALL = 26

/** The station on a phone, whose page is drawn at half this size. */
export function pumpStationMobileScreen(style: Style): Document {
  return screenOf(WIDTH, HEIGHT, style, [
    words(both('供水泵站', 'Pump station'), [30, 20, 690, 70], { fontSize: 40, isBold: true, padding: 0 }),
    ...panel([30, 100, 690, 290]),
    caption(both('出口压力', 'Discharge pressure'), [50, 110, 400, 50], { fontSize: SMALL }),
    bare('discharge_pressure', [50, 160, 420, 110], both('出口压力', 'Discharge pressure'), {
      fontSize: 76,
      textAlign: 'left',
      ...limitsOf(pumpStation, 'discharge_pressure'),
    }),
    control(
      'bar',
      [44, 276, 662, 100],
      {
        direction: 'horizontal',
        label: ' ',
        hasValue: false,
        hasScale: false,
        min: 0,
        max: 0.8,
        normalFrom: 0.36,
        normalTo: 0.62,
        ...limitsOf(pumpStation, 'discharge_pressure'),
      },
      { value: 'discharge_pressure', setpoint: 'pressure_setpoint' },
    ),
    ...tile('flow', both('总流量', 'Flow'), 30),
    ...tile('power', both('功率', 'Power'), 385),
    ...PUMPS.flatMap((n) => pump(style, n)),
    ...panel([30, 1120, 690, 184]),
    caption(both('压力设定', 'Setpoint'), [46, 1134, 330, 50], { fontSize: SMALL }),
    setpoint(pumpStation, 'pressure_setpoint', [50, 1194, 310, 88], { fontSize: 36 }),
    caption(both('控制模式', 'Mode'), [401, 1134, 300, 50], { fontSize: SMALL }),
    control(
      'switch',
      [405, 1194, 300, 88],
      {
        writes: 'mode',
        onValue: 1,
        offValue: 0,
        onText: both('手动', 'Manual'),
        offText: both('自动', 'Auto'),
        fontSize: 30,
      },
      { value: 'mode' },
    ),
  ])
}

const tile = (point: string, label: Text, x: number): Control[] => [
  ...panel([x, 410, 335, 150]),
  caption(label, [x + 20, 420, 295, 50], { fontSize: SMALL }),
  bare(point, [x + 20, 470, 295, 80], label, { fontSize: 52, textAlign: 'left' }),
]

function pump(style: Style, n: 1 | 2 | 3): Control[] {
  const y = 580 + (n - 1) * 180
  const running = `pump${n}_running`
  return [
    ...panel([30, y, 690, 160]),
    pipe(
      style,
      'water',
      [
        [30, y + 80],
        [60, y + 80],
      ],
      running,
      16,
    ),
    pipe(
      style,
      'water',
      [
        [160, y + 80],
        [190, y + 80],
      ],
      running,
      16,
    ),
    machine('sg/pumps/pump', [60, y + 30, 100, 100], running),
    words(both(`${n} 号泵`, `Pump ${n}`), [206, y + 16, 330, 50], { fontSize: 30, isBold: true }),
    ...(
      [
        ['speed', both('转速', 'Speed'), 206, 190],
        ['temperature', both('温度', 'Temp.'), 410, 150],
      ] as const
    ).map(([key, title, x, wide]) =>
      bare(`pump${n}_${key}`, [x, y + 76, wide, 64], both(`${n} 号泵${title.zh}`, `Pump ${n}: ${title.en}`), {
        fontSize: 32,
        textAlign: 'left',
        ...limitsOf(pumpStation, `pump${n}_${key}`),
      }),
    ),
    onOff(
      `pump${n}_command`,
      [580, y + 35, 120, 90],
      { showText: false },
      { name: both(`${n} 号泵启停`, `Pump ${n} on/off`) },
    ),
  ]
}
