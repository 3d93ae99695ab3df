import { isFenceCondition } from '../../../core/catalogue/fence-conditions.ts'
import type { AlarmRule } from '../../../core/contract/alarm-rule.ts'
import {
  type Occurrence,
  openTimeline,
  type Timeline,
  type TimelineSample,
} from '../../../core/rules/alarm-timeline.ts'
import { type Expression, parseExpression } from '../../../core/rules/expression/expression.ts'
import { type FenceShape, metresOver } from '../../../core/rules/geofence.ts'
import type { LiveDevice } from '../fleet/fleet.ts'
import type { TenantHistory } from '../history/telemetry.ts'
import { TimeUp, type Turns } from '../limits/turns.ts'
import { openTrack, placeAt, samplesIn, type Track } from './past.ts'
import { Kept } from './suppressed.ts'

/** Alarms, each counted for every rule that raises it: more on one device are no rules to try but a mistake. */
export const MOST_OF_DEVICE = 300_000
/** With so many more of a device it is asked whether they are too many. */
const ALARMS_AT_ONCE = 30_000

/** Places at once: as many, with the corners of a polygon, as are compared in a millisecond or two. */
const PLACES_AT_ONCE = 1000

/** Place of a rule in the request: in which set, and at what index. */
export interface RulePlace {
  set: number
  place: number
}

/** An alarm that the rules at these places would have raised. */
export interface Raised {
  places: readonly RulePlace[]
  alarm_time: number
  recover_time: number | null
  value: Occurrence['value']
  /** When people would have been notified of it; null for never, since it was suppressed all the while. */
  told_time: number | null
}

interface RuleAtPoint {
  places: RulePlace[]
  key: string
  /** What the position is compared with, in the place of the point's value. */
  fence: FenceShape | null
  suppressed: Expression | null
  timeline: Timeline
  /** Index of its first occurrence whose notification is not known yet. */
  open: number
}

export interface Past {
  history: Pick<TenantHistory, 'many'>
  from: number
  to: number
  timezone: string
  /** Those that the rules name, by id. */
  fences: ReadonlyMap<number, FenceShape>
  /** With more alarms, each counted for every rule that raises it, the evaluation ends; `MOST_OF_DEVICE` by default. */
  most?: number
}

/**
 * What sets of rules would have raised on a device: alarms that came in the range, those that stood before it are no news.
 * All points go on together from old to new, so that all is known up to `until` when time is up, or alarms are too many,
 * before the end. `since`: from when on there is history, `to` where there is none.
 */
export async function evaluatePast(
  device: LiveDevice,
  sets: readonly (readonly AlarmRule[])[],
  { history, from, to, timezone, fences, most = MOST_OF_DEVICE }: Past,
  turns: Turns,
): Promise<{ raised: Raised[]; since: number; until: number }> {
  const evaluated = rulesOn(device, sets, { from, fences })
  const tracks = tracksFor(evaluated, device, history, { from, to })
  const kept = new Kept(timezone)
  const suppressing = new Set(evaluated.flatMap(({ suppressed }) => keysOf(suppressed)))
  const noticeTimes = new Map<Occurrence, number>()
  let until = from

  const count = () =>
    evaluated.reduce((sum, { places, timeline }) => sum + places.length * timeline.occurrences.length, 0)

  /** Takes the next piece of a point in, or as much of it as the rules about it may raise alarms of. */
  async function goOn(track: Track): Promise<void> {
    const { key } = track.point
    const { samples, end } = await track.next()
    if (suppressing.has(key)) kept.add(key, samples)
    const about = evaluated.filter((one) => one.key === key)
    const lng = about.some(({ fence }) => fence) ? device.points.get('lng') : undefined
    const lngs = lng ? await samplesIn(history, lng, track.at, end) : []
    const places = about.reduce((sum, one) => sum + one.places.length, 0)
    const ofAlarms = Math.max(1, Math.floor(ALARMS_AT_ONCE / Math.max(1, places)))
    const atOnce = lng ? Math.min(PLACES_AT_ONCE, ofAlarms) : ofAlarms
    let reached = from
    for (let [i, j] = [0, 0]; reached < end && count() <= most; ) {
      reached = Math.min(samples[i + atOnce]?.[0] ?? end, lngs[j + atOnce]?.[0] ?? end)
      const [nextI, nextJ] = [placeAt(samples, reached - 1) + 1, placeAt(lngs, reached - 1) + 1]
      const some = samples.slice(i, nextI)
      // With those before them: a coordinate that does not come is as it was.
      const [lats, others] = [samples.slice(Math.max(0, i - 1), nextI), lngs.slice(Math.max(0, j - 1), nextJ)]
      const metres = new Map<FenceShape, readonly TimelineSample[]>()
      for (const { timeline, fence } of about) {
        const known = fence && metres.get(fence)
        const its = fence ? (known ?? [...metresOver(fence, lats, others)]) : some
        if (fence && !known) metres.set(fence, its)
        // A reading of that very time is in the next piece.
        timeline.take(its, reached < to ? reached - 1 : to)
        await turns.pause()
      }
      i = nextI
      j = nextJ
    }
    track.advance(reached)
  }

  /** Finds the notification times of what came before a time up to which all points are read. */
  async function settle(time: number): Promise<void> {
    const end = time < to ? time : to + 1
    for (const one of evaluated) {
      for (let at = one.open; at < one.timeline.occurrences.length; at += 1) {
        const occurrence = one.timeline.occurrences[at] as Occurrence
        const { alarm_time, recover_time } = occurrence
        if (alarm_time >= end) break
        const since = Math.max(alarm_time, until)
        const told_time = one.suppressed
          ? await kept.firstNot(one.suppressed, since, Math.min(end, (recover_time ?? end) + 1), turns)
          : alarm_time
        if (told_time !== null) noticeTimes.set(occurrence, told_time)
        else if (recover_time === null || recover_time >= end) break
        one.open = at + 1
        await turns.pause()
      }
    }
    until = time
    kept.forgetBefore(until)
  }

  try {
    while (until < to && count() <= most) {
      await turns.pause()
      const [first, ...others] = tracks
      const last = others.reduce<Track | undefined>((least, one) => (least && least.at <= one.at ? least : one), first)
      if (last && last.at < to) await goOn(last)
      await settle(Math.min(to, ...tracks.map(({ at }) => at)))
    }
  } catch (error) {
    if (!(error instanceof TimeUp)) throw error
  }
  const since = Math.max(from, Math.min(to, ...tracks.map((one) => one.since)))
  return { raised: evaluated.flatMap((one) => raisedBy(one, noticeTimes, from, until, to)), since, until }
}

