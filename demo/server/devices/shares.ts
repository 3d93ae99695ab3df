import type { Kysely } from 'kysely'
import { LIMITS } from '../../../core/catalogue/limits.ts'
import { ApiError } from '../../../core/contract/api-error.ts'
import type { Contract } from '../../../core/contract/contract.ts'
import type { DeviceShare } from '../../../core/contract/device-share.ts'
import type { Answers } from '../../../core/contract/endpoint.ts'
import { changedRows, writeAudit } from '../audit/index.ts'
import type { Db } from '../db/db.ts'
import type { Schema } from '../db/schema.ts'
import type { Fleet, LiveDevice } from '../fleet/fleet.ts'
import { seenDevice } from '../fleet/seen-devices.ts'
import { type Caller, canPassOn, canSee, maySend, sharedWith } from '../http/caller.ts'
import { WrongField } from '../http/field-errors.ts'
import { costOfSorting, sortedPage } from '../http/sort.ts'
import { notifySharesEnded, notifyUsers } from '../messages/index.ts'
import { requireQuota } from '../quotas/index.ts'
import { changePeople, choosableUsers, chosenUsers, endShare, NOBODY_THERE } from '../rights/index.ts'
import { mayGiveAway, requireReal } from './find-device.ts'
import type { ShareEnds } from './share-ends.ts'

export interface DeviceShareParts {
  db: Db
  fleet: Fleet
  sessions: {
    changed(tenant_id: number): void
    regrouped(tenant_id: number, user_ids: readonly number[]): void
  }
  shareEnds: Pick<ShareEnds, 'plan'>
  now?: () => number
}

const DEVICES_SHOWN = 200

/** Refuses whoever may not share the device: as one that is not there, where it is not seen. */
function requireMayShare(
  caller: Caller,
  device: Pick<LiveDevice, 'tenant_id' | 'group_id' | 'sn_code'>,
  row: { registered_user_id: number | null },
): void {
  if (!canSee(caller, device)) throw new ApiError('110509')
  if (!mayGiveAway(caller, row) || !canPassOn(caller, device)) throw new ApiError('100015')
}

/** The device as it is in this transaction, which nobody else changes, nor shares, until it ends. */
async function lockShareable(q: Kysely<Schema>, caller: Caller, device: LiveDevice): Promise<LiveDevice> {
  const row = await q
    .selectFrom('device')
    .select(['group_id', 'registered_user_id'])
    .where('device_id', '=', device.device_id)
    .where('deregistered_time', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!row) throw new ApiError('110509')
  const now = { ...device, group_id: row.group_id }
  requireMayShare(caller, now, row)
  return now
}

/** Shares that have not ended, with the people of both ends. */
const shareRows = (q: Kysely<Schema>, time: number) =>
  q
    .selectFrom('device_share as s')
    .innerJoin('app_user as u', (join) =>
      join.onRef('u.tenant_id', '=', 's.tenant_id').onRef('u.user_id', '=', 's.user_id'),
    )
    .innerJoin('app_user as b', (join) =>
      join.onRef('b.tenant_id', '=', 's.tenant_id').onRef('b.user_id', '=', 's.by_user_id'),
    )
    .innerJoin('device as d', (join) =>
      join.onRef('d.tenant_id', '=', 's.tenant_id').onRef('d.device_id', '=', 's.device_id'),
    )
    .select(['d.sn_code', 'd.registered_user_id', 's.user_id', 's.by_user_id', 'u.user_name', 'u.name'])
    .select(['b.user_name as by_user_name', 'b.name as by_name', 's.may_write', 's.until_time', 's.remarks'])
    .select('s.shared_time')
    .where((on) => on.or([on('s.until_time', 'is', null), on('s.until_time', '>', time)]))
    .orderBy('s.shared_time', 'desc')
    .orderBy('s.device_id')
    .orderBy('s.user_id')

const sharesOfDevice = (q: Kysely<Schema>, { device_id }: LiveDevice, time: number) =>
  shareRows(q, time).where('s.device_id', '=', device_id).execute()
type ShareRow = Awaited<ReturnType<typeof sharesOfDevice>>[number]

/** A share as the one who gave it sees it, or the one who has it; null to everybody else. */
function asShown(
  { registered_user_id, by_user_id: _, ...row }: ShareRow,
  of: 'given' | 'received',
  fleet: Fleet,
  caller: Caller,
): DeviceShare | null {
  const device = fleet.get(row.sn_code)
  if (!device) return null
  const isShown =
    of === 'given'
      ? mayGiveAway(caller, { registered_user_id }) && canPassOn(caller, device)
      : sharedWith(caller, device) !== null
  if (!isShown) return null
  const { dev_alias, dev_state } = device
  // As far as it holds now.
  const may_write = of === 'received' ? sharedWith(caller, device)?.may_write === true : row.may_write
  return { ...row, dev_alias, dev_state, may_write }
}

