import { type Kysely, sql } from 'kysely'
import type { Contract } from '../../../core/contract/contract.ts'
import type { Answers } from '../../../core/contract/endpoint.ts'
import { FENCE_RULES_LISTED, type Geofence } from '../../../core/contract/geofence.ts'
import type { Db } from '../db/db.ts'
import type { Schema } from '../db/schema.ts'
import { numbers } from '../db/sql-array.ts'
import type { Fleet } from '../fleet/fleet.ts'
import { type Caller, canSee, holdsGroup } from '../http/caller.ts'
import { inPieces } from '../limits/turns.ts'

/** Devices and rules that are looked at in so long a time as another call takes. */
export const LOOKS_OF_CALL = 20_000

export type Owned = { group_id: number | null }

/** A fence of a group is for who holds the group, one of nobody's for all to see and for who writes all to change. */
export const sees = ({ may_see }: Caller, { group_id }: Owned) => group_id === null || holdsGroup(may_see, group_id)
export const writes = ({ may_write }: Caller, { group_id }: Owned) =>
  group_id === null ? may_write === 'all' : holdsGroup(may_write, group_id)

/** How many rules name each fence. */
export const countsOf = (q: Kysely<Schema>) =>
  q
    .selectFrom('alarm_rule')
    .select(['fence_id', (on) => on.fn.countAll<number>().as('rule_count')])
    .where('fence_id', 'is not', null)
    .groupBy('fence_id')

/** Whose rules somebody sees. */
interface Owners {
  device_ids: number[]
  template_ids: number[]
}

/** Of the rules that name each fence, the first that are listed: of these owners, or with null of all. */
const listedOf = (q: Kysely<Schema>, of: Owners | null) =>
  q
    .selectFrom('geofence as g')
    .innerJoinLateral(
      (from) =>
        from
          .selectFrom('alarm_rule as a')
          .selectAll()
          .whereRef('a.tenant_id', '=', 'g.tenant_id')
          .whereRef('a.fence_id', '=', 'g.fence_id')
          .$if(of !== null, (some) =>
            some.where(
              sql<boolean>`(a.device_id = any(${numbers(of?.device_ids ?? [])}::bigint[])
                or a.template_id = any(${numbers(of?.template_ids ?? [])}::bigint[]))`,
            ),
          )
          .orderBy('a.rule_id')
          .limit(FENCE_RULES_LISTED)
          .as('r'),
      (join) => join.onTrue(),
    )
    .leftJoin('template as t', (join) =>
      join.onRef('t.tenant_id', '=', 'r.tenant_id').onRef('t.template_id', '=', 'r.template_id'),
    )
    .select(['g.fence_id', 'r.alarm_name', 'r.alarm_name_en', 'r.device_id', 't.module_name'])
    .orderBy('r.rule_id')

/** Lists the geofences that somebody sees, with the first of the rules that name each. */
export function geofenceList(db: Db, fleet: Fleet): Answers<Contract['geofence'], Caller>['list'] {
  /** Whoever sees a device sees which rules it has; those of a template without devices, who sees all. */
  async function ownersFor(caller: Caller): Promise<Owners | null> {
    if (caller.may_see === 'all') return null
    const [device_ids, template_ids] = [new Set<number>(), new Set<number>()]
    await inPieces(fleet.devices(caller.tenant_id), (device) => {
      if (!canSee(caller, device)) return
      device_ids.add(device.device_id)
      if (device.template_id !== null) template_ids.add(device.template_id)
    })
    return { device_ids: [...device_ids], template_ids: [...template_ids] }
  }

  /** What the devices are called. */
  async function aliasesOf(tenant_id: number, device_ids: ReadonlySet<number | null>) {
    const aliases = new Map<number | null, string>()
    if (device_ids.size > 0)
      await inPieces(fleet.devices(tenant_id), ({ device_id, dev_alias }) => {
        if (device_ids.has(device_id)) aliases.set(device_id, dev_alias)
      })
    return aliases
  }

  return async (_input, caller) => {
    const { tenant_id } = caller
    const owners = await ownersFor(caller)
    const { fences, counts, listed } = await db.tenant(tenant_id, async (q) => ({
      fences: await q.selectFrom('geofence').selectAll().orderBy('fence_name').execute(),
      counts: await countsOf(q).execute(),
      listed: await listedOf(q, owners).execute(),
    }))
    const countOf = new Map(counts.map(({ fence_id, rule_count }) => [fence_id, rule_count]))
    const looks = counts.reduce((sum, { rule_count }) => sum + rule_count, fleet.devices(tenant_id).size)
    caller.spend?.(Math.floor(looks / LOOKS_OF_CALL))
    const aliases = await aliasesOf(tenant_id, new Set(listed.flatMap(({ device_id }) => device_id ?? [])))
    const rulesOf = new Map<number | null, Geofence['rules']>()
    for (const { fence_id, device_id, module_name, ...named } of listed) {
      const rules = rulesOf.get(fence_id) ?? []
      rulesOf.set(fence_id, rules)
      rules.push({ owner: module_name ?? aliases.get(device_id) ?? '', ...named })
    }
    return fences
      .filter((fence) => sees(caller, fence))
      .map(
        ({ tenant_id: _, changed_time: __, ...fence }): Geofence => ({
          ...fence,
          may_edit: writes(caller, fence),
          rule_count: countOf.get(fence.fence_id) ?? 0,
          rules: rulesOf.get(fence.fence_id) ?? [],
        }),
      )
  }
}
