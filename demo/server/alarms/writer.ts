import type { Db } from '../db/db.ts'
import type { Metrics } from '../diagnostics/metrics.ts'
import type { Fleet, LiveDevice } from '../fleet/fleet.ts'
import { type AlarmNotice, type Change, writeChanges } from './changeset.ts'
import { isHeld, type RuleAtDevice } from './place.ts'
import type { Weigh } from './repeats.ts'

export interface WriterParts {
  db: Db
  fleet: Fleet
  metrics: Metrics
  report: (error: unknown) => void
  now: () => number
  rulesOf: (device: LiveDevice) => readonly RuleAtDevice[]
  /** Weighs the events of alarms that their design suppresses. */
  weigh: Weigh
  /** A burst is written in transactions this far apart, with all that came meanwhile; a single alarm does not wait. */
  intervalMs?: number | undefined
}

export interface Writer {
  add(changes: readonly Change[]): void
  /** Resolves when all that was added is durable. */
  persist(): Promise<void>
  /** Resolves when all that an organisation has waiting is durable. */
  persistOf(tenant_id: number): Promise<void>
  waitingOf(tenant_id: number): number
  /** Work on what is written, whatever waits; one at a time. */
  step<T>(work: () => Promise<T>): Promise<T>
  /** The same of an organisation, with nothing of it before left to write. */
  inTurn<T>(tenant_id: number, work: () => Promise<T>): Promise<T>
  /** Announces what the caller's own transaction has written. */
  announce(notices: readonly AlarmNotice[]): void
  /** Updates the fleet's count of the device's alarms that are open and not held. */
  count(device: LiveDevice): void
  close(): Promise<void>
}

interface Due {
  left: number
  resolve: () => void
  /** A write failed that it waits for. Whoever writes himself goes on without it. */
  reject?: ((error: unknown) => void) | undefined
}

const RETRY_MS = 1000
const INTERVAL_MS = 200
/** Changes of one transaction: whoever reads meanwhile waits for it, a tenth of a second at the embedded store. */
export const BATCH = 100
/** After these an alarm that stands calls people again. */
const RELEASES = new Set(['unshelved', 'unsuppressed', 'in_service'])