const isFound = ({ sn_code, dev_alias, user_name, name, by_user_name, by_name, remarks }: DeviceShare, text: string) =>
  [sn_code, dev_alias, user_name, name, by_user_name, by_name, remarks].join('\n').toLowerCase().includes(text)

const audited = (rows: readonly ShareRow[]) =>
  rows.map(({ user_name, may_write, until_time, remarks }) => ({ user_name, may_write, until_time, remarks }))

/** Ends what is shared of a device that is no more: whom it was with is notified, and answered. */
export async function endSharesOfDevice(
  q: Kysely<Schema>,
  { tenant_id, user_name }: Pick<Caller, 'tenant_id' | 'user_name'>,
  device_id: number,
  time: number,
): Promise<number[]> {
  const ended = await endShare(q, tenant_id, { device_id })
  await notifySharesEnded(q, ended, { by: user_name, time })
  return ended.map(({ user_id }) => user_id)
}

/** What the audit has of a change of who reaches a device. */
async function record(
  q: Kysely<Schema>,
  caller: Caller,
  action: 'device-share' | 'device-recycle' | 'device-leave',
  { device, before, after, time }: { device: LiveDevice; before: ShareRow[]; after: ShareRow[]; time: number },
): Promise<void> {
  const changed = changedRows({ sharees: audited(before) }, { sharees: audited(after) })
  if (Object.keys(changed).length === 0) return
  const detail = { sn_code: device.sn_code, ...changed }
  await writeAudit(q, caller, { action, target: device.dev_alias, detail }, time)
}

const registeredBy = (q: Kysely<Schema>, user_id: number) =>
  q.selectFrom('device').select('sn_code').where('registered_user_id', '=', user_id).execute()

/** Administrators have all devices anyway. */
const isNoAdministrator = ({ user_type }: { user_type: number }) => user_type !== 1

const isAs = (row: ShareRow, asked: Pick<DeviceShare, 'may_write' | 'until_time' | 'remarks'>) =>
  row.may_write === asked.may_write && row.until_time === asked.until_time && row.remarks === asked.remarks

