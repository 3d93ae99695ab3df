import type * as z from 'zod/mini'
import type { ControlKind } from '../../core/canvas/kind.ts'
import { markOf, type PropertyGroup, type PropertyMark, type PropertyType } from './property-schema.ts'

export interface PropertyChoice {
  readonly value: string | number | boolean
  /** Key of its text. */
  readonly name: string
}

/** A property as the inspector edits it. */
export interface PropertyField {
  /** `font.size`; within a list's `item`, of the row. */
  readonly path: string
  readonly type: PropertyType
  readonly group: PropertyGroup
  /** Of a number; of a list: its fewest and most rows. */
  readonly min?: number
  readonly max?: number
  readonly step?: number
  readonly maxLength?: number
  readonly unit?: string
  readonly choices?: readonly PropertyChoice[]
  readonly item?: readonly PropertyField[]
  /** May be left empty: null, or not there at all. */
  readonly isNullable: boolean
  readonly isOptional: boolean
  readonly isOfDashboard?: true
}

/** As much of a schema as is read here; the rest of zod's own types differs with each kind of schema. */
interface Read {
  readonly _zod: {
    readonly def: {
      readonly type: string
      readonly innerType?: Read
      readonly shape?: Record<string, Read>
      readonly element?: Read
      readonly options?: readonly Read[]
      readonly entries?: Record<string, string | number>
      readonly values?: readonly unknown[]
      readonly format?: string
      readonly checks?: readonly { readonly _zod: { readonly def: Check } }[]
    }
  }
}
interface Check {
  readonly check: string
  readonly value?: unknown
  readonly minimum?: number
  readonly maximum?: number
}

const known = new WeakMap<object, readonly PropertyField[]>()

/** What the inspector shows of a kind, in the order of its schema. Throws for a schema that it cannot edit. */
export function propertiesOf({ kind, props }: Pick<ControlKind, 'kind' | 'props'>): readonly PropertyField[] {
  const fields = known.get(props) ?? fieldsOf(props as unknown as Read, '', kind)
  known.set(props, fields)
  return fields
}

/** The same for a schema by itself, as one of a list's rows. */
export const fieldsOfSchema = (schema: z.ZodMiniType): readonly PropertyField[] =>
  fieldsOf(schema as unknown as Read, '', 'schema')

function fieldsOf(schema: Read, path: string, kind: string): readonly PropertyField[] {
  const { shape } = schema._zod.def
  if (!shape) throw new Error(`The props of ${kind} are no object`)
  return Object.entries(shape).flatMap(([name, inner]) => fieldOf(inner, path === '' ? name : `${path}.${name}`, kind))
}

const WRAPPERS: readonly string[] = ['default', 'prefault', 'optional', 'nullable', 'nonoptional', 'readonly', 'catch']

function fieldOf(wrapped: Read, path: string, kind: string): readonly PropertyField[] {
  let schema = wrapped
  let mark: PropertyMark = markOf(schema) ?? {}
  let isNullable = false
  let isOptional = false
  while (WRAPPERS.includes(schema._zod.def.type) && schema._zod.def.innerType) {
    isNullable ||= schema._zod.def.type === 'nullable'
    isOptional ||= schema._zod.def.type === 'optional'
    schema = schema._zod.def.innerType
    mark = { ...markOf(schema), ...mark }
  }
  const { def } = schema._zod
  if (def.type === 'object' && !mark.type) return fieldsOf(schema, path, kind)
  const read = typeOf(schema, mark, path, kind)
  const type = mark.type ?? read.type
  if (!type) throw new Error(`${kind}: the inspector cannot edit ${path} (${def.type})`)
  const { unit, step, isOfDashboard } = mark
  const group = mark.group ?? GROUPS[type]
  return [
    {
      path,
      ...read,
      type,
      group,
      ...(unit && { unit }),
      ...(step && { step }),
      ...(isOfDashboard && { isOfDashboard }),
      isNullable,
      isOptional,
    },
  ]
}

const GROUPS: Record<PropertyType, PropertyGroup> = {
  number: 'look',
  integer: 'look',
  text: 'text',
  longtext: 'text',
  colour: 'look',
  boolean: 'behaviour',
  choice: 'look',
  picture: 'look',
  point: 'value',
  expression: 'value',
  value: 'value',
  address: 'behaviour',
  screen: 'behaviour',
  device: 'value',
  control: 'behaviour',
  symbol: 'behaviour',
  group: 'value',
  template: 'value',
  parameters: 'value',
  corners: 'look',
  list: 'value',
  states: 'look',
}

type Typed = Pick<PropertyField, 'min' | 'max' | 'step' | 'maxLength' | 'choices' | 'item'> & { type?: PropertyType }

function typeOf(schema: Read, mark: PropertyMark, path: string, kind: string): Typed {
  const { def } = schema._zod
  switch (def.type) {
    case 'number':
      return def.format ? { type: 'integer', step: 1, ...bounds(schema) } : { type: 'number', ...bounds(schema) }
    case 'string': {
      const { max } = bounds(schema)
      return { type: 'text', ...(max !== undefined && { maxLength: max }) }
    }
    case 'boolean':
      return { type: 'boolean' }
    case 'enum':
      return { type: 'choice', choices: choicesOf(Object.values(def.entries ?? {}), mark) }
    case 'union': {
      const values = def.options?.flatMap(({ _zod }) => _zod.def.values ?? [Number.NaN]) ?? []
      const isChoice = values.every((value) => !Number.isNaN(value))
      return isChoice ? { type: 'choice', choices: choicesOf(values, mark) } : {}
    }
    case 'array': {
      const row = def.element
      if (!row?._zod.def.shape) return { ...bounds(schema) }
      return {
        type: 'list',
        ...bounds(schema),
        ...(!mark.type || mark.type === 'states' ? { item: itemOf(row, path, kind) } : {}),
      }
    }
    default:
      return {}
  }
}

const itemOf = (row: Read, path: string, kind: string) => fieldsOf(row, '', `${kind}, ${path}`)

/** The least and most that the schema's checks allow: of a number, of a text's signs, of a list's rows. */
function bounds({ _zod }: Read): { min?: number; max?: number } {
  const found: { min?: number; max?: number } = {}
  for (const { _zod: check } of _zod.def.checks ?? []) {
    const { check: name, value, minimum, maximum } = check.def
    if (name === 'greater_than' && typeof value === 'number') found.min = value
    if (name === 'less_than' && typeof value === 'number') found.max = value
    if (name === 'min_length') found.min = minimum
    if (name === 'max_length') found.max = maximum
  }
  return found
}

const choicesOf = (values: readonly unknown[], { choiceNames }: PropertyMark): PropertyChoice[] =>
  values.map((value, index) => ({
    value: value as PropertyChoice['value'],
    name: choiceNames?.[index] ?? String(value),
  }))
