import { expect, test } from 'vitest'
import type { PumpStation } from './kinds/pump-station.ts'
import { buildWorlds, type Simulated } from './simulation.ts'
import { restore, write } from './writes.ts'

function device(sn_code: string): Simulated {
  const found = buildWorlds(12, 7, 1_780_000_000_000)
    .flatMap((world) => world.devices)
    .find((d) => d.sn_code === sn_code)
  if (!found) throw new Error(`no ${sn_code}`)
  return found
}

test.each([
  ['WW0002', 'valve_position', 101, 'Out of range 0 … 100 %'],
  ['WW0002', 'valve_position', Number.NaN, 'A number is needed'],
  ['WW0002', 'valve_position', '50', 'A number is needed'],
  ['WW0002', 'level', 3, 'Read only'],
  ['WW0002', 'lid', 3, 'No point lid'],
  ['WW0002', '__proto__', 3, 'No point __proto__'],
  ['WW0001', 'mode', 0.5, 'A whole number is needed'],
  ['WW0001', 'mode', 2, 'Out of range 0 … 1'],
  ['WW0001', 'pump1_command', 1, 'A boolean is needed'],
  ['WW0001', 'pump1_command', true, 'Switch to manual mode first'],
  ['CR0002', 'pressure_setpoint', 0.6, 'A follower takes the setpoint of its lead'],
])('%s refuses to write %s = %s', (sn_code, key, value, reason) => {
  const target = device(sn_code)
  const before = structuredClone(target.state)
  const result = write(target, key, value)
  expect('reason' in result && result.reason.en).toBe(reason)
  expect(target.state).toEqual(before)
})

test('a write within range changes the device', () => {
  const tank = device('WW0002')
  expect(write(tank, 'valve_position', 35)).toEqual({ value: 35 })
  expect(tank.state).toMatchObject({ valve_position: 35 })
})

test('a pump follows its command once the station is in manual mode', () => {
  const station = device('WW0001')
  write(station, 'mode', 1)
  expect(write(station, 'pump3_command', true)).toEqual({ value: true })
  expect((station.state as PumpStation).pumps[2]?.command).toBe(true)
})

test('a device keeps its counters and settings over a restart, and nothing else', () => {
  const truck = device('TR0001')
  restore(truck, { odometer: 200_000, cargo_setpoint: -20, speed: 70, fuel: null })
  expect(truck.state).toMatchObject({ odometer: 200_000, cargo_setpoint: -20, speed: 0 })
})
