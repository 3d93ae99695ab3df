import { type Kysely, sql } from 'kysely'
import type { Schema } from '../db/schema.ts'
import type { Caller } from '../http/caller.ts'
import { WrongField } from '../http/field-errors.ts'

type Holder = Pick<Caller, 'user_type' | 'user_id'>

/** The condition on `permission_item i`: the caller holds it. Administrators hold all, guests none. */
const isHeld = ({ user_type, user_id }: Holder) => sql<boolean>`(${user_type === 1}
  or exists (select from user_item_right r where r.item_id = i.item_id and r.user_id = ${user_id})
  or exists (select from role_item_right r
    join user_role u on u.tenant_id = r.tenant_id and u.role_id = r.role_id and u.user_id = ${user_id}
    where r.item_id = i.item_id))`

/** Ids of the template's permission items that the caller holds. */
export async function heldItems(q: Kysely<Schema>, caller: Caller, template_id: number): Promise<number[]> {
  const { rows } = await sql<{ item_id: number }>`
    select i.item_id from permission_item i where i.template_id = ${template_id} and ${isHeld(caller)}
    order by i.item_id`.execute(q)
  return rows.map(({ item_id }) => item_id)
}

/** Points of a device's template whose permission item the caller does not hold: the item's name, by the point's key. */
export async function closedPoints(
  q: Kysely<Schema>,
  caller: Caller,
  { template_id }: { readonly template_id: number | null },
): Promise<ReadonlyMap<string, string>> {
  if (template_id === null) return new Map()
  const { rows } = await sql<{ key: string; item_name: string }>`
    select p.key, i.item_name from template_point p
      join permission_item i on i.tenant_id = p.tenant_id and i.item_id = p.item_id
    where p.template_id = ${template_id} and not ${isHeld(caller)}`.execute(q)
  return new Map(rows.map(({ key, item_name }) => [key, item_name]))
}

/** Refuses, at a field, a point that asks for a permission item that the caller does not hold. */
export function requireOpen(closed: ReadonlyMap<string, string>, key: string, field: string): void {
  const item = closed.get(key)
  if (item !== undefined)
    throw new WrongField(field, { zh: `仅限权限项「${item}」`, en: `asks for the permission item “${item}”` }, '110539')
}

/** Of these templates, those with a point whose permission item the caller does not hold. */
export async function closedTemplates(
  q: Kysely<Schema>,
  caller: Holder,
  template_ids: readonly (number | null)[],
): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ template_id: number }>`
    select distinct p.template_id from template_point p
      join permission_item i on i.tenant_id = p.tenant_id and i.item_id = p.item_id
    where p.template_id = any(${[...new Set(template_ids)]}::bigint[]) and not ${isHeld(caller)}`.execute(q)
  return new Set(rows.map(({ template_id }) => template_id))
}
