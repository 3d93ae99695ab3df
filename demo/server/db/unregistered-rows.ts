import { type Kysely, sql } from 'kysely'
import { snKey } from '../../../core/rules/sn.ts'
import type { Row, Schema } from './schema.ts'
import { numbers, texts } from './sql-array.ts'

/** Unregistered devices that are kept; more would let anybody fill the disk with invented SNs. */
export const MAX_UNREGISTERED = 10_000

/** Organisations whose passwords for one SN are tried, those of who listed it first. */
const MAX_LISTINGS = 20

/** Devices that were deregistered under one SN, and whose passwords are tried, the last ones. */
const MAX_FORMER = 5

/** Of these behind one node. */
const MAX_BEHIND_NODE = 200

/** What an unregistered device reported. */
export interface SeenRow extends Pick<Row<'unregistered_device'>, 'sn_code' | 'behind' | 'last_seen_time'> {
  /** Types by key. */
  reported: Record<string, string>
}

const givenOf = (rows: readonly SeenRow[]) => sql`unnest(
  ${texts(rows.map(({ sn_code }) => sn_code))}::text[],
  ${numbers(rows.map(({ last_seen_time }) => last_seen_time))}::bigint[],
  ${texts(rows.map(({ reported }) => JSON.stringify(reported)))}::text[],
  ${texts(rows.map(({ behind }) => behind))}::text[]
) as given (sn_code, last_seen_time, reported, behind)`

/**
 * Keeps SNs that never signed in: those behind a node with the hash of the node's password, and with `takesUnregistered`
 * the others too, with a hash that no password has.
 */
export async function insertUnregistered(
  q: Kysely<Schema>,
  rows: readonly SeenRow[],
  takesUnregistered: boolean,
): Promise<void> {
  await sql`
    insert into unregistered_device (sn_code, password_hash, behind, first_seen_time, last_seen_time)
    select given.sn_code, coalesce(node.password_hash, ''), node.sn_code, given.last_seen_time, given.last_seen_time
    from ${givenOf(rows)} left join device node
      on lower(node.sn_code) = lower(given.behind) and node.deregistered_time is null
    where (given.behind is not null or ${takesUnregistered}::boolean)
      and (given.behind is null or node.password_hash is not null)
      -- Its salt makes the hash the node's own.
      and (node.password_hash is null or node.password_hash = ''
        or (select count(*) from unregistered_device u where u.password_hash = node.password_hash) < ${MAX_BEHIND_NODE})
      and (select count(*) from unregistered_device) < ${MAX_UNREGISTERED}
      and not exists (
        select from device where lower(device.sn_code) = lower(given.sn_code) and device.deregistered_time is null)
    on conflict do nothing`.execute(q)
}

/** What is kept of these SNs, by SN in lower case. */
export async function keptUnregistered(q: Kysely<Schema>, sn_codes: readonly string[]): Promise<Map<string, SeenRow>> {
  const rows = await q
    .selectFrom('unregistered_device')
    .select(['sn_code', 'behind', 'last_seen_time', 'reported'])
    .where(sql<string>`lower(sn_code)`, '=', sql<string>`any(${texts(sn_codes.map(snKey))}::text[])`)
    .execute()
  return new Map(rows.map((row) => [snKey(row.sn_code), row as SeenRow]))
}

/** Writes what was reported of SNs that are kept, each of them once. One that signed in by itself meanwhile stays behind no node. */
export async function writeReported(q: Kysely<Schema>, rows: readonly SeenRow[]): Promise<void> {
  await sql`
    update unregistered_device set
      last_seen_time = given.last_seen_time,
      behind = case when given.behind is not null then unregistered_device.behind end,
      reported = given.reported::jsonb
    from ${givenOf(rows)} where lower(unregistered_device.sn_code) = lower(given.sn_code)`.execute(q)
}

/** What is kept of SNs that are registered now, and whose devices have appeared. */
export async function forgetUnregistered(q: Kysely<Schema>, sn_codes: readonly string[]): Promise<void> {
  const isOne = sql<boolean>`lower(sn_code) = any(${texts(sn_codes.map(snKey))}::text[])`
  await q.deleteFrom('unregistered_device').where(isOne).execute()
  await q.deleteFrom('device_listing').where(isOne).execute()
}

/** Who has listed an SN (in lower case), when, and with the hash of which password, null where any will do. `before`: listed until then. */
export const listingsOf = (q: Kysely<Schema>, sn: string, before?: number) =>
  q
    .selectFrom('device_listing')
    .select(['tenant_id', 'password_hash', 'listed_time'])
    .where(sql<boolean>`lower(sn_code) = ${sn}`)
    .$if(before !== undefined, (some) => some.where('listed_time', '<', before ?? 0))
    .orderBy('listed_time')
    .limit(MAX_LISTINGS)
    .execute()

/** Those of these that may be kept where only listed SNs are: any password will do, or the node is of an organisation that listed the SN. */
export async function listedOf<Seen extends SeenRow>(q: Kysely<Schema>, rows: readonly Seen[]): Promise<Seen[]> {
  const { rows: listed } = await sql<Pick<SeenRow, 'sn_code' | 'behind'>>`
    select given.sn_code, given.behind from ${givenOf(rows)} where exists (
      select from device_listing l where lower(l.sn_code) = lower(given.sn_code)
        and (l.password_hash is null or l.tenant_id = (
          select node.tenant_id from device node
            where lower(node.sn_code) = lower(given.behind) and node.deregistered_time is null)))`.execute(q)
  return rows.filter((row) => listed.some(({ sn_code, behind }) => sn_code === row.sn_code && behind === row.behind))
}

