import { type Kysely, sql } from 'kysely'
import { hasRight } from '../../../core/catalogue/held-rights.ts'
import { ApiError } from '../../../core/contract/api-error.ts'
import type { Contract } from '../../../core/contract/contract.ts'
import type { Answers } from '../../../core/contract/endpoint.ts'
import type { TemplateDetail } from '../../../core/contract/template.ts'
import { changedRows, changesOf, writeAudit, writeChange } from '../audit/index.ts'
import { type Db, DbError } from '../db/db.ts'
import type { Schema } from '../db/schema.ts'
import { numbers, texts } from '../db/sql-array.ts'
import { keepUseOfNew, renamed, textPieces, withVersionsRead } from '../documents/index.ts'
import type { Fleet } from '../fleet/fleet.ts'
import type { Caller } from '../http/caller.ts'
import { WrongField } from '../http/field-errors.ts'
import { openLines } from '../limits/lines.ts'
import { requireQuota, requireRoom, requireRoomForTemplate, requireScreenSpace } from '../quotas/index.ts'
import { requireFences } from './fences.ts'
import type { GivePoints } from './give-points.ts'
import { requireItems } from './point-items.ts'
import { addedBy, devicesBoundTo, insertPoints, overfullDevices, refuseTwice, replacePoints } from './points.ts'
import { editableTemplate, itemsOf, lockTemplate, ownTemplate, pointsOf, seenTemplate, withDetail } from './rows.ts'
import { requirePointsOfRules, requireRules } from './rule-check.ts'
import { describedRules, insertRules, replaceRules, rulesOf } from './rule-rows.ts'

export interface TemplateParts {
  db: Db
  fleet: Fleet
  now?: () => number
}
/** Templates that are edited: bound devices get their points. */
export interface TemplateEditParts extends TemplateParts {
  givePoints: GivePoints
}
type Edits = 'create' | 'edit' | 'remove' | 'copy'

/** Points of devices that are read for one call. */
const POINTS_A_CALL = 10_000

const uniqueViolation = '23505'
const nameTaken = 'template_name'

/** Refuses, at its field, a name that another template has. */
async function namedOnce<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    const isTaken = error instanceof DbError && error.code === uniqueViolation && error.constraint === nameTaken
    if (!isTaken) throw error
    throw new WrongField('module_name', { zh: '模板名称已存在', en: 'is the name of another template' }, '115001')
  }
}

async function requireGroup(q: Kysely<Schema>, group_id: number | null | undefined): Promise<void> {
  if (group_id === null || group_id === undefined) return
  const found = await q
    .selectFrom('template_group')
    .select('group_id')
    .where('group_id', '=', group_id)
    .executeTakeFirst()
  if (!found) throw new WrongField('group_id', { zh: '模板分组不存在', en: 'is no template group' }, '115005')
}

/** Rules ask for a right of their own, here as on their own page. */
function requireMayRule({ roles }: Caller): void {
  if (!hasRight(roles, 'P73400')) throw new ApiError('100015')
}

interface NewPoints {
  template_id: number
  before: TemplateDetail['points']
  points: TemplateDetail['points']
  bound: Awaited<ReturnType<typeof devicesBoundTo>>
}

/** Refuses points of which a device that has the template would have too many, or its organisation. */
async function requireRoomOnDevices(
  q: Kysely<Schema>,
  fleet: Fleet,
  { tenant_id, spend }: Caller,
  { template_id, before, points, bound }: NewPoints,
): Promise<void> {
  const { keys, mayOverfill } = addedBy(before, points)
  const looked = mayOverfill(fleet, bound).map(({ device_id }) => device_id)
  spend?.(Math.floor((looked.length * points.length) / POINTS_A_CALL))
  if ((await overfullDevices(q, template_id, looked)).length > 0)
    throw new WrongField('points', {
      zh: '有已绑定设备的数据项将超过上限',
      en: 'would give a bound device more points than it may have',
    })
  const device_ids = bound.map(({ device_id }) => device_id)
  await requireRoomForTemplate(q, { tenant_id, template_id }, device_ids, 'points', keys)
}

/** The names of a template's equipment dashboards, which go with it. */
async function dashboardsOf(q: Kysely<Schema>, template_id: number): Promise<string[]> {
  const rows = await q
    .selectFrom('dashboard')
    .select('dashboard_name')
    .where('template_id', '=', template_id)
    .orderBy('dashboard_name')
    .execute()
  return rows.map(({ dashboard_name }) => dashboard_name)
}

