import { DAY_MS, HOUR_MS } from '../../../core/catalogue/durations.ts'
import type { Contract } from '../../../core/contract/contract.ts'
import type { Answers } from '../../../core/contract/endpoint.ts'
import type { ReplayPoint } from '../../../core/contract/screen.ts'
import { requireRange } from '../devices/index.ts'
import type { Fleet, LiveDevice, LivePoint } from '../fleet/fleet.ts'
import { asValue } from '../fleet/raw-history.ts'
import { readDevice } from '../fleet/seen-devices.ts'
import type { Sample, Telemetry, TenantHistory } from '../history/telemetry.ts'
import type { Caller } from '../http/caller.ts'
import { openCallerTurns, turnHolderOf } from '../http/caller-turns.ts'
import { WrongField } from '../http/field-errors.ts'
import { readsOnly } from '../limits/call-now.ts'
import { demand } from '../limits/limiter.ts'
import type { Budgets } from '../limits/rates.ts'
import { openTurns } from '../limits/turns.ts'

export interface ReplayParts {
  fleet: Fleet
  telemetry: Pick<Telemetry, 'of'>
  budgets: Pick<Budgets, 'replayOfGuest'>
}

/** Up to this span every value is returned. */
const RAW_MS = 6 * HOUR_MS
const LONGEST_MS = 31 * DAY_MS
/** Hours of points that are read for one answer: a day of 500 points, or a month of 16. */
const POINT_HOURS = 12_000
/** Of those so many at a time, while they hold no more values than this: a point may have ten a second. */
const POINT_HOURS_AT_ONCE = 120
const VALUES_AT_ONCE = 50_000
/** So many characters of a text weigh as much as a value more. */
const CHARACTERS_OF_VALUE = 16
/** Values of one answer, by their weight, and of one point in it. More are thinned by a wider step. */
const VALUES_MOST = 500_000
const POINT_VALUES_MOST = 20_000

/** Replays that are read at once, one of each who asks. */
export const turns = openCallerTurns({ atOnce: 2, ofOrganisation: 1, ofOne: 1, waitingOfOne: 4, waiting: 50 })

/** What a screen showed, from the history. */
export const replayAnswers = ({
  fleet,
  telemetry,
  budgets,
}: ReplayParts): Pick<Answers<Contract['screen'], Caller>, 'replay'> => ({
  async replay({ points, start, end, step_ms }, caller) {
    const { guest, gone, tenant_id } = caller
    requireRange(start, end)
    if (end - start > LONGEST_MS) throw new WrongField('end', { zh: '最长 31 天', en: 'may be 31 days later at most' })
    const known = seenPoints(fleet, caller, points)
    readsOnly(known.map(({ device }) => device.device_id))
    const pointHours = known.length * Math.ceil((end - start) / HOUR_MS)
    if (pointHours > POINT_HOURS)
      throw new WrongField('end', { zh: '数据项较多，请缩短时间', en: 'is too late for so many points' })
    const most = Math.floor(VALUES_MOST / Math.max(1, known.length))
    const range = { start, end, most, least: end - start > RAW_MS ? step_ms : 0 }
    const holder = turnHolderOf(caller)
    if (guest) demand([budgets.replayOfGuest, holder.principal, pointHours])
    return turns.run(holder, () => readThinned(telemetry.of(tenant_id), known, range), gone)
  },
})

interface Known {
  device: LiveDevice
  point: LivePoint
}

/** The points that the caller may see and whose history is kept, each once. */
function seenPoints(fleet: Fleet, caller: Caller, points: readonly { sn_code: string; key: string }[]): Known[] {
  const known = new Map<number, Known>()
  for (const { sn_code, key } of points) {
    const device = readDevice(fleet, caller, sn_code)
    const point = device?.points.get(key)
    if (device && point?.is_added && point.keep_history) known.set(point.point_id, { device, point })
  }
  return [...known.values()]
}

interface Range {
  start: number
  end: number
  /** ms of a step. */
  least: number
  /** What the values of a point may weigh. */
  most: number
}

/** The values of points, a few points and a part of the time after the other. */
async function readThinned(history: TenantHistory, known: readonly Known[], range: Range): Promise<ReplayPoint[]> {
  const { start, end, least } = range
  const turns = openTurns(Number.POSITIVE_INFINITY)
  const longestMs = Math.min(end - start, POINT_HOURS_AT_ONCE * HOUR_MS)
  const atOnce = Math.max(1, Math.floor(POINT_HOURS_AT_ONCE / Math.ceil(longestMs / HOUR_MS)))
  const replays: ReplayPoint[] = []
  for (let place = 0; place < known.length; place += atOnce) {
    const some = known.slice(place, place + atOnce)
    const kept = new Map<number, readonly Sample[]>()
    // How densely points report is not known before they are looked at.
    let pieceMs = Math.min(longestMs, Math.max(1, Math.floor((HOUR_MS * VALUES_AT_ONCE) / (36_000 * some.length))))
    for (let from = start, to = start; from < end; from = to) {
      to = Math.min(end, from + pieceMs)
      const found = await history.many(
        some.map(({ point }) => point.point_id),
        from,
        to,
      )
      const weight = [...found.values()].reduce((sum, samples) => sum + weightOf(samples), 0)
      pieceMs = Math.min(longestMs, Math.max(1, Math.floor(((to - from) * VALUES_AT_ONCE) / Math.max(1, weight))))
      for (const [point_id, samples] of found) {
        const before = kept.get(point_id) ?? []
        // What held at the start of this part was returned in the one before.
        const fresh = before.length > 0 ? samples.filter(({ data_time }) => data_time >= from) : samples
        kept.set(point_id, fitting(thinned([...before, ...fresh], start, least), range))
        await turns.pause()
      }
    }
    for (const { device, point } of some) {
      replays.push(asReplay(device.sn_code, point, kept.get(point.point_id) ?? []))
      await turns.pause()
    }
  }
  return replays
}

const weightOf = (samples: readonly Sample[]): number =>
  samples.reduce((sum, { text = '' }) => sum + 1 + text.length / CHARACTERS_OF_VALUE, 0)

/** As many of a point's values as it may have. */
function fitting(samples: readonly Sample[], { start, end, least, most }: Range): readonly Sample[] {
  const weight = weightOf(samples)
  if (samples.length <= POINT_VALUES_MOST && weight <= most) return samples
  const fewer = (count: number) => thinned(samples, start, Math.max(least, Math.ceil((end - start) / count)))
  let count = Math.min(POINT_VALUES_MOST, (most * samples.length) / weight)
  let kept = fewer(count)
  // Those that are kept may be much longer than the others.
  while (kept.length > 2 && weightOf(kept) > 2 * most) {
    count /= 2
    kept = fewer(count)
  }
  return kept
}

/** The first one, which held at the start, and of each step after it the last one; all of them without a step. */
function thinned(samples: readonly Sample[], start: number, step: number): readonly Sample[] {
  if (step === 0) return samples
  const placeOf = ({ data_time }: Sample) => Math.floor((data_time - start) / step)
  return samples.filter((sample, i) => {
    const next = samples[i + 1]
    return i === 0 || next === undefined || placeOf(next) !== placeOf(sample)
  })
}

function asReplay(sn_code: string, point: LivePoint, samples: readonly Sample[]): ReplayPoint {
  const replay: ReplayPoint = { sn_code, key: point.key, times: [], values: [], qualities: [] }
  for (const sample of samples) {
    const { data_time, value, quality } = asValue(point, sample)
    replay.times.push(data_time)
    replay.values.push(value)
    replay.qualities.push(quality)
  }
  return replay
}
