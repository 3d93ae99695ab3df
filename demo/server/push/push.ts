import { setTimeout as sleep } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { Db } from '../db/db.ts'
import type { Schema } from '../db/schema.ts'
import type { Fleet } from '../fleet/fleet.ts'
import { keptLine, type Message, type Providers } from '../messages/index.ts'
import type { Settings } from '../settings.ts'
import { escalate } from './escalate.ts'
import { openEventBounds } from './event-bounds.ts'
import { type Addressee, addresseesOf, gather } from './gather.ts'
import { type Outbox, openOutbox } from './outbox.ts'
import { queueActs } from './queue-acts.ts'
import { passEnded, queueNew, queueRecovered } from './queue-alarms.ts'
import { decideSome, type Step } from './waiting.ts'

/** Notifies people and programs outside the console of alarms. */
export interface Push {
  /**
   * Waits for a round that begins now, or after the one that goes on: decides whom to notify of what came and went, runs due
   * escalations, writes messages and sends them. What a round leaves is done by others that follow at once. Waits also for
   * organisations that take longer than the round.
   */
  turn(): Promise<void>
  /** The same, which nobody waits for. */
  begin(): void
  readonly outbox: Outbox
  readonly providers: Providers
  /** Where http is allowed too. */
  readonly privateHosts: readonly string[]
  close(): Promise<void>
}

export interface PushParts {
  db: Db
  fleet: Fleet
  settings: Pick<Settings, 'PUBLIC_URL' | 'BASE_PATH' | 'PRIVATE_HOSTS'>
  providers: Providers
  log: { info(message: string): void; error(message: string, error: unknown): void }
  now?: () => number
}

/** After an alarm came, so long for those that come with it. */
const WITH_IT_MS = 500
/** In the order in which an organisation's round does them. */
const STEPS = [passEnded, queueNew, queueRecovered, queueActs, escalate]
/** So long a round waits for organisations: those that take longer go on beside the next ones. */
const PATIENCE_MS = 2000

function withoutSlashes(url: string): string {
  let end = url.length
  while (url[end - 1] === '/') end -= 1
  return url.slice(0, end)
}

/**
 * All that is known of a message before it is sent is in SQL: an alarm is a row until it is decided who is notified of
 * it, that decision is one until it is in a message, and a message until a provider took it. So nothing is lost by the
 * end of a process, however it ends; what was on its way to a provider just then is sent again, with the same id.
 */
export function openPush({ db, fleet, settings, providers, log, now = Date.now }: PushParts): Push {
  const { PUBLIC_URL, BASE_PATH, PRIVATE_HOSTS } = settings
  const outbox = openOutbox({ db, providers, privateHosts: PRIVATE_HOSTS, log, now })
  const eventBounds = openEventBounds(db, () => isClosing)
  /** What is being done of an organisation. */
  const going = new Map<number, Promise<unknown>>()
  /** Whether the last round left some of them to go on. */
  let isLate = false
  let last: Promise<unknown> = Promise.resolve()
  /** The round that begins after the one that goes on, for all who wait for one. */
  let next: Promise<boolean> | null = null
  let soon: NodeJS.Timeout | null = null
  let isClosing = false
  /** Where people reach the console; null where nobody said it. */
  const consoleUrl = PUBLIC_URL === '' ? null : `${withoutSlashes(PUBLIC_URL)}${BASE_PATH}`

  const hasProvider = (channel: Message['channel']) => providers[channel] !== undefined

  /** What a defect of an organisation ends is a step of its own, and is tried again in the next round. */
  const apart = async <T>(work: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await work()
    } catch (error) {
      log.error('alarm push of an organisation', error)
      return undefined
    }
  }

  /** Makes messages of what waits for somebody: of thousands of alarms that takes a quarter of a second, and others wait for it. */
  async function gatherFor(tenant_id: number, addressee: Addressee, time: number): Promise<void> {
    const parts = { addressee, now: time, hasProvider, consoleUrl }
    const kept = await db.tenant(tenant_id, (q) => gather(q, tenant_id, parts), 'backlog')
    for (const message of kept) log.info(keptLine(message))
  }

  /** Of one organisation, what waits for these steps. Whether something is left for another round. */
  async function roundOf(tenant_id: number, waiting: ReadonlySet<Step>): Promise<boolean> {
    let isMore = false
    let isDecided = false
    for (const step of STEPS) {
      // What one step decides may wait for the next one.
      if (!isDecided && !waiting.has(step)) continue
      isDecided = true
      let events = 0
      const addedEvents = (count: number) => {
        events += count
      }
      const decide = (q: Kysely<Schema>) => step.decide(q, { tenant_id, now: now(), addedEvents })
      const some = () => decideSome(async () => !isClosing && db.systemFor(tenant_id, decide, 'backlog'))
      if (await apart(some)) isMore = true
      if (events > 0) eventBounds.added(tenant_id, events)
    }
    await apart(() => eventBounds.keep(tenant_id))
    await apart(async () => {
      const time = now()
      const own = await db.systemFor(tenant_id, (q) => addresseesOf(q, time, tenant_id), 'backlog')
      for (const addressee of own) if (!isClosing) await gatherFor(tenant_id, addressee, time)
    })
    return isMore
  }

  /** By open organisation, the steps for which something waits; none where messages are due alone. */
  async function allWaiting(): Promise<Map<number, Set<Step>>> {
    const waiting = new Map<number, Set<Step>>()
    for (const step of STEPS)
      for (const tenant_id of await db.system((q) => step.waiting(q, now())))
        waiting.set(tenant_id, (waiting.get(tenant_id) ?? new Set()).add(step))
    for (const { tenant_id } of await db.system((q) => addresseesOf(q, now())))
      if (!waiting.has(tenant_id)) waiting.set(tenant_id, new Set())
    return waiting
  }

  /** Of all organisations side by side, without those that still go on. Whether something is left for another round. */
  async function round(): Promise<boolean> {
    const works = Array.from(await allWaiting(), ([tenant_id, waiting]) => {
      if (going.has(tenant_id)) return null
      const done = roundOf(tenant_id, waiting).finally(() => going.delete(tenant_id))
      going.set(tenant_id, done)
      return done
    })
    const late: (boolean | null)[] = [null]
    const done = await Promise.race([Promise.all(works), sleep(PATIENCE_MS, late, { ref: false })])
    isLate = done.includes(null)
    if (isClosing) return false
    await outbox.start()
    return done.includes(true)
  }

  /** Resolves when the round is over, with whether an organisation takes longer. */
  const begun = (): Promise<boolean> => {
    if (next) return next
    next = last
      .catch(() => {})
      .then(async () => {
        next = null
        if (isClosing) return false
        if (await round()) begin()
        return isLate
      })
    last = next
    return next
  }
  const begin = () => void begun().catch((error) => log.error('alarm push', error))

  const turn = async (): Promise<void> => {
    while (await begun()) await Promise.all(going.values())
  }

  const stop = fleet.on('alarm', () => {
    soon ??= setTimeout(() => {
      soon = null
      begin()
    }, WITH_IT_MS)
  })

  return {
    turn,
    begin,
    outbox,
    providers,
    privateHosts: PRIVATE_HOSTS,
    async close() {
      isClosing = true
      stop()
      if (soon) clearTimeout(soon)
      await last.catch(() => {})
      await Promise.all(going.values())
      await outbox.close()
    },
  }
}
