import { WEEK_MS } from '../../../core/catalogue/durations.ts'
import type { Value } from '../../../core/contract/telemetry.ts'
import type { RuleState } from '../../../core/rules/alarm-machine.ts'
import { type Occurrence, runTimeline, type TimelineSample } from '../../../core/rules/alarm-timeline.ts'
import { Kept } from '../alarm-rules/index.ts'
import type { Db } from '../db/db.ts'
import { asValue } from '../fleet/raw-history.ts'
import type { Telemetry } from '../history/telemetry.ts'
import { openTurns } from '../limits/turns.ts'
import type { Change } from './changeset.ts'
import { infoAt, type LateReading } from './evaluate.ts'
import { OCCURRENCES_MOST } from './occurrences.ts'
import type { RuleAtDevice } from './place.ts'
import { type AlarmRow, readSince } from './rows.ts'
import { doubtfulSilences, notSilent } from './silence.ts'
import { keysOf } from './words.ts'
import type { Writer } from './writer.ts'

export interface LateParts {
  db: Db
  telemetry: Pick<Telemetry, 'raw'>
  writer: Pick<Writer, 'inTurn' | 'add' | 'persist'>
  /** Whether the device still has the rule. */
  isPlaced: (at: RuleAtDevice) => boolean
  /** A delay of it runs on from here. */
  watch: (at: RuleAtDevice) => void
}

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

/** Evaluates past times again, with readings that came late. */
export const createLate = (options: LateParts) => new LateReadings(options)

class LateReadings {
  readonly #db
  readonly #telemetry
  readonly #writer
  readonly #isPlaced
  readonly #watch
  readonly #waiting = new Map<RuleAtDevice, LateReading[]>()
  #last: Promise<unknown> = Promise.resolve()

  constructor({ db, telemetry, writer, isPlaced, watch }: LateParts) {
    this.#db = db
    this.#telemetry = telemetry
    this.#writer = writer
    this.#isPlaced = isPlaced
    this.#watch = watch
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
    return samples.map((sample): TimelineSample => {
      const { data_time, value, quality } = asValue(point, sample)
      return [data_time, value, quality]
    })
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
  async #reviewSilences(at: RuleAtDevice, readings: readonly LateReading[]): Promise<Reviewed> {
    const times = timesOf(readings)
    const doubtful = await this.#db.system((q) => doubtfulSilences(q, at, times), 'ingest')
    return {
      changes: await notSilent(at, doubtful, (from, to) => this.#history(at, at.rule.key, from, to + 1, 'asc')),
      state: null,
    }
  }

  async #review(at: RuleAtDevice, readings: readonly LateReading[]): Promise<Reviewed> {
    if (at.rule.condition === 'no_data') return this.#reviewSilences(at, readings)
    const { state: seen, judged_time, rule } = at
    const times = timesOf(readings)
    const margin = Math.round((rule.on_delay_s + rule.off_delay_s) * 1000)
    const earliest = (times[0] ?? 0) - 2 * margin
    // One that was read from late readings and stood there is looked at from its beginning.
    const [from, known] = await this.#db.system(async (q) => {
      const rows = await readSince(q, at, earliest)
      const begins = rows.filter(isReshapable).map((row) => row.alarm_time - 2 * margin - 1)
      const first = Math.min(earliest, ...begins)
      return [first, first < earliest ? await readSince(q, at, first) : rows] as const
    }, 'ingest')
    const stoodAt = (time: number) => known.some((row) => row.alarm_time <= time && endOf(row) > time)
    const [prior] = await this.#history(at, rule.key, from - PRIOR_MS, from, 'desc', 1)
    const state: RuleState = {
      stands: stoodAt(from),
      since: null,
      time: prior?.[0] ?? null,
      value: prior?.[1] ?? null,
    }

    const run = async (to: number) => {
      const timeline = new Map(
        (await this.#history(at, rule.key, from, to + 1, 'asc')).map((sample) => [sample[0], sample]),
      )
      for (const { data_time, said } of readings)
        if (said) timeline.set(data_time, [data_time, said.value, said.quality])
      if (seen.time !== null && seen.time <= to) timeline.set(seen.time, [seen.time, seen.value, 'good'])
      const samples = [...timeline.values()].sort((a, b) => a[0] - b[0])
      return runTimeline(rule, samples, { from, to, state })
    }

    const near = Math.min(judged_time, (times.at(-1) ?? 0) + margin + AHEAD_MS)
    let found = await run(near)
    const isWhole = near === judged_time || found.state.stands !== stoodAt(near) || found.state.since !== null
    if (isWhole && near < judged_time) found = await run(judged_time)

    // Where it stood before, the first one began before all that is looked at.
    const began = state.stands ? found.occurrences.slice(1) : found.occurrences
    // Without history, what lies between what came is not known.
    const isStored = at.device.points.get(rule.key)?.keep_history === true
    const looked = { from: from + margin, to: isWhole ? judged_time : near }
    const gone = isStored ? refuted(known, found.occurrences, looked) : []
    const changes = gone.map((row): Change => ({ is: 'refuted', at, row, before: beforeOf(row, known, gone) }))
    for (const [row, one] of isStored ? reshapable(known, began) : []) {
      const { alarm_time: time, recover_time, value } = one
      const isSuppressed = await this.#wasSuppressed(at, time, recover_time)
      const isAsKnown = row.held === 'SHLVD' || row.held === 'OOSRV' || isSuppressed === (row.held === 'DSUPR')
      if (isAsKnown && time === row.alarm_time && recover_time === row.recover_time) continue
      changes.push({ is: 'reshaped', at, row, time, recover_time, value, isSuppressed })
    }
    const reshaped = known.filter((row) => changes.some((change) => change.is === 'reshaped' && change.row === row))
    const rest = known.filter((row) => !reshaped.includes(row) && !gone.includes(row))
    let last: (Change & { is: 'past' }) | null = null
    let pasts = 0
    for (const occurrence of began) {
      const { alarm_time: time, recover_time, value } = occurrence
      const isConcerned =
        times.some((late) => late >= time - margin && late <= (recover_time ?? judged_time)) ||
        reshaped.some((row) => meets(row, occurrence))
      if (!isConcerned || changes.some((change) => change.is === 'reshaped' && change.time === time)) continue
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
      changes.push({ is: 'recovered', at, time: over?.recover_time ?? judged_time })
    return { changes, state: { ...seen, stands, since } }
  }

  /** False where a reading came meanwhile, which the look did not know of, and it is about now. */
  async #reviewOnce(at: RuleAtDevice, readings: readonly LateReading[], isLastTry: boolean): Promise<boolean> {
    const seen = at.state
    const { changes, state } = await this.#review(at, readings)
    if (state && at.state !== seen) {
      if (!isLastTry) return false
      this.#writer.add(changes.filter((change) => !standsUp(change) && change.is !== 'recovered'))
      return true
    }
    if (state) {
      at.state = state
      this.#watch(at)
    }
    this.#writer.add(changes)
    return true
  }

  readonly #drain = async (): Promise<void> => {
    const taken = [...this.#waiting].filter(([at]) => this.#isPlaced(at))
    this.#waiting.clear()
    for (const [at, readings] of taken) {
      for (let tries = 1; tries <= TRIES; tries++) {
        if (await this.#writer.inTurn(() => this.#reviewOnce(at, readings, tries === TRIES))) break
        await new Promise((resolve) => setTimeout(resolve, SETTLED_MS))
      }
    }
    if (taken.length > 0) await this.#writer.persist()
  }

  /** Resolves when their changes are durable. They are evaluated once they are `stored`. */
  readonly take = (late: readonly LateReading[], stored: Promise<unknown>) => {
    for (const reading of late) {
      const its = this.#waiting.get(reading.at)
      if (its) its.push(reading)
      else this.#waiting.set(reading.at, [reading])
    }
    const run = this.#last.then(() => stored).then(this.#drain)
    this.#last = run.catch(() => {})
    return run
  }

  readonly close = () => this.#last
}