/** Answers of the template domain that make, change and remove templates. */
export function templateEditAnswers(parts: TemplateEditParts): Pick<Answers<Contract['template'], Caller>, Edits> {
  const { db, fleet, now = Date.now } = parts
  /** By organisation: the store lets nobody wait for as long as many edits of large templates take. */
  const edits = openLines<number>()

  return {
    create: ({ points, alarm_rules, group_id = null, ...fields }, caller) =>
      namedOnce(
        db.tenant(caller.tenant_id, async (q) => {
          const { tenant_id, user_id: created_user_id } = caller
          if (alarm_rules.length > 0) requireMayRule(caller)
          refuseTwice(points)
          await requireQuota(q, caller, 'templates', { code: '115004' })
          await requireRoom(q, 'templates')
          await requireGroup(q, group_id)
          const times = { created_time: now(), changed_time: now() }
          const { template_id } = await q
            .insertInto('template')
            .values({ tenant_id, created_user_id, group_id, ...fields, ...times })
            .returning('template_id')
            .executeTakeFirstOrThrow()
          await requireItems(q, template_id, points, new Map())
          await insertPoints(q, { tenant_id, template_id }, points)
          requireRules(alarm_rules, points)
          await requireFences(q, caller, alarm_rules)
          await insertRules(q, { tenant_id, template_id }, alarm_rules)
          const detail = changesOf({}, { ...fields, group_id, points, rules: alarm_rules })
          await writeAudit(q, caller, { action: 'template-create', target: fields.module_name, detail }, now())
          return { template_id }
        }),
      ),

    async edit({ template_id, points, alarm_rules, videos, ...fields }, caller) {
      const { tenant_id } = caller
      if (alarm_rules) requireMayRule(caller)
      const saved = () =>
        withVersionsRead(db, tenant_id, async (q) => {
          await lockTemplate(q, template_id)
          const before = await editableTemplate(q, caller, template_id)
          const isOpening = fields.is_public !== undefined && fields.is_public !== before.is_public
          if (isOpening && !before.is_own) throw new ApiError('115003')
          await requireGroup(q, fields.group_id)
          const was = await withDetail(q, before)
          await q
            .updateTable('template')
            .set({ ...fields, ...(videos && { videos: JSON.stringify(videos) }), changed_time: now() })
            .where('template_id', '=', template_id)
            .execute()
          const named = { tenant_id, template_id }
          if (alarm_rules) {
            requireRules(alarm_rules, points ?? was.points, was.alarm_rules)
            await requireFences(q, caller, alarm_rules, was.alarm_rules)
            await replaceRules(q, named, alarm_rules)
          }
          if (points) {
            await replacePoints(q, caller, was, points)
            requirePointsOfRules(caller, was.alarm_rules, { before: was.points, after: points }, 'points')
          }
          const bound = points || alarm_rules ? await devicesBoundTo(q, template_id) : []
          if (points) await requireRoomOnDevices(q, fleet, caller, { template_id, before: was.points, points, bound })
          const { is_public: _, ...described } = fields
          const is = await withDetail(q, await seenTemplate(q, caller, template_id))
          const lists = ({ points, alarm_rules }: TemplateDetail) => ({ points, rules: describedRules(alarm_rules) })
          const changes = {
            ...changesOf({ ...was }, { ...described, ...(videos && { videos }) }),
            ...changedRows(lists(was), lists(is)),
          }
          await writeChange(q, caller, { action: 'template-edit', target: before.module_name, detail: changes }, now())
          if (isOpening) {
            const detail = changesOf({ is_public: before.is_public }, { is_public: fields.is_public })
            await writeAudit(q, caller, { action: 'template-share', target: before.module_name, detail }, now())
          }
          return { detail: is, bound }
        })
      const { detail, bound } = await namedOnce(edits.run(tenant_id, saved))
      if (points) await parts.givePoints(caller, bound, points.length)
      else
        fleet.emit(
          'rules',
          bound.flatMap(({ sn_code }) => fleet.get(sn_code) ?? []),
        )
      return detail
    },

    remove: ({ template_id }, caller) =>
      db.tenant(caller.tenant_id, async (q) => {
        await lockTemplate(q, template_id)
        const { module_name, device_count, point_count, screen_count } = await ownTemplate(q, caller, template_id)
        if (device_count > 0) throw new ApiError('202003')
        const dashboards = await dashboardsOf(q, template_id)
        await q.deleteFrom('template').where('template_id', '=', template_id).execute()
        const gone = { module_name: null, point_count: null, screen_count: null, dashboards: [] }
        const detail = changesOf({ module_name, point_count, screen_count, dashboards }, gone)
        await writeAudit(q, caller, { action: 'template-delete', target: module_name, detail }, now())
        return {}
      }),

    copy: ({ template_id, module_name }, caller) =>
      namedOnce(
        db.tenant(caller.tenant_id, async (q) => {
          const from = await seenTemplate(q, caller, template_id)
          const { module_type, description, group_id, screen_count } = from
          await requireQuota(q, caller, 'templates', { code: '115004' })
          await requireRoom(q, 'templates')
          if (screen_count > 0) await requireQuota(q, caller, 'screens', { more: screen_count })
          await requireRoom(q, 'screens', screen_count)
          const { tenant_id, user_id: created_user_id } = caller
          const { videos } = await q
            .selectFrom('template')
            .select('videos')
            .where('template_id', '=', template_id)
            .executeTakeFirstOrThrow()
          const made = await q
            .insertInto('template')
            .values({
              tenant_id,
              created_user_id,
              module_name,
              module_type,
              description,
              group_id,
              videos: JSON.stringify(videos),
              created_time: now(),
              changed_time: now(),
            })
            .returning('template_id')
            .executeTakeFirstOrThrow()
          const to = { tenant_id, template_id: made.template_id }
          const items = await copyItems(q, template_id, to)
          const points = (await pointsOf(q, template_id)).map((point) => ({
            ...point,
            item_id: items.get(point.item_id ?? 0) ?? null,
          }))
          await insertPoints(q, to, points, 'template_id')
          const rules = (await rulesOf(q, { template_id })).map(({ rule_id: _, ...rule }) => rule)
          await insertRules(q, to, rules)
          await copyScreens(q, caller, template_id, to, items, now())
          const detail = { copy_of: { before: null, after: from.module_name } }
          await writeAudit(q, caller, { action: 'template-create', target: module_name, detail }, now())
          return made
        }),
      ),
  }
}

