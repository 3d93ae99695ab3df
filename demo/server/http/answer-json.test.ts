import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { contract } from '../../../core/contract/contract.ts'
import { writeAnswer } from './answer-json.ts'
import { StoredJson } from './stored-json.ts'

const USER = { guest: null, user_name: 'x' }
const GUEST = { guest: { key_id: 'k', actions: [] }, user_name: 'key/me' }
const noTurns = { pause: async () => {} }

const jsonOf = async (schema: z.ZodMiniType, value: unknown, caller: typeof USER | typeof GUEST = USER) =>
  Buffer.concat(await writeAnswer(schema, value, caller, noTurns)).toString()

const long = 'ä😀"\\\n'.repeat(9_999)
const Row = z.object({ key: z.string(), value: z.nullable(z.union([z.number(), z.string()])) })
const rows = Array.from({ length: 9000 }, (_, i) => ({ key: `k${i}`, value: i % 3 ? i : null }))

test.each([
  ['a small object', z.object({ a: z.number(), b: z.optional(z.string()) }), { a: 1 }],
  ['nothing', z.object({}), {}],
  ['an empty list', z.array(Row), []],
  ['a long list', z.array(Row), rows],
  [
    'a list within an object',
    z.object({ a: z.optional(z.string()), rows: z.array(Row), next: z.null() }),
    { rows, next: null },
  ],
  [
    'lists within a list',
    z.array(z.object({ n: z.int(), times: z.array(z.int()) })),
    [
      { n: 1, times: rows.map((_, i) => i) },
      { n: 2, times: [] },
    ],
  ],
  ['a long text', z.object({ a: z.string(), b: z.string() }), { a: long, b: 'b' }],
  ['long texts in a list', z.array(z.nullable(z.string())), [long, null, 'b', long]],
  ['a map', z.catchall(z.object({ a: z.int() }), z.array(z.int())), { a: 1, b: rows.map((_, i) => i), c: [] }],
  ['anything', z.unknown(), { a: [rows, { b: long }], c: null, d: undefined, e: true }],
  [
    'a default',
    z.object({ rows: z._default(z.array(Row), []), a: z._default(z.int(), 7), l: z.string() }),
    { l: long },
  ],
] as const)('the pieces of %s are the JSON of what its schema makes of it', async (_, schema, value) => {
  expect(JSON.parse(await jsonOf(schema, value))).toEqual(JSON.parse(JSON.stringify(schema.parse(value))))
})

test('a long answer has nothing that its schema does not name, and is refused where it does not fit', async () => {
  const schema = z.object({ rows: z.array(z.object({ key: z.string() })) })
  const written = await jsonOf(schema, { rows: rows.map((row) => ({ ...row, secret: 'S' })), secret: 'S' })
  expect(written).toBe(JSON.stringify({ rows: rows.map(({ key }) => ({ key })) }))
  await expect(jsonOf(schema, { rows: [...rows, { key: 1 }] })).rejects.toThrow(/string/)
  await expect(jsonOf(z.object({ ...schema.shape, a: z.int() }), { rows })).rejects.toThrow(/number/)
  await expect(
    jsonOf(
      z.array(z.int()).check(z.maxLength(8999)),
      rows.map((_, i) => i),
    ),
  ).rejects.toThrow(/too_big/)
})

test('stored JSON goes into an answer as the text that it is', async () => {
  const text = `{ "b": 1.0,  "a": "$& $1 \\u0000 ${'😀'.repeat(20_001)}" }`
  const Document = z.object({ before: z.int(), document: z.unknown(), after: z.array(z.null()) })
  const written = await jsonOf(Document, { before: 1, document: new StoredJson(text), after: [null] })
  expect(written).toBe(`{"before":1,"document":${text},"after":[null]}`)
  const two = z.array(z.object({ document: z.unknown() }))
  expect(await jsonOf(two, [{ document: new StoredJson('[1]') }, { document: new StoredJson('"2"') }])).toBe(
    '[{"document":[1]},{"document":"2"}]',
  )
})

test('a guest reads no names of people in a long answer but the own one', async () => {
  const schema = z.object({ rows: z.array(z.object({ user_name: z.string() })), changed_by: z.string() })
  const names = rows.map((_, i) => ({ user_name: i % 2 ? 'anna' : 'key/me' }))
  const written = JSON.parse(await jsonOf(schema, { rows: names, changed_by: 'anna'.repeat(9999) }, GUEST))
  expect(new Set(written.rows.map(({ user_name }: { user_name: string }) => user_name))).toEqual(
    new Set(['', 'key/me']),
  )
  expect(written.changed_by).toBe('')
})

test('others have their turn after every few entries of a long answer, however it is made', async () => {
  let entries = 0
  let most = 0
  const entry = z.custom<string>(() => {
    entries += 1
    most = Math.max(most, entries)
    return true
  })
  const turns = {
    pause: async () => {
      entries = 0
    },
  }
  const many = Array.from({ length: 50_000 }, () => 'x'.repeat(50))
  for (const [schema, value] of [
    [z.array(entry), many],
    [z.object({ a: z.nullable(z.array(z.object({ b: z.array(entry) }))) }), { a: [{ b: many }, { b: many }] }],
    [z.array(z.array(entry)), many.map((text) => [text, text])],
    [z.catchall(z.object({}), entry), Object.fromEntries(many.map((text, i) => [`${i}`, text]))],
  ] as const)
    await writeAnswer(schema, value, USER, turns)
  expect(most).toBeGreaterThan(100)
  expect(most).toBeLessThan(2000)
})

interface Def {
  type: string
  innerType?: z.ZodMiniType
  element?: z.ZodMiniType
  shape?: Record<string, z.ZodMiniType>
  catchall?: z.ZodMiniType
  options?: readonly z.ZodMiniType[]
  checks?: readonly unknown[]
}
const defOf = (schema: z.ZodMiniType) => schema._zod.def as unknown as Def

function holdsList(schema: z.ZodMiniType): boolean {
  const { type, innerType, element, shape = {}, catchall, options = [] } = defOf(schema)
  if (type === 'array' || catchall) return true
  return [innerType, element, ...Object.values(shape), ...options].some((one) => one && holdsList(one))
}

/** Where an answer has lists or maps that are checked and written as a whole. */
function wholeIn(schema: z.ZodMiniType, path: string): string[] {
  const { type, innerType, element, shape = {}, catchall, checks = [] } = defOf(schema)
  if (innerType) return wholeIn(innerType, path)
  if (type === 'array' && element) return wholeIn(element, `${path}[]`)
  if (type !== 'object' || checks.length > 0) return holdsList(schema) ? [path] : []
  const fields = Object.entries(shape).flatMap(([key, its]) => wholeIn(its, `${path}.${key}`))
  return catchall ? [...fields, ...wholeIn(catchall, `${path}{}`)] : fields
}

test('every list of every answer can be written in pieces, but for the texts of the values of one point', () => {
  const answers = Object.entries(contract).flatMap(([domain, calls]) =>
    Object.entries(calls).flatMap(([name, { output, reply }]) =>
      reply === 'file' ? [] : wholeIn(output, `${domain}.${name}`),
    ),
  )
  expect(answers.filter((path) => !path.endsWith('.enum_text'))).toEqual([])
})
