import type { Kysely, Selectable } from 'kysely'
import { ApiError } from '../../../core/contract/api-error.ts'
import type { Contract } from '../../../core/contract/contract.ts'
import type { Answers } from '../../../core/contract/endpoint.ts'
import { type CollectedPoint, type CollectedValue, MIDDLEWARE_LIMITS } from '../../../core/contract/middleware.ts'
import { changesOf, writeAudit, writeChange } from '../audit/index.ts'
import { countAlone } from '../db/count-alone.ts'
import { type Db, DbError } from '../db/db.ts'
import type { MiddlewareTable } from '../db/gallery-tables.ts'
import type { Schema } from '../db/schema.ts'
import { type Fleet, isSilent } from '../fleet/fleet.ts'
import { type Caller, canSee } from '../http/caller.ts'
import { WrongField } from '../http/field-errors.ts'
import { openTurns } from '../limits/turns.ts'
import { editableTemplate, pointsOf, requireSourceRoom, shownTemplate } from '../templates/index.ts'
import { collected, OF_NUMBERS } from './values.ts'

export interface MiddlewareParts {
  db: Db
  fleet: Fleet
  now?: () => number
}

/** Values of devices that are looked at in so long a time as another call takes. */
const VALUES_OF_CALL = 100_000

type Row = Selectable<MiddlewareTable>
const uniqueViolation = '23505'

export function middlewareAnswers({
  db,
  fleet,
  now = Date.now,
}: MiddlewareParts): Answers<Contract['middleware'], Caller> {
  /** A data source of a template that the caller may see; 100002 alike when there is none and when it is not. */
  async function seenMiddleware(q: Kysely<Schema>, caller: Caller, middleware_id: number): Promise<Row> {
    const row = await q
      .selectFrom('middleware')
      .selectAll()
      .where('middleware_id', '=', middleware_id)
      .executeTakeFirst()
    if (!row) throw new ApiError('100002')
    await shownTemplate(q, fleet, caller, row.template_id).catch((error) => {
      throw error instanceof ApiError ? new ApiError('100002') : error
    })
    return row
  }

  async function editableMiddleware(q: Kysely<Schema>, caller: Caller, middleware_id: number): Promise<Row> {
    const row = await seenMiddleware(q, caller, middleware_id)
    const { may_edit } = await shownTemplate(q, fleet, caller, row.template_id)
    if (!may_edit) throw new ApiError('115003')
    return row
  }

  return {
    list: ({ template_id }, caller) =>
      db.tenant(caller.tenant_id, async (q) => {
        await shownTemplate(q, fleet, caller, template_id)
        return q
          .selectFrom('middleware')
          .selectAll()
          .where('template_id', '=', template_id)
          .orderBy('middleware_name')
          .execute()
      }),

    create: ({ template_id, middleware_name, points }, caller) =>
      namedOnce(
        db.tenant(caller.tenant_id, async (q) => {
          const { tenant_id, user_name } = caller
          await editableTemplate(q, caller, template_id)
          await requirePoints(q, template_id, points)
          const { count } = await countAlone(q, 'middleware', () =>
            q
              .selectFrom('middleware')
              .select((on) => on.fn.countAll<number>().as('count'))
              .where('template_id', '=', template_id)
              .executeTakeFirstOrThrow(),
          )
          if (count >= MIDDLEWARE_LIMITS.perTemplate) throw new ApiError('100019')
          const at = { created_time: now(), changed_time: now() }
          const made = await q
            .insertInto('middleware')
            .values({ tenant_id, template_id, middleware_name, points: JSON.stringify(points), user_name, ...at })
            .returningAll()
            .executeTakeFirstOrThrow()
          await requireSourceRoom(q, tenant_id)
          const detail = changesOf({}, { template_id, middleware_name, points })
          await writeAudit(q, caller, { action: 'source-create', target: middleware_name, detail }, now())
          return made
        }),
      ),

    edit: ({ middleware_id, middleware_name, points }, caller) =>
      namedOnce(
        db.tenant(caller.tenant_id, async (q) => {
          const before = await editableMiddleware(q, caller, middleware_id)
          if (points) await requirePoints(q, before.template_id, points)
          const after = await q
            .updateTable('middleware')
            .set({
              changed_time: now(),
              ...(middleware_name !== undefined && { middleware_name }),
              ...(points && { points: JSON.stringify(points) }),
            })
            .where('middleware_id', '=', middleware_id)
            .returningAll()
            .executeTakeFirstOrThrow()
          await requireSourceRoom(q, caller.tenant_id)
          const kept = (row: Row) => ({ middleware_name: row.middleware_name, points: row.points })
          const detail = changesOf(kept(before), kept(after))
          await writeChange(q, caller, { action: 'source-edit', target: before.middleware_name, detail }, now())
          return after
        }),
      ),

    remove: ({ middleware_id }, caller) =>
      db.tenant(caller.tenant_id, async (q) => {
        const { middleware_name, points } = await editableMiddleware(q, caller, middleware_id)
        await q.deleteFrom('middleware').where('middleware_id', '=', middleware_id).execute()
        const detail = changesOf({ middleware_name, points }, { middleware_name: null, points: null })
        await writeAudit(q, caller, { action: 'source-delete', target: middleware_name, detail }, now())
        return {}
      }),

    async values({ middleware_id }, caller) {
      const { row, known } = await db.tenant(caller.tenant_id, async (q) => {
        const found = await seenMiddleware(q, caller, middleware_id)
        return { row: found, known: await pointsOf(q, found.template_id) }
      })
      const time = now()
      const devices = [...fleet.devices(caller.tenant_id)].filter(
        (device) => device.template_id === row.template_id && canSee(caller, device),
      )
      caller.spend?.(Math.floor((row.points.length * devices.length) / VALUES_OF_CALL))
      const turns = openTurns(Number.POSITIVE_INFINITY)
      const named = new Map(known.map((point) => [point.key, point]))
      const values: CollectedValue[] = []
      for (const point of row.points) {
        // A point that the template has lost is named by its key.
        const { name, unit } = named.get(point.key) ?? { name: point.key, unit: null }
        values.push(collected(point, { name, unit }, devices, time))
        await turns.pause()
      }
      const stale_count = devices.filter((device) => isSilent(device, time)).length
      return { time, device_count: devices.length, stale_count, values }
    },
  }
}

async function requirePoints(q: Kysely<Schema>, template_id: number, points: readonly CollectedPoint[]): Promise<void> {
  const known = new Map((await pointsOf(q, template_id)).map((point) => [point.key, point]))
  const named = new Set<string>()
  for (const [i, { key, aggregation }] of points.entries()) {
    const point = known.get(key)
    if (!point)
      throw new WrongField(
        `points.${i}.key`,
        { zh: '模板没有此数据项', en: 'names no point of the template' },
        '115402',
      )
    const both = `${aggregation} ${key}`
    if (named.has(both)) throw new WrongField(`points.${i}.key`, { zh: '数据项重复', en: 'is there twice' }, '115401')
    named.add(both)
    if (point.data_type !== 'number' && OF_NUMBERS.includes(aggregation))
      throw new WrongField(`points.${i}.aggregation`, { zh: '仅适用于数值', en: 'is for numbers only' }, '115403')
  }
}

async function namedOnce<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof DbError) || error.code !== uniqueViolation) throw error
    throw new WrongField(
      'middleware_name',
      { zh: '数据源名称已存在', en: 'is the name of another data source' },
      '115401',
    )
  }
}
