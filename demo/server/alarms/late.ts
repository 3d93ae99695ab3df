import { WEEK_MS } from '../../../core/catalogue/durations.ts'
import type { Value } from '../../../core/contract/telemetry.ts'
import { keptValue, type RuleState } from '../../../core/rules/alarm-machine.ts'
import { type Occurrence, runTimeline, type TimelineSample } from '../../../core/rules/alarm-timeline.ts'
import { Kept } from '../alarm-rules/index.ts'
import type { Db } from '../db/db.ts'
import type { CheckedReading, LiveDevice } from '../fleet/fleet.ts'
import { asTimelineSample, asValue } from '../fleet/raw-history.ts'
import type { Telemetry } from '../history/telemetry.ts'
import { openFairTurns } from '../limits/fair-turns.ts'
import { openTurns, type Turns } from '../limits/turns.ts'
import type { Change } from './changeset.ts'
import { infoAt, type MessageEvaluation } from './evaluate.ts'
import { comparedSamples, shownValue } from './fence-values.ts'
import { type LateTimes, lateOf } from './late-times.ts'
import { OCCURRENCES_MOST } from './occurrences.ts'
import type { RuleAtDevice } from './place.ts'
import { repeated, type Weigh } from './repeats.ts'
import { type AlarmRow, readSince } from './rows.ts'
import { doubtfulSilences, notSilent } from './silence.ts'
import { keysOf } from './words.ts'
import type { Writer } from './writer.ts'

export interface LateParts {
  db: Db
  telemetry: Pick<Telemetry, 'raw'>
  writer: Pick<Writer, 'inTurn' | 'add' | 'persistOf'>
  /** Whether the device still has the rule. */
  isPlaced: (at: RuleAtDevice) => boolean
  /** A delay of it runs on from here. */
  watch: (at: RuleAtDevice) => void
  weigh: Weigh
  /** The alarm that came at a time is raised later. */
  postpone: (at: RuleAtDevice, time: number) => void
  /** So many alarms of a device are not kept. */
  drop: (device: LiveDevice, count: number) => void
}

/** A message with readings that came late. */
type LateMessage = Pick<MessageEvaluation, 'readings' | 'late'>

/** One that waits for its review, and how whoever brought it hears of the end. */
interface WaitingMessage extends LateMessage {
  resolve: () => void
  reject: (error: unknown) => void
}

/** Of messages, those parts that came late for a rule. */
type LateReadings = readonly (readonly CheckedReading[])[]

/** A rule as a review finds it. */
type Seen = Pick<RuleAtDevice, 'state' | 'evaluated_time' | 'rule' | 'writes'>

interface Reviewed {
  changes: Change[]
  /** How it stands now, where that is not what was thought. */
  state: RuleState | null
}

/** The value before the late readings is looked for so far back. */
const PRIOR_MS = WEEK_MS
/** A late reading seldom changes anything longer after it than this. */
const AHEAD_MS = 600_000
const MOST_SAMPLES = 50_000
/** New readings may come while the history is read: then it is read again. */
const TRIES = 5
/** Until then what came is stored. */
const SETTLED_MS = 300
/** So many readings of waiting messages are reviewed at once; of one message all. */
const READINGS_AT_ONCE = 20_000
/** Reviews that read the history side by side, each of another organisation. */
const REVIEWS_AT_ONCE = 4

/** Evaluates past times again, with readings that came late. */
export const createLate = (options: LateParts) => new LateReviews(options)

