import type { Language, Words } from '../../../core/catalogue/words.ts'
import type { DataType } from '../../../core/contract/device.ts'
import type { TriedPoint, VirtualPoint } from '../../../core/contract/virtual-device.ts'
import { evaluationText } from '../../../core/rules/expression/error-text.ts'
import { problemsOfFormulas } from '../../../core/rules/formula.ts'
import { type Fleet, qualityOf } from '../fleet/fleet.ts'
import type { Caller } from '../http/caller.ts'
import { fits } from '../ingest/check-value.ts'
import { openFairTurns } from '../limits/fair-turns.ts'
import { openSlices } from '../limits/slices.ts'
import { refuseTooLong, sourceOf, unknownSourceIn } from './check.ts'
import { cellName, type WorkedOut, workingOut, workOf } from './work.ts'

const WAITING: Words = { zh: '所引用的变量尚无数值', en: 'A point that it needs has no value yet' }
const NO_RESULT: Words = {
  zh: '无结果：引用的变量没有有效数值，或除以零',
  en: 'No result: a point that it needs has no good value, or it divides by zero',
}
const TYPE_WORDS: Record<DataType, Words> = {
  number: { zh: '数字', en: 'a number' },
  boolean: { zh: '布尔值', en: 'true or false' },
  string: { zh: '文本', en: 'a text' },
  enum: { zh: '枚举的整数', en: 'a whole number of an enum' },
}
const wrongType = (data_type: DataType, language: Language) =>
  ({
    zh: `结果与类型不符：该变量应为${TYPE_WORDS[data_type].zh}`,
    en: `Comes to another type: the point is ${TYPE_WORDS[data_type].en}`,
  })[language]

/** One at a time, and of an organisation few that wait: its formulas are worked out in slices, with everything else in between. */
const turns = openFairTurns({ atOnce: 1, ofOne: 1, waitingOfOne: 10, waiting: 100 })
const inSlice = openSlices()

/** What formulas come to now, of points that the caller sees, in the order of the points. */
export function tried(
  fleet: Fleet,
  caller: Caller,
  points: readonly VirtualPoint[],
  now: number,
): Promise<TriedPoint[]> {
  refuseTooLong(points)
  return turns.run(caller.tenant_id, () => trying(fleet, caller, points, now))
}

async function trying(
  fleet: Fleet,
  caller: Caller,
  points: readonly VirtualPoint[],
  now: number,
): Promise<TriedPoint[]> {
  const { lang } = caller
  const work = workOf(points)
  for (const ref of work.sources) {
    const found = sourceOf(fleet, caller, ref)
    const cell = work.cells.get(cellName(ref))
    if ('zh' in found || !cell) continue
    const { point, device } = found
    const quality = point.data_time === null ? 'waiting' : qualityOf(point, device, now)
    Object.assign(cell, { value: point.value, data_time: point.data_time, quality })
  }
  const problems = new Map(problemsOfFormulas(points).map(({ at, words }) => [at, words]))
  const outcomes = new Map<string, WorkedOut>()
  const working = workingOut(work, work.cells.keys(), now)
  for (let next = await inSlice(() => working.next()); !next.done; next = await inSlice(() => working.next()))
    outcomes.set(next.value.key, next.value)
  return points.map(({ key, data_type, formula }, at) => {
    const words = problems.get(at) ?? unknownSourceIn(fleet, caller, formula)
    const outcome = words ? undefined : outcomes.get(key)
    if (!outcome) {
      const problem = (words ?? NO_RESULT)[lang]
      return { key, value: null, quality: 'bad', data_time: null, problem }
    }
    const { found, kept, time } = outcome
    const { quality } = found
    const value = kept?.value ?? null
    return {
      // As the point itself would report it.
      key,
      value,
      data_time: time || null,
      quality: value === null || quality === 'waiting' || quality === 'missing' ? 'bad' : quality,
      problem: problemOf(outcome, { formula, data_type }, lang),
    }
  })
}

function problemOf(
  { found, kept }: WorkedOut,
  { formula, data_type }: Pick<VirtualPoint, 'formula' | 'data_type'>,
  language: Language,
): string | null {
  if (found.problem) return evaluationText(found.problem, formula, language)
  if (found.quality === 'waiting') return WAITING[language]
  if (found.value !== null && !fits(found.value, data_type)) return wrongType(data_type, language)
  return kept?.value === null || kept === null ? NO_RESULT[language] : null
}
