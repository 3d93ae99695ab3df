import type { Kysely } from 'kysely'
import { ApiError } from '../../../core/contract/api-error.ts'
import type { Schema } from '../db/schema.ts'
import type { Fleet } from '../fleet/fleet.ts'
import type { Caller } from '../http/caller.ts'
import { WrongField } from '../http/field-errors.ts'
import { mayPassOnTemplate, shownTemplate } from '../templates/index.ts'
import { screenAsRow } from './rows.ts'

/** A published screen that somebody may put before others. */
export interface ScreenToShare {
  screen_id: number
  template_id: number
  version_id: number
  visitor_points: readonly string[] | null
}

/** A screen that was published, of a template that the caller may see or whose device the caller may see; else a refusal that says why. */
export async function requireScreenToShare(q: Kysely<Schema>, fleet: Fleet, caller: Caller, screen_id: number) {
  const screen = await screenAsRow(q, screen_id)
  const { is_published, template_id } = await shownTemplate(q, fleet, caller, screen.template_id)
  if (!(await mayPassOnTemplate(q, caller, template_id))) throw new ApiError('100015')
  if (!is_published || screen.published_revision === null)
    throw new WrongField('screen_id', { zh: '画面未发布', en: 'is not published' }, '115005')
  return screen
}

/** Null for one that is not published any more, or not the caller's to pass on. */
export async function screenToShare(
  q: Kysely<Schema>,
  caller: Caller,
  screen_id: number,
): Promise<ScreenToShare | null> {
  const found = await q
    .selectFrom('screen as s')
    .innerJoin('template as t', (join) =>
      join.onRef('t.tenant_id', '=', 's.tenant_id').onRef('t.template_id', '=', 's.template_id'),
    )
    .innerJoin('screen_version as v', (join) =>
      join.onRef('v.tenant_id', '=', 's.tenant_id').onRef('v.version_id', '=', 's.published_version_id'),
    )
    .select(['s.screen_id', 's.template_id', 'v.version_id', 'v.visitor_points'])
    .where('s.screen_id', '=', screen_id)
    .where('t.published_time', 'is not', null)
    .executeTakeFirst()
  return found && (await mayPassOnTemplate(q, caller, found.template_id)) ? found : null
}
