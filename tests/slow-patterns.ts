import { type Node, readPattern } from './pattern-tree.ts'

/** One sign of a pattern: the samples that it takes, and whether the pattern may end after it, whatever follows. */
interface Position {
  takes: bigint
  ends: boolean
  /** Where the pattern may go on: positions, with the number of paths that lead there (2 stands for more). */
  next: Map<number, number>
}

/**
 * Whether the work of a regular expression may grow faster than its input: a text can be divided among two repetitions in
 * many ways, and what follows fails. Checked by the pattern, without running it. A pattern that is not anchored begins
 * anywhere, which is a repetition too.
 */
export function isSlow(source: string, flags: string): boolean {
  const { tree, around } = readPattern(source, flags)
  const isAnchored = flags.includes('y') || (beginsAtStart(tree) && !flags.includes('m'))
  return divides(tree, !isAnchored) || around.some((inner) => divides(inner, !isAnchored))
}

function beginsAtStart(node: Node): boolean {
  if (node.type === 'start') return true
  if (node.type === 'either') return node.parts.every(beginsAtStart)
  return node.type === 'all' && node.parts[0] !== undefined && beginsAtStart(node.parts[0])
}

function divides(tree: Node, isAnywhere: boolean): boolean {
  const positions = positionsOf(tree, isAnywhere)
  const reach = positions.map((_, from) => reachable(positions, from))
  const isOnLoop = (place: number) => reach[place]?.has(place) === true
  const open = [...positions.keys()].filter(isOnLoop)
  return open.some((p) =>
    open.some((q) => {
      const isLater = reach[p]?.has(q) === true && positions[q]?.ends === false
      return isLater && (p === q ? loopsTwice(positions, reach, p) : bothTake(positions, reach, p, q))
    }),
  )
}

function reachable(positions: readonly Position[], from: number): Set<number> {
  const found = new Set<number>(positions[from]?.next.keys())
  for (const place of found) for (const next of positions[place]?.next.keys() ?? []) found.add(next)
  return found
}

/** Whether one text leads from a position back to itself in two ways: every further such text doubles the work. */
function loopsTwice(positions: readonly Position[], reach: readonly Set<number>[], p: number): boolean {
  const isInside = (place: number) => reach[p]?.has(place) === true && reach[place]?.has(p) === true
  const edges = [...positions.entries()].filter(([place]) => isInside(place)).flatMap(([, { next }]) => [...next])
  if (edges.some(([place, count]) => isInside(place) && count > 1)) return true
  const parted = walk(positions, [p, p], (places) => places.every(isInside)).filter(([a, b]) => a !== b)
  return parted.some((from) => walk(positions, from, (places) => places.every(isInside)).some(isAt([p, p])))
}

/** Whether one text is read by a first repetition, by a later one, and on the way from the one to the other. */
function bothTake(positions: readonly Position[], reach: readonly Set<number>[], p: number, q: number): boolean {
  const leads = (from: number, to: number) => from === to || reach[from]?.has(to) === true
  return walk(
    positions,
    [p, p, q],
    ([a = p, b = p, c = q]) => leads(a, p) && leads(p, b) && leads(b, q) && leads(c, q),
  ).some(isAt([p, q, q]))
}

const isAt = (wanted: readonly number[]) => (places: readonly number[]) =>
  places.every((place, i) => place === wanted[i])

/** Where several readers of one text may come to, each from its own position. */
function walk(
  positions: readonly Position[],
  from: readonly number[],
  isOpen: (places: readonly number[]) => boolean,
): number[][] {
  const found = new Map<string, number[]>()
  const left = [[...from]]
  for (let places = left.pop(); places; places = left.pop()) {
    for (const next of steps(positions, places)) {
      const key = next.join()
      if (found.has(key) || !isOpen(next)) continue
      found.set(key, next)
      left.push(next)
    }
  }
  return [...found.values()]
}

/** The next positions of readers that read the same sign. */
function steps(positions: readonly Position[], places: readonly number[]): number[][] {
  let some: { next: number[]; takes: bigint }[] = [{ next: [], takes: -1n }]
  for (const place of places)
    some = some.flatMap(({ next, takes }) =>
      [...(positions[place]?.next.keys() ?? [])].flatMap((to) => {
        const both = takes & (positions[to]?.takes ?? 0n)
        return both === 0n ? [] : [{ next: [...next, to], takes: both }]
      }),
    )
  return some.map(({ next }) => next)
}

/** A state between signs, in which nothing is read yet. */
interface State {
  free: { to: State; mayFail: boolean }[]
  sign: { takes: bigint; to: State } | null
}

const ANY_SIGN = -1n
/** A counted repetition is unrolled so far: what it adds to the work is a factor, not a growth. */
const UNROLLED = 3

function positionsOf(tree: Node, isAnywhere: boolean): Position[] {
  const states: State[] = []
  const state = (): State => {
    const made: State = { free: [], sign: null }
    states.push(made)
    return made
  }
  const link = (from: State, to: State, mayFail = false) => void from.free.push({ to, mayFail })

  /** Adds what a node reads after a state; answers where it ends. */
  function add(node: Node, from: State): State {
    const end = state()
    if (node.type === 'sign') from.sign = { takes: node.takes, to: end }
    else if (node.type === 'either')
      for (const part of node.parts) {
        const begin = state()
        link(from, begin)
        link(add(part, begin), end)
      }
    else if (node.type === 'all')
      link(
        node.parts.reduce((at, part) => add(part, fresh(at)), from),
        end,
      )
    else if (node.type === 'repeat') link(repeat(node, from), end)
    else link(from, end, node.type === 'check')
    return end
  }
  function fresh(from: State): State {
    const next = state()
    link(from, next)
    return next
  }
  function repeat({ part, least, most }: Extract<Node, { type: 'repeat' }>, from: State): State {
    let at = from
    for (let i = 0; i < Math.min(least, UNROLLED); i++) at = add(part, fresh(at))
    if (most === Number.POSITIVE_INFINITY) {
      const loop = fresh(at)
      link(add(part, fresh(loop)), loop)
      return fresh(loop)
    }
    const end = state()
    link(at, end)
    for (let i = least; i < Math.min(most, UNROLLED); i++) {
      at = add(part, fresh(at))
      link(at, end)
    }
    return end
  }

  const start = state()
  if (isAnywhere) {
    const before = fresh(start)
    before.sign = { takes: ANY_SIGN, to: start }
  }
  const final = add(tree, fresh(start))
  const signs = states.filter(({ sign }) => sign !== null)
  return signs.map(({ sign }) => {
    const position: Position = { takes: sign?.takes ?? 0n, ends: false, next: new Map() }
    if (sign) follow(sign.to, final, signs, position)
    return position
  })
}

/** Fills in what may come after a sign: every way that takes no step twice. */
function follow(from: State, final: State, signs: readonly State[], position: Position): void {
  const taken = new Set<object>()
  const go = (at: State, mayFail: boolean): void => {
    if (at === final && !mayFail) position.ends = true
    const place = signs.indexOf(at)
    if (place >= 0) position.next.set(place, Math.min(2, (position.next.get(place) ?? 0) + 1))
    for (const step of at.free) {
      if (taken.has(step)) continue
      taken.add(step)
      go(step.to, mayFail || step.mayFail)
      taken.delete(step)
    }
  }
  go(from, false)
}
