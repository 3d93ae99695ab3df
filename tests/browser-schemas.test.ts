import { isDeepStrictEqual } from 'node:util'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type * as z from 'zod/mini'
import { type Random, randomOf } from './fuzz/random.ts'

const files = import.meta.glob([
  '../core/contract/**/*.ts',
  '../core/connection/session.ts',
  '../elements/kinds/property-schema.ts',
  '../elements/canvas/controls/*/{props,control}.ts',
  '!../**/*.test.ts',
])

/** Every schema that the files export, by itself or in a call or a kind of control, by where it is. */
async function schemas(): Promise<Map<string, z.ZodMiniType>> {
  const found = new Map<string, z.ZodMiniType>()
  const seen = new Set<unknown>()
  const visit = (place: string, value: unknown): void => {
    if (typeof value !== 'object' || value === null || seen.has(value)) return
    seen.add(value)
    if ('safeParse' in value) found.set(place, value as z.ZodMiniType)
    else for (const [name, part] of Object.entries(value)) visit(`${place}.${name}`, part)
  }
  for (const [path, load] of Object.entries(files)) visit(path, { ...((await load()) as object) })
  return found
}

type Def = {
  type: string
  innerType?: z.ZodMiniType
  element?: z.ZodMiniType
  shape?: Record<string, z.ZodMiniType>
  catchall?: z.ZodMiniType
  options?: readonly z.ZodMiniType[]
  values?: readonly unknown[]
  entries?: Record<string, unknown>
  checks?: readonly { _zod: { def: Record<string, unknown> } }[]
}

const ODD = [
  ...[undefined, null, true, false, 0, -1, 1.5, 7, 1e300, 2 ** 53, Number.NaN, Number.POSITIVE_INFINITY],
  ...[
    '',
    ' ',
    'x',
    ' x ',
    '5',
    'constructor',
    '__proto__',
    '水泵一号',
    '😀😀',
    'a\u0000b',
    '\ud800',
    '2026-11-25',
    'a@b.example',
  ],
  ...[[], [1], {}, { a: 1 }, JSON.parse('{"__proto__":{"a":1}}'), new Uint8Array(2), new Date(0)],
]

/** Values near what a schema takes: at its bounds and just beyond, with parts left out, put in, or of another type. */
function near(schema: z.ZodMiniType, random: Random): unknown {
  if (random.chance(0.04)) return random.pick(ODD)
  const def = schema._zod.def as unknown as Def
  const bounds = (def.checks ?? []).flatMap(({ _zod: { def: check } }) =>
    [check.value, check.minimum, check.maximum].filter((bound) => typeof bound === 'number'),
  )
  const around = random.chance(0.3) && bounds.length > 0 ? random.pick(bounds) + random.pick([-1, 0, 0, 1]) : undefined
  switch (def.type) {
    case 'string': {
      const length = Math.max(0, Math.min(around ?? random.int(9), 70_000))
      return random
        .pick(['a', '7', '😀', ' ', '泵', 'aB3_'])
        .repeat(length)
        .slice(0, random.chance(0.9) ? length : undefined)
    }
    case 'number':
      return around ?? random.pick([0, 1, 2, 5, 50, 1000, 1.7e12, random.int(100)])
    case 'boolean':
      return random.chance(0.5)
    case 'literal':
      return random.pick(def.values ?? [])
    case 'enum':
      return random.pick(Object.values(def.entries ?? {}))
    case 'array':
      return Array.from({ length: Math.max(0, Math.min(around ?? random.int(4), 6)) }, () =>
        near(def.element as z.ZodMiniType, random),
      )
    case 'union':
      return near(random.pick(def.options ?? []), random)
    case 'optional':
    case 'default':
      return random.chance(0.2) ? undefined : near(def.innerType as z.ZodMiniType, random)
    case 'nullable':
      return random.chance(0.2) ? null : near(def.innerType as z.ZodMiniType, random)
    case 'object': {
      const sent: Record<string, unknown> = {}
      for (const [key, part] of Object.entries(def.shape ?? {}))
        if (!random.chance(0.06)) sent[key] = near(part, random)
      for (const key of ['more', 'constructor', 'a_1']) {
        if (random.chance(0.1)) sent[key] = def.catchall ? near(def.catchall, random) : random.pick(ODD)
      }
      if (random.chance(0.05)) Object.defineProperty(sent, '__proto__', { value: { a: 1 }, enumerable: true })
      return sent
    }
    default:
      return random.chance(0.5) ? [1, 'good', 5] : random.pick(ODD)
  }
}

/** What a schema makes of a value, in what the product reads of that. */
function outcome(schema: z.ZodMiniType, value: unknown): unknown {
  const { success, data, error } = schema.safeParse(value)
  return success ? { data } : { issues: error.issues.map(({ code, path, message }) => ({ code, path, message })) }
}

describe('the schemas that browsers run', () => {
  let zods: Map<string, z.ZodMiniType>
  let browsers: Map<string, z.ZodMiniType>

  beforeAll(async () => {
    zods = await schemas()
    // A rule by itself is a schema of zod's too: it is tried with the schemas that have it.
    for (const [place, { _zod }] of zods) {
      const { type, abort } = _zod.def as { type: string; abort?: boolean }
      if (type === 'custom' && !abort) zods.delete(place)
    }
    vi.resetModules()
    vi.doMock('zod/mini', () => import('../core/contract/browser-schemas.ts'))
    browsers = await schemas()
  })
  afterAll(() => {
    vi.doUnmock('zod/mini')
    vi.resetModules()
  })

  test('browsers have every schema of the contract, of documents and of controls', () => {
    expect([...browsers.keys()]).toEqual([...zods.keys()])
    expect(zods.size).toBeGreaterThan(500)
  })

  test('a schema takes, refuses and makes of a value in browsers what it does in zod', () => {
    const random = randomOf(20261125)
    const taken = { yes: 0, no: 0 }
    for (const [place, zod] of zods) {
      const browser = browsers.get(place) as z.ZodMiniType
      for (let at = 0; at < 40; at += 1) {
        const value = near(zod, random)
        const expected = outcome(zod, value)
        const found = outcome(browser, value)
        if (!isDeepStrictEqual(found, expected))
          expect({ place, value, found }).toEqual({ place, value, found: expected })
        taken[Object.hasOwn(expected as object, 'data') ? 'yes' : 'no'] += 1
      }
    }
    expect(Math.min(taken.yes, taken.no)).toBeGreaterThan(5000)
  })
})
