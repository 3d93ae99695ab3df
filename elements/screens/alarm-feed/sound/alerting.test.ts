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

test('a silenced alarm does not call again until the next new one comes, which is heard at once', () => {
  alerting.arrived(5, NOW)
  expect(alerting.state(5)).toBe('calls')
  alerting.silence()
  expect(alerting.state(5)).toBe('silenced')
  for (let s = 1; s <= 60; s += 1) alerting.tick(NOW + s * 1000, 5)
  expect(played).toEqual([5])
  alerting.silence()
  alerting.arrived(2, NOW + 61_000)
  expect(played).toEqual([5, 2])
  alerting.tick(NOW + 70_000, 5)
  expect(played).toEqual([5, 2, 5])
})

test('what comes right after the sound was silenced is heard, be it as bad as the last or not', () => {
  alerting.arrived(4, NOW)
  alerting.silence()
  alerting.arrived(3, NOW + 1000)
  expect(played).toEqual([4, 3])
})

test('only what calls again can be silenced, and a muted sound is silent anyway', () => {
  alerting.arrived(3, NOW)
  expect(alerting.state(3)).toBe(null)
  alerting.mutedUntil = NOW + MINUTE_MS
  expect(alerting.state(5, NOW + 1000)).toBe(null)
})

test('a broken line that was silenced is heard again when the line breaks anew', () => {
  for (let s = 0; s <= 10; s += 1) alerting.tick(NOW + s * 1000, 0, true)
  expect(alerting.state(0)).toBe('calls')
  alerting.silence()
  for (let s = 11; s <= 200; s += 1) alerting.tick(NOW + s * 1000, 0, true)
  expect(played).toEqual([3])
  alerting.tick(NOW + 201_000, 0, false)
  for (let s = 202; s <= 212; s += 1) alerting.tick(NOW + s * 1000, 0, true)
  expect(played).toEqual([3, 3])
})