/** Forgets those of these SNs that nobody lists; the others, in lower case. */
export async function forgetUnlisted(q: Kysely<Schema>, sn_codes: readonly string[]): Promise<Set<string>> {
  const keys = texts(sn_codes.map(snKey))
  const { rows } = await sql<{ sn: string }>`
    select distinct lower(sn_code) as sn from device_listing where lower(sn_code) = any(${keys}::text[])`.execute(q)
  const listed = new Set(rows.map(({ sn }) => sn))
  const unlisted = texts(sn_codes.map(snKey).filter((sn) => !listed.has(sn)))
  await sql`delete from unregistered_device where lower(sn_code) = any(${unlisted}::text[])`.execute(q)
  return listed
}

/** Takes SNs off the list whose devices have not connected since a time. */
export const deleteListed = (q: Kysely<Schema>, since: number) =>
  sql`delete from device_listing l where l.listed_time < ${since}
    and not exists (select from unregistered_device u where lower(u.sn_code) = lower(l.sn_code))`.execute(q)

/** Forgets those that nobody registered and that were not seen since a time. */
export async function deleteUnseen(q: Kysely<Schema>, since: number): Promise<void> {
  await q.deleteFrom('unregistered_device').where('last_seen_time', '<', since).execute()
}

/** Whether its registration still waits for the device: neither has it signed in, nor reported. */
export const isAwaited = ({
  awaited_time,
  report_time,
}: Pick<Row<'device'>, 'awaited_time' | 'report_time'>): boolean => awaited_time !== null && report_time === null

/** The device that is kept under an SN (in lower case): its hash, and the node that it is behind. */
export const unregisteredOfSn = (q: Kysely<Schema>, sn: string) =>
  q
    .selectFrom('unregistered_device')
    .select(['password_hash', 'behind'])
    .where(sql<boolean>`lower(sn_code) = ${sn}`)
    .executeTakeFirst()

/** Hashes of the devices that were deregistered last under an SN (in lower case). */
export async function formerHashes(q: Kysely<Schema>, sn: string): Promise<string[]> {
  const rows = await q
    .selectFrom('device')
    .select('password_hash')
    .where(sql<boolean>`lower(sn_code) = ${sn}`)
    .where('deregistered_time', 'is not', null)
    .orderBy('deregistered_time', 'desc')
    .limit(MAX_FORMER)
    .execute()
  return rows.map(({ password_hash }) => password_hash)
}

/** What a device of this SN (in lower case) signs in against, `tenant_id` null where nobody registered it; undefined for an SN that nobody knows. */
export async function signInRow(q: Kysely<Schema>, sn: string) {
  const device = await q
    .selectFrom('device as d')
    .innerJoin('tenant as t', 't.tenant_id', 'd.tenant_id')
    .select(['d.device_id', 'd.sn_code', 'd.password_hash', 'd.tenant_id', 't.closed_time'])
    .select(['d.awaited_time', 'd.report_time'])
    .where(sql<boolean>`lower(d.sn_code) = ${sn}`)
    .where('d.deregistered_time', 'is', null)
    .executeTakeFirst()
  if (device) return { ...device, isClosed: device.closed_time !== null, first_seen_time: null }
  const unregistered = await q
    .selectFrom('unregistered_device')
    .select(['sn_code', 'password_hash', 'first_seen_time'])
    .where(sql<boolean>`lower(sn_code) = ${sn}`)
    .executeTakeFirst()
  if (!unregistered) return undefined
  return { ...unregistered, device_id: 0, tenant_id: null, isClosed: false, awaited_time: null, report_time: null }
}

export async function areUnregisteredFull(q: Kysely<Schema>): Promise<boolean> {
  const { count } = await q
    .selectFrom('unregistered_device')
    .select((on) => on.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count >= MAX_UNREGISTERED
}

/** Keeps an SN that signed in for the first time; `false` where it is kept already, or registered. */
export async function keepUnregistered(
  q: Kysely<Schema>,
  { sn_code, password_hash, time }: { sn_code: string; password_hash: string; time: number },
): Promise<boolean> {
  const kept = await q
    .insertInto('unregistered_device')
    .columns(['sn_code', 'password_hash', 'first_seen_time', 'last_seen_time'])
    .expression(
      sql`select ${sn_code}::text, ${password_hash}::text, ${time}::bigint, ${time}::bigint
        where not exists (
          select from device where lower(sn_code) = ${snKey(sn_code)} and deregistered_time is null)`,
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning('sn_code')
    .executeTakeFirst()
  return kept !== undefined
}

/** An unregistered device that signed in again by itself is behind no node. */
export const seeUnregistered = (q: Kysely<Schema>, sn_code: string, time: number) =>
  q
    .updateTable('unregistered_device')
    .set({ last_seen_time: time, behind: null })
    .where('sn_code', '=', sn_code)
    .execute()

/** The device that is kept under an SN is another one from now on; `false` where that was changed meanwhile. */
export async function replaceUnregistered(
  q: Kysely<Schema>,
  { sn_code, before, password_hash, time }: { sn_code: string; before: string; password_hash: string; time: number },
): Promise<boolean> {
  const replaced = await q
    .updateTable('unregistered_device')
    .set({ password_hash, behind: null, reported: '{}', first_seen_time: time, last_seen_time: time })
    .where('sn_code', '=', sn_code)
    .where('password_hash', '=', before)
    .returning('sn_code')
    .executeTakeFirst()
  return replaced !== undefined
}
