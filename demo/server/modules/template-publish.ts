import type { Kysely } from 'kysely'
import { ApiError } from '../../../core/contract/api-error.ts'
import type { Contract } from '../../../core/contract/contract.ts'
import type { Answers } from '../../../core/contract/endpoint.ts'
import { changesOf, writeAudit } from '../audit-trail.ts'
import type { Caller } from '../caller.ts'
import type { Schema } from '../db/schema.ts'
import { frozen } from '../screens/freeze.ts'
import { guardPoints } from './point-items.ts'
import type { TemplateParts } from './template-edit.ts'
import { editableTemplate, lockTemplate, seenTemplate } from './template-rows.ts'

/** Groups of controls in the gallery, by id; one that cannot be read is as if it were gone. */
async function gallerySymbols(q: Kysely<Schema>, ids: readonly number[]): Promise<Map<number, unknown>> {
  const files = await q
    .selectFrom('resource as r')
    .innerJoin('resource_file as f', (join) =>
      join.onRef('f.tenant_id', '=', 'r.tenant_id').onRef('f.resource_id', '=', 'r.resource_id'),
    )
    .select(['r.resource_id', 'f.content'])
    .where('r.resource_id', 'in', [...ids])
    .where('r.resource_type', '=', 'group')
    .where('f.place', '=', 0)
    .execute()
  return new Map(
    files.flatMap(({ resource_id, content }) => {
      try {
        return [[resource_id, JSON.parse(Buffer.from(content).toString()) as unknown] as const]
      } catch {
        return []
      }
    }),
  )
}

/** Freezes every screen as it is now. One that is as it was when it was frozen last keeps that version. */
async function freezeScreens(q: Kysely<Schema>, { tenant_id, user_name }: Caller, template_id: number, time: number) {
  const screens = await q
    .selectFrom('screen as s')
    .leftJoin('screen_version as v', (join) =>
      join.onRef('v.tenant_id', '=', 's.tenant_id').onRef('v.version_id', '=', 's.published_version_id'),
    )
    .select(['s.screen_id', 's.revision', 's.document', 's.thumbnail', 's.thumbnail_tag'])
    .select(['v.version_id', 'v.revision as frozen_revision', 'v.document as frozen'])
    .where('s.template_id', '=', template_id)
    .execute()
  for (const screen of screens) {
    const { screen_id, revision, thumbnail, thumbnail_tag } = screen
    const document = JSON.stringify(await frozen(JSON.parse(screen.document), (ids) => gallerySymbols(q, ids)))
    if (screen.version_id !== null && screen.frozen_revision === revision && screen.frozen === document) continue
    const { version_id } = await q
      .insertInto('screen_version')
      .values({
        ...{ tenant_id, screen_id, revision, kind: 'published', document, thumbnail, thumbnail_tag },
        ...{ created_time: time, user_name },
      })
      .returning('version_id')
      .executeTakeFirstOrThrow()
    await q
      .updateTable('screen')
      .set({ published_revision: revision, published_version_id: version_id })
      .where('screen_id', '=', screen_id)
      .execute()
  }
}

/** The answer of the template domain that shows its screens to devices, or hides them. */
export const templatePublishAnswers = ({
  db,
  fleet,
  now = Date.now,
}: TemplateParts): Pick<Answers<Contract['template'], Caller>, 'publish'> => ({
  publish: ({ template_id, is_published }, caller) =>
    db.tenant(caller.tenant_id, async (q) => {
      await lockTemplate(q, template_id)
      const before = await editableTemplate(q, caller, template_id)
      const { module_name, module_type, device_count, screen_count } = before
      if (!is_published && !before.is_published) return before
      if (is_published && module_type === 'standard' && device_count === 0) throw new ApiError('115006')
      if (is_published) await freezeScreens(q, caller, template_id, now())
      else
        await q
          .updateTable('screen')
          .set({ published_revision: null, published_version_id: null })
          .where('template_id', '=', template_id)
          .execute()
      await q
        .updateTable('template')
        .set({ published_time: is_published ? now() : null })
        .where('template_id', '=', template_id)
        .execute()
      const guarded = is_published ? await guardPoints(q, fleet, template_id) : []
      const after = await seenTemplate(q, caller, template_id)
      const told = ({ is_published }: typeof after) => ({ is_published })
      const detail = {
        ...changesOf(told(before), told(after)),
        screen_count: { before: null, after: screen_count },
        ...(guarded.length > 0 && { guarded_points: guarded }),
      }
      const action = is_published ? ('template-publish' as const) : ('template-unpublish' as const)
      await writeAudit(q, caller, { action, target: module_name, detail }, now())
      return after
    }),
})
