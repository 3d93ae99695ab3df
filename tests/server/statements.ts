import type { Kysely, KyselyPlugin } from 'kysely'
import type { Db } from '../../demo/server/db/db.ts'
import type { Schema } from '../../demo/server/db/schema.ts'

/** The same store, how many statements were sent to it this way, and how many the longest transaction had. */
export function countingStatements(db: Db): { db: Db; count: () => number; most: () => number } {
  let count = 0
  let most = 0
  const counted = <T>(work: (q: Kysely<Schema>) => Promise<T>) => {
    return (q: Kysely<Schema>) => {
      let own = 0
      const counter: KyselyPlugin = {
        transformQuery({ node }) {
          count += 1
          own += 1
          most = Math.max(most, own)
          return node
        },
        transformResult: async ({ result }) => result,
      }
      return work(q.withPlugin(counter))
    }
  }
  const counting: Db = {
    ...db,
    tenant: (tenant_id, work, priority) => db.tenant(tenant_id, counted(work), priority),
    system: (work, priority) => db.system(counted(work), priority),
    systemFor: (tenant_id, work) => db.systemFor(tenant_id, counted(work)),
  }
  return { db: counting, count: () => count, most: () => most }
}
