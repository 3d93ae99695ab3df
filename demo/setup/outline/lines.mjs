/** Steps a degree in the packed outline: about 220 m. */
export const STEPS = 500

const quantized = (line) => line.map(([lng, lat]) => [Math.round(lng * STEPS), Math.round(lat * STEPS)])

/** Leaves out what lies within `toleranceAt` steps, which differ by place, of the line between what stays (Douglas-Peucker). */
function simplified(line, toleranceAt) {
  const kept = new Set([0, line.length - 1])
  const open = [[0, line.length - 1]]
  while (open.length > 0) {
    const [from, to] = open.pop()
    const [ax, ay] = line[from]
    const [bx, by] = line[to]
    const length = Math.hypot(bx - ax, by - ay)
    let [worst, at] = [1, -1]
    for (let i = from + 1; i < to; i++) {
      const [x, y] = line[i]
      const off =
        length === 0 ? Math.hypot(x - ax, y - ay) : Math.abs((bx - ax) * (ay - y) - (ax - x) * (by - ay)) / length
      const share = off / toleranceAt([x / STEPS, y / STEPS])
      if (share > worst) [worst, at] = [share, i]
    }
    if (at < 0) continue
    kept.add(at)
    open.push([from, at], [at, to])
  }
  return line.filter((_, i) => kept.has(i))
}

/** A line as whole numbers: its first place, then the way from each to the next. */
export function packed(line, toleranceAt = () => 1) {
  let [beforeX, beforeY] = [0, 0]
  return simplified(quantized(line), toleranceAt).flatMap(([x, y], i) => {
    const step = [x - beforeX, y - beforeY]
    ;[beforeX, beforeY] = [x, y]
    return i > 0 && step[0] === 0 && step[1] === 0 ? [] : step
  })
}

/** Joins edges `[a, b]`, each from a place to a place, to lines that are as long as they get. */
export function joined(edges) {
  const ends = new Map()
  const at = (place) => {
    const key = String(place)
    if (!ends.has(key)) ends.set(key, [])
    return ends.get(key)
  }
  for (const edge of edges) for (const place of edge) at(place).push(edge)
  const left = new Set(edges)
  const lines = []
  const grow = (line) => {
    for (;;) {
      const last = line.at(-1)
      const touching = at(last)
      const next = touching.length === 2 || line.length === 1 ? touching.find((edge) => left.has(edge)) : undefined
      if (!next) return
      left.delete(next)
      line.push(String(next[0]) === String(last) ? next[1] : next[0])
    }
  }
  // Where more than two meet, or a line ends, it begins; what is left then are rings.
  const starts = [...ends.values()].filter((touching) => touching.length !== 2)
  for (const touching of starts)
    for (const edge of touching) {
      if (!left.delete(edge)) continue
      const isStart = (place) => at(place).length !== 2
      const [a, b] = isStart(edge[0]) ? edge : [edge[1], edge[0]]
      const line = [a, b]
      grow(line)
      lines.push(line)
    }
  for (const edge of edges) {
    if (!left.delete(edge)) continue
    const line = [...edge]
    grow(line)
    lines.push(line)
  }
  return lines
}
