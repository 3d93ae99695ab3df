import { expect, test } from 'vitest'
import type { LiveDevice } from '../fleet/fleet.ts'
import { suppressionOf } from './suppression.ts'

test('what suppresses alarms of a template is read once, however many devices have it', () => {
  const deviceOf = (sn_code: string) => ({ sn_code, points: new Map() }) as unknown as LiveDevice
  const [first, second] = ['E1', 'E2'].map((sn) => suppressionOf('running == 0 and level > 5', deviceOf(sn), 'UTC'))
  expect(first?.expression).toBeDefined()
  expect(second?.expression).toBe(first?.expression)
})