class LateReviews {
  readonly #db
  readonly #telemetry
  readonly #writer
  readonly #isPlaced
  readonly #watch
  readonly #weigh
  readonly #postpone
  readonly #drop
  /** By organisation, those that are stored; it is there while one of them is reviewed. */
  readonly #waiting = new Map<number, WaitingMessage[]>()
  /** All that were taken and have not ended. */
  readonly #open = new Set<Promise<unknown>>()
  /** An organisation has one waiting at the most. */
  readonly #turns = openFairTurns({
    atOnce: REVIEWS_AT_ONCE,
    ofOne: 1,
    waitingOfOne: 1,
    waiting: Number.POSITIVE_INFINITY,
  })

  constructor({ db, telemetry, writer, isPlaced, watch, weigh, postpone, drop }: LateParts) {
    this.#db = db
    this.#telemetry = telemetry
    this.#writer = writer
    this.#isPlaced = isPlaced
    this.#watch = watch
    this.#weigh = weigh
    this.#postpone = postpone
    this.#drop = drop
  }

  async #history(
    { device }: RuleAtDevice,
    key: string,
    from: number,
    to: number,
    order: 'asc' | 'desc',
    most = MOST_SAMPLES,
  ) {
    const point = device.points.get(key)
    if (!point?.keep_history) return []
    const samples = await this.#telemetry.raw(point.point_id, from, to, most, order)
    return samples.map((sample) => asTimelineSample(point, sample))
  }

  /** What the rule compares, ascending. */
  #compared(at: RuleAtDevice, from: number, to: number) {
    return comparedSamples(at, (key) => this.#history(at, key, from, to, 'asc'))
  }

  /** The last of it before a time. */
  async #comparedBefore(at: RuleAtDevice, time: number): Promise<TimelineSample | undefined> {
    const last = await comparedSamples(at, (key) => this.#history(at, key, time - PRIOR_MS, time, 'desc', 1))
    return last.at(-1)
  }

  /** What the device's other points were worth at a time, those that the texts of the rule name. */
  async #valuesAt({ device, rule }: RuleAtDevice, time: number): Promise<(key: string) => Value | undefined> {
    const values = new Map<string, Value>()
    for (const key of keysOf(rule)) {
      const point = device.points.get(key)
      if (!point?.keep_history) continue
      const [sample] = await this.#telemetry.raw(point.point_id, time - PRIOR_MS, time + 1, 1, 'desc')
      if (sample) values.set(key, asValue(point, sample).value)
    }
    return (key) => values.get(key)
  }

  /** Whether the design suppressed the alarm all the while that it stood. Of a point without history nobody knows. */
  async #wasSuppressed(at: RuleAtDevice, from: number, to: number): Promise<boolean> {
    if (!at.suppression) return false
    const { expression, timezone } = at.suppression
    const kept = new Kept(timezone)
    for (const { key } of expression.points) {
      kept.add(key, await this.#history(at, key, from - PRIOR_MS, from, 'desc', 1))
      kept.add(key, await this.#history(at, key, from, to + 1, 'asc'))
    }
    return (await kept.firstNot(expression, from, to + 1, openTurns(Number.POSITIVE_INFINITY))) === null
  }

  /** Late readings show no silence that nobody knew, but that one was none. */
  async #reviewSilences(at: RuleAtDevice, late: LateTimes): Promise<Reviewed> {
    const doubtful = await this.#db.system((q) => doubtfulSilences(q, at, late), 'ingest')
    return {
      changes: await notSilent(at, doubtful, (from, to) => this.#history(at, at.rule.key, from, to + 1, 'asc')),
      state: null,
    }
  }

  async #review(
    at: RuleAtDevice,
    { state: seen, evaluated_time, rule }: Seen,
    readings: LateReadings,
  ): Promise<Reviewed> {
    const late = await lateOf(at, readings)
    if (rule.condition === 'no_data') return this.#reviewSilences(at, late)
    const turns = openTurns(Number.POSITIVE_INFINITY)
    const margin = Math.round((rule.on_delay_s + rule.off_delay_s) * 1000)
    const earliest = late.first - 2 * margin
    // One that was read from late readings and stood there is looked at from its beginning.
    const [from, known] = await this.#db.system(async (q) => {
      const rows = await readSince(q, at, earliest)
      const begins = rows.filter(isReshapable).map((row) => row.alarm_time - 2 * margin - 1)
      const first = Math.min(earliest, ...begins)
      return [first, first < earliest ? await readSince(q, at, first) : rows] as const
    }, 'ingest')
    const stoodAt = (time: number) => known.some((row) => row.alarm_time <= time && endOf(row) > time)
    const prior = await this.#comparedBefore(at, from)
    const state: RuleState = {
      stands: stoodAt(from),
      since: null,
      time: prior?.[0] ?? null,
      value: keptValue(rule, prior?.[1] ?? null, null),
    }

    const run = async (to: number) => {
      const timeline = new Map((await this.#compared(at, from, to + 1)).map((sample) => [sample[0], sample]))
      for (const sample of late.samples) timeline.set(sample[0], sample)
      if (seen.time !== null && seen.time <= to) timeline.set(seen.time, [seen.time, seen.value, 'good'])
      const samples = [...timeline.values()].sort((a, b) => a[0] - b[0])
      await turns.pause()
      return runTimeline(rule, samples, { from, to, state })
    }

    const near = Math.min(evaluated_time, late.last + margin + AHEAD_MS)
    let found = await run(near)
    const isWhole = near === evaluated_time || found.state.stands !== stoodAt(near) || found.state.since !== null
    if (isWhole && near < evaluated_time) found = await run(evaluated_time)

    // Where it stood before, the first one began before all that is looked at.
    const began = state.stands ? found.occurrences.slice(1) : found.occurrences
    // Without history, what lies between what came is not known.
    const isStored = at.device.points.get(rule.key)?.keep_history === true
    const looked = { from: from + margin, to: isWhole ? evaluated_time : near }
    const gone = isStored ? await refuted(known, found.occurrences, looked, turns) : []
    const changes = gone.map((row): Change => ({ is: 'refuted', at, row, before: beforeOf(row, known, gone) }))
    for (const [row, one] of isStored ? await reshapable(known, began, turns) : []) {
      const { alarm_time: time, recover_time } = one
      const value = shownValue(rule, one.value)
      const isSuppressed = await this.#wasSuppressed(at, time, recover_time)
      const isAsKnown = row.held === 'SHLVD' || row.held === 'OOSRV' || isSuppressed === (row.held === 'DSUPR')
      if (isAsKnown && time === row.alarm_time && recover_time === row.recover_time) continue
      changes.push({ is: 'reshaped', at, row, time, recover_time, value, isSuppressed })
    }
    const reshapes = changes.filter((change) => change.is === 'reshaped')
    const reshaped = new Set(reshapes.map(({ row }) => row))
    const reshapedTimes = new Set(reshapes.map(({ time }) => time))
    const goneRows = new Set(gone)
    const rest = known.filter((row) => !reshaped.has(row) && !goneRows.has(row))
    let last: (Change & { is: 'past' }) | null = null
    let pasts = 0
    for (const occurrence of began) {
      const { alarm_time: time, recover_time } = occurrence
      const value = shownValue(rule, occurrence.value)
      await turns.pause()
      const isConcerned =
        late.isAnyIn(time - margin, recover_time ?? evaluated_time) ||
        reshapes.some(({ row }) => meets(row, occurrence))
      if (!isConcerned || reshapedTimes.has(time)) continue
      const met = rest.filter((row) => meets(row, occurrence))
      const open = met.find((row) => row.recover_time === null)
      if (open && met.length === 1 && time < open.alarm_time) changes.push({ is: 'moved', at, time, value })
      const [ended] = met
      if (ended && met.length === 1 && recover_time === null && isReshapable(ended) && isStored)
        changes.push({ is: 'reopened', at, row: ended, time, value })
      if (met.length > 0) continue
      if (last && pasts >= OCCURRENCES_MOST && recover_time !== null) {
        last.further = (last.further ?? 0) + 1
        continue
      }
      const came = { at, time, value, isLate: true, ...infoAt(at, value, null, await this.#valuesAt(at, time)) }
      if (recover_time === null) changes.push({ is: 'produced', ...came })
      else {
        const isSuppressed = await this.#wasSuppressed(at, time, recover_time)
        last = { is: 'past', recover_time, isSuppressed, ...came }
        changes.push(last)
        pasts += 1
      }
    }
    const { stands, since } = found.state
    // Before the first reading after a start nobody knows how it stands now.
    if (seen.time === null) return { changes: changes.filter((change) => !standsUp(change)), state: null }
    if (!isWhole || (stands === seen.stands && since === seen.since)) return { changes, state: null }
    // It cannot stand where no occurrence of it does.
    if (stands && !seen.stands && !changes.some(standsUp)) return { changes, state: null }
    const over = found.occurrences.findLast((one) => one.recover_time !== null)
    const isGone = gone.some(({ recover_time }) => recover_time === null)
    if (seen.stands && !stands && !isGone)
      changes.push({ is: 'recovered', at, time: over?.recover_time ?? evaluated_time })
    return { changes, state: { ...seen, stands, since } }
  }

  /**
   * The history is read while others' alarms are written; false where something was written or read of the rule meanwhile
   * that the look did not know of. At the last try what holds in any case is added.
   */
  async #reviewOnce(at: RuleAtDevice, readings: LateReadings, isLastTry: boolean): Promise<boolean> {
    const { inTurn, add } = this.#writer
    // In a turn all is written that was evaluated.
    const seen = await inTurn(at.device.tenant_id, async (): Promise<Seen> => {
      const { state, evaluated_time, rule, writes } = at
      return { state, evaluated_time, rule, writes }
    })
    const { changes, state } = await this.#review(at, seen, readings)
    return inTurn(at.device.tenant_id, async () => {
      if (!this.#isPlaced(at)) return true
      const isAsSeen = at.rule === seen.rule && at.writes === seen.writes
      const isOutdated = state !== null && at.state !== seen.state
      if ((!isAsSeen || isOutdated) && !isLastTry) return false
      const left = isOutdated ? changes.filter((change) => !standsUp(change) && change.is !== 'recovered') : changes
      const { written, waiting } = this.#weighed(at, isAsSeen ? left : await this.#unknown(at, left))
      add(written)
      if (state && !isOutdated && isAsSeen) {
        at.state = state
        this.#watch(at)
      }
      if (waiting) this.#postpone(at, waiting.time)
      return true
    })
  }

  /** What of changes is written now, and the alarm that stands and has to wait. One that was over without room is not kept. */
  #weighed(at: RuleAtDevice, changes: readonly Change[]) {
    const written: Change[] = []
    let waiting: Change | null = null
    let counted: (Change & { is: 'counted' }) | null = null
    for (const change of changes) {
      const weighed = change.is === 'produced' || change.is === 'past' ? this.#weigh(at, true) : 'itself'
      if (weighed === 'itself') written.push(change)
      else if (change.is === 'produced') {
        if (weighed === null) waiting = change
        else written.push(repeated(change))
      } else if (change.is === 'past') {
        const further = 1 + (change.further ?? 0)
        if (weighed === null) this.#drop(at.device, further)
        else if (counted?.isSuppressed === change.isSuppressed) counted.further += further
        else {
          counted = { ...change, is: 'counted', further }
          written.push(counted)
        }
      }
    }
    return { written, waiting }
  }

  /** Of changes that were found before something else was written: what stood in the past, and nobody knows of yet. */
  async #unknown(at: RuleAtDevice, changes: readonly Change[]): Promise<Change[]> {
    const pasts = changes.filter((change) => change.is === 'past')
    const [first] = pasts
    if (!first) return []
    const known = await this.#db.system((q) => readSince(q, at, first.time), 'ingest')
    return pasts.filter(
      ({ time, recover_time }) => !known.some((row) => meets(row, { alarm_time: time, recover_time })),
    )
  }

  async #reviewAll(tenant_id: number, messages: readonly LateMessage[]): Promise<void> {
    for (const at of new Set(messages.flatMap(({ late }) => [...late.keys()]))) {
      const readings = messages.flatMap((message) => {
        const span = message.late.get(at)
        return span ? [message.readings.slice(span.from, span.to + 1)] : []
      })
      for (let tries = 1; tries <= TRIES && this.#isPlaced(at); tries++) {
        if (await this.#turns.run(tenant_id, () => this.#reviewOnce(at, readings, tries === TRIES))) break
        await new Promise((resolve) => setTimeout(resolve, SETTLED_MS))
      }
    }
    await this.#writer.persistOf(tenant_id)
  }

  /** Reviews the messages of an organisation until none waits; each ends as the review that it was part of. */
  async #drain(tenant_id: number, waiting: WaitingMessage[]): Promise<void> {
    while (waiting.length > 0) {
      let [count, readings] = [0, 0]
      for (const message of waiting) {
        if (count > 0 && readings >= READINGS_AT_ONCE) break
        count += 1
        readings += message.readings.length
      }
      const taken = waiting.splice(0, count)
      try {
        await this.#reviewAll(tenant_id, taken)
        for (const { resolve } of taken) resolve()
      } catch (error) {
        for (const { reject } of taken) reject(error)
      }
    }
    this.#waiting.delete(tenant_id)
  }

  #add(tenant_id: number, { readings, late }: LateMessage): Promise<void> {
    return new Promise((resolve, reject) => {
      const message = { readings, late, resolve, reject }
      const waiting = this.#waiting.get(tenant_id)
      if (waiting) waiting.push(message)
      else {
        const first = [message]
        this.#waiting.set(tenant_id, first)
        void this.#drain(tenant_id, first)
      }
    })
  }

  /** Resolves when the changes of a message are durable. Its readings are evaluated once they are `stored`. */
  readonly take = (tenant_id: number, message: LateMessage, stored: Promise<unknown>): Promise<void> => {
    const taken = stored.then(() => this.#add(tenant_id, message))
    const ended: Promise<unknown> = taken.catch(() => {}).then(() => this.#open.delete(ended))
    this.#open.add(ended)
    return taken
  }

  readonly close = () => Promise.all(this.#open)
}

/** Whether the alarm stands from then on. */
const standsUp = ({ is }: Change): boolean => is === 'produced' || is === 'reopened'

const endOf = ({ recover_time }: AlarmRow) => recover_time ?? Number.POSITIVE_INFINITY

/** Whether an occurrence that is known and one of the timeline stood at the same time. */
const meets = (row: AlarmRow, { alarm_time, recover_time }: Pick<Occurrence, 'alarm_time' | 'recover_time'>) =>
  row.alarm_time <= (recover_time ?? Number.POSITIVE_INFINITY) && endOf(row) >= alarm_time

/** The first occurrence of a timeline, which ascend, that stood when one that is known did. */
function firstMet(row: AlarmRow, occurrences: readonly Occurrence[]): Occurrence | undefined {
  let [low, high] = [0, occurrences.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((occurrences[middle]?.recover_time ?? Number.POSITIVE_INFINITY) < row.alarm_time) low = middle + 1
    else high = middle
  }
  const first = occurrences[low]
  return first && meets(row, first) ? first : undefined
}

const isReshapable = ({ is_late, recover_time }: AlarmRow) => is_late && recover_time !== null

/**
 * What was read from late readings before, and never was, as more of them say: a blip that looked longer than its delay.
 * What somebody has seen stays, as does what is linked to others that are not known here.
 */
async function refuted(
  known: readonly AlarmRow[],
  found: readonly Occurrence[],
  { from, to }: { from: number; to: number },
  turns: Turns,
): Promise<AlarmRow[]> {
  const followers = new Set(known.map(({ next_alarm_id }) => next_alarm_id))
  const gone: AlarmRow[] = []
  for (const row of known) {
    await turns.pause()
    const isGone =
      row.is_late &&
      row.alarm_time > from &&
      (row.recover_time ?? to) <= to &&
      row.confirm_user_id === null &&
      row.alarm_note === null &&
      (row.repeats === 0 || followers.has(row.alarm_id)) &&
      !firstMet(row, found)
    if (isGone) gone.push(row)
  }
  return gone
}

/** The occurrence before one, of those that stay. */
function beforeOf(row: AlarmRow, known: readonly AlarmRow[], gone: readonly AlarmRow[]): AlarmRow | null {
  const before = known.find(({ next_alarm_id }) => next_alarm_id === row.alarm_id) ?? null
  return before && gone.includes(before) ? beforeOf(before, known, gone) : before
}

/** What was read from late readings before is as good as they were: with more of them it is known better. */
async function reshapable(known: readonly AlarmRow[], began: readonly Occurrence[], turns: Turns) {
  const found: [AlarmRow, Occurrence & { recover_time: number }][] = []
  for (const row of known) {
    await turns.pause()
    const one = isReshapable(row) ? firstMet(row, began) : undefined
    if (!one || one.recover_time === null || known.some((other) => other !== row && meets(other, one))) continue
    found.push([row, { ...one, recover_time: one.recover_time }])
  }
  return found
}
