import { beforeEach, expect, test } from 'vitest'
import { MINUTE_MS } from '../../../../core/catalogue/durations.ts'
import { Alerting } from './alerting.ts'

const NOW = 1_700_000_000_000
let played: number[]
let alerting: Alerting

beforeEach(() => {
  played = []
  alerting = new Alerting((level) => played.push(level))
})

test('a burst of one level is one tone, and a worse one is heard at once', () => {
  for (let at = 0; at < 100; at += 1) alerting.arrived(3, NOW + at)
  alerting.arrived(5, NOW + 200)
  alerting.arrived(4, NOW + 300)
  expect(played).toEqual([3, 5])
})

test('critical and high ones call again until they are confirmed, others once', () => {
  alerting.arrived(5, NOW)
  for (let s = 1; s <= 20; s += 1) alerting.tick(NOW + s * 1000, s < 18 ? 5 : 0)
  expect(played).toEqual([5, 5, 5])
  alerting.arrived(3, NOW + 60_000)
  for (let s = 61; s <= 200; s += 1) alerting.tick(NOW + s * 1000, 3)
  expect(played).toEqual([5, 5, 5, 3])
})

test('a muted sound is silent, and unmutes by itself', () => {
  alerting.mutedUntil = NOW + 5 * MINUTE_MS
  alerting.arrived(5, NOW)
  alerting.tick(NOW + 299_000, 5)
  expect(played).toEqual([])
  alerting.tick(NOW + 300_000, 5)
  expect(played).toEqual([5])
})

test('a line that stays broken is heard, and again each minute until it is whole', () => {
  for (let s = 0; s <= 9; s += 1) alerting.tick(NOW + s * 1000, 0, true)
  expect(played).toEqual([])
  for (let s = 10; s <= 75; s += 1) alerting.tick(NOW + s * 1000, 0, true)
  expect(played).toEqual([3, 3])
  for (let s = 76; s <= 80; s += 1) alerting.tick(NOW + s * 1000, 0, false)
  for (let s = 81; s <= 90; s += 1) alerting.tick(NOW + s * 1000, 0, true)
  expect(played).toEqual([3, 3])
})