export function deviceShareAnswers({
  db,
  fleet,
  sessions,
  shareEnds,
  now = Date.now,
}: DeviceShareParts): Answers<Contract['deviceShare'], Caller> {
  return {
    async list({ of, search = '', sn_code, page, page_size, sort }, caller) {
      const { tenant_id, user_id } = caller
      const only = sn_code === undefined ? null : seenDevice(fleet, caller, sn_code)
      const text = search.trim().toLowerCase()
      const found = await db.tenant(tenant_id, (q) =>
        shareRows(q, now())
          .$if(only !== null, (some) => some.where('s.device_id', '=', only?.device_id ?? 0))
          .$if(of === 'received', (some) => some.where('s.user_id', '=', user_id))
          .$if(of === 'given' && caller.user_type !== 1, (some) => some.where('d.registered_user_id', '=', user_id))
          .execute(),
      )
      const shown = found.flatMap((row) => asShown(row, of, fleet, caller) ?? []).filter((row) => isFound(row, text))
      caller.spend?.(costOfSorting(found.length))
      return { rows: sortedPage(shown, { page, page_size, sort }), total: shown.length }
    },

    async devices({ search = '' }, caller) {
      const { tenant_id, user_id, user_type } = caller
      const text = search.trim().toLowerCase()
      const own =
        user_type === 1
          ? [...fleet.devices(tenant_id)]
          : (await db.tenant(tenant_id, (q) => registeredBy(q, user_id))).flatMap(
              ({ sn_code }) => fleet.get(sn_code) ?? [],
            )
      caller.spend?.(costOfSorting(own.length))
      return own
        .filter((device) => !device.is_virtual && canPassOn(caller, device))
        .filter(({ sn_code, dev_alias }) => `${sn_code}\n${dev_alias}`.toLowerCase().includes(text))
        .sort((a, b) => (a.dev_alias < b.dev_alias ? -1 : 1))
        .slice(0, DEVICES_SHOWN)
        .map((device) => {
          const { sn_code, dev_alias } = device
          return { sn_code, dev_alias, may_write: maySend(caller, device) }
        })
    },

    people: ({ search = '' }, caller) =>
      db.tenant(caller.tenant_id, async (q) =>
        (await choosableUsers(q, caller, search))
          .filter(isNoAdministrator)
          .map(({ user_type: _, ...person }) => person),
      ),

    async share({ sn_code, user_ids, may_write, until_time, remarks }, asking) {
      const { tenant_id } = asking
      const seen = seenDevice(fleet, asking, sn_code)
      requireReal(seen)
      const changed = await changePeople(db, asking, async (q, caller) => {
        const device = await lockShareable(q, caller, seen)
        const time = now()
        const { device_id, dev_alias } = device
        if (may_write && !maySend(caller, device)) throw new ApiError('110539')
        if (until_time !== null && until_time <= time)
          throw new WrongField('until_time', { zh: '应为将来的时间', en: 'must be in the future' })
        const wanted = [...new Set(user_ids)]
        if (wanted.includes(caller.user_id))
          throw new WrongField('user_ids', { zh: '不能分享给自己', en: 'names yourself' })
        const before = await sharesOfDevice(q, device, time)
        const known = new Map(before.map((row) => [row.user_id, row]))
        const fresh = wanted.filter((user_id) => !known.has(user_id))
        // Whom it is shared with already may stay, also where the caller oversees that user no more.
        const people = (await chosenUsers(q, caller, fresh)).filter(isNoAdministrator)
        if (people.length < fresh.length) throw new WrongField('user_ids', NOBODY_THERE, '100014')
        if (before.length + fresh.length > LIMITS.deviceSharees)
          throw new WrongField('user_ids', {
            zh: `一台设备最多分享给 ${LIMITS.deviceSharees} 个用户`,
            en: `are too many: a device is shared with ${LIMITS.deviceSharees} users at most`,
          })
        const more = wanted.filter((user_id) => known.get(user_id)?.by_user_id !== caller.user_id).length
        if (more > 0) await requireQuota(q, caller, 'device_shares', { more })
        const row = { tenant_id, device_id, by_user_id: caller.user_id, may_write, until_time, remarks }
        await q
          .insertInto('device_share')
          .values(wanted.map((user_id) => ({ ...row, user_id, shared_time: time })))
          .onConflict((conflict) =>
            conflict.columns(['tenant_id', 'device_id', 'user_id']).doUpdateSet({
              by_user_id: caller.user_id,
              may_write,
              until_time,
              remarks,
            }),
          )
          .execute()
        const after = await sharesOfDevice(q, device, time)
        await record(q, caller, 'device-share', { device, before, after, time })
        const others = wanted.filter((user_id) => {
          const was = known.get(user_id)
          return !was || !isAs(was, row)
        })
        const params = { by: caller.user_name, dev_alias, sn_code: device.sn_code }
        await notifyUsers(q, { tenant_id, user_ids: others, kind: 'device-shared', params, time })
        return wanted.filter((user_id) => known.has(user_id))
      })
      // Who had it already may do less with it now.
      if (changed.length > 0) sessions.regrouped(tenant_id, changed)
      else sessions.changed(tenant_id)
      if (until_time !== null) shareEnds.plan(until_time)
      return {}
    },

    async recycle({ sn_code, user_ids }, asking) {
      const { tenant_id } = asking
      const seen = seenDevice(fleet, asking, sn_code)
      const gone = await changePeople(db, asking, async (q, caller) => {
        const device = await lockShareable(q, caller, seen)
        const time = now()
        const before = await sharesOfDevice(q, device, time)
        const ended = await endShare(q, tenant_id, { device_id: device.device_id, user_ids })
        if (ended.length === 0) throw new ApiError('110537')
        await notifySharesEnded(q, ended, { by: caller.user_name, time })
        await record(q, caller, 'device-recycle', {
          device,
          before,
          after: await sharesOfDevice(q, device, time),
          time,
        })
        return ended.map(({ user_id }) => user_id)
      })
      sessions.regrouped(tenant_id, gone)
      return {}
    },

    async leave({ sn_code }, caller) {
      const { tenant_id, user_id } = caller
      const device = seenDevice(fleet, caller, sn_code)
      await db.tenant(tenant_id, async (q) => {
        const time = now()
        const before = await sharesOfDevice(q, device, time)
        const ended = await endShare(q, tenant_id, { device_id: device.device_id, user_ids: [user_id] })
        if (ended.length === 0) throw new ApiError('110537')
        const params = { by: caller.user_name, dev_alias: device.dev_alias }
        for (const { by_user_id } of ended)
          await notifyUsers(q, { tenant_id, user_ids: [by_user_id], kind: 'device-left', params, time })
        await record(q, caller, 'device-leave', { device, before, after: await sharesOfDevice(q, device, time), time })
      })
      sessions.regrouped(tenant_id, [user_id])
      return {}
    },
  }
}
