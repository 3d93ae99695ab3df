import { type PGlite, parse, protocol } from '@electric-sql/pglite'
import type { Answer } from './connection.ts'

const { serialize } = protocol

/**
 * So many statements stay prepared, those that came last: the product has about as many that come again and again, and a plan
 * takes 20 to 200 KB.
 */
const MOST = 300
/** Longer ones are long lists of rows, which seldom come again with as many. */
const LONGEST_TEXT = 10_000
/** Changes what a prepared statement answers with, which PostgreSQL then refuses. */
const changesTables = /\b(alter|create|drop) /i

interface Prepared {
  name: string
  /** Of its parameters, by PostgreSQL's number. */
  types: readonly number[]
}

/**
 * Statements that PGlite parses and plans once: under row level security that takes up to three times as long as carrying
 * them out. PostgreSQL itself plans anew for a role, for changed tables, and wherever a plan for these parameters is better.
 */
export class PreparedStatements {
  readonly #pg: PGlite
  /** By their text, the last one at the end; undefined has come once. */
  readonly #known = new Map<string, Prepared | undefined>()
  #lastName = 0

  constructor(pg: PGlite) {
    this.#pg = pg
  }

  /** Several statements, without parameters and answers. */
  async script(text: string): Promise<void> {
    if (changesTables.test(text)) await this.#forgetAll()
    await this.#pg.exec(text)
  }

  async query(text: string, parameters: readonly unknown[]): Promise<Answer> {
    if (changesTables.test(text)) await this.#forgetAll()
    if (text.length > LONGEST_TEXT) return this.#once(text, parameters)
    if (!this.#known.has(text)) {
      await this.#remember(text, undefined)
      return this.#once(text, parameters)
    }
    const prepared = this.#known.get(text) ?? (await this.#prepare(text))
    await this.#remember(text, prepared)
    const { name, types } = prepared
    const messages = await this.#send(
      serialize.bind({ statement: name, values: parameters.map((value, i) => this.#written(value, types[i])) }),
      serialize.describe({ type: 'P' }),
      serialize.execute({}),
    )
    return answerOf(parse.parseResults(messages, this.#pg.parsers)[0])
  }

  async #once(text: string, parameters: readonly unknown[]): Promise<Answer> {
    return answerOf(await this.#pg.query(text, [...parameters]))
  }

  async #prepare(text: string): Promise<Prepared> {
    const name = `s${++this.#lastName}`
    const messages = await this.#send(serialize.parse({ name, text }), serialize.describe({ type: 'S', name }))
    return { name, types: parse.parseDescribeStatementResults(messages) }
  }

  async #remember(text: string, prepared: Prepared | undefined): Promise<void> {
    this.#known.delete(text)
    this.#known.set(text, prepared)
    if (this.#known.size <= MOST) return
    const [[oldest, left]] = this.#known as unknown as [[string, Prepared | undefined]]
    this.#known.delete(oldest)
    if (left) await this.#send(serialize.close({ type: 'S', name: left.name }))
  }

  async #forgetAll(): Promise<void> {
    const names = [...this.#known.values()].flatMap((prepared) => prepared?.name ?? [])
    this.#known.clear()
    if (names.length > 0) await this.#send(...names.map((name) => serialize.close({ type: 'S', name })))
  }

  /** In one message: each way into PGlite costs its own time. */
  #send(...messages: Uint8Array[]) {
    return this.#pg.execProtocolStream(Buffer.concat([...messages, serialize.sync()]), { syncToFs: false })
  }

  /** As PGlite's own `query` writes it. */
  #written(value: unknown, type = 0) {
    if (value === null || value === undefined) return null
    const serializer = this.#pg.serializers[type]
    return serializer ? serializer(value) : String(value)
  }
}

interface Result {
  rows: unknown[]
  rowCount?: number | undefined
  affectedRows?: number | undefined
}
const answerOf = ({ rows, rowCount, affectedRows }: Result = { rows: [] }): Answer => ({
  rows,
  count: rowCount ?? affectedRows ?? rows.length,
})
