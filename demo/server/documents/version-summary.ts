import type { Kysely } from 'kysely'
import type { Db } from '../db/db.ts'
import type { Row, Schema } from '../db/schema.ts'
import { ThreadExceeded } from '../limits/limited-thread.ts'
import type { BoundPoints } from './bound-points.ts'
import { frozenDocument } from './freeze-work.ts'
import type { Guard } from './guards.ts'
import { type DocumentSummary, type Summarized, UNREADABLE } from './summary.ts'

/** A version that was published before what is read of versions was kept, or that is gone. */
class NotRead extends Error {
  readonly version_id: number
  constructor(version_id: number) {
    super('the version was not read yet')
    this.version_id = version_id
  }
}

type Kept = 'summary' | 'points' | 'guards'

/** What is read of a version, as its row keeps it. */
export const asColumns = ({ summary, points, guards }: Summarized): Pick<Row<'screen_version'>, Kept> => ({
  summary: JSON.stringify(summary),
  points: JSON.stringify(points),
  guards: JSON.stringify(guards),
})

async function keptOf<T>(q: Kysely<Schema>, version_id: number, column: Kept): Promise<T> {
  const row = await q
    .selectFrom('screen_version')
    .select(`${column} as text`)
    .where('version_id', '=', version_id)
    .executeTakeFirst()
  if (typeof row?.text !== 'string') throw new NotRead(version_id)
  return JSON.parse(row.text)
}

/** What a published version shows. For `withVersionsRead`, as all of these. */
export const summaryOf = (q: Kysely<Schema>, version_id: number): Promise<DocumentSummary> =>
  keptOf(q, version_id, 'summary')

/** The points that a published version reads; null where they are too many. */
export async function pointsOfVersion(q: Kysely<Schema>, version_id: number): Promise<BoundPoints | null> {
  const points = await keptOf<Summarized['points']>(q, version_id, 'points')
  return points && new Map(points.map(([sn, keys]) => [sn, new Set(keys)]))
}

/** What a published version writes for holders of permission items; null where its controls are too many. */
export const guardsOfVersion = (q: Kysely<Schema>, version_id: number): Promise<readonly Guard[] | null> =>
  keptOf(q, version_id, 'guards')

const readNow = new Map<number, Promise<void>>()

/** Reads a version in a thread, once, whoever waits for it. */
function readVersion(db: Db, tenant_id: number, version_id: number): Promise<void> {
  const known = readNow.get(version_id)
  if (known) return known
  const reading = keepRead(db, tenant_id, version_id).finally(() => readNow.delete(version_id))
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
 * Runs a transaction that needs what is read of published versions. One that nobody has read yet is read in a thread, while
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
      await readVersion(db, tenant_id, error.version_id)
    }
  }
}
