import { type Kysely, sql } from 'kysely'
import type { Db } from '../db/db.ts'
import type { Row, Schema } from '../db/schema.ts'
import { numbers } from '../db/sql-array.ts'
import { forAll } from '../limits/call-now.ts'
import { ThreadExceeded } from '../limits/limited-thread.ts'
import type { BoundPoints } from './bound-points.ts'
import { type FreezeWork, frozenDocument } from './freeze-work.ts'
import type { Guard } from './guards.ts'
import { namedIn } from './named-in.ts'
import { type DocumentSummary, type Summarized, UNREADABLE } from './summary.ts'

type Versioned = 'screen' | 'dashboard'

/** Versions that were published before what is read of versions was kept, or that are gone. */
class NotRead extends Error {
  readonly of: Versioned
  readonly version_ids: readonly number[]
  constructor(of: Versioned, version_ids: readonly number[]) {
    super('versions were not read yet')
    this.of = of
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

async function keptOf<T>(
  q: Kysely<Schema>,
  of: Versioned,
  version_ids: readonly number[],
  column: Kept,
): Promise<Map<number, T>> {
  const kept = new Map<number, T>()
  for (let at = 0; at < version_ids.length; at += VERSIONS_AT_ONCE) {
    const some = version_ids.slice(at, at + VERSIONS_AT_ONCE)
    const { rows } = await sql<{ version_id: number; text: string }>`
      select version_id, ${sql.ref(column)} as text from ${sql.table(`${of}_version`)}
      where version_id = any(${numbers(some)}::bigint[]) and ${sql.ref(column)} is not null`.execute(q)
    for (const { version_id, text } of rows) kept.set(version_id, JSON.parse(text))
  }
  const missing = version_ids.filter((version_id) => !kept.has(version_id))
  if (missing.length > 0) throw new NotRead(of, missing)
  return kept
}

/** What a published version shows. For `withVersionsRead`, as all of these. */
export const summaryOf = async (q: Kysely<Schema>, version_id: number): Promise<DocumentSummary> =>
  (await keptOf<DocumentSummary>(q, 'screen', [version_id], 'summary')).get(version_id) as DocumentSummary

/** The points that published versions of screens read, or those of dashboards; null where they are too many. */
export async function pointsOfVersions(
  q: Kysely<Schema>,
  version_ids: readonly number[],
  of: Versioned = 'screen',
): Promise<Map<number, BoundPoints | null>> {
  const kept = await keptOf<Summarized['points']>(q, of, version_ids, 'points')
  const asSets = (points: Summarized['points']) => points && new Map(points.map(([sn, keys]) => [sn, new Set(keys)]))
  return new Map([...kept].map(([version_id, points]) => [version_id, asSets(points)]))
}

export const pointsOfVersion = async (
  q: Kysely<Schema>,
  version_id: number,
  of: Versioned,
): Promise<BoundPoints | null> => (await pointsOfVersions(q, [version_id], of)).get(version_id) ?? null

/** What published versions write for holders of permission items; null where the controls of one are too many. */
export const guardsOfVersions = (
  q: Kysely<Schema>,
  version_ids: readonly number[],
): Promise<Map<number, readonly Guard[] | null>> => keptOf(q, 'screen', version_ids, 'guards')

const readNow = new Map<string, Promise<void>>()

/** Reads a version in a thread, once, whoever waits for it. */
function readVersion(db: Db, tenant_id: number, of: Versioned, version_id: number): Promise<void> {
  const place = `${of} ${version_id}`
  const known = readNow.get(place)
  if (known) return known
  const keep = of === 'screen' ? keepRead : keepDashboardRead
  const reading = forAll(() => keep(db, tenant_id, version_id)).finally(() => readNow.delete(place))
  readNow.set(place, reading)
  return reading
}

/** What is read of a document: nothing of one that no thread gets to its end. Kept for good: what a busy machine did not get done may be read another time. */
const summaryFor = (work: FreezeWork, tenant_id: number): Promise<Summarized> =>
  frozenDocument(work, tenant_id).then(
    (made) => made.read,
    (error) => {
      if (error instanceof ThreadExceeded) return UNREADABLE
      throw error
    },
  )

async function keepRead(db: Db, tenant_id: number, version_id: number): Promise<void> {
  const version = await db.tenant(tenant_id, (q) =>
    q.selectFrom('screen_version').select('document').where('version_id', '=', version_id).executeTakeFirst(),
  )
  // Replaced and dropped meanwhile: who asked finds the one after it.
  if (!version) return
  const read = await summaryFor({ document: version.document, groups: new Map() }, tenant_id)
  await db.tenant(tenant_id, (q) =>
    q.updateTable('screen_version').set(asColumns(read)).where('version_id', '=', version_id).execute(),
  )
}

/** The same of a dashboard's, which names groups of the gallery: they count as they are now. */
async function keepDashboardRead(db: Db, tenant_id: number, version_id: number): Promise<void> {
  const version = await db.tenant(tenant_id, async (q) => {
    const found = await q
      .selectFrom('dashboard_version')
      .select('document')
      .where('version_id', '=', version_id)
      .executeTakeFirst()
    return found && { ...found, ...(await namedIn(q, found.document)) }
  })
  if (!version) return
  const { document, groups, resources } = version
  const { points } = await summaryFor({ document, groups }, tenant_id)
  await db.tenant(tenant_id, (q) =>
    q
      .updateTable('dashboard_version')
      .set({ points: JSON.stringify(points), resources: sql`${numbers(resources)}::bigint[]` })
      .where('version_id', '=', version_id)
      .execute(),
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
      for (const version_id of error.version_ids) await readVersion(db, tenant_id, error.of, version_id)
    }
  }
}
