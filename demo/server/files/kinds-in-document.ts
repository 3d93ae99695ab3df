type Plain = Record<string, unknown>
const isPlain = (value: unknown): value is Plain => typeof value === 'object' && value !== null && !Array.isArray(value)
const listOf = (value: unknown): Plain[] => (Array.isArray(value) ? value.filter(isPlain) : [])

/** How often kinds of controls stand in something. */
type Kinds = Map<string, number>

interface Counting {
  /** The symbol that is counted; null for the document itself. */
  name: string | null
  left: Plain[]
  kinds: Kinds
}

/** However often symbols use each other, a sum stays a number that can be compared. */
const sumOf = (one: number, other: number) => Math.min(one + other, Number.MAX_SAFE_INTEGER / 2)

/**
 * How often each kind of control is drawn: those of a symbol once for each use of it. A symbol that is made of itself is drawn
 * once. With a list of its own, as chains of symbols may be long.
 */
export function kindsIn(document: Plain): ReadonlyMap<string, number> {
  const symbols = isPlain(document.symbols) ? document.symbols : {}
  const known = new Map<string, Kinds>()
  const under = new Set<string>()
  const whole: Kinds = new Map()
  const stack: Counting[] = [{ name: null, left: listOf(document.controls), kinds: whole }]
  const add = (kinds: Kinds, more: ReadonlyMap<string, number>) => {
    for (const [kind, count] of more) kinds.set(kind, sumOf(kinds.get(kind) ?? 0, count))
  }
  for (let top = stack.at(-1); top; top = stack.at(-1)) {
    const control = top.left.pop()
    if (!control) {
      stack.pop()
      if (top.name === null) break
      known.set(top.name, top.kinds)
      under.delete(top.name)
      const outer = stack.at(-1)
      if (outer) add(outer.kinds, top.kinds)
      continue
    }
    const { kind, props } = control
    if (typeof kind !== 'string') continue
    add(top.kinds, new Map([[kind, 1]]))
    const name = kind === 'group' && isPlain(props) && typeof props.symbol === 'string' ? props.symbol : null
    if (name === null || under.has(name) || !Object.hasOwn(symbols, name)) continue
    const before = known.get(name)
    if (before) {
      add(top.kinds, before)
      continue
    }
    const symbol = symbols[name]
    under.add(name)
    stack.push({ name, left: isPlain(symbol) ? listOf(symbol.controls) : [], kinds: new Map() })
  }
  return whole
}
