import { sql } from 'kysely'
import type { Contract } from '../../../core/contract/contract.ts'
import type { Answers } from '../../../core/contract/endpoint.ts'
import type { Caller } from '../http/caller.ts'
import { templateBindingAnswers } from './binding.ts'
import { type TemplateParts, templateEditAnswers } from './edit.ts'
import { openGivingPoints } from './give-points.ts'
import { templateGroupAnswers } from './groups.ts'
import { templateItemAnswers } from './items.ts'
import { templatePublishAnswers } from './publish.ts'
import { OF, pageOfTemplates, shownTemplate, withDetail } from './rows.ts'
import { templateSharingAnswers } from './sharing.ts'

/** Those that read and write files of points are of another module. */
type Own = Omit<Answers<Contract['template'], Caller>, 'exportPoints' | 'readPoints'>

export function templateAnswers(parts: TemplateParts): Own {
  const { db, fleet } = parts
  const editing = { ...parts, givePoints: openGivingPoints(parts) }
  return {
    ...templateEditAnswers(editing),
    ...templateGroupAnswers(parts),
    ...templateItemAnswers(parts),
    ...templateSharingAnswers(parts),
    ...templatePublishAnswers(parts),
    ...templateBindingAnswers(editing),

    list({ page, page_size, sort, search = '', of, group_id, module_type, is_published }, caller) {
      const text = search.trim().toLowerCase()
      const where = sql<boolean>`(
        position(${text} in lower(t.module_name || chr(10) || t.description)) > 0
        and ${of === undefined ? sql`true` : OF[of](caller)}
        and ${group_id === undefined ? sql`true` : sql`t.group_id = ${group_id}`}
        and ${module_type === undefined ? sql`true` : sql`t.module_type = ${module_type}`}
        and ${is_published === undefined ? sql`true` : sql`(t.published_time is not null) = ${is_published}`})`
      return db.tenant(caller.tenant_id, (q) => pageOfTemplates(q, caller, where, { page, page_size, sort }))
    },

    detail: ({ template_id }, caller) =>
      db.tenant(caller.tenant_id, async (q) => withDetail(q, await shownTemplate(q, fleet, caller, template_id))),
  }
}
