import type { Kysely } from 'kysely'
import type { Db } from '../db/db.ts'
import type { Schema } from '../db/schema.ts'
import type { Metrics } from '../diagnostics/metrics.ts'
import type { Fleet, LiveDevice } from '../fleet/fleet.ts'
import { forAll } from '../limits/call-now.ts'
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
  /** Work on what is written of an organisation, whatever of it waits; one at a time. */
  step<T>(tenant_id: number, work: () => Promise<T>): Promise<T>
  /** The same, with nothing of the organisation before left to write. */
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
/** Changes of one transaction: whoever reads meanwhile waits for it, some hundredths of a second at the embedded store. */
export const BATCH = 100
/**
 * So few changes go before what people ask for: some ms at the embedded store. Of all organisations one at a time: if others
 * were waiting when one is written, people would not have a turn.
 */
const FEW = 10
/** After these an alarm that stands calls people again. */
const RELEASES = new Set(['unshelved', 'unsuppressed', 'in_service'])

/** Writes the alarms of each organisation in a line of its own: nobody waits for what another one has waiting. */
export function createWriter(parts: WriterParts): Writer {
  const { db, fleet, metrics, now, rulesOf } = parts
  const lines = new Map<number, Line>()

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

  let isFewWritten = false
  const write: Write = async (tenant_id, changes) => {
    const work = (q: Kysely<Schema>) => writeChanges(q, changes, now())
    if (changes.length > FEW || isFewWritten) return db.systemFor(tenant_id, work, 'backlog')
    isFewWritten = true
    try {
      return await db.system(work, 'ingest')
    } finally {
      isFewWritten = false
    }
  }

  const lineOf = (tenant_id: number): Line => {
    const known = lines.get(tenant_id)
    if (known) return known
    const line = createLine({ ...parts, tenant_id, write, announce })
    lines.set(tenant_id, line)
    return line
  }
  const each = async (work: (line: Line) => Promise<void>): Promise<void> => {
    await Promise.all(Array.from(lines.values(), work))
  }

  return {
    add(changes) {
      for (const change of changes) lineOf(change.at.device.tenant_id).add(change)
    },
    persist: () => each((line) => line.persist()),
    persistOf: (tenant_id) => lines.get(tenant_id)?.persistNow() ?? Promise.resolve(),
    waitingOf: (tenant_id) => lines.get(tenant_id)?.waiting() ?? 0,
    step: (tenant_id, work) => lineOf(tenant_id).step(work),
    inTurn: (tenant_id, work) => lineOf(tenant_id).inTurn(work),
    announce,
    count,
    close: () => each((line) => line.close()),
  }
}

/** One transaction of an organisation. */
type Write = (tenant_id: number, changes: readonly Change[]) => ReturnType<typeof writeChanges>

interface LineParts extends Pick<WriterParts, 'report' | 'weigh' | 'intervalMs'> {
  tenant_id: number
  write: Write
  announce: Writer['announce']
}

/** Keeps few what comes often: a repeat joins the one that waits, and suppression has an event only where there is room for one. */
function createFolding(weigh: Weigh) {
  /** Repeats that wait with nothing after them of the same rule at the device. */
  const repeats = new Map<RuleAtDevice, Change & { is: 'repeated' }>()
  /** Those whose suppression has no event: neither has its end. */
  const unrecorded = new WeakSet<RuleAtDevice>()

  return {
    /** Whether a repeat of the same alarm waits, which has it now: however often an alarm comes again, that much is written. */
    isPartOfRepeat(change: Change): boolean {
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
    },

    weighed(change: Change): Change {
      if (change.is !== 'suppressed' && change.is !== 'unsuppressed') return change
      if (change.is === 'suppressed') {
        if (weigh(change.at, false) === 'itself') unrecorded.delete(change.at)
        else unrecorded.add(change.at)
      }
      return { ...change, isRecorded: !unrecorded.has(change.at) }
    },

    /** These are being written: nothing joins them any more. */
    end(changes: readonly Change[]): void {
      for (const { at } of changes) repeats.delete(at)
    },
  }
}

type Line = ReturnType<typeof createLine>

/** What is written of one organisation. */
function createLine({ tenant_id, write, announce, report, weigh, intervalMs = INTERVAL_MS }: LineParts) {
  let waiting: Change[] = []
  const folding = createFolding(weigh)
  /** Whoever waits until so many more are written. */
  let written: Due[] = []
  let turn: Promise<unknown> = Promise.resolve()
  let writing: Promise<void> | null = null
  let retry: NodeJS.Timeout | undefined
  let writtenAt = Number.NEGATIVE_INFINITY
  let goOn = () => {}
  let isClosing = false

  const writeSome = async (): Promise<void> => {
    if (waiting.length === 0) return
    const changes = waiting.slice(0, BATCH)
    folding.end(changes)
    writtenAt = performance.now()
    const posted = await write(tenant_id, changes)
    drop(changes.length)
    announce(posted.settle())
  }

  /** Takes what is written out. */
  const drop = (count: number) => {
    waiting = waiting.slice(count)
    keepDue((one) => {
      one.left -= count
      if (one.left <= 0) one.resolve()
      return one.left > 0
    })
  }

  const keepDue = (isKept: (one: Due) => boolean) => {
    written = written.filter(isKept)
  }

  const rejectDue = (error: unknown) =>
    keepDue((one) => {
      one.reject?.(error)
      return !one.reject
    })

  /** After all that was begun before. */
  const step = <T>(work: () => Promise<T>): Promise<T> => {
    const done = turn.then(work)
    turn = done.catch(() => {})
    return done
  }

  /** Counts down what waits now. */
  const due = (resolve = () => {}, reject?: Due['reject']): Due => {
    const one: Due = { left: waiting.length, resolve, reject }
    if (one.left > 0) written.push(one)
    return one
  }

  /** Others have their turns between what is left to write. */
  const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
    let before: Due | undefined
    for (;;) {
      const done = await step(async () => {
        before ??= due()
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
        if (waiting.length <= BATCH) await pause()
        await step(writeSome)
      } while (waiting.length > 0)
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
    // Of all who wait, not of the call that was the first.
    writing = forAll(writeAll)
    // Whoever waits hears of it by what is due to him.
    writing.catch(() => {})
    return writing
  }

  return {
    add(change: Change) {
      if (!folding.isPartOfRepeat(change)) waiting.push(folding.weighed(change))
    },
    waiting: () => waiting.length,
    persist,
    /** Resolves when all that waits now is durable. */
    persistNow: (): Promise<void> =>
      waiting.length === 0
        ? Promise.resolve()
        : new Promise((resolve, reject) => {
            due(resolve, reject)
            void persist()
          }),
    step,
    inTurn,
    async close() {
      isClosing = true
      goOn()
      await persist().catch(() => {})
      clearTimeout(retry)
      await turn
    },
  }
}
