import { randomInt } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { ApiError } from '../../../core/contract/api-error.ts'
import type { Contract } from '../../../core/contract/contract.ts'
import type { Answers } from '../../../core/contract/endpoint.ts'
import {
  MOST_OF_TENANT,
  type VirtualDevice,
  type VirtualDeviceDetail,
  type VirtualPoint,
} from '../../../core/contract/virtual-device.ts'
import { isOwn, readFormula } from '../../../core/rules/formula.ts'
import { snKey } from '../../../core/rules/sn.ts'
import { dropAlarmsOf } from '../alarms/index.ts'
import { changesOf, writeAudit, writeChange } from '../audit/index.ts'
import { countAlone } from '../db/count-alone.ts'
import { type Db, DbError } from '../db/db.ts'
import type { Schema } from '../db/schema.ts'
import { groupForDevice, lockOwnDevice, ownDevice, takenName } from '../devices/index.ts'
import type { Fleet, LiveDevice, LivePoint } from '../fleet/fleet.ts'
import { groupsBelow } from '../fleet/group-tree.ts'
import { seenDevice } from '../fleet/seen-devices.ts'
import { type Caller, canSee, canWrite } from '../http/caller.ts'
import { WrongField } from '../http/field-errors.ts'
import { costOfSorting, sortedPage } from '../http/sort.ts'
import { requireRoom } from '../quotas/index.ts'
import { seenTemplate } from '../templates/index.ts'
import { requireFormulas, unknownSourceIn } from './check.ts'
import { insertVirtualPoints, replaceVirtualPoints } from './points.ts'
import { tried } from './try.ts'

export interface VirtualDeviceParts {
  db: Db
  fleet: Fleet
  now?: () => number
}

const uniqueViolation = '23505'
const SN_DIGITS = 10

/** SNs that formulas name, each once. */
function sourcesOf(points: readonly Pick<VirtualPoint, 'formula'>[]): string[] {
  const refs = points.flatMap(({ formula }) => readFormula(formula)?.points ?? [])
  const bySn = new Map(refs.filter((ref) => !isOwn(ref)).map(({ sn_code }) => [snKey(sn_code), sn_code]))
  return [...bySn.values()]
}

const asVirtualPoint = ({
  key,
  name,
  name_en,
  data_type,
  unit,
  decimals,
  enum_text,
  keep_history,
  ...point
}: LivePoint) => ({
  key,
  name,
  name_en,
  data_type,
  unit,
  decimals,
  enum_text,
  keep_history,
  formula: point.formula ?? '',
})
const pointsOf = (device: LiveDevice): VirtualPoint[] => [...device.points.values()].map(asVirtualPoint)

/** Virtual devices with the names of group and template, in their order. */
async function asRows(q: Kysely<Schema>, devices: readonly LiveDevice[], caller: Caller): Promise<VirtualDevice[]> {
  const groups = await q.selectFrom('device_group').select(['group_id', 'group_name']).execute()
  const ids = devices.flatMap(({ template_id }) => template_id ?? [])
  const templates = await q
    .selectFrom('template')
    .select(['template_id', 'module_name'])
    .where(sql<boolean>`template_id = any(${ids}::bigint[])`)
    .execute()
  const groupNames = new Map(groups.map(({ group_id, group_name }) => [group_id, group_name]))
  const templateNames = new Map(templates.map(({ template_id, module_name }) => [template_id, module_name]))
  return devices.map((device) => {
    const { sn_code, dev_alias, dev_state, group_id, template_id, report_time, report_interval_s, open_alarms } = device
    return {
      sn_code,
      dev_alias,
      dev_state,
      group_id,
      template_id,
      report_time,
      report_interval_s,
      open_alarms,
      group_name: groupNames.get(group_id ?? 0) ?? '',
      module_name: templateNames.get(template_id ?? 0) ?? null,
      point_count: device.points.size,
      source_count: sourcesOf(pointsOf(device)).length,
      may_edit: canWrite(caller, device),
    }
  })
}

