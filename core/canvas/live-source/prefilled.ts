import { HOUR_MS } from '../../catalogue/durations.ts'
import type { Value } from '../../contract/telemetry.ts'
import type { Ring } from '../../rules/expression/samples.ts'
import type { PointState } from '../point-source.ts'
import { Pasts } from '../runtime/pasts.ts'
import type { FetchPast } from './fetch-past.ts'

/** Points of one call. */
const MOST_POINTS = 500
/** What a span is cut into: as fine as a ring keeps. */
const STEPS = 1000
const [SHORTEST_STEP_MS, LONGEST_STEP_MS] = [250, HOUR_MS]

interface PastRequest {
  readonly sn_code: string
  readonly key: string
  readonly ring: Ring
  readonly spanMs: number
  /** What came while the past was on its way. */
  readonly news: [time: number, value: Value][]
}

interface Prefilled {
  of(sn_code: string, key: string, spanMs: number): Ring
  push(sn_code: string, key: string, state: PointState): void
}

/** A bad value is none: nothing is calculated with it. */
const countedOf = ({ value, quality }: Pick<PointState, 'value' | 'quality'>) => (quality === 'bad' ? null : value)

/** Histories that begin with what the server has stored, requested in one call for points that are wanted together. */
export function prefilled(
  read: (sn_code: string, key: string) => PointState | null,
  now: () => number,
  past: FetchPast | undefined,
): Prefilled {
  let waiting: PastRequest[] = []
  const underWay = new Map<Ring, PastRequest>()

  const pasts = new Pasts((sn_code, key, ring, spanMs) => {
    const state = read(sn_code, key)
    if (state?.data_time != null) ring.push(state.data_time, countedOf(state))
    if (!past) return
    const request: PastRequest = { sn_code, key, ring, spanMs, news: [] }
    if (waiting.length === 0) queueMicrotask(ask)
    waiting.push(request)
    underWay.set(ring, request)
  })

  function ask(): void {
    const requests = waiting
    waiting = []
    for (let at = 0; at < requests.length; at += MOST_POINTS) void fetchFor(requests.slice(at, at + MOST_POINTS))
  }

  async function fetchFor(requests: readonly PastRequest[]): Promise<void> {
    const end = now()
    const longest = Math.max(...requests.map(({ spanMs }) => spanMs))
    const start = end - longest
    const step = Math.min(LONGEST_STEP_MS, Math.max(SHORTEST_STEP_MS, Math.ceil(longest / STEPS)))
    const points = requests.map(({ sn_code, key }) => ({ sn_code, key }))
    // Whoever may not read the past goes on with what is seen from now on.
    const found = (await past?.(points, start, end, step).catch(() => [])) ?? []
    const byName = new Map(found.map((one) => [`${one.sn_code}\n${one.key}`, one]))
    for (const { sn_code, key, ring, news } of requests) {
      underWay.delete(ring)
      const known = byName.get(`${sn_code}\n${key}`)
      if (!known) continue
      const state = read(sn_code, key)
      ring.clear()
      ring.knownSince(start)
      known.times.forEach((time, i) => {
        ring.push(time, countedOf({ value: known.values[i] ?? null, quality: known.qualities[i] ?? 'bad' }))
      })
      for (const [time, value] of news) ring.push(time, value)
      if (news.length === 0 && state?.data_time != null) ring.push(state.data_time, countedOf(state))
    }
  }

  return {
    of: (sn_code, key, spanMs) => pasts.of(sn_code, key, spanMs),
    push(sn_code, key, state) {
      const ring = pasts.find(sn_code, key)
      if (!ring || state.data_time === null) return
      const value = countedOf(state)
      ring.push(state.data_time, value)
      underWay.get(ring)?.news.push([state.data_time, value])
    },
  }
}
