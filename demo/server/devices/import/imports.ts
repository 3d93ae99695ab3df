import { DAY_MS, MINUTE_MS } from '../../../../core/catalogue/durations.ts'
import { ApiError } from '../../../../core/contract/api-error.ts'
import { DbError } from '../../db/db.ts'
import type { Caller } from '../../http/caller.ts'
import { openCallerTurns } from '../../http/caller-turns.ts'
import { ThreadEnded } from '../../limits/limited-thread.ts'
import { inTurnsOf } from '../../limits/turns.ts'
import { type Hashes, openHashes } from './hashes.ts'
import { callerOf, createImportRows, type ImportRowsParts } from './import-rows.ts'
import { createProgress, NotOurs } from './progress.ts'
import { type ImportId, openSeal, type Sealed } from './seal.ts'

/** What a server was still writing down when it ended never begins. */
const PREPARING_MS = 10 * MINUTE_MS
/** Files and their results are kept for so long. */
const KEPT_MS = 7 * DAY_MS
/** After something was too busy. */
const RETRY_MS = 2000

export interface DeviceImportsParts extends Omit<ImportRowsParts, 'progress' | 'unseal' | 'mayGoOn' | 'now'> {
  /** The server's secret that passwords are sealed with which wait in the store. */
  root: Buffer
  report: (error: unknown) => void
  /** Whether somebody may still act as a user. */
  maySimulate: (by: { user_id: number }, user: Pick<Caller, 'tenant_id' | 'user_id'>) => Promise<boolean>
  now?: () => number
}

/** Does what files of devices say, row by row, beside all else; what a run of the server leaves the next one goes on with. */
export interface DeviceImports {
  /** A password of a row as it waits in the store. */
  seal(one: ImportId, row_no: number, password: string): Sealed
  /** Goes on with an import until it is over. Organisations, and users of one, take turns of some rows each. */
  work(one: ImportId): Promise<void>
  /** Goes on with all that nobody is at, and forgets old ones; for a job. */
  resume(): Promise<void>
  close(): Promise<void>
}

/** The store was too busy, or what hashes passwords. */
const isBusy = (error: unknown): boolean =>
  error instanceof ThreadEnded ||
  (error instanceof ApiError && error.code === '100019') ||
  (error instanceof DbError && error.code === '57014')

export function openDeviceImports(parts: DeviceImportsParts): DeviceImports {
  const { db, root, report, maySimulate, now = Date.now } = parts
  const { seal, unseal } = openSeal(root)
  const progress = createProgress(db, now)
  const turns = openCallerTurns({ atOnce: 2, ofOrganisation: 1, ofOne: 1, waitingOfOne: 100, waiting: 10_000 })
  const running = new Map<number, Promise<void>>()
  let isClosing = false

  /** Whoever acts as a user imports for as long as he may act as him. */
  const mayGoOn = async ({ by, tenant_id, user_id }: Caller): Promise<boolean> =>
    by === null || (by.until_time > now() && (await maySimulate(by, { tenant_id, user_id })))

  const doRows = createImportRows({ ...parts, progress, unseal, mayGoOn, now })

  /** Does the next rows of an import. */
  async function goOn(one: ImportId, hashes: Hashes): Promise<'over' | 'busy' | 'open'> {
    const claimed = await progress.claim(one)
    if (!claimed) return 'over'
    const { user_id, actor } = claimed
    const caller = await db.tenant(one.tenant_id, (q) => callerOf(q, one.tenant_id, user_id, actor), 'backlog')
    const rows = caller && (await mayGoOn(caller)) ? await progress.nextRows(one) : null
    if (!caller || !rows || rows.length === 0) {
      await progress.end(one, rows ? 'done' : 'failed')
      return 'over'
    }
    try {
      hashes.begin(rows)
      await doRows(one, caller, await progress.nextPortion(one, rows), hashes)
    } catch (error) {
      if (isBusy(error)) return 'busy'
      if (!(error instanceof NotOurs)) throw error
    }
    return 'open'
  }

  async function toTheEnd(one: ImportId): Promise<void> {
    const { tenant_id, import_id } = one
    const begun = await db.tenant(
      tenant_id,
      (q) => q.selectFrom('device_import').select('user_id').where('import_id', '=', import_id).executeTakeFirst(),
      'backlog',
    )
    const holder = { organisation: `${tenant_id}`, principal: `${begun?.user_id}` }
    const hashes = openHashes(`${tenant_id} ${begun?.user_id}`, ({ row_no }, sealed) => unseal(one, row_no, sealed))
    while (!isClosing) {
      const state = await turns.run(holder, () => inTurnsOf(tenant_id, () => goOn(one, hashes)))
      if (state === 'over') return
      if (state === 'busy') await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
    }
  }

  const imports: DeviceImports = {
    seal,
    work(one) {
      const known = running.get(one.import_id)
      if (known) return known
      const work = toTheEnd(one)
        .catch((error) => {
          if (!isClosing) report(error)
        })
        .finally(() => running.delete(one.import_id))
      running.set(one.import_id, work)
      return work
    },
    async resume() {
      const time = now()
      const open = await db.system(async (q) => {
        await q
          .deleteFrom('device_import')
          .where('state', '=', 'preparing')
          .where('created_time', '<', time - PREPARING_MS)
          .execute()
        await q
          .deleteFrom('device_import')
          .where('created_time', '<', time - KEPT_MS)
          .execute()
        return q.selectFrom('device_import').select(['tenant_id', 'import_id']).where('state', '=', 'running').execute()
      }, 'reports')
      for (const one of open) void imports.work(one)
    },
    async close() {
      isClosing = true
      await Promise.all(running.values())
    },
  }
  return imports
}
