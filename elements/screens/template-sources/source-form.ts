import { LIMITS } from '../../../core/catalogue/limits.ts'
import type { DataType, Point } from '../../../core/contract/device.ts'
import { type Aggregation, type CollectedPoint, MIDDLEWARE_LIMITS } from '../../../core/contract/middleware.ts'
import type { Translated } from '../../../core/text/define-text.ts'
import type { Wrong } from '../../parts/form/refusal.ts'
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

/** What is wrong with a draft, at its places. */
export function check({ middleware_name, points }: Draft, known: readonly Point[], t: Words): Wrong<string> {
  const name = middleware_name.trim()
  const rows: Wrong<string> = {}
  points.forEach(({ key, aggregation }, at) => {
    const point = known.find((one) => one.key === key)
    if (!point) rows[`points.${at}`] = t.lostPoint
    else if (!aggregationsOf(point.data_type).includes(aggregation)) rows[`points.${at}`] = t.numbersOnly
    else if (points.slice(0, at).some((one) => one.key === key && one.aggregation === aggregation))
      rows[`points.${at}`] = t.twice
  })
  const most = LIMITS.genericName
  return {
    ...rows,
    ...(name === '' && { middleware_name: t.nameMissing }),
    ...(name.length > most && { middleware_name: t.nameHelp({ most }) }),
    ...(points.length === 0 && { points: t.pointsMissing }),
    ...(points.length > MIDDLEWARE_LIMITS.points && { points: t.pointsFull({ most: MIDDLEWARE_LIMITS.points }) }),
  }
}
