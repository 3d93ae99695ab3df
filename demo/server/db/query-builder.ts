import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely'
import type { Answer } from './connection.ts'
import { DbError } from './db.ts'
import type { Schema } from './schema.ts'

const adapter = new PostgresAdapter()
const compiler = new PostgresQueryCompiler()
const nested = async () => {
  throw new DbError('25001', 'a transaction is already open')
}
const nothing = async () => {}

/** A query builder whose statements go where `send` says. It opens no transactions of its own. */
export function builderOn(send: (statement: CompiledQuery) => Promise<Answer>): Kysely<Schema> {
  const connection: DatabaseConnection = {
    executeQuery: async (statement) => {
      const { rows, count } = await send(statement)
      return { rows: rows as never[], numAffectedRows: BigInt(count) }
    },
    streamQuery: () => {
      throw new DbError('0A000', 'streaming is not supported: page by key instead')
    },
  }
  const driver: Driver = {
    init: nothing,
    acquireConnection: async () => connection,
    releaseConnection: nothing,
    beginTransaction: nested,
    commitTransaction: nested,
    rollbackTransaction: nested,
    destroy: nothing,
  }
  return new Kysely<Schema>({
    dialect: {
      createAdapter: () => adapter,
      createQueryCompiler: () => compiler,
      createIntrospector: (db) => new PostgresIntrospector(db),
      createDriver: () => driver,
    },
  })
}
