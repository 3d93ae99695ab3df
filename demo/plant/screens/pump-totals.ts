import { both } from '../kind.ts'
import { control, type Document, screenOf } from './document.ts'
import { bare, caption, panel, reading, words } from './parts.ts'

const COLUMNS = [
  ['total', both('累计流量', 'Total'), 200],
  ['hours', both('运行时间', 'Hours'), 420],
] as const

/** The counters of the station and its pumps: a screen that pops up. */
export function pumpTotalsScreen(): Document {
  return screenOf(640, 360, 'grey', [
    words(both('运行统计', 'Totals'), [20, 10, 400, 40], { fontSize: 22, isBold: true, padding: 0 }),
    control('clock', [470, 10, 150, 40], { hasWeekday: false }),
    ...panel([20, 60, 600, 190]),
    ...COLUMNS.map(([, title, x]) => caption(title, [x, 70, 180, 30], { textAlign: 'right' })),
    ...[1, 2, 3].flatMap((n) => {
      const y = 60 + n * 46
      return [
        words(both(`${n} 号泵`, `Pump ${n}`), [40, y, 150, 40], { fontSize: 16 }),
        ...COLUMNS.map(([key, title, x]) =>
          bare(`pump${n}_${key}`, [x, y, 180, 40], both(`${n} 号泵${title.zh}`, `Pump ${n}: ${title.en}`), {
            fontSize: 20,
          }),
        ),
      ]
    }),
    ...panel([20, 270, 290, 70]),
    reading('flow_total', [30, 280, 270, 50], { label: both('总流量', 'Flow'), fontSize: 20, labelShare: 0.45 }),
    ...panel([330, 270, 290, 70]),
    reading('energy', [340, 280, 270, 50], { label: both('累计电量', 'Energy'), fontSize: 20, labelShare: 0.45 }),
  ])
}
