import { HOUR_MS } from '../../catalogue/durations.ts'

/**
 * What ISA-18.2 / IEC 62682 asks of an alarm system. `target` is the last value that is within; beyond `far` it is far
 * above. Where the standard names one number only, `far` is ours.
 */
interface Target {
  target: number
  far: number
  /** The target itself is too much: "less than 1 %". */
  isBelow?: true
  /** The shortest time from which it says something, hours. */
  leastH: number
  /** More data can only make it worse: what is above in a short time is above. */
  onlyGrows?: true
  /** With fewer annunciated alarms than this it says nothing. */
  leastAlarms?: number
}

export const MEASURES = ['rate', 'peak', 'busy', 'hours', 'flood', 'top', 'chattering', 'stale', 'mix'] as const
export type Measure = (typeof MEASURES)[number]

export const TARGETS: Readonly<Record<Measure, Target>> = {
  /** Alarms per 10 minutes and operator position: about 1 is acceptable, 2 is the most that is manageable. */
  rate: { target: 1, far: 2, leastH: 1 },
  /** The most in one 10-minute period, per position. */
  peak: { target: 10, far: 20, leastH: 24, onlyGrows: true },
  /** Share of the 10-minute periods with more than 10 alarms per position. */
  busy: { target: 0.01, far: 0.05, isBelow: true, leastH: 24 },
  /** Share of the hours with more than 30 alarms per position. */
  hours: { target: 0.01, far: 0.05, isBelow: true, leastH: 24 },
  /** Share of the time in flood. */
  flood: { target: 0.01, far: 0.05, isBelow: true, leastH: 24 },
  /** Share of the load that the ten most frequent alarms make: 1 to 5 %. */
  top: { target: 0.05, far: 0.25, leastH: 24, leastAlarms: 11 },
  /** Alarms that chatter: none. */
  chattering: { target: 0, far: 5, leastH: 24, onlyGrows: true },
  /** Stale alarms on the worst day: fewer than 5. */
  stale: { target: 5, far: 10, isBelow: true, leastH: 24, onlyGrows: true },
  /** How many times their share of 15 % and 5 % alarms of medium and high priority are, the larger of both. */
  mix: { target: 1.5, far: 3, leastH: 24, leastAlarms: 20 },
}

/** Low, medium and high priority are levels 1 and 2, level 3, levels 4 and 5. */
export const MIX_TARGET = { low: 0.8, medium: 0.15, high: 0.05 } as const

export const VERDICTS = ['within', 'above', 'far', 'short', 'few'] as const
/** Within the target, above it, far above; the window is too short for a verdict; there are too few alarms for one. */
export type Verdict = (typeof VERDICTS)[number]

interface Measured {
  value: number
  /** How long there is data for, and how long the window is, ms. */
  coveredMs: number
  windowMs: number
  annunciated: number
  /** Different alarms that came. */
  distinct: number
}

/** With data for less than this part of the window, there is no verdict. */
const LEAST_COVERED = 0.5

export function verdictOf(measure: Measure, { value, coveredMs, windowMs, annunciated, distinct }: Measured): Verdict {
  const { target, far, isBelow = false, leastH, onlyGrows = false, leastAlarms = 0 } = TARGETS[measure]
  const isWithin = isBelow ? value < target : value <= target
  const isShort = coveredMs < leastH * HOUR_MS || coveredMs < windowMs * LEAST_COVERED
  if (isShort && !(onlyGrows && !isWithin)) return 'short'
  // The ten most frequent of ten are all of them, whatever the load.
  if ((measure === 'top' ? distinct : annunciated) < leastAlarms) return 'few'
  if (isWithin) return 'within'
  return value > far ? 'far' : 'above'
}
