/** Levels of lists and objects in one another. A control's properties have a handful. */
export const DEEPEST = 64
/** MB of text that a document may be, about: the server takes no more. */
export const LARGEST_MB = 6
const LARGEST = LARGEST_MB * 1024 * 1024

export type CheckedJson =
  | { readonly ok: true; readonly value: unknown; readonly unsafe: readonly string[] }
  | { readonly ok: false; readonly fault: 'tooDeep' | 'tooLarge' }

interface Work {
  readonly from: object
  readonly to: Record<string, unknown> | unknown[]
  readonly depth: number
  readonly path: string
}

/**
 * Checks how deep and large a value is, without recursion: a hostile one would overflow the stack. It returns a copy
 * without `__proto__`, and without what JSON does not have.
 */
export function checkedJson(sent: unknown): CheckedJson {
  const unsafe: string[] = []
  const work: Work[] = []
  let size = 0
  let fault: 'tooDeep' | 'tooLarge' | null = null

  /** Counts a value and keeps it; what is inside is done later. */
  const kept = (value: unknown, depth: number, path: () => string): unknown => {
    size += typeof value === 'string' ? value.length + 3 : 3
    if (size > LARGEST) fault = 'tooLarge'
    const copy = plain(value)
    if (typeof copy === 'object' && copy !== null) {
      if (depth > DEEPEST) fault = 'tooDeep'
      work.push({ from: value as object, to: copy as Work['to'], depth, path: path() })
    }
    return copy
  }

  const value = kept(sent, 0, () => '')
  for (let at = work.pop(); at && !fault; at = work.pop()) {
    const { from, to, depth, path } = at
    if (Array.isArray(from)) {
      for (let place = 0; place < from.length && !fault; place += 1)
        (to as unknown[]).push(kept(from[place], depth + 1, () => `${path}${place}.`) ?? null)
      continue
    }
    for (const key of Object.keys(from)) {
      if (fault) break
      size += key.length + 3
      if (key === '__proto__') {
        unsafe.push(`${path}${key}`)
        continue
      }
      const copy = kept((from as Record<string, unknown>)[key], depth + 1, () => `${path}${key}.`)
      if (copy !== undefined) (to as Record<string, unknown>)[key] = copy
    }
  }
  return fault ? { ok: false, fault } : { ok: true, value, unsafe }
}

/** An empty list or object to be filled, or the value itself; undefined for what is not JSON. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return []
  if (typeof value === 'object' && value !== null) return {}
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  return typeof value === 'string' || typeof value === 'boolean' || value === null ? value : undefined
}
