import { expect, test } from 'vitest'
import { HOUR_MS } from '../../../core/catalogue/durations.ts'
import type { Change } from './changeset.ts'
import type { RuleAtDevice } from './place.ts'
import { OF_DEVICE, OF_ORGANISATION, openRepeats } from './repeats.ts'

type Produced = Change & { is: 'produced' }

const came = (device_id: number): Produced => {
  const at = { device: { tenant_id: 1, device_id } } as RuleAtDevice
  return { is: 'produced', at, time: 0, value: 1, isLate: false, alarm_info: '', alarm_info_en: null }
}
/** How many of them are written each by itself. */
const written = (weigh: (change: Change) => Change, changes: readonly Change[]) =>
  changes.filter((change) => weigh(change).is === 'produced').length

test('the first occurrence of each rule at a device is written, however many there are at once', () => {
  const weigh = openRepeats(() => 0)
  const devices = Array.from({ length: 25_000 }, (_, i) => came(i))
  expect(written(weigh, devices)).toBe(devices.length)
  const rules = Array.from({ length: 200 }, () => came(30_000))
  expect(written(weigh, rules)).toBe(rules.length)
})

test('a device whose rules chatter has a limited number of occurrences an hour, across its messages', () => {
  let now = 0
  const weigh = openRepeats(() => now)
  const rules = Array.from({ length: 200 }, () => came(1))
  const swings = Array.from({ length: 100 }, () => rules).flat()
  expect(written(weigh, swings)).toBe(rules.length + OF_DEVICE.most)
  expect(written(weigh, rules)).toBe(0)
  expect(written(weigh, [came(1)])).toBe(1)
  now += HOUR_MS / 10
  expect(written(weigh, swings)).toBe(OF_DEVICE.most / 10)
})

test('an organisation whose devices chatter has a limited number of occurrences an hour', () => {
  const weigh = openRepeats(() => 0)
  const devices = Array.from({ length: 1000 }, (_, i) => came(i))
  const swings = Array.from({ length: 30 }, () => devices).flat()
  expect(written(weigh, swings)).toBe(devices.length + OF_ORGANISATION.most)
})

test('what ends an alarm is never held back', () => {
  const weigh = openRepeats(() => 0)
  const { at } = came(1)
  const over: Change = { is: 'recovered', at, time: 1 }
  expect(Array.from({ length: 3 * OF_DEVICE.most }, () => weigh(over)).every((change) => change === over)).toBe(true)
})
