import type { Kysely } from 'kysely'
import { ApiError } from '../../../core/contract/api-error.ts'
import type { Contract } from '../../../core/contract/contract.ts'
import type { Answers } from '../../../core/contract/endpoint.ts'
import type { TemplateDetail } from '../../../core/contract/template.ts'
import { changedRows, changesOf, writeAudit, writeChange } from '../audit/index.ts'
import { type Db, DbError } from '../db/db.ts'
import type { Schema } from '../db/schema.ts'
import { keepUse, renamed, withVersionsRead } from '../documents/index.ts'
import type { Fleet } from '../fleet/fleet.ts'
import type { Caller } from '../http/caller.ts'
import { WrongField } from '../http/field-errors.ts'
import { requireQuota, requireRoom, requireScreenSpace } from '../quotas/index.ts'
import { requireItems } from './point-items.ts'
import { devicesBoundTo, givePoints, insertPoints, overfullDevices, refuseTwice, replacePoints } from './points.ts'
import { editableTemplate, itemsOf, lockTemplate, ownTemplate, pointsOf, seenTemplate, withDetail } from './rows.ts'
import { requireRules } from './rule-check.ts'
import { describedRules, insertRules, replaceRules, rulesOf } from './rule-rows.ts'

export interface TemplateParts {
  db: Db
  fleet: Fleet
  now?: () => number
}
type Edits = 'create' | 'edit' | 'remove' | 'copy'

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

/** Answers of the template domain that make, change and remove templates. */
export function templateEditAnswers(parts: TemplateParts): Pick<Answers<Contract['template'], Caller>, Edits> {
  const { db, fleet, now = Date.now } = parts

  return {
    create: ({ points, alarm_rules, group_id = null, ...fields }, caller) =>
      namedOnce(
        db.tenant(caller.tenant_id, async (q) => {
          const { tenant_id, user_id: created_user_id } = caller
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
          await insertRules(q, { tenant_id, template_id }, alarm_rules)
          const detail = changesOf({}, { ...fields, group_id, points, rules: alarm_rules })
          await writeAudit(q, caller, { action: 'template-create', target: fields.module_name, detail }, now())
          return { template_id }
        }),
      ),

    async edit({ template_id, points, alarm_rules, videos, ...fields }, caller) {
      const { tenant_id } = caller
      const { detail, bound } = await namedOnce(
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
            await replaceRules(q, named, alarm_rules)
          }
          if (points) await replacePoints(q, caller, template_id, points)
          const bound = points || alarm_rules ? await devicesBoundTo(q, template_id) : []
          const device_ids = bound.map(({ device_id }) => device_id)
          if (points && (await overfullDevices(q, template_id, device_ids)).length > 0)
            throw new WrongField('points', {
              zh: '有已绑定设备的数据项将超过上限',
              en: 'would give a bound device more points than it may have',
            })
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
        }),
      )
      if (points) await givePoints(db, { tenant_id, template_id }, bound, (sn_code) => fleet.reload(sn_code))
      else await Promise.all(bound.map(({ sn_code }) => fleet.reload(sn_code)))
      return detail
    },

    remove: ({ template_id }, caller) =>
      db.tenant(caller.tenant_id, async (q) => {
        await lockTemplate(q, template_id)
        const { module_name, device_count, point_count, screen_count } = await ownTemplate(q, caller, template_id)
        if (device_count > 0) throw new ApiError('202003')
        await q.deleteFrom('template').where('template_id', '=', template_id).execute()
        const detail = changesOf(
          { module_name, point_count, screen_count },
          {
            module_name: null,
            point_count: null,
            screen_count: null,
          },
        )
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
          await insertPoints(q, to, points)
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
  for (const { item_id, item_name } of items) {
    const made = await q
      .insertInto('permission_item')
      .values({ ...to, item_name })
      .returning('item_id')
      .executeTakeFirstOrThrow()
    ids.set(item_id, made.item_id)
  }
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
  const { user_id: created_user_id, user_name } = caller
  const screens = await q
    .selectFrom('screen')
    .select(['screen_id', 'screen_name', 'variant', 'is_start', 'sort', 'width', 'height', 'document'])
    .select(['thumbnail', 'thumbnail_tag'])
    .where('template_id', '=', template_id)
    .orderBy('screen_id')
    .execute()
  const screen_id: Ids = new Map()
  for (const { screen_id: old, ...screen } of screens) {
    const row = { ...to, ...screen, created_user_id, created_time: time, changed_time: time, changed_by: user_name }
    const made = await q.insertInto('screen').values(row).returning('screen_id').executeTakeFirstOrThrow()
    screen_id.set(old, made.screen_id)
  }
  const texts = screens.map((screen) => {
    const document = JSON.stringify(renamed(JSON.parse(screen.document), { screen_id, item_id }))
    return { ...screen, document }
  })
  await requireScreenSpace(q, caller, ...texts)
  for (const { screen_id: old, document: text, thumbnail, thumbnail_tag } of texts) {
    const made = screen_id.get(old) as number
    await q.updateTable('screen').set({ document: text }).where('screen_id', '=', made).execute()
    await keepUse(q, to.tenant_id, { screen_id: made }, text)
    await q
      .insertInto('screen_version')
      .values({
        tenant_id: to.tenant_id,
        screen_id: made,
        revision: 1,
        kind: 'saved',
        document: text,
        user_name,
        thumbnail,
        thumbnail_tag,
        created_time: time,
      })
      .execute()
  }
}