const virtual = (device: LiveDevice): LiveDevice => {
  if (!device.is_virtual) throw new ApiError('110509')
  return device
}

/** Room beside the points of all other virtual devices of the tenant. */
async function requireRoomForPoints(q: Kysely<Schema>, points: readonly VirtualPoint[], device_id = 0): Promise<void> {
  const { rows } = await countAlone(q, 'virtual points', () =>
    sql<{ count: number }>`
      select count(*) as count from point p join device d using (tenant_id, device_id)
      where d.is_virtual and d.device_id <> ${device_id}`.execute(q),
  )
  if ((rows[0]?.count ?? 0) + points.length > MOST_OF_TENANT)
    throw new WrongField(
      'points',
      {
        zh: `所有虚拟设备的数据项合计最多 ${MOST_OF_TENANT} 个`,
        en: `all virtual devices together may have at most ${MOST_OF_TENANT} points`,
      },
      '100019',
    )
}

export function virtualDeviceAnswers({
  db,
  fleet,
  now = Date.now,
}: VirtualDeviceParts): Answers<Contract['virtualDevice'], Caller> {
  /**
   * Whether a virtual device reads what this caller sees from now on: who writes a formula does, and who sees all that its
   * formulas read. Others, who changed a name alone, leave it to whom it was.
   */
  const takesOver = (caller: Caller, before: readonly VirtualPoint[], points: readonly VirtualPoint[]): boolean => {
    const known = new Map(before.map(({ key, formula }) => [key, formula]))
    const isNew = points.some(({ key, formula }) => known.get(key) !== formula)
    return isNew || points.every(({ formula }) => unknownSourceIn(fleet, caller, formula) === null)
  }

  async function detailOf(caller: Caller, sn_code: string): Promise<VirtualDeviceDetail> {
    const device = virtual(seenDevice(fleet, caller, sn_code))
    const [row] = await db.tenant(caller.tenant_id, (q) => asRows(q, [device], caller))
    const points = pointsOf(device)
    const sources = sourcesOf(points).map((named) => {
      const source = fleet.get(named)
      const isSeen = source !== undefined && canSee(caller, source)
      return { sn_code: isSeen ? source.sn_code : named, dev_alias: isSeen ? source.dev_alias : null }
    })
    return { ...(row as VirtualDevice), points, sources }
  }

  return {
    list: ({ page, page_size, sort = 'dev_alias', search = '', group_id }, caller) =>
      db.tenant(caller.tenant_id, async (q) => {
        const text = search.trim().toLowerCase()
        const groups =
          group_id === undefined ? null : await q.selectFrom('device_group').select(['group_id', 'parent_id']).execute()
        const inGroups = groups && groupsBelow(groups, [group_id as number])
        const found = [...fleet.devices(caller.tenant_id)]
          .filter((device) => device.is_virtual && canSee(caller, device))
          .filter(({ group_id: its }) => !inGroups || (its !== null && inGroups.has(its)))
          .filter(({ sn_code, dev_alias }) => `${sn_code}\n${dev_alias}`.toLowerCase().includes(text))
        caller.spend?.(costOfSorting(found.length))
        const rows = await asRows(q, found, caller)
        return { rows: sortedPage(rows, { page, page_size, sort }), total: rows.length }
      }),

    detail: ({ sn_code }, caller) => detailOf(caller, sn_code),

    async create({ dev_alias, group_id: wanted, template_id = null, points }, caller) {
      const { tenant_id } = caller
      const group_id = await groupForDevice(db, caller, wanted)
      requireFormulas(fleet, caller, points)
      const sn_code = `VD${String(randomInt(10 ** SN_DIGITS)).padStart(SN_DIGITS, '0')}`
      const time = now()
      await namedOnce(
        db.tenant(tenant_id, async (q) => {
          await requireRoom(q, 'devices')
          await requireRoomForPoints(q, points)
          if (template_id !== null) await requireTemplate(q, caller, template_id)
          const { device_id } = await q
            .insertInto('device')
            .values({
              tenant_id,
              sn_code,
              dev_alias,
              group_id,
              template_id,
              is_virtual: true,
              saved_user_id: caller.user_id,
              // No password has this hash: nothing signs in as it.
              password_hash: '',
              registered_time: time,
              created_time: time,
            })
            .returning('device_id')
            .executeTakeFirstOrThrow()
          await insertVirtualPoints(q, { tenant_id, device_id }, points)
          const detail = { sn_code, points: formulasOf(points) }
          await writeAudit(q, caller, { action: 'virtual-device-create', target: dev_alias, detail }, time)
        }),
      )
      await fleet.reload(sn_code)
      return detailOf(caller, sn_code)
    },

    async edit({ sn_code, dev_alias, group_id: wanted, template_id, points }, caller) {
      const { tenant_id } = caller
      const device = virtual(ownDevice(fleet, caller, sn_code))
      const { device_id } = device
      const set = {
        ...(wanted !== undefined && { group_id: await groupForDevice(db, caller, wanted) }),
        ...(dev_alias !== undefined && { dev_alias }),
        ...(template_id !== undefined && { template_id }),
      }
      const before = pointsOf(device)
      if (points) requireFormulas(fleet, caller, points, before)
      await namedOnce(
        db.tenant(tenant_id, async (q) => {
          // Whoever else saves it meanwhile comes after.
          const was = await lockOwnDevice(q, caller, device)
          if (points) await requireRoomForPoints(q, points, device_id)
          // One that it has already may be one that the caller does not see.
          if (typeof template_id === 'number' && template_id !== was.template_id)
            await requireTemplate(q, caller, template_id)
          const saved = points && takesOver(caller, before, points) ? { saved_user_id: caller.user_id } : {}
          const columns = { ...set, ...saved }
          if (Object.keys(columns).length > 0)
            await q.updateTable('device').set(columns).where('device_id', '=', device_id).execute()
          if (points) await replaceVirtualPoints(q, { tenant_id, device_id }, points)
          const detail = {
            ...changesOf({ ...was }, set),
            ...(points && changesOf({ points: formulasOf(before) }, { points: formulasOf(points) })),
          }
          await writeChange(
            q,
            caller,
            { action: 'virtual-device-edit', target: dev_alias ?? was.dev_alias, detail },
            now(),
          )
        }),
      )
      await fleet.reload(sn_code)
      return detailOf(caller, sn_code)
    },

    async remove({ sn_code }, caller) {
      const device = virtual(ownDevice(fleet, caller, sn_code))
      await db.tenant(caller.tenant_id, (q) => lockOwnDevice(q, caller, device))
      await dropAlarmsOf(db, device)
      await db.tenant(caller.tenant_id, async (q) => {
        await lockOwnDevice(q, caller, device)
        await q.deleteFrom('device').where('device_id', '=', device.device_id).execute()
        const detail = { sn_code: device.sn_code, points: formulasOf(pointsOf(device)) }
        await writeAudit(q, caller, { action: 'virtual-device-delete', target: device.dev_alias, detail }, now())
      })
      await fleet.reload(device.sn_code)
      return {}
    },

    try: async ({ points }, caller) => tried(fleet, caller, points, now()),
  }
}

/** As the audit trail records them, with what their history depends on. */
const formulasOf = (points: readonly VirtualPoint[]) =>
  Object.fromEntries(
    points.map(({ key, data_type, keep_history, formula }) => [
      key,
      `${formula} (${data_type}${keep_history ? '' : ', keep_history false'})`,
    ]),
  )

async function requireTemplate(q: Kysely<Schema>, caller: Caller, template_id: number): Promise<void> {
  const { module_type } = await seenTemplate(q, caller, template_id)
  if (module_type !== 'nonstandard')
    throw new WrongField('template_id', {
      zh: '虚拟设备只能使用非标准模板',
      en: 'is a standard template: a virtual device has a nonstandard one',
    })
}

async function namedOnce<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw error instanceof DbError && error.code === uniqueViolation ? takenName() : error
  }
}