const keysOf = (expression: Expression | null): string[] => expression?.points.map(({ key }) => key) ?? []

/** Rules that can be evaluated on a device; the same rule in several sets is evaluated once. */
function rulesOn(
  { points }: LiveDevice,
  sets: readonly (readonly AlarmRule[])[],
  { from, fences }: Pick<Past, 'from' | 'fences'>,
): RuleAtPoint[] {
  const evaluated = new Map<string, RuleAtPoint>()
  for (const [set, rules] of sets.entries())
    for (const [place, rule] of rules.entries()) {
      if (!rule.is_enabled || !points.get(rule.key)?.is_added) continue
      const { key, condition, threshold, threshold_high, no_data_s, dead_band, on_delay_s, off_delay_s } = rule
      const says = { key, condition, threshold, threshold_high, no_data_s, dead_band, on_delay_s, off_delay_s }
      const fence = fences.get(rule.fence_id ?? 0) ?? null
      if (isFenceCondition(condition) && !fence) continue
      const id = JSON.stringify([Object.values(says), rule.fence_id, rule.suppress_when])
      const known = evaluated.get(id)
      if (known) known.places.push({ set, place })
      else {
        const parsed = rule.suppress_when.trim() === '' ? null : parseExpression(rule.suppress_when)
        const suppressed = parsed?.ok ? parsed.expression : null
        evaluated.set(id, {
          places: [{ set, place }],
          key,
          fence,
          suppressed,
          timeline: openTimeline(says, from),
          open: 0,
        })
      }
    }
  return [...evaluated.values()]
}

/** Of the points that rules are about, and of those that suppress. */
function tracksFor(
  evaluated: readonly RuleAtPoint[],
  device: LiveDevice,
  history: Past['history'],
  range: { from: number; to: number },
): Track[] {
  const keys = new Set(evaluated.flatMap(({ key, suppressed }) => [key, ...keysOf(suppressed)]))
  return [...keys].flatMap((key) => {
    const point = device.points.get(key)
    return point ? [openTrack(history, point, range)] : []
  })
}

/** As it was known at `until`. */
function raisedBy(
  { places, timeline, fence }: RuleAtPoint,
  noticeTimes: ReadonlyMap<Occurrence, number>,
  from: number,
  until: number,
  to: number,
): Raised[] {
  const end = until < to ? until : to + 1
  const before = (time: number | null | undefined) => (time === null || time === undefined || time >= end ? null : time)
  return timeline.occurrences.flatMap((one): Raised[] => {
    const { alarm_time, recover_time } = one
    const value = fence ? null : one.value
    if (alarm_time < from || alarm_time >= end) return []
    return [{ places, alarm_time, recover_time: before(recover_time), value, told_time: before(noticeTimes.get(one)) }]
  })
}
