import type { Kysely } from 'kysely'
import * as z from 'zod/mini'
import { DEFAULT_SETTINGS, OrganisationSettings } from '../../../core/contract/organisation-settings.ts'
import type { Schema } from '../db/schema.ts'

const Stored = z.omit(OrganisationSettings, { timezone: true, week_start: true })

/** Each setting that is stored and still fits its schema; the default of every other. */
export function storedSettings(stored: unknown): Omit<OrganisationSettings, 'timezone' | 'week_start'> {
  const known = z.safeParse(z.looseObject({}), stored).data ?? {}
  const read = Object.entries(Stored.shape).flatMap(([name, schema]) => {
    const parsed = z.safeParse(schema as z.ZodMiniType, known[name])
    return parsed.success ? [[name, parsed.data]] : []
  })
  return { ...DEFAULT_SETTINGS, ...Object.fromEntries(read) }
}

/** An organisation's settings as they are now. Runs within its own rows, or names it as the owner. */
export async function settingsOf(q: Kysely<Schema>, tenant_id: number) {
  const row = await q
    .selectFrom('tenant as t')
    .leftJoin('organisation_setting as s', 's.tenant_id', 't.tenant_id')
    .select([
      't.timezone',
      't.week_start',
      't.closed_time',
      's.settings',
      's.version',
      's.changed_time',
      's.user_name',
      's.policy_id',
    ])
    .where('t.tenant_id', '=', tenant_id)
    .executeTakeFirst()
  if (!row) return null
  return {
    settings: {
      ...storedSettings(row.settings),
      timezone: row.timezone,
      week_start: row.week_start,
    } satisfies OrganisationSettings,
    version: row.version ?? 0,
    changed_time: row.changed_time,
    changed_by: row.user_name ?? '',
    policy: row.policy_id,
    isClosed: row.closed_time !== null,
  }
}
export type FoundSettings = NonNullable<Awaited<ReturnType<typeof settingsOf>>>
