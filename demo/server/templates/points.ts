import { type Kysely, sql } from 'kysely'
import type { TemplateDetail, TemplatePoint } from '../../../core/contract/template.ts'
import type { Schema } from '../db/schema.ts'
import { numbers, texts } from '../db/sql-array.ts'
import type { Fleet } from '../fleet/fleet.ts'
import { POINTS_A_DEVICE, WORDS_A_DEVICE } from '../fleet/offered.ts'
import type { Caller } from '../http/caller.ts'
import { WrongField } from '../http/field-errors.ts'
import { requireRoomFor } from '../quotas/index.ts'
import { closedPoints, requireOpen } from '../rights/index.ts'
import { pointColumns } from './point-columns.ts'
import { requireItems } from './point-items.ts'

interface Named {
  tenant_id: number
  template_id: number
}

export function refuseTwice(points: readonly Pick<TemplatePoint, 'key'>[]): void {
  const keys = points.map(({ key }) => key)
  const twice = keys.findIndex((key, i) => keys.indexOf(key) !== i)
  if (twice < 0) return
  throw new WrongField(`points.${twice}.key`, { zh: '数据项标识重复', en: 'is the key of another point too' })
}

export async function insertPoints(
  q: Kysely<Schema>,
  { tenant_id, template_id }: Named,
  points: readonly TemplatePoint[],
  field: string = 'points',
): Promise<void> {
  if (points.length === 0) return
  const column = <C extends keyof TemplatePoint>(name: C) => points.map((point) => point[name])
  const flags = (values: readonly boolean[]) => `{${values.join(',')}}`
  const enums = texts(points.map((point) => pointColumns(point).enum_text))
  // A value of its own for each column of each of a thousand points takes the store three times as long.
  await sql`
    insert into template_point (tenant_id, template_id, key, name, name_en, data_type, unit, decimals, access, write_min,
      write_max, enum_text, keep_history, two_step, item_id, sort)
    select ${tenant_id}::bigint, ${template_id}::bigint, key, name, name_en, data_type, unit, decimals, access, write_min,
      write_max, enum_text::jsonb, keep_history, two_step, item_id, nth - 1
    from unnest(${texts(column('key'))}::text[], ${texts(column('name'))}::text[], ${texts(column('name_en'))}::text[],
        ${texts(column('data_type'))}::text[], ${texts(column('unit'))}::text[], ${numbers(column('decimals'))}::smallint[],
        ${texts(column('access'))}::text[], ${numbers(column('write_min'))}::float8[],
        ${numbers(column('write_max'))}::float8[], ${enums}::text[], ${flags(column('keep_history'))}::boolean[],
        ${flags(column('two_step'))}::boolean[], ${numbers(points.map(({ item_id = null }) => item_id))}::bigint[])
      with ordinality as p (key, name, name_en, data_type, unit, decimals, access, write_min, write_max, enum_text,
        keep_history, two_step, item_id, nth)`.execute(q)
  await requireRoomFor(q, tenant_id, 'template_points', field)
}

/**
 * Replaces a template's points. A type stays while a bound device has a history of it, a permission item while a published
 * screen counts on it; one that is not spoken of stays too. A point whose permission item the caller does not hold stays
 * with its item: without it anybody could write the point.
 */
