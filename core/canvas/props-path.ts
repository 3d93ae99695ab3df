/** What an object has itself: `constructor` and `__proto__` are nobody's property here. */
function own(holder: unknown, key: string): unknown {
  return typeof holder === 'object' && holder !== null && Object.hasOwn(holder, key)
    ? (holder as Record<string, unknown>)[key]
    : undefined
}

/** The value at a path (`states.0.text`); undefined where there is none. */
export function valueAt(props: unknown, path: string): unknown {
  let value = props
  for (const key of path.split('.')) value = own(value, key)
  return value
}

/** The same value with another one at the path; what is beside the path stays the same object. `undefined` takes it out. */
export function withValueAt<Held>(holder: Held, path: string, value: unknown): Held {
  return put(holder, path.split('.'), value) as Held
}

function put(holder: unknown, [key = '', ...rest]: readonly string[], value: unknown): unknown {
  if (key === '__proto__') return holder
  const next = rest.length === 0 ? value : put(own(holder, key), rest, value)
  if (Array.isArray(holder)) return putInto(holder, Number(key), next)
  const fields = typeof holder === 'object' && holder !== null ? (holder as Record<string, unknown>) : {}
  if (next === undefined) {
    if (!Object.hasOwn(fields, key)) return holder
    const { [key]: _, ...others } = fields
    return others
  }
  return own(fields, key) === next ? holder : { ...fields, [key]: next }
}

/** A list has no holes: a place beyond its end is not set. */
function putInto(list: readonly unknown[], at: number, value: unknown): readonly unknown[] {
  if (!Number.isInteger(at) || at < 0 || at > list.length || list[at] === value) return list
  if (value === undefined) return list.toSpliced(at, 1)
  return at === list.length ? [...list, value] : list.with(at, value)
}

/** Whether two JSON values say the same. */
export function isSame(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return Object.is(a, b)
  if (Array.isArray(a) !== Array.isArray(b)) return false
  const keys = Object.keys(a)
  if (keys.length !== Object.keys(b).length) return false
  return keys.every((key) => Object.hasOwn(b, key) && isSame(own(a, key), own(b, key)))
}