/** Whether the alarm stands from then on. */
const standsUp = ({ is }: Change): boolean => is === 'produced' || is === 'reopened'

const timesOf = (readings: readonly LateReading[]): number[] =>
  readings.map(({ data_time }) => data_time).sort((a, b) => a - b)

const endOf = ({ recover_time }: AlarmRow) => recover_time ?? Number.POSITIVE_INFINITY

/** Whether an occurrence that is known and one of the timeline stood at the same time. */
const meets = (row: AlarmRow, { alarm_time, recover_time }: Occurrence) =>
  row.alarm_time <= (recover_time ?? Number.POSITIVE_INFINITY) && endOf(row) >= alarm_time

const isReshapable = ({ is_late, recover_time }: AlarmRow) => is_late && recover_time !== null

/**
 * What was read from late readings before, and never was, as more of them say: a blip that looked longer than its delay.
 * What somebody has seen stays, as does what is linked to others that are not known here.
 */
const refuted = (
  known: readonly AlarmRow[],
  found: readonly Occurrence[],
  { from, to }: { from: number; to: number },
) =>
  known.filter(
    (row) =>
      row.is_late &&
      row.alarm_time > from &&
      (row.recover_time ?? to) <= to &&
      row.confirm_user_id === null &&
      row.alarm_note === null &&
      (row.repeats === 0 || known.some(({ next_alarm_id }) => next_alarm_id === row.alarm_id)) &&
      !found.some((one) => meets(row, one)),
  )

/** The occurrence before one, of those that stay. */
function beforeOf(row: AlarmRow, known: readonly AlarmRow[], gone: readonly AlarmRow[]): AlarmRow | null {
  const before = known.find(({ next_alarm_id }) => next_alarm_id === row.alarm_id) ?? null
  return before && gone.includes(before) ? beforeOf(before, known, gone) : before
}

/** What was read from late readings before is as good as they were: with more of them it is known better. */
function reshapable(known: readonly AlarmRow[], began: readonly Occurrence[]) {
  return known.flatMap((row): [AlarmRow, Occurrence & { recover_time: number }][] => {
    const one = isReshapable(row) ? began.find((occurrence) => meets(row, occurrence)) : undefined
    if (!one || one.recover_time === null || known.some((other) => other !== row && meets(other, one))) return []
    return [[row, { ...one, recover_time: one.recover_time }]]
  })
}
