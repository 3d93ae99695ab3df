import { expect, test } from 'vitest'
import { HOUR_MS } from '../../../core/catalogue/durations.ts'
import type { RuleAtDevice } from './place.ts'
import { DEVICES_LEAST, FIRSTS_A_DEVICE, FIRSTS_OF_DEVICE, OF_DEVICE, OF_ORGANISATION, openRepeats } from './repeats.ts'

/** A rule at a device. */
const newRule = (device_id: number) => ({ device: { tenant_id: 1, device_id } }) as RuleAtDevice
const newRules = (count: number, device_id = 1) => Array.from({ length: count }, () => newRule(device_id))
const DEVICES = 25_000

/** How an organisation's occurrences are weighed, at a time that the test moves on. */
function openWeigher(devices = DEVICES) {
  const clock = { time: 0 }
  const weigh = openRepeats(
    () => devices,
    () => clock.time,
  )
  /** How many of them are written each by itself, and what becomes of the others. */
  const weighAll = (came: readonly RuleAtDevice[], isLate = false) => {
    const weighed = came.map((at) => weigh(at, isLate))
    return { written: weighed.filter((one) => one === 'itself').length, last: weighed.at(-1) }
  }
  return { clock, weighAll }
}

test('the first occurrences of rules at all devices are written, though they come at once', () => {
  const { weighAll } = openWeigher(1000)
  const plant = Array.from({ length: 1000 * FIRSTS_A_DEVICE.most }, (_, i) => newRule(i % 1000))
  expect(weighAll(plant).written).toBe(plant.length)
  expect(weighAll(newRules(200, 1001)).written).toBe(200)
  const large = Array.from({ length: 3 * DEVICES }, (_, i) => newRule(i % DEVICES))
  expect(openWeigher().weighAll(large).written).toBe(large.length)
})

test('a device whose rules chatter has a limited number of occurrences an hour, and further ones are repeats', () => {
  const { clock, weighAll } = openWeigher()
  const rules = newRules(200)
  const swings = Array.from({ length: 100 }, () => rules).flat()
  expect(weighAll(swings)).toEqual({ written: rules.length + OF_DEVICE.most, last: 'repeat' })
  expect(weighAll(rules)).toEqual({ written: 0, last: 'repeat' })
  clock.time += HOUR_MS / 10
  expect(weighAll(swings).written).toBe(OF_DEVICE.most / 10)
})

test('an organisation whose devices chatter has a limited number of occurrences an hour', () => {
  const { weighAll } = openWeigher()
  const devices = Array.from({ length: 1000 }, (_, i) => newRule(i))
  const swings = Array.from({ length: 30 }, () => devices).flat()
  expect(weighAll(swings)).toEqual({ written: devices.length + OF_ORGANISATION.most, last: 'repeat' })
  // The first ones of other rules are written as before.
  expect(weighAll([...newRules(200, 1), ...newRules(200, 2000)]).written).toBe(400)
})

test('rules that a device has anew again and again bring no further occurrences, and wait', () => {
  const { clock, weighAll } = openWeigher()
  expect(weighAll(newRules(5 * OF_DEVICE.most))).toEqual({
    written: FIRSTS_OF_DEVICE.most + OF_DEVICE.most,
    last: null,
  })
  const waiting = newRules(1)
  expect(weighAll(waiting).last).toBe(null)
  clock.time += HOUR_MS / 10
  expect(weighAll(waiting).last).toBe('itself')
})

test('rules and devices that are made anew again and again bring their organisation no further occurrences', () => {
  const { weighAll } = openWeigher(6)
  const anew = Array.from({ length: 2 * OF_ORGANISATION.most }, (_, i) => newRule(i))
  expect(weighAll(anew)).toEqual({ written: OF_ORGANISATION.most + DEVICES_LEAST * FIRSTS_A_DEVICE.most, last: null })
})

test('the first occurrence in time is new after late ones of the same rule', () => {
  const { weighAll } = openWeigher()
  const rules = newRules(200)
  const swings = Array.from({ length: 20 }, () => rules).flat()
  weighAll(swings, true)
  expect(weighAll(rules.slice(0, 1), true).last).toBe('repeat')
  expect(weighAll(rules.slice(0, 1)).last).toBe('itself')
})
