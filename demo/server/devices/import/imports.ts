import { randomUUID } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { messageOf } from '../../../../core/catalogue/codes.ts'
import { DAY_MS, MINUTE_MS } from '../../../../core/catalogue/durations.ts'
import { hasRight } from '../../../../core/catalogue/held-rights.ts'
import { ApiError } from '../../../../core/contract/api-error.ts'
import { snKey } from '../../../../core/rules/sn.ts'
import { type Db, DbError } from '../../db/db.ts'
import type { Schema } from '../../db/schema.ts'
import type { Fleet } from '../../fleet/fleet.ts'
import { type Caller, holdsGroup, NOBODY } from '../../http/caller.ts'
import { openCallerTurns } from '../../http/caller-turns.ts'
import { WrongField } from '../../http/field-errors.ts'
import { ThreadEnded } from '../../limits/limited-thread.ts'
import type { LoginGuard } from '../../limits/login-guard.ts'
import { inTurnsOf } from '../../limits/turns.ts'
import { heldBy } from '../../rights/index.ts'
import type { Settings } from '../../settings.ts'
import {
  type AddedDevice,
  addDevices,
  changeDevice,
  requirePassword,
  takenOf,
  takeOver,
  type Unregistered,
  unregisteredOf,
} from '../add-devices.ts'
import { lockOwnDevice, ownDevice } from '../find-device.ts'
import { requireMayPrepare } from '../listing.ts'
import { type Hashes, type OpenRow, openHashes } from './hashes.ts'
import { type ImportId, openSeal, type Sealed } from './seal.ts'

/** Rows of a transaction: others have their turn between. */
const ROWS_AT_ONCE = 50
/** Rows whose passwords are hashed while others are written. */
const ROWS_AHEAD = 200
/** A server that has not said for so long that it is at an import is not. */
const CLAIMED_MS = MINUTE_MS
/** What a server was still writing down when it ended never begins. */
const PREPARING_MS = 10 * MINUTE_MS
/** Files and their results are kept for so long. */
const KEPT_MS = 7 * DAY_MS
/** After something was too busy. */
const RETRY_MS = 2000

