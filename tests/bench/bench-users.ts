import { sql } from 'kysely'
import type { Db } from '../../demo/server/db/db.ts'

/** So many more users in the demo tenant, spread over its groups; nobody signs in as one of them. */
export async function seedUsers(db: Db, users: number): Promise<void> {
  if (users === 0) return
  await db.system((q) =>
    sql`insert into app_user (tenant_id, user_name, name, user_type, user_group_id, user_tel, password_hash, created_time)
      select a.tenant_id, 'user' || n, 'Person ' || n, 3,
        (select min(user_group_id) from user_group where tenant_id = a.tenant_id) + n % 4,
        '+86 139' || lpad(n::text, 8, '0'), '-', 1700000000000 + n
      from generate_series(1, ${users}::int) n, (select tenant_id from app_user where user_name = 'admin') a`.execute(
      q,
    ),
  )
  await db.maintain()
}