type Ids = Map<number, number>
interface To {
  tenant_id: number
  template_id: number
}

/** The new ids of the items, by the old ones. */
async function copyItems(q: Kysely<Schema>, template_id: number, to: To): Promise<Ids> {
  const ids: Ids = new Map()
  const items = await itemsOf(q, template_id)
  await requireRoom(q, 'permission_items', items.length)
  if (items.length === 0) return ids
  const made = await q
    .insertInto('permission_item')
    .values(items.map(({ item_name }) => ({ ...to, item_name })))
    .returning(['item_id', 'item_name'])
    .execute()
  const byName = new Map(made.map(({ item_id, item_name }) => [item_name, item_id]))
  for (const { item_id, item_name } of items) ids.set(item_id, byName.get(item_name) as number)
  return ids
}

/** The newest revision of each screen; they lead to each other as they did, and ask for the items of the copy. */
async function copyScreens(
  q: Kysely<Schema>,
  caller: Caller,
  template_id: number,
  to: To,
  item_id: Ids,
  time: number,
): Promise<void> {
  const { user_id, user_name } = caller
  const screens = await q
    .selectFrom('screen')
    .select(['screen_id', 'screen_name', 'document', 'thumbnail'])
    .where('template_id', '=', template_id)
    .orderBy('screen_id')
    .forShare()
    .execute()
  // Without their documents, which lead to screens of the copy by ids that there are none of yet.
  const { rows: made } = await sql<{ screen_id: number; screen_name: string }>`
    insert into screen (tenant_id, template_id, screen_name, variant, is_start, sort, width, height, document,
        thumbnail, thumbnail_tag, created_user_id, created_time, changed_time, changed_by)
      select tenant_id, ${to.template_id}::bigint, screen_name, variant, is_start, sort, width, height, '',
          thumbnail, thumbnail_tag, ${user_id}::bigint, ${time}::bigint, ${time}::bigint, ${user_name}::text
        from screen where screen_id = any(${numbers(screens.map((one) => one.screen_id))}::bigint[]) order by screen_id
      returning screen_id, screen_name`.execute(q)
  const byName = new Map(made.map((row) => [row.screen_name, row.screen_id]))
  const screen_id: Ids = new Map(screens.map((one) => [one.screen_id, byName.get(one.screen_name) as number]))
  const copies = screens.map(({ screen_id: old, document, thumbnail }) => {
    return { id: screen_id.get(old) as number, document: renamed(document, { screen_id, item_id }), thumbnail }
  })
  // Each document is kept twice: as the screen is drawn now, and as its first version. The pictures of the screens are counted.
  await requireScreenSpace(q, caller, ...copies, ...copies.map(({ document }) => ({ document })))
  for await (const some of textPieces(copies, ({ document }) => document.length))
    await writeCopies(q, caller, some, time)
}

async function writeCopies(
  q: Kysely<Schema>,
  { tenant_id, user_name }: Caller,
  copies: readonly { id: number; document: string }[],
  time: number,
): Promise<void> {
  const ids = numbers(copies.map(({ id }) => id))
  const documents = texts(copies.map(({ document }) => document))
  await sql`update screen s set document = u.document
    from unnest(${ids}::bigint[], ${documents}::text[]) u (screen_id, document)
    where s.screen_id = u.screen_id`.execute(q)
  const named = copies.map(({ id, document }) => ({ id, text: document }))
  await keepUseOfNew(q, tenant_id, 'screen_id', named)
  await sql`insert into screen_version
      (tenant_id, screen_id, revision, kind, document, user_name, thumbnail, thumbnail_tag, created_time)
    select tenant_id, screen_id, 1, 'saved', document, ${user_name}::text, thumbnail, thumbnail_tag, ${time}::bigint
      from screen where screen_id = any(${ids}::bigint[]) order by screen_id`.execute(q)
}
