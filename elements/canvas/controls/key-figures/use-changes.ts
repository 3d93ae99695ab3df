import { useCallback, useState } from 'react'
import { DAY_MS, HOUR_MS, MINUTE_MS, WEEK_MS } from '../../../../core/catalogue/durations.ts'
import type { CallOptions } from '../../../../core/connection/client.ts'
import { useConnection } from '../../../define/index.ts'
import { type Called, useCall } from '../../../parts/use-call.ts'
import { useRenewal } from '../../../parts/use-renewal.ts'
import { eachOrNone } from '../view/each-or-none.ts'
import type { ViewPoint } from '../view/point-of.ts'
import { type Aggregate, aggregateOf } from './change.ts'

export type Span = 'hour' | 'day' | 'week'
const SPANS_MS: Record<Span, number> = { hour: HOUR_MS, day: DAY_MS, week: WEEK_MS }
/** Of an hour a minute is much, of a week it is nothing. */
const STEPS_MS: Record<Span, number> = { hour: MINUTE_MS, day: 5 * MINUTE_MS, week: 30 * MINUTE_MS }

/** What a point comes to in the last span, and in the one before. */
export interface Compared {
  readonly now: number | null
  readonly before: number | null
}

interface Query {
  readonly points: readonly Pick<ViewPoint, 'id' | 'sn_code' | 'key'>[]
  readonly aggregate: Aggregate
  readonly span: Span
  readonly end: number
}

/** The last span of each point and the one before, asked for again as time goes on; in a replay those before its time. */
export function useChanges(
  points: readonly ViewPoint[],
  span: Span | null,
  aggregate: Aggregate,
  replayTime: number | null,
): Called<ReadonlyMap<string, Compared>> {
  const { api, clock } = useConnection()
  const call = useCallback(
    async ({ points, aggregate, span, end }: Query, options?: CallOptions) => {
      const spanMs = SPANS_MS[span]
      const one = async ({ sn_code, key }: Query['points'][number], end: number) => {
        const curve = await api.history.curve({ sn_code, key, start: end - spanMs, end, width: 1 }, options)
        return aggregateOf(curve, aggregate)
      }
      const compared = async (point: Query['points'][number]): Promise<Compared> => {
        const [now, before] = await Promise.all([one(point, end), one(point, end - spanMs)])
        return { now, before }
      }
      const found = await eachOrNone(points, compared, { now: null, before: null })
      return new Map(points.map(({ id }, at) => [id, found[at] as Compared]))
    },
    [api],
  )
  const stepMs = STEPS_MS[span ?? 'hour']
  const [now, setNow] = useState(() => clock.now())
  useRenewal(stepMs, () => setNow(clock.now()))
  const end = Math.floor((replayTime ?? now) / stepMs) * stepMs
  const wanted = points.map(({ id, sn_code, key }) => ({ id, sn_code, key }))
  return useCall(call, span && wanted.length > 0 ? { points: wanted, aggregate, span, end } : null)
}
