import { globSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import * as z from 'zod'
import { type Catalogue, type DocRow, type Entry, type KnobEntry, STATES, type StateEntry } from './page/shape.ts'
import { GATES, type Gate, SITUATIONS, TOKENS, type TokenKind } from './situations.ts'

const ELEMENTS = fileURLToPath(new URL('../../elements/', import.meta.url))

const text = z.string().catch('')
/** A member of the Custom Elements Manifest, schema 2.1.0: what is read of it. */
const Row = z.object({
  name: text,
  description: text,
  default: text,
  type: z.object({ text }).catch({ text: '' }),
})
const Rows = z.array(Row).catch([])
const Declaration = z.object({
  tagName: z.string(),
  description: text,
  attributes: Rows,
  members: z.array(Row.extend({ kind: text, privacy: text, readonly: z.boolean().catch(false) })).catch([]),
  events: Rows,
  slots: Rows,
  cssParts: Rows,
  cssProperties: Rows,
})
const Manifest = z.object({ modules: z.array(z.object({ declarations: z.array(z.unknown()).catch([]) })) })

const Words = z.object({ zh: z.string(), en: z.string() })
/** As `elements/define/element-example.ts` has it; read at run time, for the pages know the kit by its build alone. */
const Example = z.object({
  about: Words,
  attributes: z
    .record(
      z.string(),
      z.object({
        value: z.string().optional(),
        offers: z.union([z.enum(['device', 'point', 'points', 'group']), z.array(z.string())]).optional(),
      }),
    )
    .default({}),
  states: z
    .partialRecord(
      z.enum(STATES),
      z.union([
        z.literal(false),
        z.object({
          attributes: z.record(z.string(), z.string().nullable()).default({}),
          gate: z.enum(Object.keys(GATES) as Gate[]).optional(),
          token: z.enum(Object.keys(TOKENS) as TokenKind[]).optional(),
        }),
      ]),
    )
    .default({}),
  height: z.number().nullable().default(null),
  inside: z.array(z.object({ tag: z.string(), attributes: z.record(z.string(), z.string()) })).default([]),
})
type Example = z.infer<typeof Example>

interface Listed {
  example: Example
  is_leaf: boolean
}

/** The console did not give its list of elements. */
export class NoManifest extends Error {
  override name = 'NoManifest'
}

/** The examples that stand beside the elements, by tag. */
async function readExamples(): Promise<ReadonlyMap<string, Listed>> {
  const beside = globSync('screens/*/example.ts', { cwd: ELEMENTS })
  const read = beside.map(async (path) => {
    const { example } = await import(pathToFileURL(join(ELEMENTS, path)).href)
    return [`sg-${basename(dirname(path))}` as string, { example: Example.parse(example), is_leaf: false }] as const
  })
  const { examples } = await import(pathToFileURL(join(ELEMENTS, 'live/examples.ts')).href)
  const leaves = Object.entries(examples).map(
    ([tag, example]) => [tag, { example: Example.parse(example), is_leaf: true }] as const,
  )
  return new Map<string, Listed>([...(await Promise.all(read)), ...leaves])
}

const rowOf = ({ name, type, default: fallback, description }: z.infer<typeof Row>): DocRow => ({
  name,
  type: type.text,
  fallback,
  description,
})

/** `'values' | 'curve'` as its words; none for any other type. Undefined beside them says that it may be left out. */
function wordsOf(type: string): string[] {
  const parts = type.split('|').map((part) => part.trim())
  const words = parts.filter((part) => part !== 'undefined' && part !== 'null' && part !== '')
  const isUnion = words.length > 1 && words.every((part) => /^(['"]).*\1$/.test(part))
  return isUnion ? words.map((part) => part.slice(1, -1)) : []
}

function kindOf(type: string): KnobEntry['kind'] {
  const plain = type.replace(/\s*\|\s*(undefined|null)\b/g, '').trim()
  if (plain === 'boolean') return 'switch'
  if (plain === 'number') return 'number'
  if (wordsOf(type).length > 0) return 'choice'
  return plain === 'string' || plain === '' ? 'text' : 'json'
}

/** What the page sets in a place of its own, what the element says itself, and what no address may keep. */
const NOT_KNOBS = ['theme', 'density', 'lang', 'dir', 'time-zone', 'data-sg-state', 'token']

function knobsOf(rows: readonly DocRow[], example: Example): KnobEntry[] {
  return rows
    .filter(({ name }) => !NOT_KNOBS.includes(name))
    .map((row) => {
      const { value, offers } = example.attributes[row.name] ?? {}
      const isList = Array.isArray(offers)
      const kind = kindOf(row.type)
      return {
        ...row,
        kind,
        choices: isList ? offers : wordsOf(row.type),
        offers: isList ? null : (offers ?? null),
        value: value ?? null,
      }
    })
}

function statesOf(example: Example, bases: Readonly<Record<Gate, string>>): Entry['states'] {
  const rows = STATES.flatMap((state): [string, StateEntry][] => {
    const own = example.states[state]
    if (own === false) return []
    // Only an element that says how becomes stale: none does by what all have in common.
    if (state === 'stale' && !own) return []
    const gate = own?.gate ?? SITUATIONS[state].gate
    const token = own?.token ?? SITUATIONS[state].token
    const how = gate === 'open' ? [TOKENS[token].how] : [GATES[gate]]
    return [[state, { base: bases[gate], token_url: `token/${token}`, attributes: own?.attributes ?? {}, how }]]
  })
  return Object.fromEntries(rows)
}

/** All elements that the console serves, as its manifest lists them, with what the playground shows of each. */
export async function readCatalogue(console_url: string, gates: Readonly<Record<Exclude<Gate, 'open'>, string>>) {
  const url = new URL('elements/custom-elements.json', console_url)
  const reply = await fetch(url, { signal: AbortSignal.timeout(5000) }).catch(() => null)
  const manifest = Manifest.safeParse(await reply?.json().catch(() => null))
  if (!manifest.success) throw new NoManifest(`${url} gave no list of elements`)
  const examples = await readExamples()
  const bases = { open: console_url, ...gates }
  const elements = manifest.data.modules
    .flatMap(({ declarations }) => declarations)
    .flatMap((declaration): Entry[] => {
      const read = Declaration.safeParse(declaration)
      if (!read.success) return []
      const { tagName: tag, description, attributes, members, ...docs } = read.data
      const { example, is_leaf } = examples.get(tag) ?? {
        example: Example.parse({ about: { zh: description, en: description } }),
        is_leaf: false,
      }
      const properties = members.filter(({ kind, privacy }) => kind === 'field' && !/private|protected/.test(privacy))
      return [
        {
          tag,
          is_leaf,
          about: example.about,
          description,
          knobs: knobsOf(attributes.map(rowOf), example),
          attributes: attributes.map(rowOf),
          properties: properties.map(rowOf),
          events: docs.events.map(rowOf),
          slots: docs.slots.map(rowOf),
          parts: docs.cssParts.map(rowOf),
          css_properties: docs.cssProperties.map(rowOf),
          states: statesOf(example, bases),
          height: example.height,
          inside: example.inside,
        },
      ]
    })
  return { console_url, elements } satisfies Catalogue
}
