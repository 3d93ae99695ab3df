import type { Value } from '../kind.ts'

/** A shift of eight hours, from ten in the evening. */
export const NIGHT_MINUTES = 8 * 60
/** The night's devices are the plant's 90th repetition: `WW9001`, `CR9001` … */
export const NIGHT_SET = 90
/** How often each device measures; the inverter does so twice as often. */
export const NIGHT_INTERVAL_S = 10
export const FAST_INTERVAL_S = 5
const LOOSE = 'PV9001'
export const intervalOf = (sn_code: string): number => (sn_code === LOOSE ? FAST_INTERVAL_S : NIGHT_INTERVAL_S)

/** What an instrument shows instead of what is, between two minutes of the night. */
export interface Disturbance {
  sn_code: string
  key: string
  from: number
  to: number
  /** `sinceS`: seconds since it began. `was`: what it would show. */
  shows(sinceS: number, was: Value | null): Value
}

/** A device out of reach: it measures on, and sends what it kept once it is back, after its newest reading. */
export interface BrokenLink {
  sn_code: string
  from: number
  to: number
}

const steady = (value: Value) => () => value
const ramp = (from: number, to: number, overS: number) => (sinceS: number) =>
  Number((from + (to - from) * Math.min(1, sinceS / overS)).toFixed(3))
/** One wrong reading in four, as a loose contact gives. */
const flutter = (wrong: number, right: number) => (sinceS: number) =>
  Math.round(sinceS / FAST_INTERVAL_S) % 4 === 0 ? wrong : right

/** Minute of the night at which the supply dips and everything that hangs on it complains. */
export const DIP_MINUTE = 190
/** The boiler's feed pump fails as the supply comes back: among thirty alarms that go by themselves, the one that stays. */
export const FAILURE_MINUTE = DIP_MINUTE + 3

/** The supply dips: for a few minutes each of these shows what a dip does to it. */
const dip: readonly [sn_code: string, key: string, delay: number, lasts: number, value: Value][] = [
  ['WW9001', 'suction_pressure', 0, 6, 0.012],
  ['WW9001', 'pump1_vibration', 0.5, 5, 6.1],
  ['WW9001', 'pump2_vibration', 0.7, 5, 5.4],
  ['WW9001', 'pump3_vibration', 0.9, 5, 5.8],
  ['WW9002', 'chlorine', 1, 9, 0.2],
  ['CR9001', 'state', 0, 4, 3],
  ['CR9002', 'state', 0.2, 5, 3],
  ['CR9001', 'pressure', 1.5, 6, 0.42],
  ['CR9002', 'pressure', 1.5, 6, 0.42],
  ['HX9001', 'supply_temperature', 2, 14, 38],
  ['HX9001', 'pressure_drop', 0.5, 6, 88],
  ['BH9001', 'pressure', 2, 16, 0.48],
  ['AH9001', 'return_temperature', 2.5, 18, 30.5],
  ['AH9001', 'co2', 3, 20, 1350],
  ['CT9001', 'basin_level', 1, 12, 38],
  ['CT9001', 'outlet_temperature', 2, 15, 38.5],
  ['GW9001', 'cpu', 0.3, 7, 97],
  ['GW9002', 'signal', 0.6, 8, -115],
  ['TR9001', 'reefer_on', 1.2, 5, false],
]

/** What goes wrong in the night, in the order of the minutes. */
export const DISTURBANCES: readonly Disturbance[] = [
  // The same alarm comes and goes every twenty seconds for ten minutes.
  { sn_code: LOOSE, key: 'grid_frequency', from: 45, to: 55, shows: flutter(50.4, 50) },
  // While nobody hears from it the second compressor runs hot, and cools down again.
  { sn_code: 'CR9002', key: 'oil_temperature', from: 130, to: 145, shows: steady(103) },
  ...dip.map(([sn_code, key, delay, lasts, value]): Disturbance => {
    return { sn_code, key, from: DIP_MINUTE + delay, to: DIP_MINUTE + delay + lasts, shows: steady(value) }
  }),
  { sn_code: 'BH9001', key: 'water_level', from: FAILURE_MINUTE, to: NIGHT_MINUTES, shows: ramp(50, 22, 900) },
  { sn_code: 'BH9001', key: 'lockout', from: FAILURE_MINUTE + 25, to: NIGHT_MINUTES, shows: steady(true) },
]

export const BROKEN_LINKS: readonly BrokenLink[] = [{ sn_code: 'CR9002', from: 120, to: 165 }]
