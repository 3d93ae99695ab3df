import * as z from 'zod/mini'
import type { Turns } from '../limits/turns.ts'
import type { Caller } from './caller.ts'
import { StoredJson } from './stored-json.ts'
import { visibleTo } from './without-people.ts'

/** So many characters are checked and written at once, in about a millisecond. */
const PIECE = 16_384
/** What a number, or the signs around a value, weigh in characters. */
const LEAST = 8

interface Def {
  type: string
  innerType?: z.ZodMiniType
  element?: z.ZodMiniType
  shape?: Record<string, z.ZodMiniType>
  catchall?: z.ZodMiniType
  checks?: readonly unknown[]
}
const defOf = (schema: z.ZodMiniType) => schema._zod.def as unknown as Def

const ANYTHING = z.unknown()

type Held = Record<string, unknown>
const isHeld = (value: unknown): value is Held =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof StoredJson)

/**
 * The JSON of an answer, in pieces with turns in between: how long an answer is depends on what an organisation has, and
 * checking and writing a megabyte at once takes tens of milliseconds. Checking also drops what the schema does not name,
 * so that no column gets out by accident.
 */
export async function writeAnswer(
  schema: z.ZodMiniType,
  answered: unknown,
  caller: Pick<Caller, 'guest' | 'user_name'>,
  turns: Turns,
): Promise<Buffer[]> {
  const chunks: Buffer[] = []
  let text = ''
  let written = 0
  await write(schema, answered, '', '')
  if (text !== '') chunks.push(Buffer.from(text))
  return chunks

  async function add(more: string): Promise<void> {
    text += more
    written += more.length
    if (text.length < PIECE) return
    chunks.push(Buffer.from(text))
    text = ''
    await turns.pause()
  }

  /** Writes a value, after `before`, which stands only where the schema leaves a value there. `key`: the field that it is of. */
  async function write(its: z.ZodMiniType, value: unknown, key: string, before: string): Promise<void> {
    const { type, innerType, element, shape = {}, catchall, checks = [] } = defOf(its)
    if (roomAfter(value, PIECE) >= 0) return writeWhole(its, value, key, before)
    if (innerType) return write(innerType, value, key, before)
    if (type === 'unknown') {
      if (value instanceof StoredJson) return writeStored(value, before)
      if (Array.isArray(value)) return writeList(ANYTHING, value, key, before)
      if (isHeld(value)) return writeFields({}, ANYTHING, value, before)
    }
    if (type === 'array' && element && Array.isArray(value)) {
      z.parse(z.clone(its, { ...its._zod.def, element: ANYTHING } as never), value)
      return writeList(element, value, key, before)
    }
    if (type === 'object' && checks.length === 0 && isHeld(value)) return writeFields(shape, catchall, value, before)
    return writeWhole(its, value, key, before)
  }

  async function writeWhole(its: z.ZodMiniType, value: unknown, key: string, before: string): Promise<void> {
    const shown = visibleTo(caller, { [key]: z.parse(its, value) })[key]
    if (typeof shown === 'string' && shown.length > PIECE) return writeText(shown, before)
    if (shown !== undefined) await add(before + JSON.stringify(shown))
  }

  async function writeText(long: string, before: string): Promise<void> {
    await add(`${before}"`)
    for (const piece of piecesOf(long)) await add(JSON.stringify(piece).slice(1, -1))
    await add('"')
  }

  async function writeStored({ text: stored }: StoredJson, before: string): Promise<void> {
    await add(before)
    for (const piece of piecesOf(stored)) await add(piece)
  }

  async function writeFields(
    shape: Record<string, z.ZodMiniType>,
    catchall: z.ZodMiniType | undefined,
    held: Held,
    before: string,
  ): Promise<void> {
    await add(`${before}{`)
    let separator = ''
    const field = async (its: z.ZodMiniType, key: string) => {
      const start = written
      await write(its, held[key], key, `${separator}${JSON.stringify(key)}:`)
      if (written > start) separator = ','
    }
    for (const [key, its] of Object.entries(shape)) await field(its, key)
    if (catchall) for (const key of Object.keys(held)) if (!Object.hasOwn(shape, key)) await field(catchall, key)
    await add('}')
  }

  async function writeList(
    element: z.ZodMiniType,
    list: readonly unknown[],
    key: string,
    before: string,
  ): Promise<void> {
    const some = z.array(element)
    await add(`${before}[`)
    for (let at = 0; at < list.length; ) {
      const separator = at > 0 ? ',' : ''
      let end = at
      for (let room = PIECE; end < list.length; end += 1) {
        room = roomAfter(list[end], room)
        if (room < 0) break
      }
      if (end > at) {
        const shown = visibleTo(caller, { [key]: z.parse(some, list.slice(at, end)) })[key]
        await add(separator + JSON.stringify(shown).slice(1, -1))
      } else {
        await write(element, list[at], key, separator)
        end += 1
      }
      at = end
    }
    await add(']')
  }
}

/** What is longer than this takes several turns to be written. */
const LARGE = 65_536

/** Whether an answer is long; where it has stored JSON it may be. */
export const isLarge = (answered: unknown): boolean => roomAfter(answered, LARGE) < 0

/** How many characters of room a value leaves, about; below 0 where it needs more, and for stored JSON, which is written as it is. */
function roomAfter(value: unknown, room: number): number {
  if (typeof value === 'string') return room - LEAST - value.length
  if (typeof value !== 'object' || value === null) return room - LEAST
  if (value instanceof StoredJson) return -1
  let left = room - LEAST
  if (Array.isArray(value)) for (let i = 0; i < value.length && left >= 0; i += 1) left = roomAfter(value[i], left)
  else
    for (const key in value) {
      if (left < 0) break
      left = roomAfter((value as Held)[key], left - key.length)
    }
  return left
}

/** A long text in pieces, of which none ends between the halves of a character. */
function* piecesOf(long: string): Generator<string> {
  for (let at = 0, end = 0; at < long.length; at = end) {
    end = at + PIECE
    if (/[\ud800-\udbff]/.test(long.charAt(end - 1))) end += 1
    yield long.slice(at, end)
  }
}
