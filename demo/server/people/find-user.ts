import { type Kysely, sql } from 'kysely'
import { emailOf, phoneOf } from '../../../core/contract/person.ts'
import type { Schema } from '../db/schema.ts'

/** The user who signs in by this name, phone or e-mail; names of all tenants are one space. */
export function findByName(q: Kysely<Schema>, said: string) {
  const name = said.trim().toLowerCase()
  return (
    q
      .selectFrom('app_user')
      .select(['tenant_id', 'user_id', 'user_name', 'name', 'full_name', 'password_hash', 'is_active'])
      .select(['user_tel', 'email'])
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
