import type { Db } from '../../../demo/server/db/db.ts'
import type { Schema } from '../../../demo/server/db/schema.ts'

/** What people of other tenants could change; what the server itself writes at its own times is left out. */
const KEPT: Partial<Record<keyof Schema, readonly string[]>> = {
  tenant: [],
  user_group: [],
  role: [],
  role_device_right: [],
  role_template_right: [],
  role_item_right: [],
  app_user: ['last_seen_time'],
  user_role: [],
  user_device_right: [],
  user_template_right: [],
  user_item_right: [],
  user_quota: [],
  user_use: [],
  curve_range: [],
  permission_item: [],
  device_group: [],
  template: [],
  template_point: [],
  point: [],
  alarm_rule: [],
  alarm: ['push_state'],
  alarm_event: ['is_told'],
  alarm_hold: [],
  embed_key: [],
  push_setting: [],
  webhook: [],
  escalation: [],
  template_group: [],
  template_share: [],
  screen: [],
  screen_version: [],
  dashboard: [],
  dashboard_version: [],
  dashboard_grant: [],
  dashboard_favourite: [],
  resource_category: [],
  resource: [],
  share_link: ['views'],
  middleware: [],
  geofence: [],
  notice: [],
  notice_receipt: [],
  system_message: [],
  bulletin: [],
  shift_entry: [],
  session: ['last_seen_time', 'expires_time'],
  device_import: [],
  device_import_row: [],
  device_picture: [],
  device_share: [],
  device_listing: [],
  device_offer: [],
  device: ['dev_state', 'state_time', 'report_time'],
  command: ['status', 'ack_time', 'end_time', 'reason'],
}

/** All rows of a tenant as texts, by table: equal when nothing was changed. */
export const printOf = (db: Db, tenant_id: number): Promise<Record<string, string[]>> =>
  db.system(async (q) => {
    const print: Record<string, string[]> = {}
    for (const [table, leftOut] of Object.entries(KEPT)) {
      const rows: Record<string, unknown>[] = await q
        .selectFrom(table as 'device')
        .selectAll()
        .where('tenant_id', '=', tenant_id)
        .execute()
      print[table] = rows
        .map((row) => JSON.stringify(Object.entries(row).filter(([column]) => !leftOut.includes(column))))
        .sort()
    }
    return print
  })

/** The first row that is another than before, in words; null when all are the same. */
export function changeIn(before: Record<string, string[]>, after: Record<string, string[]>): string | null {
  for (const [table, rows] of Object.entries(before)) {
    const now = after[table] ?? []
    const lost = rows.find((row) => !now.includes(row))
    const made = now.find((row) => !rows.includes(row))
    if (lost || made) return `${table}: ${lost ?? ''} became ${made ?? 'nothing'}`
  }
  return null
}
