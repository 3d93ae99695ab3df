import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { fieldsOfSchema, type PropertyField, propertiesOf } from '../../kinds/property-fields.ts'
import { Colour, Corners, Decimals, FontSize, marked, rising, Text } from '../../kinds/property-schema.ts'
import { namesOf } from './control-names.ts'
import { KINDS, loadKinds } from './kinds.ts'

await loadKinds()
const kinds = [...KINDS.values()]

describe.each(kinds)('the kind $kind', (definition) => {
  const { kind, defaults, props, bindable } = definition
  test('each kind has properties that the inspector can all edit', () => {
    expect(() => propertiesOf(definition)).not.toThrow()
  })
  test('each kind has defaults that its own schema accepts', () => {
    expect(props.safeParse(defaults)).toMatchObject({ success: true, data: defaults })
  })
  test('each kind can be bound only where it has a property', () => {
    const paths = propertiesOf(definition).map(({ path }) => path)
    expect(bindable.filter((path) => !paths.includes(path) && !paths.includes(path.split('.')[0] ?? ''))).toEqual([])
  })
  test.each(['zh', 'en'] as const)('each kind has a name in %s, and so have its properties and choices', (lang) => {
    const names = namesOf(kind, lang)
    const nameless = (fields: readonly PropertyField[]): string[] =>
      fields.flatMap(({ path, choices = [], item = [] }) => [
        ...(names.property(path) === path.split('.').at(-1) ? [path] : []),
        ...choices.filter(({ name }) => names.choice(path, name) === name).map(({ name }) => `${path}: ${name}`),
        ...nameless(item),
      ])
    expect(nameless(propertiesOf(definition))).toEqual([])
  })
})

test('no two kinds share a name, and each stands in a folder of its name', () => {
  const folders = Object.keys(import.meta.glob('./*/control.ts')).map((path) => path.split('/')[1])
  expect([...KINDS.keys()].sort()).toEqual(folders.sort())
})

test('bounds, steps, units, choices and rows are read from the schema', () => {
  const fields = fieldsOfSchema(
    z.object({
      fill: Colour,
      font: z.object({ size: FontSize }),
      decimals: Decimals,
      fit: z.enum(['contain', 'cover']),
      manner: marked(z.union([z.literal(0), z.literal(1)]), { choiceNames: ['off', 'on'], group: 'behaviour' }),
      rows: z.array(z.object({ label: Text })).check(z.minLength(2), z.maxLength(9)),
      corners: Corners,
      note: z.optional(z.string()),
    }),
  )
  const rest = { isNullable: false, isOptional: false }
  expect(fields).toEqual([
    { path: 'fill', type: 'colour', group: 'look', maxLength: 64, ...rest },
    { path: 'font.size', type: 'number', group: 'text', min: 6, max: 500, step: 1, unit: 'px', ...rest },
    { path: 'decimals', type: 'integer', group: 'value', min: 0, max: 9, step: 1, ...rest, isNullable: true },
    {
      path: 'fit',
      type: 'choice',
      group: 'look',
      choices: [
        { value: 'contain', name: 'contain' },
        { value: 'cover', name: 'cover' },
      ],
      ...rest,
    },
    {
      path: 'manner',
      type: 'choice',
      group: 'behaviour',
      choices: [
        { value: 0, name: 'off' },
        { value: 1, name: 'on' },
      ],
      ...rest,
    },
    {
      path: 'rows',
      type: 'list',
      group: 'value',
      min: 2,
      max: 9,
      item: [{ path: 'label', type: 'text', group: 'text', maxLength: 200, ...rest }],
      ...rest,
    },
    { path: 'corners', type: 'corners', group: 'look', min: 2, max: 500, ...rest },
    { path: 'note', type: 'text', group: 'text', ...rest, isOptional: true },
  ])
})

test('a schema that the inspector cannot edit is reported by its path', () => {
  expect(() => fieldsOfSchema(z.object({ odd: z.unknown() }))).toThrow('odd')
})

test('a colour is a colour and reaches nothing else', () => {
  const good = ['', '#fff', '#11223344', 'red', 'var(--sg-alarm-5)', 'rgb(1 2 3 / 50%)', 'hsla(120, 10%, 20%, .5)']
  const bad = [
    'url(http://x)',
    'red;background:url(x)',
    'var(--x)',
    'image-set("x")',
    '#12',
    'expression(alert(1))'.repeat(4),
  ]
  expect(good.filter((colour) => !Colour.safeParse(colour).success)).toEqual([])
  expect(bad.filter((colour) => Colour.safeParse(colour).success)).toEqual([])
})

test('a lower bound that is not lower is refused at the higher one', () => {
  const Limits = z.object({ min: z.nullable(z.number()), max: z.nullable(z.number()) }).check(rising('min', 'max'))
  expect(Limits.safeParse({ min: 1, max: 2 }).success).toBe(true)
  expect(Limits.safeParse({ min: 1, max: null }).success).toBe(true)
  expect(Limits.safeParse({ min: 2, max: 2 }).error?.issues[0]?.path).toEqual(['max'])
})

test('a control of a newer program is called as its document calls it', () => {
  expect(namesOf('hologram', 'zh').kind).toBe('hologram')
})
