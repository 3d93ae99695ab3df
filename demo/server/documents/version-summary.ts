import type { Kysely } from 'kysely'
import type { Db } from '../db/db.ts'
import type { Row, Schema } from '../db/schema.ts'
import { forAll } from '../limits/call-now.ts'
import { ThreadExceeded } from '../limits/limited-thread.ts'
import type { BoundPoints } from './bound-points.ts'
import { frozenDocument } from './freeze-work.ts'
import type { Guard } from './guards.ts'
import { type DocumentSummary, type Summarized, UNREADABLE } from './summary.ts'

/** Versions that were published before what is read of versions was kept, or that are gone. */
class NotRead extends Error {
  readonly version_ids: readonly number[]
  constructor(version_ids: readonly number[]) {
    super('versions were not read yet')
    this.version_ids = version_ids
  }
}

type Kept = 'summary' | 'points' | 'guards'

/** What is read of a version, as its row keeps it. */
export const asColumns = ({ summary, points, guards }: Summarized): Pick<Row<'screen_version'>, Kept> => ({
  summary: JSON.stringify(summary),
  points: JSON.stringify(points),
  guards: JSON.stringify(guards),
})

/** So many versions are read with one statement: what one of them binds may be large. */
const VERSIONS_AT_ONCE = 50

async function keptOf<T>(q: Kysely<Schema>, version_ids: readonly number[], column: Kept): Promise<Map<number, T>> {
  const kept = new Map<number, T>()
  for (let at = 0; at < version_ids.length; at += VERSIONS_AT_ONCE) {
    const rows = await q
      .selectFrom('screen_version')
      .select(['version_id', `${column} as text`])
      .where('version_id', 'in', version_ids.slice(at, at + VERSIONS_AT_ONCE))
      .where(column, 'is not', null)
      .execute()
    for (const { version_id, text } of rows) kept.set(version_id, JSON.parse(text as string))
  }
  const missing = version_ids.filter((version_id) => !kept.has(version_id))
  if (missing.length > 0) throw new NotRead(missing)
  return kept
}

/** What a published version shows. For `withVersionsRead`, as all of these. */
export const summaryOf = async (q: Kysely<Schema>, version_id: number): Promise<DocumentSummary> =>
  (await keptOf<DocumentSummary>(q, [version_id], 'summary')).get(version_id) as DocumentSummary

/** The points that published versions read; null where they are too many. */
export async function pointsOfVersions(
  q: Kysely<Schema>,
  version_ids: readonly number[],
): Promise<Map<number, BoundPoints | null>> {
  const kept = await keptOf<Summarized['points']>(q, version_ids, 'points')
  const asSets = (points: Summarized['points']) => points && new Map(points.map(([sn, keys]) => [sn, new Set(keys)]))
  return new Map([...kept].map(([version_id, points]) => [version_id, asSets(points)]))
}

export const pointsOfVersion = async (q: Kysely<Schema>, version_id: number): Promise<BoundPoints | null> =>
  (await pointsOfVersions(q, [version_id])).get(version_id) ?? null

/** What published versions write for holders of permission items; null where the controls of one are too many. */
export const guardsOfVersions = (
  q: Kysely<Schema>,
  version_ids: readonly number[],
): Promise<Map<number, readonly Guard[] | null>> => keptOf(q, version_ids, 'guards')

const readNow = new Map<number, Promise<void>>()

/** Reads a version in a thread, once, whoever waits for it. */
function readVersion(db: Db, tenant_id: number, version_id: number): Promise<void> {
  const known = readNow.get(version_id)
  if (known) return known
  const reading = forAll(() => keepRead(db, tenant_id, version_id)).finally(() => readNow.delete(version_id))
  readNow.set(version_id, reading)
  return reading
}

async function keepRead(db: Db, tenant_id: number, version_id: number): Promise<void> {
  const version = await db.tenant(tenant_id, (q) =>
    q.selectFrom('screen_version').select('document').where('version_id', '=', version_id).executeTakeFirst(),
  )
  // Replaced and dropped meanwhile: who asked finds the one after it.
  if (!version) return
  const read = await frozenDocument({ document: version.document, groups: new Map() }, tenant_id).then(
    (made) => made.read,
    (error) => {
      // Kept for good: what a busy machine did not get done may be read another time.
      if (error instanceof ThreadExceeded) return UNREADABLE
      throw error
    },
  )
  await db.tenant(tenant_id, (q) =>
    q.updateTable('screen_version').set(asColumns(read)).where('version_id', '=', version_id).execute(),
  )
}

/**
 * Runs a transaction that needs what is read of published versions. What nobody has read yet is read in a thread, while
 * the store serves others, and the transaction runs anew.
 */
export async function withVersionsRead<T>(
  db: Db,
  tenant_id: number,
  work: (q: Kysely<Schema>) => Promise<T>,
): Promise<T> {
  for (;;) {
    try {
      return await db.tenant(tenant_id, work)
    } catch (error) {
      if (!(error instanceof NotRead)) throw error
      for (const version_id of error.version_ids) await readVersion(db, tenant_id, version_id)
    }
  }
}
