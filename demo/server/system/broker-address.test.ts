import { expect, test } from 'vitest'
import { readSettings } from '../settings.ts'
import { brokerAddress } from './broker-address.ts'

const addressOf = (env: Record<string, string>, port: number | null = 1884) =>
  brokerAddress(readSettings({ DEMO: 'off', ...env }), port)

test('devices are told the port that the embedded broker really has, and that nobody else reaches a local one', () => {
  expect(addressOf({ MQTT_PORT: '0' })).toEqual({ scheme: 'mqtt', host: '127.0.0.1', port: 1884, is_local: true })
})

test('a broker of every network is reached by the host of the console, or by the one that people use', () => {
  const open = { MQTT_HOST: '0.0.0.0' }
  expect(addressOf(open)).toEqual({ scheme: 'mqtt', host: null, port: 1884, is_local: false })
  expect(addressOf({ ...open, PUBLIC_URL: 'https://plant.example/x' }).host).toBe('plant.example')
})

test('an external broker is named without its password, and an address for devices comes before all', () => {
  const external = { MQTT_URL: 'mqtts://sightglass:secret@broker.example' }
  expect(addressOf(external, null)).toEqual({
    scheme: 'mqtts',
    host: 'broker.example',
    port: 8883,
    is_local: false,
  })
  expect(addressOf({ ...external, MQTT_PUBLIC_URL: 'mqtt://plant.example:2883' }, null)).toMatchObject({
    scheme: 'mqtt',
    host: 'plant.example',
    port: 2883,
  })
})
