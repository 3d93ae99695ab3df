import type { Kysely } from 'kysely'
import { ApiError } from '../../../core/contract/api-error.ts'
import type { Contract } from '../../../core/contract/contract.ts'
import type { Answers } from '../../../core/contract/endpoint.ts'
import { changesOf, writeAudit } from '../audit/index.ts'
import type { Schema } from '../db/schema.ts'
import { withVersionsRead } from '../documents/index.ts'
import type { Caller } from '../http/caller.ts'
import type { TemplateParts } from './edit.ts'
import { frozenScreens, screensToFreeze } from './freeze.ts'
import { guardPoints } from './point-items.ts'
import { publishFrozen } from './publish-frozen.ts'
import { editableTemplate, lockTemplate, seenTemplate } from './rows.ts'

/** The answer of the template domain that shows its screens to devices, or hides them. */
export const templatePublishAnswers = ({
  db,
  fleet,
  now = Date.now,
}: TemplateParts): Pick<Answers<Contract['template'], Caller>, 'publish'> => ({
  async publish({ template_id, is_published }, caller) {
    const { tenant_id } = caller
    async function publishable(q: Kysely<Schema>) {
      const template = await editableTemplate(q, caller, template_id)
      const { module_type, device_count } = template
      if (is_published && module_type === 'standard' && device_count === 0) throw new ApiError('115006')
      return template
    }
    const screen_ids = await db.tenant(tenant_id, async (q) => {
      await publishable(q)
      return is_published ? screensToFreeze(q, template_id) : []
    })
    // In no transaction: others are served while documents are frozen.
    const screens = await frozenScreens(db, caller, template_id, screen_ids)
    await caller.requireStill?.()
    return withVersionsRead(db, tenant_id, async (q) => {
      await lockTemplate(q, template_id)
      const before = await publishable(q)
      const { module_name, screen_count } = before
      if (!is_published && !before.is_published) return before
      const isAllOfCaller = await publishFrozen(q, fleet, caller, screens, now())
      // What a screen asks goes by its publisher: of screens of two, all presses ask.
      const published_user_id = is_published && isAllOfCaller ? caller.user_id : null
      if (!is_published)
        await q
          .updateTable('screen')
          .set({ published_revision: null, published_version_id: null })
          .where('template_id', '=', template_id)
          .execute()
      await q
        .updateTable('template')
        .set({ published_time: is_published ? now() : null, published_user_id })
        .where('template_id', '=', template_id)
        .execute()
      const guarded = is_published ? await guardPoints(q, fleet, template_id) : []
      const after = await seenTemplate(q, caller, template_id)
      const audited = ({ is_published }: typeof after) => ({ is_published })
      const detail = {
        ...changesOf(audited(before), audited(after)),
        screen_count: { before: null, after: screen_count },
        ...(guarded.length > 0 && { guarded_points: guarded }),
      }
      const action = is_published ? ('template-publish' as const) : ('template-unpublish' as const)
      await writeAudit(q, caller, { action, target: module_name, detail }, now())
      return after
    })
  },
})
