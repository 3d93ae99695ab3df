import { LIMITS } from '../../../core/catalogue/limits.ts'
import type { DataType, Point } from '../../../core/contract/device.ts'
import { type Aggregation, type CollectedPoint, MIDDLEWARE_LIMITS } from '../../../core/contract/middleware.ts'
import type { Translated } from '../../../core/text/define-text.ts'
import type { text } from './text.ts'

type Words = Translated<(typeof text)['rows']>

export const AGGREGATIONS: readonly Aggregation[] = ['sum', 'average', 'min', 'max', 'count', 'first', 'last']
const OF_NUMBERS: readonly Aggregation[] = ['sum', 'average', 'min', 'max']

export const aggregationsOf = (data_type: DataType | undefined): readonly Aggregation[] =>
  data_type === 'number' || data_type === undefined
    ? AGGREGATIONS
    : AGGREGATIONS.filter((one) => !OF_NUMBERS.includes(one))

/** A point as it is first added: with an aggregation that its source does not have of it yet, where there is one. */
export function addedPoint({ key, data_type }: Point, points: readonly CollectedPoint[]): CollectedPoint {
  const offered = [...aggregationsOf(data_type)]
  const preferred: Aggregation = data_type === 'number' ? 'average' : 'last'
  const free = [preferred, ...offered].find(
    (aggregation) => !points.some((point) => point.key === key && point.aggregation === aggregation),
  )
  return { key, aggregation: free ?? preferred }
}

export interface Draft {
  middleware_name: string
  points: readonly CollectedPoint[]
}

export interface Wrong {
  middleware_name?: string
  /** Of all points. */
  points?: string
  /** Of each point, by its place. */
  rows: Readonly<Record<number, string>>
  form?: string
}

export const NOTHING_WRONG: Wrong = { rows: {} }
export const isFine = ({ rows, ...rest }: Wrong) => Object.keys(rest).length === 0 && Object.keys(rows).length === 0

/** What is wrong with a draft, at its places. */
export function judge({ middleware_name, points }: Draft, known: readonly Point[], t: Words): Wrong {
  const name = middleware_name.trim()
  const rows: Record<number, string> = {}
  points.forEach(({ key, aggregation }, at) => {
    const point = known.find((one) => one.key === key)
    if (!point) rows[at] = t.lostPoint
    else if (!aggregationsOf(point.data_type).includes(aggregation)) rows[at] = t.numbersOnly
    else if (points.slice(0, at).some((one) => one.key === key && one.aggregation === aggregation)) rows[at] = t.twice
  })
  const most = LIMITS.genericName
  return {
    rows,
    ...(name === '' && { middleware_name: t.nameMissing }),
    ...(name.length > most && { middleware_name: t.nameHelp({ most }) }),
    ...(points.length === 0 && { points: t.pointsMissing }),
    ...(points.length > MIDDLEWARE_LIMITS.points && { points: t.pointsFull({ most: MIDDLEWARE_LIMITS.points }) }),
  }
}

/** A refusal's fields at the places of the form; what is of none of them is of the form. */
export function placed(fields: readonly { field: string; message: string }[], message: string, code: string): Wrong {
  const rows: Record<number, string> = {}
  let middleware_name: string | undefined
  const others: string[] = []
  for (const { field, message: own } of fields) {
    const said = own || message
    const at = /^points\.(\d+)/.exec(field)?.[1]
    if (at !== undefined) rows[Number(at)] = said
    else if (field === 'middleware_name') middleware_name = said
    else others.push(said)
  }
  const isOfForm = fields.length === 0 || others.length > 0
  return {
    rows,
    ...(middleware_name !== undefined && { middleware_name }),
    ...(isOfForm && { form: others.join(' ') || `${message} (${code})` }),
  }
}
