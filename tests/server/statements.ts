import type { KyselyPlugin } from 'kysely'
import type { Db } from '../../demo/server/db/db.ts'

/** The same store, and how many statements were sent to it this way. */
export function countingStatements(db: Db): { db: Db; count: () => number } {
  let count = 0
  const counter: KyselyPlugin = {
    transformQuery({ node }) {
      count += 1
      return node
    },
    transformResult: async ({ result }) => result,
  }
  const counting: Db = {
    ...db,
    tenant: (tenant_id, work, priority) => db.tenant(tenant_id, (q) => work(q.withPlugin(counter)), priority),
    system: (work, priority) => db.system((q) => work(q.withPlugin(counter)), priority),
  }
  return { db: counting, count: () => count }
}
