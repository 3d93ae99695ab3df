import { expect, test } from 'vitest'
import { isSilent, type LiveDevice, type LivePoint, qualityOf, stateOf } from './fleet.ts'

const now = 1_800_000_000_000

const device = (overrides: Partial<LiveDevice> = {}): LiveDevice => ({
  tenant_id: 1,
  device_id: 1,
  sn_code: 'X1',
  is_virtual: false,
  password_salt: null,
  saved_user_id: null,
  dev_alias: 'X1',
  group_id: 1,
  template_id: null,
  dev_state: 2,
  awaited_time: null,
  report_time: now - 1000,
  report_interval_s: 10,
  connected: false,
  described_time: 0,
  is_dead: false,
  behind: null,
  open_alarms: 0,
  alarm_level: 0,
  seq: 0,
  points: new Map(),
  ...overrides,
})
const point = { key: 'level', value: 1, quality: 'uncertain', data_time: now } as LivePoint

test('a device is silent after three of its intervals, and before its first report', () => {
  expect(isSilent(device({ report_time: now - 30_000 }), now)).toBe(false)
  expect(isSilent(device({ report_time: now - 30_001 }), now)).toBe(true)
  expect(isSilent(device({ report_time: null }), now)).toBe(true)
})

test('a value has the quality that its device sent, until the device is silent or dead', () => {
  expect(qualityOf(point, device(), now)).toBe('uncertain')
  expect(qualityOf(point, device({ connected: true, report_time: now - 31_000 }), now)).toBe('stale')
  expect(qualityOf(point, device({ is_dead: true }), now)).toBe('stale')
})

test.each([
  ['reporting without a connection', {}, 1],
  ['connected and silent', { connected: true, report_time: null }, 1],
  ['silent', { report_time: now - 31_000 }, 2],
  ['dead by its own word', { connected: true, is_dead: true }, 2],
  ['with an alarm of level 3', { alarm_level: 3 }, 1],
  ['with an alarm of level 4', { alarm_level: 4 }, 3],
  ['silent with an alarm of level 5', { alarm_level: 5, report_time: null }, 2],
])('the state of a device %s', (_, overrides, state) => expect(stateOf(device(overrides), now)).toBe(state))
