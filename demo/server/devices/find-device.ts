import type { Kysely } from 'kysely'
import { ApiError } from '../../../core/contract/api-error.ts'
import type { Row, Schema } from '../db/schema.ts'
import type { Fleet, LiveDevice } from '../fleet/fleet.ts'
import { seenDevice } from '../fleet/seen-devices.ts'
import { type Caller, canSee, canWrite } from '../http/caller.ts'
import { WrongField } from '../http/field-errors.ts'
import { closedTemplates, reachingNow } from '../rights/index.ts'

/** The device, when the caller may change it; refuses with 110539 when the caller only sees it. */
export function ownDevice(fleet: Fleet, caller: Caller, sn_code: string): LiveDevice {
  const device = seenDevice(fleet, caller, sn_code)
  if (!canWrite(caller, device)) throw new ApiError('110539')
  return device
}

/**
 * The row of a device that the caller may change, which nobody else changes until this transaction ends. Refuses as `ownDevice`
 * does, by the group that it is in now, and where that is: either may have been moved while this waited.
 */
export async function lockOwnDevice(q: Kysely<Schema>, caller: Caller, device: LiveDevice) {
  const row = await q
    .selectFrom('device')
    .selectAll()
    .where('device_id', '=', device.device_id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  const now = row && { ...device, group_id: row.group_id }
  const holder = await reachingNow(q, caller)
  if (!now || !canSee(holder, now)) throw new ApiError('110509')
  if (!canWrite(holder, now)) throw new ApiError('110539')
  return row
}

/** Refuses a virtual device: what its points are worth and what they are is said in one place. */
export function requireReal({ is_virtual }: LiveDevice): void {
  if (is_virtual)
    throw new WrongField('sn_code', {
      zh: '虚拟设备的数据项由公式得出，请在虚拟设备页面修改',
      en: 'is a virtual device: its points have formulas, and are changed with them',
    })
}

/**
 * Refuses with 110539 whoever lacks a permission item that a point of the device's template asks for: once its SN is registered
 * anew, or is another organisation's, its points ask for none.
 */
export async function requireMayLeave(
  q: Kysely<Schema>,
  holder: Pick<Caller, 'user_type' | 'user_id'>,
  { template_id }: Pick<Row<'device'>, 'template_id'>,
): Promise<void> {
  if ((await closedTemplates(q, holder, [template_id])).size > 0) throw new ApiError('110539')
}

/**
 * Whether a device is the caller's to give away: an administrator's, or that of the user who registered it; not of whoever
 * acts as that user, who would take what is not his.
 */
export const mayGiveAway = (
  { user_type, user_id, guest, by }: Caller,
  { registered_user_id }: { registered_user_id: number | null },
): boolean => guest === null && by === null && (user_type === 1 || registered_user_id === user_id)

type Placed = Pick<Row<'device'>, 'tenant_id' | 'group_id' | 'sn_code' | 'registered_user_id'>

/** Refuses whoever may not give the device away now, by its row: with 110509 as one that is not there. */
export async function requireMayGiveAway<R extends Placed>(
  q: Kysely<Schema>,
  caller: Caller,
  row: R | undefined,
): Promise<R> {
  const holder = await reachingNow(q, caller)
  if (!row || !canSee(holder, row)) throw new ApiError('110509')
  if (!mayGiveAway(holder, row)) throw new ApiError('110535')
  if (!canWrite(holder, row)) throw new ApiError('110539')
  return row
}

/** Of registered devices many may be called the same; of virtual ones only one. */
export const takenName = () =>
  new WrongField('dev_alias', { zh: '已有同名的虚拟设备', en: 'is the name of another virtual device' }, '118801')
