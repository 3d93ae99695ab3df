import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { type Kysely, sql } from 'kysely'
import { type Db, DbError } from './db.ts'
import type { Schema } from './schema.ts'

const folder = new URL('./migrations/', import.meta.url)

interface Migration {
  version: number
  name: string
  checksum: string
  text: string
}

/** `0001-ground.sql`: its number is its version. Statements are parted by an empty line. */
function shipped(): Migration[] {
  const names = readdirSync(folder).filter((name) => name.endsWith('.sql'))
  return names.sort().map((name) => {
    const text = readFileSync(new URL(name, folder), 'utf8')
    return { version: Number.parseInt(name, 10), name, checksum: createHash('sha256').update(text).digest('hex'), text }
  })
}

/**
 * Runs the migrations that are missing, all in one transaction; costs one query when none is. Throws when the database
 * is newer than this program, or when a migration that ran had another text.
 */
export async function migrate(db: Db): Promise<void> {
  const migrations = shipped()
  if ((await missing(db, migrations)).length === 0) return
  await makeTable(db)
  await db.migrate(async (q) => {
    await sql`lock table schema_migration in exclusive mode`.execute(q)
    for (const { version, name, checksum, text } of outstanding(migrations, await applied(q))) {
      for (const statement of text.split(/;[^\S\n]*(?:\n[^\S\n]*){2,}/)) await sql.raw(statement).execute(q)
      await q.insertInto('schema_migration').values({ version, name, checksum, applied_time: Date.now() }).execute()
    }
  })
}

type Applied = Pick<Migration, 'version' | 'checksum'>

const applied = (q: Kysely<Schema>): Promise<Applied[]> =>
  q.selectFrom('schema_migration').select(['version', 'checksum']).execute()

async function missing(db: Db, migrations: Migration[]): Promise<Migration[]> {
  const undefinedTable = '42P01'
  try {
    return outstanding(migrations, await db.system(applied))
  } catch (error) {
    if (error instanceof DbError && error.code === undefinedTable) return migrations
    throw error
  }
}

function outstanding(migrations: Migration[], ran: Applied[]): Migration[] {
  const checksums = new Map(ran.map(({ version, checksum }) => [version, checksum]))
  const latest = Math.max(...migrations.map(({ version }) => version))
  for (const version of checksums.keys()) {
    if (version > latest)
      throw new Error(`The database is of a newer Sightglass (schema ${version}, this has ${latest}).`)
  }
  const altered = migrations.find(({ version, checksum }) => (checksums.get(version) ?? checksum) !== checksum)
  if (altered) throw new Error(`The database was made by another text of migration ${altered.name}.`)
  return migrations.filter(({ version }) => !checksums.has(version))
}

/** unique_violation, duplicate_object (the table's row type) and duplicate_table: by how far the other one was. */
const MADE_BY_ANOTHER = ['23505', '42710', '42P07']

/** Nodes that start together may both make it; the one that comes second is refused by the catalogue. */
async function makeTable(db: Db): Promise<void> {
  try {
    await db.system((q) =>
      sql`create table if not exists schema_migration (
        version int primary key, name text not null, checksum text not null, applied_time bigint not null
      )`.execute(q),
    )
  } catch (error) {
    if (!(error instanceof DbError) || !MADE_BY_ANOTHER.includes(error.code)) throw error
  }
}
