import { expect, test, vi } from 'vitest'
import { HIGH, heat, newDevice, openAlarmSide, rowsOf, send } from '../../../tests/server/alarms.ts'
import { makeDevice } from '../../../tests/server/devices.ts'
import { openGate } from '../../../tests/server/gate.ts'
import { countingStatements } from '../../../tests/server/statements.ts'
import type { Db } from '../db/db.ts'
import { openAlarms } from './alarms.ts'

const { db, side } = await openAlarmSide()

test('rules of many devices are read again in a few statements, once for all who changed them meanwhile', async () => {
  const sns = Array.from({ length: 80 }, (_, i) => `RA${i}`)
  for (const sn of sns) await makeDevice(db, sn)
  await side.fleet.reload(...sns)
  const counting = countingStatements(db)
  const { fleet, metrics, telemetry, errors } = side
  const report = (error: unknown) => errors.push(error)
  const alarms = await openAlarms({ db: counting.db, fleet, metrics, telemetry, log: { write: () => {} }, report })
  const devices = sns.flatMap((sn) => fleet.get(sn) ?? [])
  expect(devices).toHaveLength(80)
  const before = counting.count()
  for (let i = 0; i < 20; i++) fleet.emit('rules', devices)
  await Promise.all(devices.map((device) => alarms.evaluate(device, [])))
  // Rules, alarms, holds and the zone.
  expect(counting.count() - before).toBe(4)
  await alarms.close()
})

test('a rule of a device that is gone when many are read again leaves no alarm open, and no other device’s is touched', async () => {
  const [sn, other] = [await newDevice(db, side, [HIGH]), await newDevice(db, side, [HIGH])]
  const now = Date.now()
  await send(side, sn, [heat(now, 95)])
  await send(side, other, [heat(now, 95)])
  const devices = [sn, other].flatMap((one) => side.fleet.get(one) ?? [])
  await db.system((q) =>
    q
      .deleteFrom('alarm_rule')
      .where('device_id', '=', devices[0]?.device_id ?? 0)
      .execute(),
  )
  side.fleet.emit('rules', devices)
  await vi.waitFor(async () => expect(await rowsOf(db, sn)).toMatchObject([{ recover_time: expect.any(Number) }]))
  await vi.waitFor(() => expect(devices.map(({ open_alarms }) => open_alarms)).toEqual([0, 1]))
  expect(await rowsOf(db, other)).toMatchObject([{ recover_time: null }])
})

test('a message that came while rules were read is evaluated before they are read once more', async () => {
  const sn = await newDevice(db, side, [HIGH])
  const { fleet, metrics, telemetry, errors } = side
  const device = fleet.get(sn)
  if (!device) throw new Error('no device')
  const [held, isRead] = [openGate(), openGate()]
  const slow: Db = {
    ...db,
    async systemFor(tenant_id, work, priority) {
      const found = await db.systemFor(tenant_id, work, priority)
      isRead.resolve()
      await held.promise
      return found
    },
  }
  const report = (error: unknown) => errors.push(error)
  const alarms = await openAlarms({ db: slow, fleet, metrics, telemetry, log: { write: () => {} }, report })
  fleet.emit('rules', [device])
  await isRead.promise
  const values = [...device.points.values()].map((point) => ({ point, value: 95, quality: 'good' as const }))
  const evaluated = alarms.evaluate(device, [{ data_time: Date.now(), values }])
  await db.system((q) => q.deleteFrom('alarm_rule').where('device_id', '=', device.device_id).execute())
  fleet.emit('rules', [device])
  held.resolve()
  await evaluated
  await alarms.evaluate(device, [])
  expect(await rowsOf(db, sn)).toMatchObject([{ recover_time: expect.any(Number) }])
  await alarms.close()
})
