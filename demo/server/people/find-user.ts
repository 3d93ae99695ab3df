import { type Kysely, sql } from 'kysely'
import { emailOf, phoneOf } from '../../../core/contract/person.ts'
import { changesOf, writeAudit } from '../audit/index.ts'
import type { Schema } from '../db/schema.ts'
import { NOBODY } from '../http/caller.ts'

/** The user who signs in by this name, phone or e-mail; names of all tenants are one space. */
export function findByName(q: Kysely<Schema>, said: string) {
  const name = said.trim().toLowerCase()
  return (
    q
      .selectFrom('app_user')
      .select(['tenant_id', 'user_id', 'user_name', 'name', 'password_hash', 'is_active', 'user_tel', 'email'])
      .where('is_experience', '=', false)
      .where((on) =>
        on.or([
          on(sql`lower(user_name)`, '=', name),
          on('user_tel', '=', phoneOf(said) ?? ''),
          on(sql`lower(email)`, '=', emailOf(said) ?? ''),
        ]),
      )
      // A phone number or address is its owner's, also where somebody took it as a name.
      .orderBy(sql`coalesce(user_tel = ${phoneOf(said) ?? ''} or lower(email) = ${emailOf(said) ?? ''}, false)`, 'desc')
      .orderBy('user_id')
      .executeTakeFirst()
  )
}

/** The user whose phone or e-mail this is, as `addressOf` reads it; a name that was an address once does not count. */
export const findByAddress = (q: Kysely<Schema>, address: string) =>
  q
    .selectFrom('app_user')
    .select(['tenant_id', 'user_id', 'user_name', 'is_active'])
    .where('is_experience', '=', false)
    .where((on) => on.or([on('user_tel', '=', address), on(sql`lower(email)`, '=', address)]))
    .executeTakeFirst()

/** The user who proved that this phone or e-mail is his, or who registered by it. */
export const holderOf = (q: Kysely<Schema>, address: string) =>
  q
    .selectFrom('app_user')
    .select(['tenant_id', 'user_id', 'user_name', 'is_active'])
    .where((on) =>
      on.or([
        on('user_name', '=', address),
        on.and([on('user_tel', '=', address), on('is_tel_verified', '=', true)]),
        on.and([on(sql`lower(email)`, '=', address), on('is_email_verified', '=', true)]),
      ]),
    )
    .executeTakeFirst()

/**
 * Takes a phone or e-mail off whoever was given it and did not prove it: somebody else has. The organisation whose user
 * loses it reads so in its audit, which does not tell to whom.
 */
export async function releaseUnproved(q: Kysely<Schema>, address: string, time: number): Promise<void> {
  const loses = async (column: 'user_tel' | 'email', verified: 'is_tel_verified' | 'is_email_verified') => {
    const users = await q
      .updateTable('app_user')
      .set({ [column]: null })
      .where(column === 'email' ? sql`lower(email)` : sql.ref(column), '=', address)
      .where(verified, '=', false)
      .returning(['tenant_id', 'user_id', 'user_name'])
      .execute()
    for (const { tenant_id, user_id, user_name } of users) {
      const detail = changesOf({ [column]: address }, { [column]: null })
      const audited = { action: 'unbind' as const, target: user_name, target_user_id: user_id, detail }
      await writeAudit(q, { ...NOBODY, tenant_id }, audited, time)
    }
  }
  await loses('user_tel', 'is_tel_verified')
  await loses('email', 'is_email_verified')
}
