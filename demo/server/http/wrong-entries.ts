import * as z from 'zod/mini'
import type * as core from 'zod/v4/core'
import { MOST_KEYS } from '../../../core/contract/telemetry.ts'

/** Entries of all lists of an input together: a bulk load has 400,000. */
export const MOST_ENTRIES = 500_000

interface Def {
  innerType?: z.ZodMiniType
  element?: z.ZodMiniType
  shape?: Record<string, z.ZodMiniType>
  catchall?: z.ZodMiniType
  checks?: readonly { _zod: { def: { check: string; maximum?: number } } }[]
}
const defOf = (schema: z.ZodMiniType) => schema._zod.def as unknown as Def

/** How many entries a list may have; undefined where its schema says nothing. */
export const mostEntriesOf = (schema: z.ZodMiniType): number | undefined =>
  defOf(schema).checks?.find(({ _zod: { def } }) => def.check === 'max_length')?._zod.def.maximum

interface WrongEntry {
  path: PropertyKey[]
  message: string
}

interface Limits {
  /** So many are enough. */
  most: number
  error: (issue: core.$ZodRawIssue) => string
  /** Said of a list or map that is longer than that. */
  tooMany: (most: number) => string
}

/**
 * Looks at the lists and maps of an input entry by entry, and answers with the first wrong ones where there are `most` or
 * where one is too long; null where the schema may validate the whole. The schema alone would look at every entry of a
 * list before its length, and keep a kilobyte about each that is wrong.
 */
export function firstWrongEntries(
  schema: z.ZodMiniType,
  input: unknown,
  { most, error, tooMany }: Limits,
): readonly WrongEntry[] | null {
  const found: WrongEntry[] = []
  /** Of the entry that is looked at. */
  const path: PropertyKey[] = []
  let entries = 0
  const isEnough = !walk(schema, input)
  return isEnough ? found : null

  /** Whether there is a need to go on. */
  function walk(its: z.ZodMiniType, value: unknown): boolean {
    const { innerType, element, shape = {}, catchall } = defOf(its)
    if (innerType) return walk(innerType, value)
    if (typeof value !== 'object' || value === null || Array.isArray(value) !== (element !== undefined)) return true
    const held = value as Record<string, unknown>
    if (element) return isWithin(held.length as number, mostEntriesOf(its)) && each(element, held)
    for (const [key, field] of Object.entries(shape)) {
      if (!Object.hasOwn(held, key)) continue
      path.push(key)
      if (!walk(field, held[key])) return false
      path.pop()
    }
    return !catchall || (isWithin(Object.keys(held).length, MOST_KEYS) && each(catchall, held))
  }

  function isWithin(length: number, limit = MOST_ENTRIES): boolean {
    entries += length
    if (length <= limit && entries <= MOST_ENTRIES) return true
    found.push({ path: [...path], message: tooMany(Math.min(limit, MOST_ENTRIES)) })
    return false
  }

  function each(its: z.ZodMiniType, held: Record<string, unknown>): boolean {
    for (const key of Array.isArray(held) ? held.keys() : Object.keys(held)) {
      const before = found.length
      path.push(key)
      if (!walk(its, held[key])) return false
      if (found.length === before) {
        const parsed = z.safeParse(its, held[key], { error })
        const issues = parsed.success ? [] : parsed.error.issues
        for (const issue of issues) found.push({ path: [...path, ...issue.path], message: issue.message })
      }
      path.pop()
      if (found.length >= most) return false
    }
    return true
  }
}
