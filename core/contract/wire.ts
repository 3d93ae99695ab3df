import type * as z from 'zod/mini'

type Def = {
  type: string
  innerType?: z.ZodMiniType
  element?: z.ZodMiniType
  shape?: Record<string, z.ZodMiniType>
  options?: readonly z.ZodMiniType[]
  values?: readonly unknown[]
}
const defOf = (schema: z.ZodMiniType) => schema._zod.def as unknown as Def

function unwrap(schema: z.ZodMiniType): z.ZodMiniType {
  const { type, innerType } = defOf(schema)
  return (type === 'optional' || type === 'default' || type === 'nullable') && innerType ? unwrap(innerType) : schema
}

/** What a literal, or a choice between literals, allows; empty for every other schema. */
function literalsOf(schema: z.ZodMiniType): readonly unknown[] {
  const { type, values, options } = defOf(schema)
  if (type === 'literal') return values ?? []
  return type === 'union' ? (options ?? []).flatMap(literalsOf) : []
}

function fromText(schema: z.ZodMiniType, text: string | readonly string[]): unknown {
  const inner = unwrap(schema)
  const def = defOf(inner)
  if (def.type === 'array' && def.element) {
    const element = def.element
    const parts = typeof text === 'string' ? text.split(',').filter((part) => part !== '') : text
    return parts.map((part) => fromText(element, part))
  }
  const one = typeof text === 'string' ? text : (text[0] ?? '')
  // Number('') is 0: an empty field is no number at all.
  if (def.type === 'number' || def.type === 'int') return one.trim() === '' ? undefined : Number(one)
  if (def.type === 'boolean') return one === 'true' || one === '1' ? true : one === 'false' || one === '0' ? false : one
  const literal = literalsOf(inner).find((value) => String(value) === one)
  return literal === undefined ? one : literal
}

/**
 * Turns a query string's or form's texts into what `schema` (an object) expects; it validates nothing, the schema does that
 * next. Lists are comma-separated or repeated.
 */
export function fromTexts(
  schema: z.ZodMiniType,
  texts: Record<string, string | readonly string[] | undefined>,
): Record<string, unknown> {
  const shape = defOf(schema).shape ?? {}
  // Without a prototype: a text may be called `__proto__`.
  const read: Record<string, unknown> = Object.create(null)
  for (const [key, text] of Object.entries(texts)) {
    if (text === undefined) continue
    const field = Object.hasOwn(shape, key) ? shape[key] : undefined
    read[key] = field ? fromText(field, text) : text
  }
  return read
}

/** The query string for an input, the inverse of `fromTexts`; absent fields are left out. */
export function toQuery(input: Record<string, unknown>): string {
  const query = new URLSearchParams()
  for (const [key, value] of Object.entries(input)) {
    if (value === undefined || value === null) continue
    query.set(key, Array.isArray(value) ? value.join(',') : String(value))
  }
  const text = query.toString()
  return text && `?${text}`
}
