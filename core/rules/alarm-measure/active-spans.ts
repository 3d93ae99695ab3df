import { DAY_MS } from '../../catalogue/durations.ts'
import { placeOf } from './calendar.ts'
import { type Span, without } from './holds.ts'

export const STALE_AFTER_MS = DAY_MS

interface AnnunciatedAlarm {
  alarm_time: number
  recover_time: number | null
  /** When it was held, ascending and apart. */
  holds: readonly Span[]
}

/** When an alarm stood before operators: from its beginning until it recovered, but for the time it was held. */
export const activeSpans = ({ alarm_time, recover_time, holds }: AnnunciatedAlarm): Span[] =>
  without({ start: alarm_time, end: recover_time ?? Number.POSITIVE_INFINITY }, holds)

/** When it was stale: where it stood for longer than a day since it began. */
export const staleSpans = ({ alarm_time, recover_time, holds }: AnnunciatedAlarm): Span[] =>
  without({ start: alarm_time + STALE_AFTER_MS, end: recover_time ?? Number.POSITIVE_INFINITY }, holds)

/** How many spans there are just before each of some times, which are ascending. */
export function countedAt(times: readonly number[]) {
  const change = new Array<number>(times.length + 1).fill(0)
  const firstAfter = (time: number) => placeOf(times, time) + 1
  return {
    add({ start, end }: Span) {
      const [from, to] = [firstAfter(start), firstAfter(end)]
      change[from] = (change[from] as number) + 1
      change[to] = (change[to] as number) - 1
    },
    counts: (): number[] => running(change, times.length),
  }
}

/** How many alarms are there at some time between each edge and the next; the spans of one alarm count once a stretch. */
export function countedBetween(edges: readonly number[]) {
  const stretches = Math.max(0, edges.length - 1)
  const change = new Array<number>(stretches + 1).fill(0)
  const end = edges.at(-1) ?? 0
  return {
    add(spans: readonly Span[]) {
      let next = 0
      for (const span of spans) {
        if (span.start >= end || span.end <= (edges[0] as number)) continue
        const from = Math.max(next, placeOf(edges, span.start), 0)
        // A span that ends at an edge has not reached the stretch behind it.
        const to = Math.min(stretches, placeOf(edges, span.end - 1) + 1)
        if (from >= to) continue
        change[from] = (change[from] as number) + 1
        change[to] = (change[to] as number) - 1
        next = to
      }
    },
    counts: (): number[] => running(change, stretches),
  }
}

function running(change: readonly number[], count: number): number[] {
  let sum = 0
  return [...Array(count)].map((_, i) => {
    sum += change[i] as number
    return sum
  })
}
