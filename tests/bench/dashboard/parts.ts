import { writePoint } from '../../../core/rules/expression/points.ts'
import { keyOf, snOf } from '../bench-devices.ts'

export const DEVICES = 100
export const KEYS = 10
export const POINTS = DEVICES * KEYS

/** Ten in a row; the sum of their points is all that there are. */
export const COLUMNS = 10
export const CELL = { width: 120, height: 96 }
const SORTS = [
  { kind: 'value', count: 40, points: 11 },
  { kind: 'gauge', count: 20, points: 12 },
  { kind: 'realtime-curve', count: 20, points: 8 },
  { kind: 'pie', count: 10, points: 10 },
  { kind: 'key-figures', count: 10, points: 6 },
] as const
export type PartKind = (typeof SORTS)[number]['kind']

export interface Part {
  at: number
  kind: PartKind
  /** Numbers from 0 to `POINTS`. */
  points: readonly number[]
}

/** What both dashboards have: each point once. */
export const PARTS: readonly Part[] = SORTS.flatMap(({ kind, count, points }) =>
  Array.from({ length: count }, () => ({ kind, points })),
).map(({ kind, points }, at, all) => {
  const first = all.slice(0, at).reduce((sum, part) => sum + part.points, 0)
  return { at, kind, points: Array.from({ length: points }, (_, n) => first + n) }
})
export const COMPONENTS = PARTS.length

const pointOf = (n: number) => writePoint({ sn_code: snOf(Math.floor(n / KEYS)), key: keyOf(n % KEYS) })

/** The document of ours: values and gauges show the average of their points. */
export function documentOf() {
  const controls = PARTS.map(({ at, kind, points }) => {
    const named = points.map(pointOf)
    const isPainted = kind === 'value' || kind === 'gauge'
    return {
      control_id: `part-${at}`,
      kind,
      version: 1,
      name: `part ${at}`,
      x: (at % COLUMNS) * CELL.width,
      y: Math.floor(at / COLUMNS) * CELL.height,
      width: CELL.width - 8,
      height: CELL.height - 8,
      props: isPainted ? {} : { points: named.map((point) => ({ point, label: '', colour: '', better: 'none' })) },
      bindings: isPainted ? { value: { expression: `(${named.join(' + ')}) / ${named.length}` } } : {},
    }
  })
  const height = Math.ceil(PARTS.length / COLUMNS) * CELL.height
  return { version: 1, width: COLUMNS * CELL.width, height, controls }
}
