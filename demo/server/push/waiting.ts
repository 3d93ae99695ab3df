import { type Kysely, type RawBuilder, sql } from 'kysely'
import { findByKeys } from '../db/find-by-keys.ts'
import type { Schema } from '../db/schema.ts'

/** So many rows are decided in one transaction. */
export const BATCH = 500
/** What is decided in one transaction makes about so many pushes: a row of an organisation makes some for each of its people. */
export const PUSHES_AT_ONCE = 5000
/** An event for a webhook is a message with its body: it counts as so many pushes. */
export const EVENT_COUNTS = 10

/** For whom something is decided, and when. */
export interface Turn {
  tenant_id: number
  now: number
  /** Hears how many events for webhooks were written. */
  addedEvents(count: number): void
}

/** One step of a round, decided for one organisation in a transaction of its own. */
export interface Step {
  /** Open organisations of which something waits. */
  waiting(q: Kysely<Schema>, now: number): Promise<number[]>
  /** Decides some of what waits of one. Whether more may be waiting. */
  decide(q: Kysely<Schema>, turn: Turn): Promise<boolean>
}

/** Transactions of an organisation in one step of a round: what is left waits for the next round, after the other steps. */
const DECISIONS_AT_ONCE = 10

/** Decides of an organisation, until nothing waits or it has had its share. Whether more may be waiting. */
export async function decideSome(decide: () => Promise<boolean>): Promise<boolean> {
  for (let i = 0; i < DECISIONS_AT_ONCE; i++) if (!(await decide())) return false
  return true
}

/** What waits for a decision, and the condition of the index that finds it by organisation. */
interface Queue {
  table: 'alarm' | 'alarm_event'
  id: 'alarm_id' | 'event_id'
  isWaiting: RawBuilder<unknown>
}

/** Something of an organisation by its id. */
export interface Key {
  tenant_id: number
  id: number
}

/** Whether a row, by its columns of these names, is of a batch. */
export const isOf = (batch: readonly Key[], tenant_id: string, id: string) => {
  const tenants = [...new Set(batch.map((key) => key.tenant_id))]
  return sql<boolean>`${sql.ref(tenant_id)} = any(${tenants}::bigint[])
    and ${sql.ref(id)} = any(${batch.map((key) => key.id)}::bigint[])`
}

/** Rows to join, each a `tenant_id` and an `id`: for what has other indexes by organisation, of which one would be read whole. */
export const keysOf = (batch: readonly Key[]) =>
  sql`unnest(${batch.map((key) => key.tenant_id)}::bigint[], ${batch.map((key) => key.id)}::bigint[])`

/**
 * Joins the rows of a table by what a row before names, one by one (`offset 0`): whatever the statistics say, nothing else is
 * read, such as all alarms of a rule.
 */
export const byKey = (table: string, key: string, before: string, names: string) =>
  sql`cross join lateral (select * from ${sql.table(table)}
    where tenant_id = ${sql.ref(`${before}.tenant_id`)} and ${sql.ref(key)} = ${sql.ref(`${before}.${names}`)} offset 0)`

/** Open organisations of which a row waits: of each, one is read in an index of its own, however many wait. */
export async function tenantsOf(
  q: Kysely<Schema>,
  { table, isWaiting }: { table: string; isWaiting: RawBuilder<unknown> },
): Promise<number[]> {
  await findByKeys(q)
  const { rows } = await sql<{ tenant_id: number }>`
    select t.tenant_id from tenant t
      cross join lateral (select from ${sql.table(table)} where tenant_id = t.tenant_id and ${isWaiting} limit 1) w
    where t.closed_time is null order by t.tenant_id`.execute(q)
  return rows.map(({ tenant_id }) => tenant_id)
}

/**
 * Keys of the next batch of an organisation, its oldest. They are found by an index of their own before anything is joined,
 * whatever the statistics of the tables say.
 */
export async function nextBatch(
  q: Kysely<Schema>,
  { table, id, isWaiting }: Queue,
  { tenant_id }: Turn,
): Promise<Key[]> {
  await findByKeys(q)
  const { rows } = await sql<Key>`
    select tenant_id, ${sql.ref(id)} as id from ${sql.table(table)}
      where tenant_id = ${tenant_id} and ${isWaiting} order by ${sql.ref(id)} limit ${BATCH}`.execute(q)
  return rows
}

/** The first of a batch that make about PUSHES_AT_ONCE pushes together, at least one. */
export function firstOf(batch: readonly Key[], pushesOf: (id: number) => number): Key[] {
  let pushes = 0
  const first: Key[] = []
  for (const key of batch) {
    pushes += pushesOf(key.id)
    if (first.length > 0 && pushes > PUSHES_AT_ONCE) break
    first.push(key)
  }
  return first
}
