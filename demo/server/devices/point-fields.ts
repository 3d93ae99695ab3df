import { type Kysely, sql } from 'kysely'
import { Point } from '../../../core/contract/device.ts'
import { POINT_OVERRIDES, type PointOverride } from '../../../core/contract/device-point.ts'
import type { Schema } from '../db/schema.ts'
import { texts } from '../db/sql-array.ts'
import type { LiveDevice } from '../fleet/fleet.ts'

export type Bound = Pick<LiveDevice, 'device_id' | 'template_id'>

const POINT_FIELDS = Object.keys(Point.shape) as (keyof Point)[]

/** What people say of a point. */
export const described = (point: Point): Point =>
  Object.fromEntries(POINT_FIELDS.map((field) => [field, point[field]])) as Point

/** One of them alone, with the template's other one later, may leave no value that can be written. */
const RANGE: readonly string[] = ['write_min', 'write_max'] satisfies PointOverride[]

/** Has points follow the template in what they have as it has it, and nothing else. */
export async function markOwnFields(
  q: Kysely<Schema>,
  { device_id, template_id }: Bound,
  keys: readonly string[],
): Promise<void> {
  if (template_id === null) return
  const differs = (fields: readonly string[]) =>
    sql.join(
      fields.map((field) => sql`p.${sql.ref(field)} is distinct from t.${sql.ref(field)}`),
      sql` or `,
    )
  const differing = sql.join(
    POINT_OVERRIDES.map(
      (field) => sql`case when ${differs(RANGE.includes(field) ? RANGE : [field])} then ${field}::text end`,
    ),
  )
  await sql`
    update point p set own_fields = array_remove(array[${differing}], null)
      from template_point t
      where p.device_id = ${device_id} and t.tenant_id = p.tenant_id and t.template_id = ${template_id}
        and t.key = p.key and t.data_type = p.data_type and p.key = any(${texts(keys)}::text[])`.execute(q)
}
