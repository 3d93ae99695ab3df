/** Numbers that a seed decides: the same seed gives the same inputs on every machine. */
export interface Random {
  /** A whole number from 0 to below `below`. */
  int(below: number): number
  chance(probability: number): boolean
  pick<T>(from: readonly T[]): T
  bytes(count: number): Buffer
}

/** Mulberry32. */
export function randomOf(seed: number): Random {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const int = (below: number) => Math.floor(next() * below)
  return {
    int,
    chance: (probability) => next() < probability,
    pick: (from) => from[int(from.length)] as (typeof from)[number],
    bytes: (count) => Buffer.from(Array.from({ length: count }, () => int(256))),
  }
}

/** Bytes that are nearly right: cut, flipped, longer, or with a piece of themselves twice. */
export function spoil(random: Random, bytes: Buffer): Buffer {
  if (bytes.length === 0) return random.bytes(1 + random.int(8))
  const at = random.int(bytes.length)
  const copy = Buffer.from(bytes)
  switch (random.int(8)) {
    case 0:
      return copy.subarray(0, at)
    case 1:
      copy[at] = (copy[at] as number) ^ (1 << random.int(8))
      return copy
    case 2:
      copy[at] = random.pick([0, 1, 0x7f, 0x80, 0xff, random.int(256)])
      return copy
    case 3:
      return Buffer.concat([copy.subarray(0, at), random.bytes(1 + random.int(16)), copy.subarray(at)])
    case 4:
      return Buffer.concat([copy.subarray(0, at), copy.subarray(Math.min(bytes.length, at + 1 + random.int(8)))])
    case 5:
      return Buffer.concat([copy, copy.subarray(at)])
    case 6:
      // A length or a number of two bytes that promises more than there is.
      if (at + 2 <= copy.length) copy.writeUInt16BE(random.pick([0, 1, 0xff, 0x7fff, 0xffff]), at)
      return copy
    default:
      return spoil(random, spoil(random, copy))
  }
}
