import type { Kysely } from 'kysely'
import { formatFor } from '../../../core/text/format.ts'
import type { Schema } from '../db/schema.ts'
import type { Caller } from '../http/caller.ts'
import { WrongField } from '../http/field-errors.ts'

interface Kept {
  version: number
  changed_time: number | null
  changed_by: string
}

/** Refuses what was made from something that is not the newest, with who saved that, and when. */
export async function requireNewest(q: Kysely<Schema>, { tenant_id }: Caller, kept: Kept, version: number) {
  if (kept.version === version) return
  const { changed_by, changed_time } = kept
  const { timezone } = await q
    .selectFrom('tenant')
    .select('timezone')
    .where('tenant_id', '=', tenant_id)
    .executeTakeFirstOrThrow()
  const at = (lang: 'zh' | 'en') => formatFor(lang, timezone).dateTime(changed_time ?? 0)
  throw new WrongField(
    'version',
    {
      zh: `${changed_by} 已于 ${at('zh')} 保存了其他设置：请重新载入后再修改`,
      en: `${changed_by} saved other settings at ${at('en')}: load them, then change them again`,
    },
    '100027',
  )
}
