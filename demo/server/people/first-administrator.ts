import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Kysely } from 'kysely'
import * as z from 'zod/mini'
import { WEEK_MS } from '../../../core/catalogue/durations.ts'
import { ApiError } from '../../../core/contract/api-error.ts'
import type { Contract } from '../../../core/contract/contract.ts'
import type { InputOf } from '../../../core/contract/endpoint.ts'
import { DEFAULT_PASSWORD_RULE } from '../../../core/contract/person.ts'
import { writeAudit } from '../audit/index.ts'
import { type Db, DbError } from '../db/db.ts'
import { hashPassword } from '../db/passwords.ts'
import type { Schema } from '../db/schema.ts'
import { addTenant } from '../db/tenants.ts'
import { type Caller, NOBODY } from '../http/caller.ts'
import { turnOfPerson } from '../limits/password-turns.ts'
import { requireRule } from './password-rule.ts'

const KEY = 'first_administrator'
const TOKEN_BYTES = 24
/** Each start makes a new link while there is no administrator: one that was lost opens nothing for long. */
const LINK_MS = WEEK_MS
const uniqueViolation = '23505'

const Link = z.object({ token_hash: z.string(), expires_time: z.int() })

const hashOf = (token: string) => createHash('sha256').update(token).digest('hex')

const hasAdministrator = async (q: Kysely<Schema>): Promise<boolean> => {
  const found = await q
    .selectFrom('app_user as u')
    .innerJoin('tenant as t', 't.tenant_id', 'u.tenant_id')
    .select('u.user_id')
    .where('u.user_type', '=', 1)
    .where('t.is_demo', '=', false)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/**
 * The token of a link by which the first administrator of this installation is made, good once and for 7 days; null when
 * there is one. A link of an earlier start is over.
 */
export const firstAdministratorToken = (db: Db, now: () => number = Date.now): Promise<string | null> =>
  db.system(async (q) => {
    if (await hasAdministrator(q)) return null
    const token = randomBytes(TOKEN_BYTES).toString('base64url')
    const value = JSON.stringify({ token_hash: hashOf(token), expires_time: now() + LINK_MS })
    await q
      .insertInto('server_setting')
      .values({ key: KEY, value })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
      .execute()
    return token
  })

type FirstAdministratorInput = InputOf<Contract['account']['first']>

/** Whether the token is the one of the link that is kept, if any, and not over. */
function opens(kept: unknown, token: string, time: number): boolean {
  const { data: link } = Link.safeParse(kept)
  return (
    link !== undefined &&
    link.expires_time > time &&
    timingSafeEqual(Buffer.from(link.token_hash), Buffer.from(hashOf(token)))
  )
}

/** Makes an organisation and its administrator. Throws 110005 for a link that is over, 110313 for a name that is taken. */
export async function makeFirstAdministrator(
  db: Db,
  input: FirstAdministratorInput,
  caller: Caller,
  time: number,
): Promise<void> {
  const { token, user_name, name, company_name, timezone, password } = input
  requireRule(password, DEFAULT_PASSWORD_RULE)
  // Looked up before it is hashed, which is what costs: anybody can invent tokens.
  await db.unknown(caller.from, async (q) => {
    const kept = await q.selectFrom('server_setting').select('value').where('key', '=', KEY).executeTakeFirst()
    if (!opens(kept?.value, token, time)) throw new ApiError('110005')
  })
  const password_hash = await hashPassword(password, turnOfPerson(caller))
  try {
    await db.unknown(caller.from, async (q) => {
      // Taken by its deletion: a link that is used twice at once makes one administrator.
      const kept = await q.deleteFrom('server_setting').where('key', '=', KEY).returning('value').executeTakeFirst()
      // The deletion is undone with the transaction.
      if (!opens(kept?.value, token, time) || (await hasAdministrator(q))) throw new ApiError('110005')
      const { tenant_id } = await addTenant(q, company_name, time, timezone)
      const { user_id } = await q
        .insertInto('app_user')
        .values({ tenant_id, user_name, name, user_type: 1, password_hash, created_time: time })
        .returning('user_id')
        .executeTakeFirstOrThrow()
      const actor = { ...NOBODY, tenant_id, user_id, user_name, address: caller.address }
      await writeAudit(q, actor, { action: 'register', target: company_name, target_user_id: user_id }, time)
    })
  } catch (error) {
    if (error instanceof DbError && error.code === uniqueViolation) throw new ApiError('110313')
    throw error
  }
}
