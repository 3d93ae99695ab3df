import { type Kysely, sql } from 'kysely'
import type { Words } from '../../../core/catalogue/words.ts'
import type { TemplatePoint } from '../../../core/contract/template.ts'
import { writePoint } from '../../../core/rules/expression/points.ts'
import type { Schema } from '../db/schema.ts'
import { numbers, texts } from '../db/sql-array.ts'
import { type Guard, guardsOfVersions } from '../documents/index.ts'
import type { Fleet } from '../fleet/fleet.ts'
import { WrongField } from '../http/field-errors.ts'
import { itemsOf, pointsOf } from './rows.ts'

type ItemOf = ReadonlyMap<string, number | null>

/**
 * Refuses points that ask for an item which the template does not have, and points that give up an item for which a
 * published screen still lets nobody else use a control.
 */
export async function requireItems(
  q: Kysely<Schema>,
  template_id: number,
  points: readonly TemplatePoint[],
  before: ItemOf,
): Promise<void> {
  const changed = [...points.entries()].filter(([, { key, item_id = null }]) => item_id !== (before.get(key) ?? null))
  if (changed.length === 0) return
  const items = new Map((await itemsOf(q, template_id)).map(({ item_id, item_name }) => [item_id, item_name]))
  const givesUp = changed.some(([, { key }]) => (before.get(key) ?? null) !== null)
  const guards = givesUp ? await publishedGuards(q, template_id) : []
  for (const [i, { key, item_id = null }] of changed) {
    const field = `points.${i}.item_id`
    if (item_id !== null && !items.has(item_id))
      throw new WrongField(field, { zh: '模板没有此权限项', en: 'is no permission item of the template' })
    const guard = guards.find(({ point }) => point.key === key)
    if (!guard || guard.item_id === item_id) continue
    const name = items.get(guard.item_id) ?? ''
    throw new WrongField(field, {
      zh: `已发布画面的控件仅限权限项「${name}」：先修改控件并发布`,
      en: `must stay “${name}”, which a control of a published screen asks for: change the control and publish first`,
    })
  }
}

/** Refuses to take away an item while points ask for it: they would be open to everybody. */
export async function requireUnused(q: Kysely<Schema>, template_id: number, gone: readonly number[]): Promise<void> {
  const points = (await pointsOf(q, template_id)).filter(({ item_id }) => item_id && gone.includes(item_id))
  const [first] = points
  if (!first) return
  const name = (await itemsOf(q, template_id)).find(({ item_id }) => item_id === first.item_id)?.item_name ?? ''
  const keys = points.filter(({ item_id }) => item_id === first.item_id).map(({ key }) => key)
  throw new WrongField('items', {
    zh: `数据项 ${keys.join('、')} 仅限权限项「${name}」：先修改数据项`,
    en: `“${name}” is asked for by the points ${keys.join(', ')}: change those points first`,
  })
}

/** Each is of a point of the template: nothing else is published. */
async function publishedGuards(q: Kysely<Schema>, template_id: number): Promise<Guard[]> {
  const published = await q
    .selectFrom('screen')
    .select(['screen_name', 'published_version_id'])
    .where('template_id', '=', template_id)
    .execute()
  const shown = published.flatMap(({ screen_name, published_version_id: version_id }) =>
    version_id === null ? [] : { screen_name, version_id },
  )
  const ofVersions = await guardsOfVersions(
    q,
    shown.map(({ version_id }) => version_id),
  )
  return shown.flatMap(({ screen_name, version_id }) => {
    const its = ofVersions.get(version_id)
    if (!its) throw expandsTooFar(screen_name)
    return its
  })
}

/** Names a screen that makes more of its groups than anybody can show. */
export const expandsTooFar = (screen_name: string) =>
  new WrongField(
    'screens',
    {
      zh: `画面“${screen_name}”的组合展开后，控件、数据项、参数或表达式过多：减少组合的使用次数，或缩短其中的表达式`,
      en: `Screen “${screen_name}” has too many controls, points, parameters or expressions where its groups are used: use the groups less often, or make their expressions shorter`,
    },
    '115002',
  )

/**
 * Makes what the template's published screens keep for holders of a permission item true of the points themselves: a
 * point that asks for no item asks for the control's from then on. Refuses what cannot be made true. Returns the keys of
 * points that changed.
 */
export async function guardPoints(q: Kysely<Schema>, fleet: Fleet, template_id: number): Promise<string[]> {
  const points = new Map((await pointsOf(q, template_id)).map((point) => [point.key, point]))
  const items = new Map((await itemsOf(q, template_id)).map(({ item_id, item_name }) => [item_id, item_name]))
  const changed = new Map<string, number>()
  for (const { point, item_id } of await publishedGuards(q, template_id)) {
    const named = writePoint(point)
    const name = items.get(item_id)
    if (name === undefined)
      throw refusal({
        zh: `写入 ${named} 的控件仅限一个已删除的权限项：重新选择权限项`,
        en: `a control that writes ${named} asks for a permission item that was deleted: choose another one`,
      })
    const isOwn = point.sn_code === '' || fleet.get(point.sn_code)?.template_id === template_id
    const its = isOwn ? points.get(point.key) : undefined
    if (!its)
      throw refusal({
        zh: `权限项「${name}」无法限制 ${named}：它不是本模板的数据项，请在其所属模板中设置`,
        en: `the permission item “${name}” cannot guard ${named}, which is no point of this template: set it in its own template`,
      })
    const known = its.item_id ?? null
    if (known === item_id || its.access !== 'rw') continue
    if (known !== null)
      throw refusal({
        zh: `数据项 ${named} 仅限权限项「${items.get(known) ?? ''}」，而控件要求「${name}」：改为同一个权限项`,
        en: `the point ${named} asks for “${items.get(known) ?? ''}”, and a control that writes it for “${name}”: make them one`,
      })
    its.item_id = item_id
    changed.set(point.key, item_id)
  }
  const keys = [...changed.keys()]
  if (keys.length > 0)
    await sql`update template_point p set item_id = c.item_id
      from unnest(${texts(keys)}::text[], ${numbers([...changed.values()])}::bigint[]) c (key, item_id)
      where p.template_id = ${template_id} and p.key = c.key`.execute(q)
  return keys
}

const refusal = (words: Words) => new WrongField('template_id', words)
