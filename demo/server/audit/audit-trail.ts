import { type InsertObject, type Kysely, sql } from 'kysely'
import { HOUR_MS } from '../../../core/catalogue/durations.ts'
import { AUDIT_DETAIL_BYTES, type AuditAction } from '../../../core/contract/audit.ts'
import type { Schema } from '../db/schema.ts'
import { type Caller, recordNameOf } from '../http/caller.ts'
import { notifyAccountChanges } from '../messages/index.ts'
import { withNames } from './named.ts'
import { shortDetail } from './short-detail.ts'

export interface Audited {
  action: AuditAction
  /** What it was done to, as it is called. */
  target?: string
  target_user_id?: number
  /** What changed, by field: `{before, after}`; ids are kept as names. Never a password, token or code. */
  detail?: Readonly<Record<string, unknown>>
}

type Actor = Pick<Caller, 'tenant_id' | 'user_id' | 'user_name' | 'full_name' | 'by' | 'address'>

/**
 * Writes down who did what to an account or a right, in the transaction that does it: neither is there without the other.
 * The account's user is notified. A detail that is too large is shortened: an organisation's audit trail has a bound.
 */
export const writeAudit = (q: Kysely<Schema>, actor: Actor, audited: Audited, time: number): Promise<void> =>
  writeAudits(q, actor, [audited], time)

/** The same of many things at once, in one statement. */
export async function writeAudits(
  q: Kysely<Schema>,
  actor: Actor,
  audited: readonly Audited[],
  time: number,
): Promise<void> {
  const { tenant_id, user_id, by, address } = actor
  const name = recordNameOf(actor)
  const who = {
    tenant_id,
    audit_time: time,
    user_id,
    address,
    user_name: by ? name.slice(0, name.lastIndexOf(' (')) : name,
    by_user_id: by?.user_id ?? null,
    by_user_name: by?.user_name ?? null,
  }
  const rows: InsertObject<Schema, 'audit'>[] = []
  let hourBytes: number | undefined
  const named = await withNames(
    q,
    tenant_id,
    audited.map((line) => ({ detail: {}, ...line })),
  )
  for (const { action, target = '', target_user_id = null, detail } of named) {
    const isSmall = Buffer.byteLength(JSON.stringify(detail)) <= SMALL_BYTES
    if (!isSmall) hourBytes ??= await bytesOfHour(q, time)
    const isRoom = isSmall || (hourBytes ?? 0) <= HOUR_BYTES
    const kept = JSON.stringify(shortDetail(detail, isRoom ? AUDIT_DETAIL_BYTES : SMALL_BYTES))
    hourBytes = hourBytes && hourBytes + kept.length
    rows.push({ ...who, action, target, target_user_id, detail: kept })
  }
  if (rows.length === 0) return
  await q.insertInto('audit').values(rows).execute()
  await notifyAccountChanges(q, actor, audited, time)
}

/** Details of an organisation's last hour; beyond it larger ones are shortened. */
const HOUR_BYTES = 32 * 1024 * 1024
/** Smaller ones are written down whatever came before. */
const SMALL_BYTES = 1024

async function bytesOfHour(q: Kysely<Schema>, time: number): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`select coalesce(sum(pg_column_size(detail)), 0)::bigint as bytes
    from audit where audit_time > ${time - HOUR_MS}`.execute(q)
  return rows[0]?.bytes ?? 0
}

/** The same of a change, unless nothing differs. */
export async function writeChange(
  q: Kysely<Schema>,
  actor: Actor,
  audited: Audited & Required<Pick<Audited, 'detail'>>,
  time: number,
): Promise<void> {
  if (Object.keys(audited.detail).length > 0) await writeAudit(q, actor, audited, time)
}

/** Of lists of things, those that are not the same in both. */
export function changedRows<K extends string>(
  before: Readonly<Record<K, readonly unknown[]>>,
  after: Readonly<Record<K, readonly unknown[]>>,
): Record<string, { before: unknown; after: unknown }> {
  const changed = (Object.keys(after) as K[]).map((name) => {
    const [was, is] = [before[name], after[name]].map((rows) => new Set(rows.map((row) => JSON.stringify(row))))
    const gone = before[name].filter((row) => !is?.has(JSON.stringify(row)))
    const made = after[name].filter((row) => !was?.has(JSON.stringify(row)))
    return [name, { before: gone, after: made }] as const
  })
  return Object.fromEntries(changed.filter(([, lists]) => lists.before.length + lists.after.length > 0))
}

/** The fields that differ. */
export function changesOf(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): Record<string, { before: unknown; after: unknown }> {
  const changed = Object.keys(after).filter((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]))
  return Object.fromEntries(changed.map((key) => [key, { before: before[key] ?? null, after: after[key] ?? null }]))
}
