import { type Kysely, sql } from 'kysely'
import type { NewRow, Schema } from './schema.ts'
import { numbers, texts } from './sql-array.ts'

export type NewLogRow = Required<Pick<NewRow<'device_log'>, 'tenant_id' | 'device_id' | 'log_time' | 'kind' | 'detail'>>

/** Writes lines in their order; a device that was deleted in between has no log. */
export async function insertLogRows(q: Kysely<Schema>, lines: readonly NewLogRow[]): Promise<void> {
  await sql`
    insert into device_log (tenant_id, device_id, log_time, kind, detail)
    select line.tenant_id, line.device_id, line.log_time, line.kind, line.detail::jsonb
    from unnest(
      ${numbers(lines.map(({ tenant_id }) => tenant_id))}::bigint[],
      ${numbers(lines.map(({ device_id }) => device_id))}::bigint[],
      ${numbers(lines.map(({ log_time }) => log_time))}::bigint[],
      ${texts(lines.map(({ kind }) => kind))}::text[],
      ${texts(lines.map(({ detail }) => detail))}::text[]
    ) with ordinality as line (tenant_id, device_id, log_time, kind, detail, nth)
    where exists (select from device where device.device_id = line.device_id)
    order by line.nth`.execute(q)
}

/** Deletes all lines of a device but the newest `kept`. */
export async function thinLogRows(
  q: Kysely<Schema>,
  { tenant_id, device_id }: Pick<NewLogRow, 'tenant_id' | 'device_id'>,
  kept: number,
): Promise<void> {
  await sql`
    delete from device_log where tenant_id = ${tenant_id} and device_id = ${device_id} and log_id <= (
      select log_id from device_log where tenant_id = ${tenant_id} and device_id = ${device_id}
      order by log_id desc offset ${kept} limit 1)`.execute(q)
}
