import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { contract } from '../../../core/contract/contract.ts'
import { parseInput } from './field-errors.ts'
import { allCalls, type NamedCall } from './openapi.ts'
import { SEVERAL_LINES, unseenIn } from './unseen-characters.ts'

interface Def {
  type: string
  innerType?: z.ZodMiniType
  element?: z.ZodMiniType
  shape?: Record<string, z.ZodMiniType>
  options?: readonly z.ZodMiniType[]
  catchall?: z.ZodMiniType
}
const defOf = (schema: z.ZodMiniType) => schema._zod.def as unknown as Def

interface TextField {
  path: string[]
  schema: z.ZodMiniType
}

/** Every place of an input that takes a text, with `0` for an entry of a list. */
function textsOf(schema: z.ZodMiniType, path: string[] = []): TextField[] {
  const { type, innerType, element, shape, options, catchall } = defOf(schema)
  if (type === 'string') return [{ path, schema }]
  if (innerType) return textsOf(innerType, path)
  if (element) return textsOf(element, [...path, '0'])
  if (options) return options.flatMap((one) => textsOf(one, path))
  const named = Object.entries(shape ?? {}).flatMap(([key, field]) => textsOf(field, [...path, key]))
  return catchall ? [...named, ...textsOf(catchall, [...path, 'x'])] : named
}

/** An input that has nothing but this text, at its place. */
const inputWith = (path: readonly string[], text: string): unknown =>
  path.reduceRight<unknown>((held, key) => (key === '0' ? [held] : { [key]: held }), text)

const fields = allCalls().flatMap((call: NamedCall) =>
  textsOf(call.endpoint.input).map((field) => ({
    ...field,
    call,
    name: `${call.domain}.${call.name} ${field.path.join('.')}`,
  })),
)
const isKeptAsItIs = ({ path }: TextField) => path.at(-1) === 'content' || path.includes('document')

const UNSEEN = {
  'half a character': '\ud83d',
  'a turned order': '\u202e',
  NUL: '\0',
  'a control': '\u001b',
  isolation: '\u2066',
  'what has no width': '\u200b',
}

test('the check of texts covers the texts of every call', () => {
  expect(fields.length).toBeGreaterThan(100)
  expect(Object.keys(contract).length).toBeGreaterThan(20)
})

test.each(Object.entries(UNSEEN))('no text of any call takes %s, and the refusal names its field', (_, unseen) => {
  const wrong = fields
    .filter((field) => !isKeptAsItIs(field))
    .filter(({ path, call }) => {
      const parsed = parseInput(call.endpoint.input, inputWith(path, `a${unseen}b`), 'en')
      return parsed.ok || parsed.fields.length !== 1 || parsed.fields[0]?.field !== path.join('.')
    })
  expect(wrong.map(({ name }) => name)).toEqual([])
})

test('a text of one line takes no line break, and what takes one is written in several lines', () => {
  const broken = fields.filter(({ path }) => unseenIn(inputWith(path, 'a\nb')).length === 0).map(({ path }) => path)
  const names = new Set(broken.filter((path) => path.at(-1) !== 'content').map((path) => path.at(-1) as string))
  expect([...names].filter((name) => !SEVERAL_LINES.has(name))).toEqual([])
})

test('whatever its schema lets have line breaks is known to be of several lines', () => {
  const takes = (schema: z.ZodMiniType, text: string) => z.safeParse(schema, text).success
  const several = fields.filter(
    ({ schema }) => takes(schema, 'ab cd') && takes(schema, 'ab\ncd') && !takes(schema, 'ab\rcd'),
  )
  expect(several.length).toBeGreaterThan(5)
  expect(several.map(({ path }) => path.at(-1) as string).filter((name) => !SEVERAL_LINES.has(name))).toEqual([])
})

test('an input with many wrong texts is refused with the first ones', () => {
  const list = Array.from({ length: 300_000 }, () => '\0')
  expect(unseenIn(list)).toEqual(Array.from({ length: 50 }, (_, i) => String(i)))
  expect(unseenIn({ a: list, b: { c: list } })).toHaveLength(50)
})

test('texts as people write them are taken: scripts, signs of several parts, and several lines where there may be', () => {
  for (const text of ['泵站 1', 'مضخة', 'Größe ½ – „x“', '👩‍🔧 e\u0301', '\u00a0'])
    expect(unseenIn({ name: text })).toEqual([])
  expect(unseenIn({ body: 'a\r\n\tb', document: { controls: [{ text: 'a\0b' }] } })).toEqual([])
  expect(unseenIn({ name: 'a\nb', list: ['x', 'y\u202e'], keyed: { '\ud800': 1 } })).toEqual([
    'name',
    'list.1',
    'keyed',
  ])
})
