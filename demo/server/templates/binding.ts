import { type Kysely, sql } from 'kysely'
import type { Code } from '../../../core/catalogue/codes.ts'
import type { Contract } from '../../../core/contract/contract.ts'
import type { Answers } from '../../../core/contract/endpoint.ts'
import { snKey } from '../../../core/rules/sn.ts'
import { writeAudit } from '../audit/index.ts'
import type { Row, Schema } from '../db/schema.ts'
import type { LiveDevice } from '../fleet/fleet.ts'
import { groupsBelow } from '../fleet/group-tree.ts'
import { type Caller, canSee, canWrite } from '../http/caller.ts'
import { WrongField } from '../http/field-errors.ts'
import { costOfSorting, sortedPage } from '../http/sort.ts'
import { requireRoomForTemplate, requireRuleRoom } from '../quotas/index.ts'
import { closedTemplates, reachingNow } from '../rights/index.ts'
import type { TemplateEditParts } from './edit.ts'
import { overfullDevices } from './points.ts'
import { lockTemplate, seenTemplate } from './rows.ts'

interface Bound
  extends Pick<Row<'device'>, 'device_id' | 'sn_code' | 'dev_alias' | 'dev_model' | 'is_vpn' | 'template_id'> {
  group_name: string
  module_name: string | null
}

/** Devices with their templates, of those that `text` leaves. */
async function boundDevices(q: Kysely<Schema>, text: string): Promise<Bound[]> {
  const { rows } = await sql<Bound>`
    select d.device_id, d.sn_code, d.dev_alias, d.dev_model, g.group_name, d.is_vpn, d.template_id, t.module_name
    from device d
      join device_group g on g.tenant_id = d.tenant_id and g.group_id = d.group_id
      left join template t on t.tenant_id = d.tenant_id and t.template_id = d.template_id
    where not d.is_virtual
      and position(${text} in lower(concat_ws(chr(10), d.sn_code, d.dev_alias, d.dev_model, t.module_name))) > 0
    order by d.sn_code`.execute(q)
  return rows
}

/** Answers of the template domain that bind devices. */
export function templateBindingAnswers({
  db,
  fleet,
  givePoints,
  now = Date.now,
}: TemplateEditParts): Pick<Answers<Contract['template'], Caller>, 'bindings' | 'bind'> {
  /** Why a device cannot be bound; null when it can. `isGuarded`: its points would no longer ask for permission items that the caller lacks. */
  const refusalOf = (
    caller: Caller,
    device: LiveDevice | undefined,
    { is_vpn, isGuarded }: { is_vpn: boolean; isGuarded: boolean },
    isBinding: boolean,
  ) => {
    if (!device || device.is_virtual || !canSee(caller, device)) return '110509' satisfies Code
    if (!canWrite(caller, device) || isGuarded) return '110539' satisfies Code
    return isBinding && is_vpn ? ('115007' satisfies Code) : null
  }

  return {
    bindings: ({ page, page_size, sort, search = '', template_id, group_id, is_bound }, caller) =>
      db.tenant(caller.tenant_id, async (q) => {
        const groups =
          group_id === undefined ? null : await q.selectFrom('device_group').select(['group_id', 'parent_id']).execute()
        const inGroups = groups && groupsBelow(groups, [group_id as number])
        const devices = await boundDevices(q, search.trim().toLowerCase())
        const closed = await closedTemplates(
          q,
          caller,
          devices.map((device) => device.template_id),
        )
        const found = devices.flatMap(({ device_id, ...row }) => {
          const device = fleet.of({ sn_code: row.sn_code, device_id })
          if (!device || !canSee(caller, device)) return []
          if (inGroups && (device.group_id === null || !inGroups.has(device.group_id))) return []
          const isGuarded = row.template_id !== null && closed.has(row.template_id)
          const { is_vpn } = row
          return [{ ...row, may_bind: refusalOf(caller, device, { is_vpn, isGuarded }, true) === null }]
        })
        const rows = found
          .filter((row) => template_id === undefined || row.template_id === template_id)
          .filter((row) => is_bound === undefined || (row.template_id !== null) === is_bound)
        caller.spend?.(costOfSorting(devices.length))
        return { rows: sortedPage(rows, { page, page_size, sort }), total: rows.length }
      }),

    async bind({ template_id, sn_codes }, caller) {
      const wanted = [...new Map(sn_codes.map((sn_code) => [snKey(sn_code), sn_code])).values()]
      const { outcomes, done, points } = await db.tenant(caller.tenant_id, async (q) => {
        let [target, points] = ['', 0]
        if (template_id !== null) {
          await lockTemplate(q, template_id)
          const { module_type, module_name, point_count } = await seenTemplate(q, caller, template_id)
          target = module_name
          points = point_count
          if (module_type !== 'standard')
            throw new WrongField('template_id', {
              zh: '非标准模板不能绑定设备',
              en: 'is a nonstandard template: devices bind to standard ones',
            })
        }
        const devices = wanted.map((sn_code) => ({ sn_code, device: fleet.get(sn_code) }))
        const ids = devices.flatMap(({ device }) => device?.device_id ?? [])
        const { rows } = await sql<Pick<Row<'device'>, 'device_id' | 'group_id' | 'is_vpn' | 'template_id'>>`
          select device_id, group_id, is_vpn, template_id from device
          where device_id = any(${ids}::bigint[]) for update`.execute(q)
        const holder = await reachingNow(q, caller)
        const bound = new Map(rows.map((row) => [row.device_id, row]))
        const closed = await closedTemplates(
          q,
          caller,
          rows.map((row) => row.template_id),
        )
        const overfull = template_id === null ? [] : await overfullDevices(q, template_id, ids)
        const outcomes = devices.map(({ sn_code, device }) => {
          const row = device && bound.get(device.device_id)
          const { is_vpn = false, template_id: before = null } = row ?? {}
          const isGuarded = before !== null && before !== template_id && closed.has(before)
          // By the group that it is in now: it may have been moved while this waited.
          const present = row && { ...device, group_id: row.group_id }
          const code: Code | null = refusalOf(holder, present, { is_vpn, isGuarded }, template_id !== null)
          const isFull = device !== undefined && overfull.includes(device.device_id)
          return {
            id: device && code !== '110509' ? device.sn_code : sn_code,
            code: code ?? (isFull ? '100019' : null),
          }
        })
        const done = devices.flatMap(({ device }, i) => (device && outcomes[i]?.code === null ? device : []))
        const device_ids = done.map(({ device_id }) => device_id)
        await q
          .updateTable('device')
          .set({ template_id })
          .where(sql<boolean>`device_id = any(${device_ids}::bigint[])`)
          .execute()
        if (template_id !== null) {
          const { tenant_id } = caller
          await requireRuleRoom(q, tenant_id, 'template_id')
          await requireRoomForTemplate(q, { tenant_id, template_id }, device_ids, 'template_id')
        }
        if (done.length > 0) {
          const before = done.map((device) => ({ sn_code: device.sn_code, template_id: device.template_id }))
          const after = done.map(({ sn_code }) => ({ sn_code, template_id }))
          await writeAudit(
            q,
            caller,
            { action: 'template-bind', target, detail: { devices: { before, after } } },
            now(),
          )
        }
        return { outcomes, done, points }
      })
      if (template_id !== null) await givePoints(caller, done, points)
      else await fleet.reload(...done.map(({ sn_code }) => sn_code))
      return outcomes
    },
  }
}
