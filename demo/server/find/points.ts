import type { FoundPoint } from '../../../core/contract/find.ts'
import { fitOf, folded } from '../../../core/rules/search-words.ts'
import type { LiveDevice } from '../fleet/fleet.ts'
import type { InSlice } from '../limits/slices.ts'

/** So many points are looked at in about two milliseconds. */
const POINTS_OF_SLICE = 5000
/** The best of so many are shown: what fits a short text has no end. */
const COMPARED = 100
/** The largest organisation has five times as many: there a word of the device's name leads to its points. */
const LOOKED_MOST = 200_000

interface Looked {
  points: FoundPoint[]
  /** How many points were looked at. */
  looked: number
}

interface Row {
  device: LiveDevice
  /** Which of the words its name and SN have. */
  bits: number
}

/**
 * Points of these devices: each word is in the point's name or its device's, and one at least in the point's own. The best
 * of the first ones, at most so many. Devices that have a word in their names are looked at first.
 */
export async function findPoints(
  devices: readonly LiveDevice[],
  {
    words,
    most,
    inSlice,
    gone,
  }: { words: readonly string[]; most: number; inSlice: InSlice; gone?: AbortSignal | undefined },
): Promise<Looked> {
  const found: { point: FoundPoint; fit: number }[] = []
  const bitsOf = openMemo(words)
  const rows = devices.map((device): Row => {
    return { device, bits: wordsIn(`${device.sn_code}\n${device.dev_alias}`, words) }
  })
  const ordered = [...rows.filter(({ bits }) => bits !== 0), ...rows.filter(({ bits }) => bits === 0)]
  let looked = 0
  let at = 0

  const all = (1 << words.length) - 1
  const isWanting = () => at < ordered.length && found.length < COMPARED && looked < LOOKED_MOST

  function lookOn() {
    const until = looked + POINTS_OF_SLICE
    for (; isWanting() && looked < until; at++) {
      const { device, bits } = ordered[at] as Row
      looked += device.points.size
      for (const point of pointsOf(device, bits, all, bitsOf)) keep(point)
    }
  }
  const keep = (point: FoundPoint) => {
    const fit = Math.min(fitOf(words, point.name), fitOf(words, point.name_en ?? ''), fitOf(words, point.key))
    found.push({ point, fit })
  }
  while (isWanting() && !gone?.aborted) await inSlice(lookOn)
  found.sort((a, b) => a.fit - b.fit)
  return { points: found.slice(0, most).map(({ point }) => point), looked }
}

/** Which of the words a text has, a bit for each. */
function wordsIn(text: string, words: readonly string[]): number {
  const its = folded(text)
  return words.reduce((bits, word, at) => (its.includes(word) ? bits | (1 << at) : bits), 0)
}

/** As `wordsIn`; a text is read once: devices of a template call their points alike. */
function openMemo(words: readonly string[]): (text: string) => number {
  const known = new Map<string, number>()
  return (text) => {
    let bits = known.get(text)
    if (bits === undefined) {
      bits = wordsIn(text, words)
      known.set(text, bits)
    }
    return bits
  }
}

/** Points that have the words that the name of their device, which has those of `bits`, has not; and one of their own. */
function* pointsOf(
  { sn_code, dev_alias, is_virtual, points }: LiveDevice,
  bits: number,
  all: number,
  bitsOf: (text: string) => number,
): Generator<FoundPoint> {
  for (const { key, name, name_en, is_added, is_hidden } of points.values()) {
    const own = bitsOf(name) | bitsOf(key) | (name_en === null ? 0 : bitsOf(name_en))
    if (own !== 0 && is_added && !is_hidden && (own | bits) === all)
      yield { sn_code, dev_alias, is_virtual, key, name, name_en }
  }
}
