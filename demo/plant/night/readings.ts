import { HOUR_MS, MINUTE_MS } from '../../../core/catalogue/durations.ts'
import type { SentValue } from '../../../core/contract/telemetry.ts'
import { type PlantDevice, plantDevicesOf } from '../catalogue.ts'
import { asSent, instruments } from '../instruments.ts'
import { plantStateAt } from '../plant-state.ts'
import { buildWorldsOf } from '../simulation.ts'
import { BROKEN_LINKS, DISTURBANCES, FAST_INTERVAL_S, intervalOf, NIGHT_MINUTES, NIGHT_SET } from './script.ts'

const SEED = 7
/** The physics of every night are those of one winter's night, so that each night is the same whenever it is played. */
const PLAYED_FROM = Date.UTC(2026, 0, 14, 14)
const RUN_IN_MS = 6 * HOUR_MS

export interface NightReading {
  /** Epoch ms. */
  ts: number
  values: Record<string, SentValue>
}

export const nightDevices = (): PlantDevice[] => plantDevicesOf(NIGHT_SET, SEED)

/** What each device measured in the night that ends at `end` (epoch ms), oldest first, by SN. */
export function nightReadings(end: number): Map<string, NightReading[]> {
  const start = end - NIGHT_MINUTES * MINUTE_MS
  const worlds = buildWorldsOf(NIGHT_SET, SEED, PLAYED_FROM - RUN_IN_MS)
  for (let time = PLAYED_FROM - RUN_IN_MS; time < PLAYED_FROM; time += MINUTE_MS)
    for (const world of worlds) world.advance(plantStateAt(time, SEED))
  const devices = worlds.flatMap((world) => world.devices)
  const shown = devices.map(instruments)
  const readings = devices.map((): NightReading[] => [])
  for (let s = 0; s < NIGHT_MINUTES * 60; s += FAST_INTERVAL_S) {
    const played = PLAYED_FROM + s * 1000
    for (const world of worlds) world.advance(plantStateAt(played, SEED))
    for (const [n, { sn_code }] of devices.entries()) {
      if (s % intervalOf(sn_code) !== 0) continue
      const values = shown[n]?.read(played) ?? {}
      for (const { key, from, shows } of disturbing(sn_code, s / 60))
        values[key] = shows(s - from * 60, values[key] ?? null)
      readings[n]?.push({ ts: start + s * 1000, values: asSent(values) })
    }
  }
  return new Map(devices.map(({ sn_code }, n) => [sn_code, readings[n] ?? []]))
}

const disturbing = (sn_code: string, minute: number) =>
  DISTURBANCES.filter((one) => one.sn_code === sn_code && one.from <= minute && minute < one.to)

/**
 * A device's readings in the order in which it sends them, `size` in a message. One that was out of reach sends its newest
 * reading first and then what it kept.
 */
export function* messagesOf(
  sn_code: string,
  readings: readonly NightReading[],
  end: number,
  size: number,
): Generator<readonly NightReading[]> {
  const start = end - NIGHT_MINUTES * MINUTE_MS
  const link = BROKEN_LINKS.find((one) => one.sn_code === sn_code)
  const kept = link
    ? readings.filter(({ ts }) => link.from <= (ts - start) / MINUTE_MS && (ts - start) / MINUTE_MS < link.to)
    : []
  const direct = kept.length > 0 ? readings.filter((reading) => !kept.includes(reading)) : readings
  const back = kept.at(-1)?.ts ?? end
  const before = direct.filter(({ ts }) => ts < back)
  const after = direct.slice(before.length)
  yield* cut(before, size)
  if (kept.length > 0) yield after.splice(0, 1)
  yield* cut(kept, size)
  yield* cut(after, size)
}

function* cut<T>(all: readonly T[], size: number): Generator<T[]> {
  for (let at = 0; at < all.length; at += size) yield all.slice(at, at + size)
}