export function createWriter(parts: WriterParts): Writer {
  const { db, fleet, metrics, report, now, rulesOf, weigh, intervalMs = INTERVAL_MS } = parts
  /** By organisation, in the order of their turns. */
  const waiting = new Map<number, Change[]>()
  /** Repeats that wait with nothing after them of the same rule at the device. */
  const repeats = new Map<RuleAtDevice, Change & { is: 'repeated' }>()
  /** Those whose suppression has no event: neither has its end. */
  const unrecorded = new WeakSet<RuleAtDevice>()
  /** Whoever waits until so many more of an organisation are written. */
  const written = new Map<number, Due[]>()
  let turn: Promise<unknown> = Promise.resolve()
  let writing: Promise<void> | null = null
  let retry: NodeJS.Timeout | undefined
  let writtenAt = Number.NEGATIVE_INFINITY
  let goOn = () => {}
  let isClosing = false

  const count = (device: LiveDevice) => {
    let open = 0
    let level = 0
    for (const at of rulesOf(device)) {
      if (at.alarm?.recover_time !== null || isHeld(at)) continue
      open++
      level = Math.max(level, at.alarm.alarm_level)
    }
    fleet.setAlarms(device, open, level, now())
  }

  const announce = (notices: readonly AlarmNotice[]) => {
    for (const { at, alarm, event } of notices) {
      const { tenant_id, group_id } = at.device
      metrics.alarms.inc({ event })
      const isReleased = RELEASES.has(event) && alarm.state === 'UNACK'
      const { rule_id, channels } = at.rule
      fleet.emit('alarm', { tenant_id, group_id, alarm, event, isReleased, rule_id, channels })
    }
    for (const device of new Set(notices.map(({ at }) => at.device))) count(device)
  }

  /** Whether a repeat of the same alarm waits, which has it now: however often an alarm comes again, that much is written. */
  const isPartOfRepeat = (change: Change): boolean => {
    const { at } = change
    const before = repeats.get(at)
    if (before && change.is === 'repeated') {
      before.further += change.further
      before.recover_time = change.recover_time
      return true
    }
    if (before && change.is === 'recovered' && before.recover_time === null) {
      before.recover_time = change.time
      return true
    }
    if (change.is === 'repeated') repeats.set(at, change)
    else repeats.delete(at)
    return false
  }

  const weighed = (change: Change): Change => {
    if (change.is !== 'suppressed' && change.is !== 'unsuppressed') return change
    if (change.is === 'suppressed') {
      if (weigh(change.at, false) === 'itself') unrecorded.delete(change.at)
      else unrecorded.add(change.at)
    }
    return { ...change, isRecorded: !unrecorded.has(change.at) }
  }

  const waitingOf = (tenant_id: number) => waiting.get(tenant_id)?.length ?? 0
  const waitingOfAll = () => {
    let all = 0
    for (const its of waiting.values()) all += its.length
    return all
  }

  const writeSome = async (): Promise<void> => {
    if (waiting.size === 0) return
    // Each organisation has its share: a burst of one is no delay of the others.
    const share = Math.max(1, Math.floor(BATCH / waiting.size))
    const taken = Array.from(waiting, ([tenant_id, its]) => [tenant_id, its.slice(0, share)] as const).slice(0, BATCH)
    const changes = taken.flatMap(([, its]) => its)
    for (const { at } of changes) repeats.delete(at)
    writtenAt = performance.now()
    // A burst is written among what people ask for, not before it.
    const priority = waitingOfAll() > BATCH ? 'backlog' : 'ingest'
    const posted = await db.system((q) => writeChanges(q, changes, now()), priority)
    for (const [tenant_id, its] of taken) drop(tenant_id, its.length)
    announce(posted.settle())
  }

  /** Takes what is written out; who still waits goes to the end. */
  const drop = (tenant_id: number, count: number) => {
    const left = waiting.get(tenant_id)?.slice(count) ?? []
    waiting.delete(tenant_id)
    if (left.length > 0) waiting.set(tenant_id, left)
    keepDue(tenant_id, (one) => {
      one.left -= count
      if (one.left <= 0) one.resolve()
      return one.left > 0
    })
  }

  const keepDue = (tenant_id: number, isKept: (one: Due) => boolean) => {
    const still = (written.get(tenant_id) ?? []).filter(isKept)
    if (still.length > 0) written.set(tenant_id, still)
    else written.delete(tenant_id)
  }

  const rejectDue = (error: unknown) => {
    for (const tenant_id of [...written.keys()])
      keepDue(tenant_id, (one) => {
        one.reject?.(error)
        return !one.reject
      })
  }

  /** After all that was begun before. */
  const step = <T>(work: () => Promise<T>): Promise<T> => {
    const done = turn.then(work)
    turn = done.catch(() => {})
    return done
  }

  /** Counts down what an organisation has waiting now. */
  const due = (tenant_id: number, resolve = () => {}, reject?: Due['reject']): Due => {
    const one: Due = { left: waitingOf(tenant_id), resolve, reject }
    if (one.left === 0) return one
    const its = written.get(tenant_id)
    if (its) its.push(one)
    else written.set(tenant_id, [one])
    return one
  }

  /** Others have their turns between what is left to write: nobody waits for the backlog of another organisation. */
  const inTurn = async <T>(tenant_id: number, work: () => Promise<T>): Promise<T> => {
    let before: Due | undefined
    for (;;) {
      const done = await step(async () => {
        before ??= due(tenant_id)
        if (before.left <= 0) return { result: await work() }
        await writeSome()
        return null
      })
      if (done) return done.result
    }
  }

  const pause = (): Promise<void> => {
    const left = writtenAt + intervalMs - performance.now()
    if (left <= 0 || isClosing) return Promise.resolve()
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, left)
      goOn = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  const writeAll = async () => {
    try {
      do {
        // What comes steadily is written together; a backlog has waited enough.
        if (waitingOfAll() <= BATCH) await pause()
        await step(writeSome)
      } while (waiting.size > 0)
    } catch (error) {
      retry = setTimeout(() => persist().catch(report), RETRY_MS)
      rejectDue(error)
      throw error
    } finally {
      writing = null
    }
  }

  /** What cannot be written now is tried again until it can. */
  const persist = (): Promise<void> => {
    clearTimeout(retry)
    if (writing) return writing
    writing = writeAll()
    // Whoever waits hears of it by what is due to him.
    writing.catch(() => {})
    return writing
  }

  return {
    add(changes) {
      for (const change of changes) {
        if (isPartOfRepeat(change)) continue
        const { tenant_id } = change.at.device
        const its = waiting.get(tenant_id)
        const one = weighed(change)
        if (its) its.push(one)
        else waiting.set(tenant_id, [one])
      }
    },
    persist,
    persistOf(tenant_id) {
      if (!waiting.has(tenant_id)) return Promise.resolve()
      return new Promise((resolve, reject) => {
        due(tenant_id, resolve, reject)
        void persist()
      })
    },
    waitingOf,
    step,
    inTurn,
    announce,
    count,
    async close() {
      isClosing = true
      goOn()
      await persist().catch(() => {})
      clearTimeout(retry)
      await turn
    },
  }
}
