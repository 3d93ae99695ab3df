import { DAY_MS, HOUR_MS, HOUR_S } from '../../core/catalogue/durations.ts'
import { clamp } from './physics.ts'
import { wave } from './random.ts'

/** The plant stands round Shanghai: UTC+8 all year, 31° north. */
const ZONE_MS = 8 * HOUR_MS
const LATITUDE = (31 * Math.PI) / 180

/** What every device of the plant shares at one time: the clock on the wall and the weather. */
export interface PlantState {
  /** Epoch ms, UTC. */
  time: number
  /** Local hour of the day, 0 to 24, with its fraction. */
  hour: number
  /** Local days since 1970. */
  day: number
  isWeekend: boolean
  /** Sine of the sun's height above the horizon; 0 when it is down. */
  sun: number
  /** 0 clear to 1 overcast. */
  cloud: number
  /** °C outside, in the shade. */
  outside: number
  /** °C of the wet bulb, what evaporation can cool to at best. */
  wetBulb: number
}

export function plantStateAt(time: number, seed: number): PlantState {
  const local = time + ZONE_MS
  const day = Math.floor(local / DAY_MS)
  const hour = (local - day * DAY_MS) / HOUR_MS
  const season = (2 * Math.PI * ((day % 365.25) + 10)) / 365.25
  const declination = -0.4093 * Math.cos(season)
  const sun = Math.max(
    0,
    Math.sin(LATITUDE) * Math.sin(declination) +
      Math.cos(LATITUDE) * Math.cos(declination) * Math.cos(((hour - 12) * Math.PI) / 12),
  )
  const front = wave(seed, 1, time, 30 * HOUR_S)
  const cloud = clamp(0.42 + 0.4 * front + 0.28 * wave(seed, 2, time, 2400), 0, 1)
  const daily = Math.cos(((hour - 15) * Math.PI) / 12) * (4.2 - 2 * cloud)
  const outside = 16.5 - 11.5 * Math.cos(season - 0.35) + daily - 2.5 * front + 0.6 * wave(seed, 3, time, 3000)
  // 1970-01-01 was a Thursday.
  const isWeekend = (day + 3) % 7 >= 5
  return { time, hour, day, isWeekend, sun, cloud, outside, wetBulb: outside - 5.5 + 3.5 * cloud }
}
