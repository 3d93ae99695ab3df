import { type Kysely, sql } from 'kysely'
import * as z from 'zod/mini'
import { ApiError } from '../../../core/contract/api-error.ts'
import { DataType, type NewDevice } from '../../../core/contract/device.ts'
import { PointKey } from '../../../core/contract/telemetry.ts'
import { snKey } from '../../../core/rules/sn.ts'
import { changesOf, writeAudits, writeChange } from '../audit/index.ts'
import { type Db, DbError } from '../db/db.ts'
import { insertLogRows } from '../db/device-log-rows.ts'
import { verifyPassword } from '../db/passwords.ts'
import type { Row, Schema } from '../db/schema.ts'
import { texts } from '../db/sql-array.ts'
import { forgetUnregistered } from '../db/unregistered-rows.ts'
import { dropOffered } from '../fleet/offered.ts'
import type { Caller } from '../http/caller.ts'
import { WrongField } from '../http/field-errors.ts'
import type { LoginGuard } from '../limits/login-guard.ts'
import { turnOfPerson } from '../limits/password-turns.ts'
import { requirePointRoom, requireRoom, requireRuleRoom } from '../quotas/index.ts'
import { sharedWithWhom } from '../rights/index.ts'
import { templatesAsRows } from '../templates/index.ts'

const uniqueViolation = '23505'
const cardTaken = 'device_card_no'
const POINT_NAME = 32
const Reported = z.record(PointKey, DataType)

export type Unregistered = Pick<Row<'unregistered_device'>, 'sn_code' | 'password_hash' | 'behind' | 'reported'>

/** Of devices that have connected and belong to nobody, those of these SNs. */
export const unregisteredOf = (db: Db, tenant_id: number, sns: readonly string[]): Promise<Unregistered[]> =>
  db.systemFor(tenant_id, (q) =>
    q
      .selectFrom('unregistered_device')
      .select(['sn_code', 'password_hash', 'behind', 'reported'])
      .where(sql<boolean>`lower(sn_code) = any(${texts(sns.map(snKey))}::text[])`)
      .execute(),
  )

/** Refuses with 110528 a password that is not the one of the hash, as one try of the device. */
export async function requirePassword(
  guard: LoginGuard,
  caller: Caller,
  { sn_code, password, hash, isKnown }: { sn_code: string; password: string; hash: string; isKnown: boolean },
): Promise<void> {
  const isRight = await guard.tryPassword(
    { kind: 'device' as const, user_name: sn_code, tenant_id: caller.tenant_id, address: caller.address },
    async () => (await verifyPassword(password, hash, turnOfPerson(caller))) && isKnown,
  )
  if (!isRight) throw new ApiError('110528')
}

/** Whose SN or card another device has: 110534 or 110551; null for another failure. */
export function takenOf(error: unknown): ApiError | null {
  if (!(error instanceof DbError) || error.code !== uniqueViolation) return null
  return new ApiError(error.constraint === cardTaken ? '110551' : '110534')
}

export type AddedDevice = Omit<NewDevice, 'password' | 'group_id'> &
  Pick<Unregistered, 'password_hash' | 'behind'> & {
    group_id: number
    /** The device has connected. */
    has_appeared: boolean
  }

/** Adds devices with the points of their templates: all of them, or none. Their ids, in the same order. */
export async function addDevices(
  q: Kysely<Schema>,
  caller: Caller,
  devices: readonly AddedDevice[],
  action: 'device-create' | 'device-register',
  time: number,
): Promise<number[]> {
  const { tenant_id, user_id: registered_user_id } = caller
  await requireRoom(q, 'devices', devices.length)
  for (const template_id of new Set(devices.flatMap((device) => device.template_id ?? [])))
    await requireTemplate(q, caller, template_id)
  const rows = devices.map(({ has_appeared, ...device }) => ({
    ...device,
    awaited_time: has_appeared ? null : time,
    tenant_id,
    registered_time: time,
    registered_user_id,
    created_time: time,
  }))
  const added = await q.insertInto('device').values(rows).returning(['device_id', 'sn_code', 'template_id']).execute()
  const bySn = new Map(added.map((row) => [row.sn_code, row.device_id]))
  const ofTemplates = added.flatMap(({ device_id, template_id }) => (template_id === null ? [] : device_id))
  if (ofTemplates.length > 0) {
    await requireRuleRoom(q, tenant_id, 'template_id')
    await copyPoints(q, tenant_id, ofTemplates)
  }
  await requirePointRoom(q, tenant_id, 'template_id')
  await insertLogRows(
    q,
    added.map(({ device_id }) => ({ tenant_id, device_id, kind: 'registered', log_time: time, detail: '{}' })),
  )
  const audits = devices.map(({ password_hash: _, behind: __, has_appeared: ___, ...described }) => ({
    action,
    target: described.dev_alias,
    detail: changesOf({}, described),
  }))
  await writeAudits(q, caller, audits, time)
  // The own list's; what others have listed counts until the device appears.
  const keys = texts(devices.map(({ sn_code }) => snKey(sn_code)))
  await q.deleteFrom('device_listing').where(sql<boolean>`lower(sn_code) = any(${keys}::text[])`).execute()
  return devices.map(({ sn_code }) => bySn.get(sn_code) as number)
}

