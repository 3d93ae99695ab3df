import type { Db } from '../db/db.ts'
import { verifyPassword } from '../db/passwords.ts'
import type { Caller } from '../http/caller.ts'
import { WrongField } from '../http/field-errors.ts'
import type { LoginGuard } from '../limits/login-guard.ts'
import { turnOfPerson } from '../limits/password-turns.ts'

/**
 * Throws at `password_now` unless it is the caller's password; counted like a sign-in. Answers the hash that it was verified
 * by: what follows is written where that is still the user's.
 */
export async function requirePassword(
  { db, guard }: { db: Db; guard: LoginGuard },
  caller: Caller,
  password: string,
): Promise<string> {
  const { tenant_id, user_id, address } = caller
  const { password_hash } = await db.tenant(tenant_id, (q) =>
    q.selectFrom('app_user').select('password_hash').where('user_id', '=', user_id).executeTakeFirstOrThrow(),
  )
  // A line of its own: who sits at a session left open must not be able to lock its owner's name.
  const isRight = await guard.tryPassword({ kind: 'own', user_name: String(user_id), address }, () =>
    verifyPassword(password, password_hash, turnOfPerson(caller)),
  )
  if (!isRight) throw wrongPassword()
  return password_hash
}

export const wrongPassword = () =>
  new WrongField('password_now', { zh: '当前密码错误', en: 'is not the current password' })
