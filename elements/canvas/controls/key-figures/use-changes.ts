import { useCallback } from 'react'
import type { CallOptions } from '../../../../core/connection/client.ts'
import { useConnection } from '../../../define/index.ts'
import { type Called, useCall } from '../../../parts/use-call.ts'
import { eachOrNone } from '../view/each-or-none.ts'
import type { ViewPoint } from '../view/point-of.ts'
import { timeBefore } from '../view/use-view-range.ts'
import { type Aggregate, aggregateOf } from './change.ts'

interface Span {
  readonly from: number
  readonly to: number
}

/** What a point comes to in a span, and in the one before. */
export interface Compared {
  readonly now: number | null
  readonly before: number | null
}

interface Query {
  readonly points: readonly Pick<ViewPoint, 'id' | 'sn_code' | 'key'>[]
  readonly aggregate: Aggregate
  readonly span: Span
}

/** What each point comes to in a span, epoch ms, and in as long a time before; null compares nothing. */
export function useChanges(
  points: readonly ViewPoint[],
  span: Span | null,
  aggregate: Aggregate,
): Called<ReadonlyMap<string, Compared>> {
  const { api } = useConnection()
  const call = useCallback(
    async ({ points, aggregate, span }: Query, options?: CallOptions) => {
      const earlier = timeBefore(span)
      const one = async ({ sn_code, key }: Query['points'][number], { from, to }: Span) => {
        const curve = await api.history.curve({ sn_code, key, start: from, end: to, width: 1 }, options)
        return aggregateOf(curve, aggregate)
      }
      const compared = async (point: Query['points'][number]): Promise<Compared> => {
        const [now, before] = await Promise.all([one(point, span), one(point, earlier)])
        return { now, before }
      }
      const found = await eachOrNone(points, compared, { now: null, before: null })
      return new Map(points.map(({ id }, at) => [id, found[at] as Compared]))
    },
    [api],
  )
  const wanted = points.map(({ id, sn_code, key }) => ({ id, sn_code, key }))
  return useCall(call, span && wanted.length > 0 ? { points: wanted, aggregate, span } : null)
}
