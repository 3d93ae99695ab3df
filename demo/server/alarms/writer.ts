import type { Db } from '../db/db.ts'
import type { Fleet, LiveDevice } from '../fleet.ts'
import type { Metrics } from '../metrics.ts'
import { type Change, post, type Told } from './ledger.ts'
import { isHeld, type RuleAtDevice } from './place.ts'

export interface WriterParts {
  db: Db
  fleet: Fleet
  metrics: Metrics
  report: (error: unknown) => void
  now: () => number
  rulesOf: (device: LiveDevice) => readonly RuleAtDevice[]
}

export interface Writer {
  add(changes: readonly Change[]): void
  /** Resolves when all that was added is durable. */
  persist(): Promise<void>
  /** Work on what is written, with nothing before it left to write; one at a time. */
  inTurn<T>(work: () => Promise<T>): Promise<T>
  /** Tells what a transaction of one's own has written. */
  tell(told: readonly Told[]): void
  /** Tells the fleet how many alarms of the device are open and not held. */
  count(device: LiveDevice): void
  close(): Promise<void>
}

const RETRY_MS = 1000
/** A burst is written in transactions this far apart, with all that came meanwhile; a single alarm does not wait. */
const PACE_MS = 200
const BATCH = 5000
/** After these an alarm that stands calls people again. */
const RELEASES = new Set(['unshelved', 'unsuppressed', 'in_service'])

export function createWriter({ db, fleet, metrics, report, now, rulesOf }: WriterParts): Writer {
  let waiting: Change[] = []
  let turn: Promise<unknown> = Promise.resolve()
  let next: Promise<void> | null = null
  let retry: NodeJS.Timeout | undefined
  let writtenAt = Number.NEGATIVE_INFINITY
  let goOn = () => {}

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

  const tell = (told: readonly Told[]) => {
    for (const { at, alarm, event } of told) {
      const { tenant_id, group_id } = at.device
      metrics.alarms.inc({ event })
      const isReleased = RELEASES.has(event) && alarm.state === 'UNACK'
      const { rule_id, channels } = at.rule
      fleet.emit('alarm', { tenant_id, group_id, alarm, event, isReleased, rule_id, channels })
    }
    for (const device of new Set(told.map(({ at }) => at.device))) count(device)
  }

  const write = async (): Promise<void> => {
    while (waiting.length > 0) {
      const changes = waiting.slice(0, BATCH)
      writtenAt = performance.now()
      const posted = await db.system((q) => post(q, changes, now()), 'ingest')
      waiting = waiting.slice(changes.length)
      tell(posted.settle())
    }
  }

  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const done = turn.then(write).then(work)
    turn = done.catch(() => {})
    return done
  }

  const pause = (): Promise<void> => {
    const left = writtenAt + PACE_MS - performance.now()
    if (left <= 0) return Promise.resolve()
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, left)
      goOn = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  /** What cannot be written now is tried again until it can. */
  const persist = (): Promise<void> => {
    clearTimeout(retry)
    next ??= pause()
      .then(() => {
        next = null
        return inTurn(async () => {})
      })
      .catch((error) => {
        retry = setTimeout(() => persist().catch(report), RETRY_MS)
        throw error
      })
    return next
  }

  return {
    add(changes) {
      for (const change of changes) waiting.push(change)
    },
    persist,
    inTurn,
    tell,
    count,
    async close() {
      clearTimeout(retry)
      goOn()
      await next?.catch(() => {})
      await inTurn(async () => {}).catch(() => {})
    },
  }
}
