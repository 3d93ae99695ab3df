import { expect, test } from 'vitest'
import { MINUTE_MS } from '../../core/catalogue/durations.ts'
import { upset } from './first-minutes.ts'
import { plantStateAt } from './plant-state.ts'
import { buildWorlds } from './simulation.ts'

const SEED = 7
const START = Date.UTC(2026, 10, 2, 1)

test('a plant that comes up raises alarms of two devices within three minutes, which end by themselves', () => {
  const worlds = buildWorlds(12, SEED, START)
  const devices = worlds.flatMap((world) => world.devices)
  upset(devices)
  const isPast = (sn_code: string, key: string) => {
    const { kind, state } = devices.find((device) => device.sn_code === sn_code) as (typeof devices)[number]
    const value = (kind.read ? kind.read(state) : (state as unknown as Record<string, unknown>))[key] as number
    const isMet = ({ condition, threshold }: (typeof kind.alarm_rules)[number]) =>
      condition === 'above' ? value > (threshold ?? 0) : value < (threshold ?? 0)
    return kind.alarm_rules.filter((rule) => rule.key === key && isMet(rule)).length
  }
  const found = (minutes: number) => {
    for (const world of worlds) world.advance(plantStateAt(START + minutes * MINUTE_MS, SEED))
    return [isPast('CR0002', 'oil_temperature'), isPast('WW0002', 'chlorine')]
  }
  expect(found(0.1)).toEqual([2, 1])
  expect(found(0.6)).toEqual([1, 1])
  expect(found(3)[1]).toBe(1)
  expect(found(40)).toEqual([0, 0])
})
