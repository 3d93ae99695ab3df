import type { KyselyPlugin } from 'kysely'
import type { Db } from '../../demo/server/db/db.ts'

/** A store whose statements as the owner are looked at: `most` is how many rows one of them returned at most, of those that count. */
export function watchRows(db: Db, counts: (row: object) => boolean = () => true): { db: Db; most(): number } {
  let most = 0
  const counting: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      most = Math.max(most, result.rows.filter((row) => counts(row as object)).length)
      return result
    },
  }
  return {
    db: { ...db, system: (work, priority) => db.system((q) => work(q.withPlugin(counting)), priority) },
    most: () => most,
  }
}
