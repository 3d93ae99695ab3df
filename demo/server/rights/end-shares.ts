import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Schema } from '../db/schema.ts'

/** A share that has ended, as whoever it was with is notified of it. */
export interface EndedShare {
  tenant_id: number
  user_id: number
  by_user_id: number
  dev_alias: string
}

async function endWhere(q: Kysely<Schema>, isEnded: RawBuilder<unknown>): Promise<EndedShare[]> {
  const { rows } = await sql<EndedShare>`
    delete from device_share s using device d
      where d.tenant_id = s.tenant_id and d.device_id = s.device_id and ${isEnded}
      returning s.tenant_id, s.user_id, s.by_user_id, d.dev_alias`.execute(q)
  return rows
}

/** Ends what is shared of a device, with all or with these users. */
export const endShare = (
  q: Kysely<Schema>,
  tenant_id: number,
  { device_id, user_ids }: { device_id: number; user_ids?: readonly number[] },
): Promise<EndedShare[]> =>
  endWhere(
    q,
    sql`s.tenant_id = ${tenant_id} and s.device_id = ${device_id}
      and ${user_ids ? sql`s.user_id = any(${[...user_ids]}::bigint[])` : sql`true`}`,
  )

/** Ends what users share, offer and what is shared with them, in the transaction that takes from them what it stands on. */
export async function endSharesOf(
  q: Kysely<Schema>,
  tenant_id: number,
  user_ids: readonly number[],
): Promise<EndedShare[]> {
  const ids = sql`any(${[...user_ids]}::bigint[])`
  await sql`delete from device_offer where tenant_id = ${tenant_id} and by_user_id = ${ids}`.execute(q)
  return endWhere(q, sql`s.tenant_id = ${tenant_id} and (s.user_id = ${ids} or s.by_user_id = ${ids})`)
}

/** Ends what has lasted until now, of all organisations. */
export const endSharesUntil = (q: Kysely<Schema>, time: number): Promise<EndedShare[]> =>
  endWhere(q, sql`s.until_time <= ${time}`)

/** With whom devices are shared: by another group they may be out of the reach of who shares them. */
export async function sharedWithWhom(q: Kysely<Schema>, device_ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ user_id: number }>`
    select distinct user_id from device_share where device_id = any(${[...device_ids]}::bigint[])`.execute(q)
  return rows.map(({ user_id }) => user_id)
}
