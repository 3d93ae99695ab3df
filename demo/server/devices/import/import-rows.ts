import type { Kysely } from 'kysely'
import { messageOf } from '../../../../core/catalogue/codes.ts'
import { hasRight } from '../../../../core/catalogue/held-rights.ts'
import { ApiError } from '../../../../core/contract/api-error.ts'
import { snKey } from '../../../../core/rules/sn.ts'
import { type Db, DbError } from '../../db/db.ts'
import type { Schema } from '../../db/schema.ts'
import type { Fleet } from '../../fleet/fleet.ts'
import { type Caller, holdsGroup, NOBODY } from '../../http/caller.ts'
import { WrongField } from '../../http/field-errors.ts'
import type { LoginGuard } from '../../limits/login-guard.ts'
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
import type { Hashes, OpenRow } from './hashes.ts'
import { type Actor, NotOurs, type Progress } from './progress.ts'
import type { ImportId, Sealed } from './seal.ts'

export interface ImportRowsParts {
  db: Db
  fleet: Fleet
  settings: Pick<Settings, 'PROVISIONING'>
  guard: LoginGuard
  progress: Pick<Progress, 'note' | 'noteAlike' | 'requireOurs'>
  unseal: (one: ImportId, row_no: number, sealed: Sealed) => string
  disconnect: (sn_code: string) => void
  /** Users of an organisation may reach fewer devices from now on. */
  regrouped: (tenant_id: number, user_ids: readonly number[]) => void
  /** Whether whoever started an import may still do so. */
  mayGoOn: (caller: Caller) => Promise<boolean>
  now: () => number
}

/** The organisation has as many devices, points or rules as it may have. */
const isWithoutRoom = (error: unknown) => error instanceof ApiError && error.code === '100019'

const templateOf = ({ set }: OpenRow['input']) => (set as { template_id?: number }).template_id ?? null

/** Whether another row needs the same room. */
const needsLike =
  ({ input }: OpenRow) =>
  ({ input: other }: OpenRow) =>
    other.act === input.act && templateOf(other) === templateOf(input)

const isRefusal = (error: unknown): boolean =>
  error instanceof ApiError || takenOf(error) !== null || (error instanceof DbError && error.code === '23503')

interface Ready {
  row: OpenRow
  known: Unregistered | undefined
  password_hash: string
}

/** Who started it, with what he holds now; null where he may register no devices any more. */
export async function callerOf(
  q: Kysely<Schema>,
  tenant_id: number,
  user_id: number,
  actor: Actor,
): Promise<Caller | null> {
  const held = await heldBy(q, { tenant_id, user_id })
  if (!held || !hasRight(held.roles, 'P30100') || held.must_change_password) return null
  return { ...NOBODY, ...actor, ...held }
}

/** Does rows of imports, some in each transaction: registers devices, and changes those that there are. */
export function createImportRows(parts: ImportRowsParts) {
  const { db, fleet, settings, guard, progress, unseal, disconnect, regrouped, mayGoOn, now } = parts
  const { note, noteAlike, requireOurs } = progress

  /** Of a device that waits with a password of its own the row has to name that one. */
  async function requireWaiting(one: ImportId, caller: Caller, { row_no, input }: OpenRow, hash: string) {
    const password = input.sealed ? unseal(one, row_no, input.sealed) : ''
    await requirePassword(guard, caller, { sn_code: input.sn_code, password, hash, isKnown: true })
  }

  /** All of these rows, or none; refused with what one of them is refused with. */
  async function apply(one: ImportId, caller: Caller, ready: readonly Ready[]): Promise<void> {
    const { tenant_id } = one
    const creating = ready.filter(({ row }) => row.input.act === 'create')
    const done = await db.tenant(
      tenant_id,
      async (q) => {
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
      },
      'backlog',
    )
    const waited = creating.flatMap(({ known }, at) => {
      return known ? [{ device_id: done.ids[at] as number, sn_code: known.sn_code, reported: known.reported }] : []
    })
    if (waited.length > 0) await takeOver(db, tenant_id, waited)
    await fleet.reload(...done.added.map(({ sn_code }) => sn_code), ...ready.map(({ row }) => row.input.sn_code))
    for (const { row, known } of creating) if (!known?.password_hash) disconnect(row.input.sn_code)
    if (done.sharees.length > 0) regrouped(tenant_id, done.sharees)
  }

  /** What rows are refused with; null where they are done. */
  async function refusalOf(one: ImportId, caller: Caller, ready: readonly Ready[]): Promise<unknown> {
    try {
      await apply(one, caller, ready)
      return null
    } catch (error) {
      if (!isRefusal(error)) throw error
      return error
    }
  }

  /** Does rows together; where one of them is refused, each by itself, and those like one without room not at all. */
  async function applyEach(one: ImportId, caller: Caller, ready: readonly Ready[]): Promise<void> {
    if (ready.length === 0 || (ready.length > 1 && (await refusalOf(one, caller, ready)) === null)) return
    let left = ready
    while (left.length > 0) {
      const [single, ...others] = left as [Ready, ...Ready[]]
      const error = await refusalOf(one, caller, [single])
      left = others
      if (error === null) continue
      if (!isWithoutRoom(error)) await refuse(one, caller, single.row, error)
      else {
        const isAlike = needsLike(single.row)
        await refuseAlike(one, caller, single.row, error)
        left = others.filter(({ row }) => !isAlike(row))
      }
    }
  }

  const messageIn = ({ lang }: Caller, error: unknown): string => {
    const code = error instanceof ApiError ? error.code : (takenOf(error)?.code ?? '112002')
    const message = error instanceof WrongField ? error.in(lang).fields[0]?.message : undefined
    return message ?? messageOf(code, lang)
  }

  const refuse = (one: ImportId, caller: Caller, { row_no }: OpenRow, error: unknown): Promise<void> =>
    db.tenant(
      one.tenant_id,
      async (q) => {
        await requireOurs(q, one)
        await note(q, one, [{ row_no, outcome: 'wrong', message: messageIn(caller, error) }])
      },
      'backlog',
    )

  /** Says of all rows that are left of an import, and need the room that one lacks, what is said of that. */
  async function refuseAlike(one: ImportId, caller: Caller, { input }: OpenRow, error: unknown): Promise<void> {
    const alike = { act: input.act, template_id: templateOf(input) }
    const some = () =>
      db.tenant(
        one.tenant_id,
        async (q) => {
          await requireOurs(q, one)
          return noteAlike(q, one, alike, messageIn(caller, error))
        },
        'backlog',
      )
    while ((await some()) > 0);
  }

  return async function doRows(one: ImportId, caller: Caller, rows: readonly OpenRow[], hashes: Hashes): Promise<void> {
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
}
