import { HOUR_MS, WEEK_MS } from '../../../core/catalogue/durations.ts'
import type { TimelineSample } from '../../../core/rules/alarm-timeline.ts'
import type { LivePoint } from '../fleet/fleet.ts'
import { asTimelineSample } from '../fleet/raw-history.ts'
import type { TenantHistory } from '../history/telemetry.ts'

/** Samples that are read in one step: what takes some 10 ms. */
const PIECE = 10_000

/** A point's history, read piece by piece from old to new. */
export interface Track {
  readonly point: LivePoint
  /** Up to where it is read. */
  readonly at: number
  /** When the first sample that was read was measured; never, where there is none yet. */
  readonly since: number
  /** The next samples, and up to where they reach; before the first of them the one that held then. */
  next(): Promise<{ samples: readonly TimelineSample[]; end: number }>
  /** To be called once the samples are dealt with: the next piece is the one after them. */
  advance(end: number): void
}

export function openTrack(
  history: Pick<TenantHistory, 'many'>,
  point: LivePoint,
  { from, to }: { from: number; to: number },
): Track {
  let at = from
  let since = Number.POSITIVE_INFINITY
  // How densely a point reports is not known before it is looked at.
  let span = HOUR_MS
  return {
    point,
    get at() {
      return at
    },
    get since() {
      return since
    },
    async next() {
      const end = Math.min(to, at + span)
      const samples = await samplesIn(history, point, at, end)
      // A device may report otherwise than it says.
      span = spanFor((end - at) / Math.max(1, samples.length))
      since = Math.min(since, samples[0]?.[0] ?? since)
      return { samples, end }
    },
    advance(end) {
      at = end
    },
  }
}

/** A point's samples of [from, to), with the one that held then before them. */
export async function samplesIn(
  history: Pick<TenantHistory, 'many'>,
  point: LivePoint,
  from: number,
  to: number,
): Promise<TimelineSample[]> {
  const found = (await history.many([point.point_id], from, to)).get(point.point_id) ?? []
  return found.map((sample) => asTimelineSample(point, sample))
}

/** Stored by the hour: less than that would be read again and again. */
const spanFor = (intervalMs: number) => Math.min(WEEK_MS, Math.max(HOUR_MS, Math.round(PIECE * intervalMs)))

/** The place of the newest sample at or before a time; -1 for none. */
export function placeAt(samples: readonly TimelineSample[], time: number): number {
  let [low, high] = [0, samples.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((samples[middle] as TimelineSample)[0] <= time) low = middle + 1
    else high = middle
  }
  return low - 1
}
