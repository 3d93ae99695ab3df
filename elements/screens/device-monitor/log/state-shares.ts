type Span = readonly [from: number, to: number, dev_state: number]

/** Hundredths of a per cent. */
const WHOLE = 10_000

/** Parts of a whole in per cent with two digits, which add up to 100 exactly: what is left over goes to the largest. */
export function sharesOf(parts: readonly number[]): number[] {
  const sum = parts.reduce((all, part) => all + part, 0)
  if (sum === 0) return parts.map(() => 0)
  const shares = parts.map((part) => Math.floor((part / sum) * WHOLE))
  const left = WHOLE - shares.reduce((all, share) => all + share, 0)
  const largest = parts.indexOf(Math.max(...parts))
  return shares.map((share, i) => (share + (i === largest ? left : 0)) / 100)
}

interface Mark {
  span: Span
  /** In thousandths of the strip. */
  x: number
  width: number
}

/**
 * What a strip shows: each span at its place, at least one thousandth wide, so that a short outage in a year is seen. Of
 * those that would stand in the same place the longest does.
 */
export function marksOf(spans: readonly Span[]): Mark[] {
  const [first, last] = [spans[0], spans.at(-1)]
  if (!first || !last) return []
  const scale = 1000 / Math.max(1, last[1] - first[0])
  const marks = new Map<string, Mark>()
  for (const span of spans) {
    const [from, to, dev_state] = span
    const x = Math.min(999, Math.floor((from - first[0]) * scale))
    const width = Math.max(1, Math.ceil((to - first[0]) * scale) - x)
    const key = `${x} ${dev_state}`
    const other = marks.get(key)
    if (!other || other.width < width) marks.set(key, { span, x, width })
  }
  // The short ones last: they lie over what is around them.
  return [...marks.values()].sort((a, b) => b.width - a.width)
}
