import type { Kysely } from 'kysely'
import type { Db } from '../db/db.ts'
import type { Schema } from '../db/schema.ts'
import type { Fleet } from '../fleet/fleet.ts'
import { keptLine, type Message, type Providers } from '../messages/index.ts'
import type { Settings } from '../settings.ts'
import { escalate } from './escalate.ts'
import { type Addressee, addresseesOf, gather } from './gather.ts'
import { type Outbox, openOutbox } from './outbox.ts'
import { queueActs } from './queue-acts.ts'
import { passEnded, queueNew, queueRecovered } from './queue-alarms.ts'
import { decideOfEach, type Step } from './waiting.ts'

/** Notifies people and programs outside the console of alarms. */
export interface Push {
  /**
   * Waits for a round that begins now, or after the one that goes on: decides whom to notify of what came and went, runs due
   * escalations, writes messages and sends them. What a round leaves is done by others that follow at once.
   */
  turn(): Promise<void>
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
/** People of an organisation whose messages are made in one transaction: each takes some statements. */
const GATHERED_AT_ONCE = 50

function withoutSlashes(url: string): string {
  let end = url.length
  while (url[end - 1] === '/') end -= 1
  return url.slice(0, end)
}

/**
 * All that is known of a message before it is sent is in SQL: an alarm is a row until it is decided who is notified of
 * it, that decision is one until it is in a message, and a message until a provider took it. So nothing is lost by the end of a process,
 * however it ends; what was on its way to a provider just then is sent again, with the same id.
 */
export function openPush({ db, fleet, settings, providers, log, now = Date.now }: PushParts): Push {
  const { PUBLIC_URL, BASE_PATH, PRIVATE_HOSTS } = settings
  const outbox = openOutbox({ db, providers, privateHosts: PRIVATE_HOSTS, log, now })
  let last: Promise<void> = Promise.resolve()
  /** The round that begins after the one that goes on, for all who wait for one. */
  let next: Promise<void> | null = null
  let soon: NodeJS.Timeout | null = null
  let isClosing = false
  /** Where people reach the console; null where nobody said it. */
  const consoleUrl = PUBLIC_URL === '' ? null : `${withoutSlashes(PUBLIC_URL)}${BASE_PATH}`

  const hasProvider = (channel: Message['channel']) => providers[channel] !== undefined

  /** What one organisation's defect ends is its own round, and is tried again in the next one. */
  const apart = async <T>(work: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await work()
    } catch (error) {
      log.error('alarm push of an organisation', error)
      return undefined
    }
  }

  /** Whether more may be waiting. */
  async function run(step: Step): Promise<boolean> {
    const waiting = await db.system((q) => step.waiting(q, now()))
    return decideOfEach(waiting, async (tenant_id) => {
      if (isClosing) return false
      const decide = (q: Kysely<Schema>) => step.decide(q, { tenant_id, now: now() })
      return (await apart(() => db.systemFor(tenant_id, decide, 'backlog'))) ?? false
    })
  }

  /** Makes messages of what waits for so many people of an organisation. */
  async function gatherFor(tenant_id: number, addressees: readonly Addressee[], time: number): Promise<void> {
    const parts = { addressees, now: time, hasProvider, consoleUrl }
    const kept = await db.tenant(tenant_id, (q) => gather(q, tenant_id, parts), 'backlog')
    for (const message of kept) log.info(keptLine(message))
  }

  /** Whether something is left for another round. */
  async function round(): Promise<boolean> {
    let isMore = false
    for (const step of [passEnded, queueNew, queueRecovered, queueActs, escalate]) if (await run(step)) isMore = true
    const time = now()
    const addressees = await db.system((q) => addresseesOf(q, time))
    const gatherOf = async (tenant_id: number, own: readonly Addressee[]) => {
      for (let i = 0; i < own.length && !isClosing; i += GATHERED_AT_ONCE)
        await gatherFor(tenant_id, own.slice(i, i + GATHERED_AT_ONCE), time)
    }
    const byTenant = new Map<number, Addressee[]>()
    for (const { tenant_id, ...one } of addressees) {
      const own = byTenant.get(tenant_id)
      if (own) own.push(one)
      else byTenant.set(tenant_id, [one])
    }
    await Promise.all(Array.from(byTenant, ([tenant_id, own]) => apart(() => gatherOf(tenant_id, own))))
    if (isClosing) return false
    await outbox.start()
    return isMore
  }

  const turn = (): Promise<void> => {
    if (next) return next
    next = last
      .catch(() => {})
      .then(async () => {
        next = null
        if (!isClosing && (await round())) begin()
      })
    last = next
    return next
  }
  const begin = () => void turn().catch((error) => log.error('alarm push', error))

  const stop = fleet.on('alarm', () => {
    soon ??= setTimeout(() => {
      soon = null
      begin()
    }, WITH_IT_MS)
  })

  return {
    turn,
    outbox,
    providers,
    privateHosts: PRIVATE_HOSTS,
    async close() {
      isClosing = true
      stop()
      if (soon) clearTimeout(soon)
      await last.catch(() => {})
      await outbox.close()
    },
  }
}
