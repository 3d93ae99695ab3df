import { expect, test } from 'vitest'
import { MINUTE_MS } from '../catalogue/durations.ts'
import { LIMITS, PAGE_SIZE_DEFAULT, PAGE_SIZES } from '../catalogue/limits.ts'
import { alarm } from './alarm.ts'
import { device, NewDevice } from './device.ts'
import { deviceGroup } from './device-group.ts'
import { SnCode } from './telemetry.ts'

const NEW = { sn_code: 'SN1', password: 'secret', dev_alias: 'Pump' }
const takes = (overrides: object) => NewDevice.safeParse({ ...NEW, ...overrides }).success

test.each([
  ['snCode', LIMITS.snCode, (sn_code: string) => SnCode.safeParse(sn_code).success],
  ['deviceListField', LIMITS.deviceListField, (dev_alias: string) => takes({ dev_alias })],
  ['modelName', LIMITS.modelName, (dev_model: string) => takes({ dev_model })],
  ['groupName', LIMITS.groupName, (group_name: string) => deviceGroup.create.input.safeParse({ group_name }).success],
])('the calls take texts as long as %s says, and no longer', (_row, most, isTaken) => {
  expect([isTaken('x'.repeat(most)), isTaken('x'.repeat(most + 1))]).toEqual([true, false])
})

test('a card has as many digits as its row says, or more', () => {
  expect(takes({ card_no: '1'.repeat(LIMITS.flowCardDigitsMin) })).toBe(true)
  expect(takes({ card_no: '1'.repeat(LIMITS.flowCardDigitsMin - 1) })).toBe(false)
})

test('lists are paged by the sizes of the catalogue', () => {
  const paged = (page_size?: number) => device.list.input.safeParse({ page_size })
  expect(PAGE_SIZES.every((size) => paged(size).success)).toBe(true)
  expect(paged(PAGE_SIZES[0] + 1).success).toBe(false)
  expect(paged().data?.page_size).toBe(PAGE_SIZE_DEFAULT)
})

test.each([
  ['shelved', false, LIMITS.shelveMaxMs],
  ['out of service', true, LIMITS.outOfServiceMaxMs],
])('an alarm is %s for as long as the catalogue says, and never without an end', (_what, is_out_of_service, mostMs) => {
  const takes = (minutes: number | null) =>
    alarm.shelve.input.safeParse({ alarm_ids: ['1'], reason: 'repair', minutes, is_out_of_service }).success
  expect([mostMs / MINUTE_MS, mostMs / MINUTE_MS + 1, null].map(takes)).toEqual([true, false, false])
})
