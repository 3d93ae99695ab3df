import { type Kysely, sql } from 'kysely'
import type { AuditAction } from '../../../core/contract/audit.ts'
import type { Schema } from '../db/schema.ts'
import { numbers } from '../db/sql-array.ts'

type Detail = Readonly<Record<string, unknown>>

/** What an id in a detail is of, and where its name stands. */
const NAMED = {
  deviceGroup: { table: 'device_group', id: 'group_id', name: 'group_name' },
  templateGroup: { table: 'template_group', id: 'group_id', name: 'group_name' },
  userGroup: { table: 'user_group', id: 'user_group_id', name: 'group_name' },
  role: { table: 'role', id: 'role_id', name: 'role_name' },
  template: { table: 'template', id: 'template_id', name: 'module_name' },
  item: { table: 'permission_item', id: 'item_id', name: 'item_name' },
  dashboard: { table: 'dashboard', id: 'dashboard_id', name: 'dashboard_name' },
  screen: { table: 'screen', id: 'screen_id', name: 'screen_name' },
  category: { table: 'resource_category', id: 'category_id', name: 'category_name' },
} as const
type Kind = keyof typeof NAMED

const KINDS: Readonly<Record<string, Kind>> = {
  user_group_id: 'userGroup',
  role_ids: 'role',
  template_id: 'template',
  item_id: 'item',
  dashboard_id: 'dashboard',
  home_dashboard_id: 'dashboard',
  screen_id: 'screen',
  category_id: 'category',
}

function kindOf(field: string, action: AuditAction): Kind | undefined {
  if (field === 'group_id' || field === 'groups')
    return action.startsWith('template-') ? 'templateGroup' : 'deviceGroup'
  if (field === 'parent_id') return action.startsWith('device-group-') ? 'deviceGroup' : 'userGroup'
  return Object.hasOwn(KINDS, field) ? KINDS[field] : undefined
}

/** The value with each id in it replaced by what `nameOf` answers; `field` is the one in which it stands. */
function replaced(value: unknown, field: string, nameOf: (id: number, field: string) => unknown): unknown {
  if (typeof value === 'number') return nameOf(value, field)
  if (Array.isArray(value)) return value.map((one) => replaced(one, field, nameOf))
  if (typeof value !== 'object' || value === null) return value
  const isChange = 'before' in value || 'after' in value
  const entries = Object.entries(value).map(([key, one]) => [key, replaced(one, isChange ? field : key, nameOf)])
  return Object.fromEntries(entries)
}

/**
 * Details with names in the places of ids: what something is called now is what a reader knows it by later, when it may be
 * gone. An id that there is nothing of stays.
 */
export async function withNames<Line extends { action: AuditAction; detail: Detail }>(
  q: Kysely<Schema>,
  tenant_id: number,
  lines: readonly Line[],
): Promise<Line[]> {
  const wanted = new Map<Kind, Set<number>>()
  for (const { action, detail } of lines)
    replaced(detail, '', (id, field) => {
      const kind = kindOf(field, action)
      if (kind) wanted.set(kind, (wanted.get(kind) ?? new Set()).add(id))
    })
  const names = new Map<string, string>()
  for (const [kind, ids] of wanted) {
    const { table, id, name } = NAMED[kind]
    const { rows } = await sql<{ id: number; name: string }>`
      select ${sql.ref(id)} as id, ${sql.ref(name)} as name from ${sql.table(table)}
      where tenant_id = ${tenant_id} and ${sql.ref(id)} = any(${numbers([...ids])}::bigint[])`.execute(q)
    for (const row of rows) names.set(`${kind} ${row.id}`, row.name)
  }
  if (names.size === 0) return [...lines]
  return lines.map((line) => {
    const nameOf = (id: number, field: string) => names.get(`${kindOf(field, line.action)} ${id}`) ?? id
    return { ...line, detail: replaced(line.detail, '', nameOf) as Detail }
  })
}
