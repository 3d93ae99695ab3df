import { type Kysely, sql } from 'kysely'
import { changesOf, writeAudit } from '../audit/index.ts'
import type { Schema } from '../db/schema.ts'
import { NOBODY } from '../http/caller.ts'
import type { Messages } from '../messages/index.ts'

type Kind = 'phone' | 'email'

export const channelOf = (kind: Kind): 'sms' | 'email' => (kind === 'phone' ? 'sms' : 'email')

/**
 * Takes a phone or e-mail off whoever was given it and did not prove it: somebody else has. The organisation whose user
 * loses it reads so in its audit, which does not tell to whom.
 */
async function releaseUnproved(q: Kysely<Schema>, address: string, time: number): Promise<void> {
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

interface ByCode {
  kind: Kind
  address: string
  messages: Pick<Messages, 'isCarried'>
  time: number
}

/**
 * The columns of a user who brought the right code for an address. It is verified, and taken off whoever did not prove it,
 * only where a provider carried the code: one that nobody carried was read by administrators, or in the log. Whose the
 * address is it does not prove.
 */
export async function addressByCode(q: Kysely<Schema>, { kind, address, messages, time }: ByCode) {
  const isProved = messages.isCarried(channelOf(kind))
  if (isProved) await releaseUnproved(q, address, time)
  return kind === 'phone'
    ? { user_tel: address, is_tel_verified: isProved }
    : { email: address, is_email_verified: isProved }
}