export async function replacePoints(
  q: Kysely<Schema>,
  caller: Caller,
  { template_id, points: known }: Pick<TemplateDetail, 'template_id' | 'points'>,
  sent: readonly TemplatePoint[],
): Promise<void> {
  refuseTwice(sent)
  const items = new Map(known.map(({ key, item_id }) => [key, item_id ?? null]))
  const points = sent.map((point) => ({
    ...point,
    item_id: point.item_id === undefined ? (items.get(point.key) ?? null) : point.item_id,
  }))
  const closed = await closedPoints(q, caller, { template_id })
  for (const key of closed.keys()) {
    const place = points.findIndex((point) => point.key === key)
    if (place < 0) requireOpen(closed, key, 'points')
    if (points[place]?.item_id !== items.get(key)) requireOpen(closed, key, `points.${place}.item_id`)
  }
  await requireItems(q, template_id, points, items)
  const before = new Map(known.map(({ key, data_type }) => [key, data_type]))
  const retyped = points.filter(({ key, data_type }) => before.has(key) && before.get(key) !== data_type)
  const recorded = await q
    .selectFrom('point as p')
    .innerJoin('device as d', 'd.device_id', 'p.device_id')
    .select(['p.key', 'p.data_type'])
    .where('d.template_id', '=', template_id)
    .where(({ or, eb }) => or([eb('p.is_added', '=', true), eb('p.is_removed', '=', true)]))
    .where('d.is_virtual', '=', false)
    .where(sql<boolean>`p.key = any(${retyped.map(({ key }) => key)}::text[])`)
    .execute()
  for (const [i, { key, data_type }] of points.entries()) {
    const known = recorded.find((row) => row.key === key && row.data_type !== data_type)
    if (!known) continue
    throw new WrongField(`points.${i}.data_type`, {
      zh: `已有历史的数据项类型为 ${known.data_type}，不能更改`,
      en: `must stay ${known.data_type}: devices have a history of that type`,
    })
  }
  await q.deleteFrom('template_point').where('template_id', '=', template_id).execute()
  await insertPoints(q, { tenant_id: caller.tenant_id, template_id }, points)
}

/** Of the points of a template, those that give its devices more: keys that are new, and enums with other words. */
export function addedBy(before: readonly TemplatePoint[], after: readonly TemplatePoint[]) {
  const words = new Map(before.map(({ key, enum_text }) => [key, JSON.stringify(enum_text)]))
  const added = after.filter(({ key }) => !words.has(key))
  const reworded = after.filter(({ key, enum_text }) => words.has(key) && words.get(key) !== JSON.stringify(enum_text))
  return {
    keys: [...added, ...reworded].map(({ key }) => key),
    /** Of devices, those that may get too many: the others, of which there may be very many, need not be read. */
    mayOverfill: <D extends { sn_code: string }>(fleet: Pick<Fleet, 'get'>, devices: readonly D[]): D[] => {
      const hasWords = reworded.length > 0 || added.some(({ enum_text }) => enum_text !== null)
      const isNearFull = ({ sn_code }: D) =>
        (fleet.get(sn_code)?.points.size ?? POINTS_A_DEVICE) + added.length > POINTS_A_DEVICE
      if (hasWords) return [...devices]
      return added.length > 0 ? devices.filter(isNearFull) : []
    },
  }
}

/** Devices that would have more points, or more words of their enums, than a device may; offered points make room. */
export async function overfullDevices(
  q: Kysely<Schema>,
  template_id: number,
  device_ids: readonly number[],
): Promise<number[]> {
  const { rows } = await sql<{ device_id: number }>`
    with its as materialized (
      select key, length(enum_text::text) as words from template_point where template_id = ${template_id}
    ), to_come as materialized (select count(*) as count, coalesce(sum(words), 0) as words from its)
    select device_id from (
      select d.device_id, count(own.key) as count, coalesce(sum(own.words), 0) as words from device d
        left join (
          select device_id, key, length(enum_text::text) as words from point
            where device_id = any(${[...device_ids]}::bigint[]) and (is_added or is_removed)
              and key not in (select key from its)
        ) own on own.device_id = d.device_id
        where d.device_id = any(${[...device_ids]}::bigint[]) and not d.is_virtual
        group by d.device_id
    ) present cross join to_come
    where present.count + to_come.count > ${POINTS_A_DEVICE} or present.words + to_come.words > ${WORDS_A_DEVICE}`.execute(
    q,
  )
  return rows.map(({ device_id }) => device_id)
}

export const devicesBoundTo = (q: Kysely<Schema>, template_id: number) =>
  q
    .selectFrom('device')
    .select(['device_id', 'sn_code'])
    .where('template_id', '=', template_id)
    .orderBy('device_id')
    .execute()
