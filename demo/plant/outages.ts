import { DAY_S } from '../../core/catalogue/durations.ts'
import { episode } from './kind.ts'
import { chance } from './random.ts'

/** A lost connection comes back within a minute to five. */
const LINK_S = { min: 60, max: 300 }
/** A power cut takes 8 to 40 minutes and comes about every nine days. */
const POWER_S = { min: 480, max: 2400, every: 9 * DAY_S }

function isOut(seed: number, everyS: number, { min, max }: { min: number; max: number }, time: number): boolean {
  const now = episode(seed, { everyS, lastsS: max }, time)
  return now !== null && now.since < min + (max - min) * chance(seed, now.nth)
}

/** The device runs and measures, but its connection is gone. */
export const isLinkLost = (seed: number, everyS: number, time: number) => isOut(seed, everyS, LINK_S, time)

/** The device is without power: nothing is measured. */
export const isPowerLost = (seed: number, time: number) => isOut(seed, POWER_S.every, POWER_S, time)
