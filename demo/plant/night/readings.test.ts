import { expect, test } from 'vitest'
import { DAY_MS, MINUTE_MS } from '../../../core/catalogue/durations.ts'
import { messagesOf, type NightReading, nightDevices, nightReadings } from './readings.ts'
import { BROKEN_LINKS, DIP_MINUTE, DISTURBANCES, FAILURE_MINUTE, NIGHT_MINUTES } from './script.ts'

const END = Date.UTC(2026, 5, 1)
const START = END - NIGHT_MINUTES * MINUTE_MS
const night = nightReadings(END)
const of = (sn_code: string): readonly NightReading[] => night.get(sn_code) ?? []
const at = (sn_code: string, key: string, minute: number) =>
  of(sn_code).find(({ ts }) => ts >= START + minute * MINUTE_MS)?.values[key]

test('the simulated night is the same whenever it is played', () => {
  const later = nightReadings(END + DAY_MS)
  for (const [sn_code, readings] of night)
    expect(later.get(sn_code)?.map(({ values }) => values)).toEqual(readings.map(({ values }) => values))
})

test('every disturbance of the night is on a point that its device has', () => {
  const kinds = new Map(nightDevices().map(({ sn_code, kind }) => [sn_code, kind]))
  for (const { sn_code, key } of DISTURBANCES)
    expect(kinds.get(sn_code)?.points.map((point) => point.key)).toContain(key)
})

test('the supply dip clears by itself, and the boiler loses its water for good', () => {
  expect(at('CR9001', 'state', DIP_MINUTE + 1)).toBe(3)
  expect(at('CR9001', 'state', DIP_MINUTE + 30)).not.toBe(3)
  expect(at('BH9001', 'water_level', FAILURE_MINUTE - 1)).toBeGreaterThan(45)
  expect(at('BH9001', 'water_level', FAILURE_MINUTE + 16)).toBe(22)
  expect(at('BH9001', 'lockout', NIGHT_MINUTES - 1)).toBe(true)
})

test('a device that was out of reach sends its newest reading first, and loses none', () => {
  for (const { sn_code, from, to } of BROKEN_LINKS) {
    const sent = [...messagesOf(sn_code, of(sn_code), END, 60)].flat()
    expect(sent.toSorted((a, b) => a.ts - b.ts)).toEqual(of(sn_code))
    const back = sent.findIndex(({ ts }, n) => ts < (sent[n - 1]?.ts ?? 0)) - 1
    expect(sent[back]?.ts).toBe(START + to * MINUTE_MS)
    expect(sent[back + 1]?.ts).toBe(START + from * MINUTE_MS)
  }
})
