import { expect, test } from 'vitest'
import type * as z from 'zod/mini'
import { contract } from './contract.ts'
import type { Endpoint } from './endpoint.ts'

interface Def {
  type: string
  innerType?: z.ZodMiniType
  element?: z.ZodMiniType
  shape?: Record<string, z.ZodMiniType>
  options?: readonly z.ZodMiniType[]
  catchall?: z.ZodMiniType
  checks?: readonly { _zod: { def: { check: string; pattern?: RegExp } } }[]
}
const defOf = (schema: z.ZodMiniType) => schema._zod.def as unknown as Def
const isBounded = (schema: z.ZodMiniType) =>
  (defOf(schema).checks ?? []).some(({ _zod: { def } }) => def.check === 'max_length')

interface Part {
  name: string
  schema: z.ZodMiniType
  /** Of a choice, which the server looks into only as a whole. */
  isChosen: boolean
}

/** Every part of a schema, itself first. */
function partsOf(part: Part): Part[] {
  const { innerType, element, shape = {}, options = [], catchall } = defOf(part.schema)
  const inner = (name: string, schema: z.ZodMiniType, isChosen = part.isChosen) =>
    partsOf({ name: `${part.name}${name}`, schema, isChosen })
  return [
    part,
    ...(innerType ? inner('', innerType) : []),
    ...(element ? inner('[]', element) : []),
    ...(catchall ? inner('{}', catchall) : []),
    ...options.flatMap((one) => inner('', one, true)),
    ...Object.entries(shape).flatMap(([key, field]) => inner(`.${key}`, field)),
  ]
}

const inputs = Object.entries(contract).flatMap(([domain, calls]) =>
  Object.entries<Endpoint>(calls).flatMap(([name, { input }]) =>
    partsOf({ name: `${domain}.${name}`, schema: input, isChosen: false }),
  ),
)
const isList = ({ schema }: Part) => defOf(schema).type === 'array'
const isMap = ({ schema }: Part) => defOf(schema).catchall !== undefined
const namesOf = (parts: readonly Part[]) => parts.map(({ name }) => name)

test('every list of every input limits its number of entries', () => {
  const lists = inputs.filter(isList)
  expect(lists.length).toBeGreaterThan(80)
  expect(namesOf(lists.filter(({ schema }) => !isBounded(schema)))).toEqual([])
})

test('an input declares its maps as objects of unknown keys, whose number the server limits', () => {
  const others = inputs.filter(({ schema }) => ['record', 'map', 'set', 'tuple', 'lazy'].includes(defOf(schema).type))
  expect(namesOf(others)).toEqual([])
})

test('no list or map of an input is part of a union, where its limit would be checked last', () => {
  expect(namesOf(inputs.filter((part) => part.isChosen && (isList(part) || isMap(part))))).toEqual([])
})

test('nothing is accepted unchecked but documents, and what old programs send without use', () => {
  const unknown = namesOf(inputs.filter(({ schema }) => ['unknown', 'any', 'custom'].includes(defOf(schema).type)))
  expect(unknown).toEqual([
    'session.privileges.req_data',
    'screen.create.document',
    'screen.save.document',
    'dashboard.create.document',
    'dashboard.save.document',
  ])
})

/** Anchored at both ends, and without a part that may repeat without end. */
const endsSomewhere = ({ source }: RegExp) =>
  /^\^.*\$$/s.test(source) && !/[*+]|\{\d+,\}/.test(source.replace(/\\.|\[[^\]]*\]/g, ''))
const hasBoundPattern = (schema: z.ZodMiniType) =>
  (defOf(schema).checks ?? []).some(({ _zod: { def } }) => def.pattern && endsSomewhere(def.pattern))

test('every text of every input limits its length', () => {
  const texts = inputs.filter(({ schema }) => defOf(schema).type === 'string')
  expect(texts.length).toBeGreaterThan(100)
  expect(namesOf(texts.filter(({ schema }) => !isBounded(schema) && !hasBoundPattern(schema)))).toEqual([])
})
