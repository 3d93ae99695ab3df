/**
 * A value that looks like a plant's, at a share of what is shown: what views show in the editor, the same each time.
 */
export function exampleValue(seed: number, share: number): number {
  const turn = share * Math.PI * 2
  const wave =
    Math.sin(turn * (1.7 + seed * 0.6) + seed) * 0.6 +
    Math.sin(turn * (5.3 + seed) + seed * 2) * 0.28 +
    Math.sin(turn * 23 + seed) * 0.07
  return 50 + seed * 7 + wave * 18
}

/** time, value, time, value … */
export function exampleCurve(seed: number, from: number, to: number, count: number): Float64Array {
  const points = new Float64Array(count * 2)
  for (let index = 0; index < count; index += 1) {
    const share = index / (count - 1)
    points[index * 2] = from + (to - from) * share
    points[index * 2 + 1] = exampleValue(seed, share)
  }
  return points
}
