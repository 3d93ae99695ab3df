import { LIMITS } from '../../../core/catalogue/limits.ts'
import type { Point } from '../../../core/contract/device.ts'
import { PointKey } from '../../../core/contract/telemetry.ts'
import { type VirtualDeviceDetail, VirtualPoint } from '../../../core/contract/virtual-device.ts'
import { writePoint } from '../../../core/rules/expression/points.ts'
import type { Spot } from '../../../core/rules/expression/syntax.ts'
import { problemsOfFormulas } from '../../../core/rules/formula.ts'
import type { Lang } from '../../../core/text/define-text.ts'
import { emptyRow, type PointRow, pointOf, rowOf, type WrongRow } from '../../parts/point-table/point-rows.ts'

/** A point as it is typed. */
export interface FormulaRow extends PointRow {
  formula: string
  /** As it is saved; null for one that is new. */
  readonly kept: VirtualPoint | null
}
export type WrongFormulaRow = WrongRow & { formula?: string; spot?: Spot | null }

/** What the form holds. */
export interface Draft {
  dev_alias: string
  /** Null for the default group. */
  group_id: number | null
  template_id: number | null
  rows: readonly FormulaRow[]
}

/** What every point has and a formula's does not: it is read alone. */
const READ_ONLY = { access: 'r', write_min: null, write_max: null, two_step: false } as const

const rowFrom = (point: VirtualPoint, kept: VirtualPoint | null): FormulaRow => ({
  ...rowOf({ ...point, ...READ_ONLY }),
  formula: point.formula,
  kept,
})

export const draftOf = (detail: VirtualDeviceDetail | null): Draft => ({
  dev_alias: detail?.dev_alias ?? '',
  group_id: detail?.group_id ?? null,
  template_id: detail?.template_id ?? null,
  rows: detail?.points.map((point) => rowFrom(point, point)) ?? [],
})

export function virtualPointOf(row: FormulaRow): VirtualPoint {
  const { key, name, name_en, data_type, unit, decimals, enum_text, keep_history } = pointOf(row)
  return { key, name, name_en, data_type, unit, decimals, enum_text, keep_history, formula: row.formula.trim() }
}

/** As it is sent. */
export const inputOf = ({ dev_alias, group_id, template_id, rows }: Draft) => ({
  dev_alias: dev_alias.trim(),
  template_id,
  points: rows.map(virtualPointOf),
  ...(group_id !== null && { group_id }),
})

const freeName = (wanted: string, taken: ReadonlySet<string>, longest: number, join: string): string => {
  if (!taken.has(wanted)) return wanted
  for (let n = 2; ; n++) {
    const end = `${join}${n}`
    const name = `${wanted.slice(0, longest - end.length)}${end}`
    if (!taken.has(name)) return name
  }
}
const keysOf = (rows: readonly FormulaRow[]) => new Set(rows.map(({ key }) => key.trim()))

const KEY_LENGTH = 64
const NAME_LENGTH = 32
const ENGLISH_LENGTH = 64

/** A row to be calculated; its key is there already, so that it can be tried once it has a formula. */
export const calculatedRow = (rows: readonly FormulaRow[]): FormulaRow => ({
  ...emptyRow(),
  key: freeName('calc1', keysOf(rows), KEY_LENGTH, '_'),
  formula: '',
  kept: null,
})

export interface Source {
  sn_code: string
  dev_alias: string
}

/** With the device's name where it is taken and there is room, else with a number. */
function nameOf({ dev_alias }: Source, name: string, taken: ReadonlySet<string>, longest: number): string {
  const whole = `${dev_alias} ${name}`
  return freeName(taken.has(name) && whole.length <= longest ? whole : name, taken, longest, ' ')
}

/** Points of a device after those that are there: each with a key of its own and, where its name is taken, the device's in it. */
export function takenOver(rows: readonly FormulaRow[], source: Source, points: readonly Point[]): FormulaRow[] {
  const all = [...rows]
  for (const point of points) {
    const names = new Set(all.map(({ name }) => name.trim()))
    const english = new Set(all.map(({ name_en }) => name_en.trim()))
    all.push({
      ...rowFrom({ ...point, formula: formulaOf(source, point) }, null),
      key: freeName(point.key, keysOf(all), KEY_LENGTH, '_'),
      name: nameOf(source, point.name, names, NAME_LENGTH),
      name_en: point.name_en ? nameOf(source, point.name_en, english, ENGLISH_LENGTH) : '',
    })
  }
  return all
}

/** The formula that takes over a point. */
export const formulaOf = ({ sn_code }: Pick<Source, 'sn_code'>, { key }: Pick<Point, 'key'>) =>
  writePoint({ sn_code, key })

/** One row a place up (-1) or down (1). */
export function shifted(rows: readonly FormulaRow[], id: number, by: -1 | 1): readonly FormulaRow[] {
  const at = rows.findIndex((row) => row.id === id)
  const [row, other] = [rows[at], rows[at + by]]
  if (!row || !other) return rows
  return rows.map((one) => (one === row ? other : one === other ? row : one))
}

interface NameWords {
  nameMissing: string
  nameLong: (values: { most: number }) => string
}
/** What is wrong with the device's name; undefined when the server will take it. */
export function checkName(typed: string, t: NameWords): string | undefined {
  const name = typed.trim()
  if (name === '') return t.nameMissing
  return name.length > LIMITS.deviceListField ? t.nameLong({ most: LIMITS.deviceListField }) : undefined
}

/** What is wrong with the formulas, by the id of their row. */
export function checkFormulas(
  rows: readonly FormulaRow[],
  missing: string,
  lang: Lang,
): Map<number, Pick<WrongFormulaRow, 'formula' | 'spot'>> {
  const found = new Map<number, Pick<WrongFormulaRow, 'formula' | 'spot'>>()
  const written = rows.map(({ key, formula }) => ({ key: key.trim(), formula: formula.trim() }))
  for (const { at, words, index, length } of problemsOfFormulas(written)) {
    const row = rows[at]
    if (!row || found.has(row.id)) continue
    const before = row.formula.length - row.formula.trimStart().length
    const spot = index === undefined || length === undefined ? null : { index: index + before, length }
    found.set(row.id, row.formula.trim() === '' ? { formula: missing, spot: null } : { formula: words[lang], spot })
  }
  return found
}

/** Those that can be worked out as they stand; what the form will not take yet is left out, and what needs it. */
export function triable(rows: readonly FormulaRow[]): VirtualPoint[] {
  const seen = new Set<string>()
  let points = rows.flatMap((row) => {
    const point = virtualPointOf(row)
    const { key, data_type, enum_text } = point
    if (seen.has(key) || !PointKey.safeParse(key).success) return []
    seen.add(key)
    const tried = {
      ...point,
      name: key.slice(0, NAME_LENGTH),
      name_en: null,
      unit: null,
      decimals: null,
      data_type: data_type === 'enum' && enum_text === null ? 'number' : data_type,
    } as const
    return VirtualPoint.safeParse(tried).success ? [tried] : []
  })
  for (;;) {
    const wrong = new Set(problemsOfFormulas(points).map(({ at }) => at))
    if (wrong.size === 0) return points
    points = points.filter((_, at) => !wrong.has(at))
  }
}

/** Kept points whose history goes when this is saved: removed, or with another key or type. */
export function withoutHistory(kept: readonly VirtualPoint[], rows: readonly FormulaRow[]): VirtualPoint[] {
  return kept.filter(
    ({ keep_history, key, data_type }) =>
      keep_history && !rows.some((row) => row.key.trim() === key && row.data_type === data_type),
  )
}
