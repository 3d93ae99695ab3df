/** Everything that looks like chance here is a function of seed and time, so the same seed gives the same day. */

/** Mixes two whole numbers into 32 evenly spread bits (the finaliser of MurmurHash3). */
export function mix(a: number, b: number): number {
  let h = (a ^ Math.imul(b | 0, 0x9e3779b1)) | 0
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
  return (h ^ (h >>> 16)) >>> 0
}

/** A seed of its own for each name, such as an SN or a fault (FNV-1a). */
export function seedOf(seed: number, name: string): number {
  let h = 0x811c9dc5
  for (let i = 0; i < name.length; i++) h = Math.imul(h ^ name.charCodeAt(i), 0x01000193)
  return mix(h, seed)
}

/** 0 to 1, the nth draw of a seed. */
export const chance = (seed: number, n: number) => mix(seed, n) / 0x1_0000_0000

/** -1 to 1, smooth over time: a new random height every `periodS` seconds, eased in between. */
export function wave(seed: number, channel: number, time: number, periodS: number): number {
  const own = mix(seed, channel)
  const t = time / 1000 / periodS
  const n = Math.floor(t)
  const part = t - n
  const ease = part * part * (3 - 2 * part)
  const a = mix(own, n)
  return ((a + (mix(own, n + 1) - a) * ease) / 0x1_0000_0000) * 2 - 1
}

/** -1 to 1, a new value at every millisecond: the noise of an instrument. */
export const noise = (seed: number, channel: number, time: number) =>
  chance(mix(seed, channel), Math.floor(time / 4294967296) ^ (time | 0)) * 2 - 1
