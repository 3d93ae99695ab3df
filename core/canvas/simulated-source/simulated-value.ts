import { HOUR_MS } from '../../catalogue/durations.ts'
import type { Point } from '../../contract/device.ts'
import type { Value } from '../../contract/telemetry.ts'

type Simulated = Pick<Point, 'key' | 'data_type' | 'unit' | 'decimals' | 'write_min' | 'write_max' | 'enum_text'>

/** What a quantity usually is, by its unit. */
const BY_UNIT: Readonly<Record<string, readonly [least: number, greatest: number]>> = {
  '%': [10, 95],
  '°C': [15, 65],
  '℃': [15, 65],
  K: [280, 340],
  '°': [0, 360],
  bar: [1, 8],
  MPa: [0.1, 0.9],
  kPa: [100, 600],
  Pa: [90_000, 110_000],
  m: [0.5, 6],
  mm: [100, 2500],
  'm³/h': [20, 180],
  'm3/h': [20, 180],
  'L/s': [5, 60],
  't/h': [5, 80],
  'L/min': [20, 400],
  V: [380, 400],
  kV: [9.8, 10.6],
  A: [10, 90],
  kW: [15, 150],
  MW: [1, 12],
  Hz: [45, 50],
  rpm: [600, 1500],
  'r/min': [600, 1500],
  pH: [6.5, 8.5],
  'mg/L': [0.2, 5],
  NTU: [0.1, 2],
  'µS/cm': [200, 900],
  'm/s': [0.5, 12],
}
/** Counters only grow. */
const COUNTED = /^(kWh|MWh|m³|m3|L|t|h)$/
const COUNTED_KEY = /total|count|counter|energy|hours|sum/i

/** 0 to 1, the same for the same name. */
export function shareFor(name: string): number {
  let hash = 2_166_136_261
  for (let i = 0; i < name.length; i++) hash = Math.imul(hash ^ name.charCodeAt(i), 16_777_619)
  hash ^= hash >>> 15
  hash = Math.imul(hash, 2_246_822_507)
  hash ^= hash >>> 13
  return (hash >>> 0) / 4_294_967_296
}

function rangeOf({ unit, write_min, write_max }: Simulated): readonly [number, number] {
  if (write_min !== null && write_max !== null && write_min < write_max) {
    // What may be written is wider than what usually is.
    const tenth = (write_max - write_min) / 10
    return [write_min + tenth, write_max - tenth]
  }
  const usual = unit === null ? undefined : Object.hasOwn(BY_UNIT, unit) ? BY_UNIT[unit] : undefined
  return usual ?? [0, 100]
}

/** A value as such a point could have it: the same for the same seed and time. */
export function simulatedValue(point: Simulated, seed: string, time: number): Value {
  const name = `${seed}\n${point.key}`
  const share = shareFor(name)
  switch (point.data_type) {
    case 'number':
      return numberAt(point, name, share, time)
    case 'boolean':
      // Mostly on, each in a rhythm of its own.
      return Math.sin((time / (60_000 + share * 120_000) + share) * 2 * Math.PI) > -0.6
    case 'enum': {
      const keys = Object.keys(point.enum_text ?? {})
      const key = keys[Math.floor(time / (20_000 + share * 40_000) + share * keys.length) % Math.max(1, keys.length)]
      if (key === undefined) return Math.floor(share * 3)
      return Number.isFinite(Number(key)) ? Number(key) : key === 'true' || key === 'false' ? key === 'true' : key
    }
    case 'string':
      return `${point.key} ${1 + (Math.floor(time / 30_000) % 9)}`
  }
}

function numberAt(point: Simulated, name: string, share: number, time: number): number {
  const { decimals, unit, key } = point
  const round = (value: number) => Number(value.toFixed(decimals ?? 2))
  const isCounted = unit !== null ? COUNTED.test(unit) && COUNTED_KEY.test(key) : COUNTED_KEY.test(key)
  // From a Monday on, so that it is neither nothing nor endless.
  if (isCounted) return round(((time - 1_767_571_200_000) / HOUR_MS) * (5 + share * 45))
  const [least, greatest] = rangeOf(point)
  const turn = (periodS: number, shift: number) => Math.sin((time / 1000 / periodS + shift) * 2 * Math.PI)
  const noise = shareFor(`${name}\n${Math.floor(time / 1000)}`) * 2 - 1
  // Slow and quick swings, and a little noise: never quite the same, and never out of its range.
  const swing = 0.62 * turn(240 + share * 360, share) + 0.28 * turn(31 + share * 24, share * 7) + 0.1 * noise
  return round(least + ((swing + 1) / 2) * (greatest - least))
}
