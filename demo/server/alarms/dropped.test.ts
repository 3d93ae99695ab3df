import { expect, test, vi } from 'vitest'
import { HIGH, newDevice, openAlarmSide, rowsOf } from '../../../tests/server/alarms.ts'
import type { CheckedReading } from '../fleet/fleet.ts'
import { FIRSTS_OF_DEVICE, OF_DEVICE } from './repeats.ts'

const { db, side } = await openAlarmSide({ gathers: true })

test('alarms of more rules than a device has room for and that are over at once are counted, and its log says so', async () => {
  const most = FIRSTS_OF_DEVICE.most + OF_DEVICE.most
  const rules = Array.from({ length: most + 500 }, (_, i) => ({ ...HIGH, key: 'fleeting', alarm_name: `high ${i}` }))
  const sn = await newDevice(db, side, rules)
  const point = side.point(sn, 'fleeting')
  const from = Date.now() - 1000
  const readings = [20, 95, 20].map((value, i): CheckedReading => {
    return { data_time: from + i * 10, values: [{ point, value, quality: 'good' }] }
  })
  await side.alarms.evaluate(side.device(sn), readings)
  const [written, dropped] = [(await rowsOf(db, sn)).length, await side.refused('too_many_alarms')]
  expect(written).toBeGreaterThanOrEqual(most)
  expect(written + dropped).toBe(rules.length)
  await vi.waitFor(async () =>
    expect(await side.logOf(sn)).toEqual([expect.objectContaining({ reason: 'too_many_alarms' })]),
  )
})
