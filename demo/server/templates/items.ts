import type { Kysely } from 'kysely'
import { LIMITS } from '../../../core/catalogue/limits.ts'
import { ApiError } from '../../../core/contract/api-error.ts'
import type { Contract } from '../../../core/contract/contract.ts'
import type { Answers } from '../../../core/contract/endpoint.ts'
import { changesOf, writeChange } from '../audit/index.ts'
import type { Schema } from '../db/schema.ts'
import type { Caller } from '../http/caller.ts'
import { WrongField } from '../http/field-errors.ts'
import { requireRoom } from '../quotas/index.ts'
import type { TemplateParts } from './edit.ts'
import { requireUnused } from './point-items.ts'
import { editableTemplate, itemsOf, lockTemplate } from './rows.ts'

type Item = { item_id?: number | undefined; item_name: string }

function requireNames(items: readonly Item[]): void {
  if (items.length > LIMITS.permissionItemsPerTemplate) throw new ApiError('100019')
  const names = items.map(({ item_name }) => item_name)
  const empty = names.indexOf('')
  if (empty >= 0) throw new WrongField(`items.${empty}.item_name`, { zh: '不能为空', en: 'is missing' }, '115301')
  const twice = names.findIndex((name, i) => names.indexOf(name) !== i)
  if (twice >= 0)
    throw new WrongField(
      `items.${twice}.item_name`,
      { zh: '权限项名称重复', en: 'is the name of another item' },
      '115302',
    )
}

/** Writes items over those that are there. What is gone is taken from roles and users with it. */
async function replaceItems(
  q: Kysely<Schema>,
  named: { tenant_id: number; template_id: number },
  items: readonly Item[],
): Promise<void> {
  const known = new Set((await itemsOf(q, named.template_id)).map(({ item_id }) => item_id))
  const kept = items.flatMap(({ item_id }) => item_id ?? [])
  const unknown = items.findIndex(({ item_id }, i) => {
    return item_id !== undefined && (!known.has(item_id) || items.findIndex((one) => one.item_id === item_id) !== i)
  })
  if (unknown >= 0)
    throw new WrongField(`items.${unknown}.item_id`, { zh: '权限项不存在', en: 'is no item of this template' })
  const gone = [...known].filter((item_id) => !kept.includes(item_id))
  await requireUnused(q, named.template_id, gone)
  if (gone.length > 0) await q.deleteFrom('permission_item').where('item_id', 'in', gone).execute()
  // Two may change names with each other, which no row may have at the same time.
  for (const item_id of kept)
    await q
      .updateTable('permission_item')
      .set({ item_name: `\u0001${item_id}` })
      .where('item_id', '=', item_id)
      .execute()
  const added = items.filter(({ item_id }) => item_id === undefined).length
  await requireRoom(q, 'permission_items', added)
  for (const { item_id, item_name } of items) {
    if (item_id === undefined)
      await q
        .insertInto('permission_item')
        .values({ ...named, item_name })
        .execute()
    else await q.updateTable('permission_item').set({ item_name }).where('item_id', '=', item_id).execute()
  }
}

/** The answer of the template domain that is about named rights. */
export const templateItemAnswers = ({
  db,
  now = Date.now,
}: TemplateParts): Pick<Answers<Contract['template'], Caller>, 'items'> => ({
  items: ({ template_id, items }, caller) =>
    db.tenant(caller.tenant_id, async (q) => {
      await lockTemplate(q, template_id)
      const { module_name } = await editableTemplate(q, caller, template_id)
      requireNames(items)
      const before = await itemsOf(q, template_id)
      await replaceItems(q, { tenant_id: caller.tenant_id, template_id }, items)
      await q.updateTable('template').set({ changed_time: now() }).where('template_id', '=', template_id).execute()
      const after = await itemsOf(q, template_id)
      const detail = changesOf({ items: before }, { items: after })
      await writeChange(q, caller, { action: 'template-items', target: module_name, detail }, now())
      return after
    }),
})
