import { expect, test } from 'vitest'
import { topics } from '../../../core/contract/telemetry.ts'
import { EVERY_DEVICE, maySubscribe, upTopic } from './rights.ts'

test('a device publishes to the device topics below its own SN', () => {
  expect(upTopic('WW0001', topics.telemetry('WW0001'))?.kind).toBe('telemetry')
  expect(upTopic('WW0001', topics.telemetry('ww0001'))?.kind).toBe('telemetry')
  expect(upTopic('WW0001', topics.status('WW0001'))).toEqual({ kind: 'status', mayRetain: true })
  expect(upTopic('WW0001', topics.reply('WW0001', '17'))).toMatchObject({ kind: 'reply', command_id: '17' })
  expect(upTopic('WW0001', 'spBv1.0/plant/NDATA/WW0001')?.kind).toBe('sparkplug')
})

test.each([
  topics.telemetry('WW0002'),
  topics.telemetry('WW00011'),
  topics.command('WW0001'),
  'v1/devices/WW0001/telemetry/more',
  'v1/devices/WW0001',
  'V1/devices/WW0001/telemetry',
  '$SYS/x',
  'spBv1.0/plant/NCMD/WW0001',
  'spBv1.0/STATE/host',
])('WW0001 does not publish to %s', (topic) => expect(upTopic('WW0001', topic)).toBe(null))

test.each([
  'v1/devices/WW0001/#',
  topics.command('WW0001'),
  'spBv1.0/plant/NCMD/WW0001',
  'spBv1.0/plant/DCMD/WW0001/+',
  'spBv1.0/plant/DCMD/WW0001/#',
])('WW0001 subscribes to %s', (filter) => expect(maySubscribe('WW0001', filter)).toBe(true))

test.each([
  '#',
  'v1/#',
  'v1/devices/+/command',
  'v1/devices/WW0002/#',
  '$SYS/#',
  'spBv1.0/#',
  'spBv1.0/+/NCMD/WW0001',
  'spBv1.0/plant/+/WW0001',
  'spBv1.0/plant/NCMD/WW0002',
  'spBv1.0/plant/DCMD/WW0002/WW0001',
  '+/+/+',
])('WW0001 does not subscribe to %s', (filter) => expect(maySubscribe('WW0001', filter)).toBe(false))

test('an external broker delivers everything that devices publish', () => {
  expect(EVERY_DEVICE).toEqual(['v1/devices/+/#', 'spBv1.0/#'])
})
