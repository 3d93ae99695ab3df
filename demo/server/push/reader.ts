import type { Kysely } from 'kysely'
import type { PersonChannel, PushSetting } from '../../../core/contract/push.ts'
import type { Row, Schema } from '../db/schema.ts'
import { heldBy } from '../rights/index.ts'

/** Where a person is reached, and how. */
export interface Reader {
  tenant_id: number
  lang: 'zh' | 'en'
  /** The rights held now. */
  roles: readonly string[]
  quiet: PushSetting['quiet']
  /** Null: none, or none that its owner has confirmed. */
  addresses: Readonly<Record<PersonChannel, string | null>>
}

/** Null for who is gone or locked. */
export async function readerOf(q: Kysely<Schema>, tenant_id: number, user_id: number): Promise<Reader | null> {
  const row = await q
    .selectFrom('app_user as u')
    .leftJoin('push_setting as s', (join) =>
      join.onRef('s.tenant_id', '=', 'u.tenant_id').onRef('s.user_id', '=', 'u.user_id'),
    )
    .select(['u.user_tel', 'u.email', 'u.is_tel_verified', 'u.is_email_verified', 'u.wechat_openid', 's.lang'])
    .select(['s.quiet_from', 's.quiet_to', 's.quiet_days', 's.quiet_except_level'])
    .where('u.tenant_id', '=', tenant_id)
    .where('u.user_id', '=', user_id)
    .where('u.is_active', '=', 1)
    .executeTakeFirst()
  const held = row && (await heldBy(q, { tenant_id, user_id }))
  if (!held) return null
  return {
    tenant_id,
    lang: row.lang ?? 'zh',
    roles: held.roles,
    quiet: quietOf(row),
    addresses: {
      email: row.is_email_verified ? row.email : null,
      sms: row.is_tel_verified ? row.user_tel : null,
      wechat: row.wechat_openid,
    },
  }
}

/** Of a user without a setting there is none of them. */
type QuietColumns = {
  [Column in 'quiet_from' | 'quiet_to' | 'quiet_days' | 'quiet_except_level']: Row<'push_setting'>[Column] | null
}

export const quietOf = ({ quiet_from, quiet_to, quiet_days, quiet_except_level }: QuietColumns) =>
  quiet_from === null || quiet_to === null
    ? null
    : { from: quiet_from, to: quiet_to, days: quiet_days ?? [], except_level: quiet_except_level }