export interface DeviceImportsParts {
  db: Db
  fleet: Fleet
  settings: Pick<Settings, 'PROVISIONING'>
  guard: LoginGuard
  /** The server's secret that passwords are sealed with which wait in the store. */
  root: Buffer
  disconnect: (sn_code: string) => void
  /** Users of an organisation may reach fewer devices from now on. */
  regrouped: (tenant_id: number, user_ids: readonly number[]) => void
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

type Outcome = 'created' | 'updated' | 'same' | 'wrong'

/** Who started an import, as records keep it. */
export type Actor = Pick<Caller, 'user_name' | 'full_name' | 'by' | 'address' | 'from' | 'lang'>

/** It was cancelled, or another server is at it. */
class NotOurs extends Error {}

const isRefusal = (error: unknown): boolean =>
  error instanceof ApiError || takenOf(error) !== null || (error instanceof DbError && error.code === '23503')

/** The store was too busy, or what hashes passwords. */
const isBusy = (error: unknown): boolean =>
  error instanceof ThreadEnded ||
  (error instanceof ApiError && error.code === '100019') ||
  (error instanceof DbError && error.code === '57014')

export function openDeviceImports(parts: DeviceImportsParts): DeviceImports {
  const { db, fleet, settings, guard, root, disconnect, regrouped, report, maySimulate, now = Date.now } = parts
  const { seal, unseal } = openSeal(root)
  const node = randomUUID()
  const turns = openCallerTurns({ atOnce: 2, ofOrganisation: 1, ofOne: 1, waitingOfOne: 100, waiting: 10_000 })
  const running = new Map<number, Promise<void>>()
  let isClosing = false

  /** Takes an import, or goes on with it; undefined where it is over or another's. */
  async function claim({ tenant_id, import_id }: ImportId) {
    const time = now()
    const row = await db.tenant(tenant_id, (q) =>
      q
        .updateTable('device_import')
        .set({ claimed_by: node, claimed_until: time + CLAIMED_MS })
        .where('import_id', '=', import_id)
        .where('state', '=', 'running')
        // The embedded store has one server: whoever was at it has ended.
        .where((on) =>
          on.or([on('claimed_by', '=', node), on('claimed_until', '<', time), on.val(db.kind === 'embedded')]),
        )
        .returning(['user_id', 'actor'])
        .executeTakeFirst(),
    )
    return row && { user_id: row.user_id, actor: row.actor as Actor }
  }

  /** Who started it, with what he holds now; null where he may register no devices any more. */
  async function callerOf(q: Kysely<Schema>, tenant_id: number, user_id: number, actor: Actor): Promise<Caller | null> {
    const held = await heldBy(q, { tenant_id, user_id })
    if (!held || !hasRight(held.roles, 'P30100') || held.must_change_password) return null
    return { ...NOBODY, ...held, ...actor }
  }

  /** Whoever acts as a user imports for as long as he may act as him. */
  const mayGoOn = async ({ by, tenant_id, user_id }: Caller): Promise<boolean> =>
    by === null || (by.until_time > now() && (await maySimulate(by, { tenant_id, user_id })))

  /** Rows that are to be done next. */
  const nextRows = ({ tenant_id, import_id }: ImportId): Promise<OpenRow[]> =>
    db.tenant(tenant_id, async (q) => {
      const rows = await q
        .selectFrom('device_import_row')
        .select(['row_no', 'input'])
        .where('import_id', '=', import_id)
        .where('outcome', 'is', null)
        .orderBy('row_no')
        .limit(ROWS_AHEAD)
        .execute()
      return rows as OpenRow[]
    })

  /** Of a device that waits with a password of its own the row has to name that one. */
  async function requireWaiting(one: ImportId, caller: Caller, { row_no, input }: OpenRow, hash: string) {
    const password = input.sealed ? unseal(one, row_no, input.sealed) : ''
    await requirePassword(guard, caller, { sn_code: input.sn_code, password, hash, isKnown: true })
  }

  /** Writes down what became of rows. */
  async function note(
    q: Kysely<Schema>,
    { import_id }: ImportId,
    done: readonly { row_no: number; outcome: Outcome; message?: string }[],
  ) {
    const sent = JSON.stringify(done)
    await sql`
      update device_import_row r set outcome = n.outcome, message = coalesce(n.message, ''), input = null
        from jsonb_to_recordset(${sent}::jsonb) as n(row_no int, outcome text, message text)
        where r.import_id = ${import_id} and r.row_no = n.row_no and r.outcome is null`.execute(q)
    const count = (wanted: Outcome) => done.filter(({ outcome }) => outcome === wanted).length
    await sql`
      update device_import set done = done + ${done.length}, created = created + ${count('created')},
          updated = updated + ${count('updated')}, same = same + ${count('same')}, wrong = wrong + ${count('wrong')},
          claimed_until = ${now() + CLAIMED_MS}
        where import_id = ${import_id}`.execute(q)
  }

  /** Throws NotOurs where somebody has ended it meanwhile; nobody does until this transaction ends. */
  async function requireOurs(q: Kysely<Schema>, { import_id }: ImportId): Promise<void> {
    const row = await q
      .selectFrom('device_import')
      .select(['state', 'claimed_by'])
      .where('import_id', '=', import_id)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (row?.state !== 'running' || row.claimed_by !== node) throw new NotOurs()
  }

  interface Ready {
    row: OpenRow
    known: Unregistered | undefined
    password_hash: string
  }

  /** All of these rows, or none; refused with what one of them is refused with. */
  async function apply(one: ImportId, caller: Caller, ready: readonly Ready[]): Promise<void> {
    const { tenant_id } = one
    const creating = ready.filter(({ row }) => row.input.act === 'create')
    const done = await db.tenant(tenant_id, async (q) => {
      await requireOurs(q, one)
      const holder = await callerOf(q, tenant_id, caller.user_id, caller)
      if (!holder) throw new NotOurs()
      const added = creating.map(({ row, known, password_hash }): AddedDevice => {
        const device = row.input.set as Pick<AddedDevice, 'group_id' | 'dev_alias'>
        if (!holdsGroup(holder.may_write, device.group_id)) throw new ApiError('112002')
        const sn_code = known?.sn_code ?? row.input.sn_code
        if (!known) requireMayPrepare(settings, holder)
        return { ...device, sn_code, password_hash, behind: known?.behind ?? null, has_appeared: known !== undefined }
      })
      const ids = added.length > 0 ? await addDevices(q, holder, added, 'device-create', now()) : []
      const sharees: number[] = []
      for (const { row } of ready.filter(({ row }) => row.input.act === 'update')) {
        const { group_id } = row.input.set
        if (!hasRight(holder.roles, 'P30200')) throw new ApiError('110539')
        if (typeof group_id === 'number' && !holdsGroup(holder.may_write, group_id)) throw new ApiError('112002')
        const before = await lockOwnDevice(q, holder, ownDevice(fleet, holder, row.input.sn_code))
        sharees.push(...(await changeDevice(q, holder, before, row.input.set, now())))
      }
      const outcomes = ready.map(({ row: { row_no, input } }) => {
        return { row_no, outcome: input.act === 'create' ? ('created' as const) : ('updated' as const) }
      })
      await note(q, one, outcomes)
      return { ids, added, sharees }
    })
    const waited = creating.flatMap(({ known }, at) => {
      return known ? [{ device_id: done.ids[at] as number, sn_code: known.sn_code, reported: known.reported }] : []
    })
    if (waited.length > 0) await takeOver(db, tenant_id, waited)
    await fleet.reload(...done.added.map(({ sn_code }) => sn_code), ...ready.map(({ row }) => row.input.sn_code))
    for (const { row, known } of creating) if (!known?.password_hash) disconnect(row.input.sn_code)
    if (done.sharees.length > 0) regrouped(tenant_id, done.sharees)
  }

  /** Does rows together; where one of them is refused, each by itself. */
  async function applyEach(one: ImportId, caller: Caller, ready: readonly Ready[]): Promise<void> {
    try {
      if (ready.length > 0) await apply(one, caller, ready)
    } catch (error) {
      if (!isRefusal(error)) throw error
      if (ready.length > 1) for (const single of ready) await applyEach(one, caller, [single])
      else await refuse(one, caller, ready[0]?.row as OpenRow, error)
    }
  }

  async function refuse(one: ImportId, { lang }: Caller, { row_no }: OpenRow, error: unknown): Promise<void> {
    const code = error instanceof ApiError ? error.code : (takenOf(error)?.code ?? '112002')
    const message = error instanceof WrongField ? error.in(lang).fields[0]?.message : undefined
    await db.tenant(one.tenant_id, async (q) => {
      await requireOurs(q, one)
      await note(q, one, [{ row_no, outcome: 'wrong', message: message ?? messageOf(code, lang) }])
    })
  }

  async function batch(one: ImportId, caller: Caller, rows: readonly OpenRow[], hashes: Hashes): Promise<void> {
    const sns = rows.flatMap(({ input }) => (input.act === 'create' ? input.sn_code : []))
    const waiting = new Map((await unregisteredOf(db, one.tenant_id, sns)).map((row) => [snKey(row.sn_code), row]))
    // Apart from the refusals below: what could not be hashed is tried again, and no row is wrong for it.
    const hashed = await hashes.of(rows)
    // That takes seconds where each password is hashed.
    if (!(await mayGoOn(caller))) throw new NotOurs()
    const ready: Ready[] = []
    await Promise.all(
      rows.map(async (row) => {
        const known = waiting.get(snKey(row.input.sn_code))
        try {
          if (row.input.act === 'create' && known?.password_hash)
            await requireWaiting(one, caller, row, known.password_hash)
          const password_hash = known?.password_hash || hashed.get(row.row_no) || ''
          ready.push({ row, known, password_hash })
        } catch (error) {
          if (!isRefusal(error)) throw error
          await refuse(one, caller, row, error)
        }
      }),
    )
    await applyEach(one, caller, ready)
  }

  const end = ({ tenant_id, import_id }: ImportId, state: 'done' | 'failed') =>
    db.tenant(tenant_id, async (q) => {
      await q
        .updateTable('device_import')
        .set({ state, end_time: now() })
        .where('import_id', '=', import_id)
        .where('state', '=', 'running')
        .execute()
      await forgetInputs(q, import_id)
    })

  /** Does the next rows of an import. */
  async function goOn(one: ImportId, hashes: Hashes): Promise<'over' | 'busy' | 'open'> {
    const claimed = await claim(one)
    if (!claimed) return 'over'
    const { user_id, actor } = claimed
    const caller = await db.tenant(one.tenant_id, (q) => callerOf(q, one.tenant_id, user_id, actor))
    const rows = caller && (await mayGoOn(caller)) ? await nextRows(one) : null
    if (!caller || !rows || rows.length === 0) {
      await end(one, rows ? 'done' : 'failed')
      return 'over'
    }
    try {
      hashes.begin(rows)
      await batch(one, caller, rows.slice(0, ROWS_AT_ONCE), hashes)
    } catch (error) {
      if (isBusy(error)) return 'busy'
      if (!(error instanceof NotOurs)) throw error
    }
    return 'open'
  }

  async function toTheEnd(one: ImportId): Promise<void> {
    const { tenant_id, import_id } = one
    const begun = await db.tenant(tenant_id, (q) =>
      q.selectFrom('device_import').select('user_id').where('import_id', '=', import_id).executeTakeFirst(),
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

/** Of rows that are never done nothing is kept but what the file said: passwords are forgotten. */
export const forgetInputs = (q: Kysely<Schema>, import_id: number) =>
  q
    .updateTable('device_import_row')
    .set({ input: null })
    .where('import_id', '=', import_id)
    .where('outcome', 'is', null)
    .execute()