/** Changes a device whose row is locked. Users with whom it was shared, where it is in another group now. */
export async function changeDevice(
  q: Kysely<Schema>,
  caller: Caller,
  before: Row<'device'>,
  set: Readonly<Record<string, unknown>>,
  time: number,
): Promise<number[]> {
  await q.updateTable('device').set(set).where('device_id', '=', before.device_id).execute()
  const detail = changesOf({ ...before }, set)
  await writeChange(q, caller, { action: 'device-edit', target: before.dev_alias, detail }, time)
  return detail.group_id ? sharedWithWhom(q, [before.device_id]) : []
}

interface TakenOver {
  device_id: number
  sn_code: string
  reported: unknown
}

/** What devices reported while they were nobody's is offered for adding, and they are nobody's no more. */
export async function takeOver(db: Db, tenant_id: number, devices: readonly TakenOver[]): Promise<void> {
  // By itself: nothing that a device reported keeps its owner from registering it.
  for (const { device_id, reported } of devices)
    await db
      .tenant(tenant_id, (q) => offerReported(q, { tenant_id, device_id }, reported))
      .catch((error) => {
        if (!(error instanceof ApiError) || error.code !== '100019') throw error
      })
  await db.systemFor(tenant_id, (q) =>
    forgetUnregistered(
      q,
      devices.map(({ sn_code }) => sn_code),
    ),
  )
}

/** Offers, for adding, what a device reported before it was anybody's. What there is no room for it offers again itself. */
async function offerReported(
  q: Kysely<Schema>,
  { tenant_id, device_id }: { tenant_id: number; device_id: number },
  reported: unknown,
): Promise<void> {
  const known = Reported.safeParse(reported)
  const rows = Object.entries(known.success ? known.data : {}).map(([key, data_type]) => ({
    tenant_id,
    device_id,
    key,
    data_type,
    name: key.slice(0, POINT_NAME),
    is_added: false,
  }))
  if (rows.length === 0) return
  await q
    .insertInto('point')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await dropOffered(q, [device_id])
  await requirePointRoom(q, tenant_id)
}

export async function requireTemplate(q: Kysely<Schema>, caller: Caller, template_id: number): Promise<void> {
  const its = sql<boolean>`t.template_id = ${template_id} and t.module_type = 'standard'`
  const [found] = await templatesAsRows(q, caller, its)
  if (!found) throw new WrongField('template_id', { zh: '模板不存在', en: 'is no template of yours' })
}

/** A device owns its points from the start: a template that changes later leaves what was recorded alone. */
export async function copyPoints(
  q: Kysely<Schema>,
  tenant_id: number,
  /** Of devices that have a template. */
  device_ids: readonly number[],
  /** One of them; all by default. */
  key?: string,
): Promise<void> {
  const columns = [
    'key',
    'name',
    'name_en',
    'data_type',
    'unit',
    'decimals',
    'access',
    'write_min',
    'write_max',
    'enum_text',
    'keep_history',
    'two_step',
    'sort',
  ] as const
  await q
    .insertInto('point')
    .columns(['tenant_id', 'device_id', ...columns])
    .expression((on) =>
      on
        .selectFrom('template_point as t')
        .innerJoin('device as d', (join) =>
          join.onRef('d.tenant_id', '=', 't.tenant_id').onRef('d.template_id', '=', 't.template_id'),
        )
        .select(['t.tenant_id', 'd.device_id'])
        .select(columns.map((column) => `t.${column}` as const))
        .where('d.tenant_id', '=', tenant_id)
        .where(sql<boolean>`d.device_id = any(${[...device_ids]}::bigint[])`)
        .$if(key !== undefined, (some) => some.where('t.key', '=', key ?? '')),
    )
    .execute()
}
