import { expect, test } from 'vitest'
import { listen, openAlarmSide, rowsOf, send, spansOf } from '../../../tests/server/alarms.ts'
import { makeDevice, openTestSide } from '../../../tests/server/devices.ts'

const { db, side } = await openAlarmSide()

const DEPOT = { lat: 31.2, lng: 121.4 }
/** Metres north of the depot. */
const at = (metres: number) => ({ lat: DEPOT.lat + metres / 111_320, lng: DEPOT.lng })

let count = 0
async function fence(radius_m = 500): Promise<number> {
  const row = {
    tenant_id: 1,
    fence_name: `Depot ${++count}`,
    corners: JSON.stringify([DEPOT]),
    radius_m,
    changed_time: 1,
  }
  const { fence_id } = await db.system((q) =>
    q.insertInto('geofence').values(row).returning('fence_id').executeTakeFirstOrThrow(),
  )
  return fence_id
}

async function truck(condition: 'enters_fence' | 'leaves_fence' | 'outside_fence', more: object = {}) {
  const sn = `T${Date.now().toString(36)}${++count}`
  await makeDevice(db, sn, {
    points: [
      { key: 'lat', data_type: 'number' },
      { key: 'lng', data_type: 'number' },
    ],
  })
  const { device_id } = await db.system((q) =>
    q.selectFrom('device').select('device_id').where('sn_code', '=', sn).executeTakeFirstOrThrow(),
  )
  const fence_id = await fence()
  const rule = {
    tenant_id: 1,
    device_id,
    fence_id,
    key: 'lat',
    alarm_name: 'fence',
    alarm_level: 3,
    condition,
    dead_band: 20,
  }
  await db.system((q) =>
    q
      .insertInto('alarm_rule')
      .values({ ...rule, ...more })
      .execute(),
  )
  await side.fleet.reload(sn)
  return sn
}

test('a device that leaves its fence raises an alarm with the name of the fence, which is over when it is back', async () => {
  const sn = await truck('leaves_fence')
  const { until, heard } = listen(side, sn)
  const now = Date.now()
  await send(side, sn, [
    [now, at(100)],
    [now + 1000, at(510)],
    [now + 2000, at(600)],
  ])
  await until('produced')
  expect(heard[0]?.alarm).toMatchObject({ alarm_value: null, alarm_info: `离开围栏“Depot ${count}”` })
  expect(heard[0]?.alarm.alarm_info_en).toBe(`Left the geofence Depot ${count}`)
  await send(side, sn, [[now + 3000, at(490)]])
  await until('produced', 'recovered')
  expect(await spansOf(db, sn, now)).toEqual([[2000, 3000]])
})

test('a device enters a fence once it was seen outside, and a reading without a fix says nothing', async () => {
  const sn = await truck('enters_fence')
  const now = Date.now()
  await send(side, sn, [
    [now, at(0)],
    [now + 1000, at(900)],
    [now + 2000, { lat: 0, lng: 0 }],
    [now + 3000, at(10)],
  ])
  expect(await spansOf(db, sn, now)).toEqual([[3000, null]])
})

test('a device that reports one coordinate alone is where that one and the other say', async () => {
  const sn = await truck('outside_fence')
  const now = Date.now()
  await send(side, sn, [[now, at(0)]])
  await send(side, sn, [[now + 1000, { lng: 121.5 }]])
  await send(side, sn, [[now + 2000, { lng: DEPOT.lng }]])
  expect(await spansOf(db, sn, now)).toEqual([[1000, 2000]])
})

test('a drive that a device sends late is read as it would have been in time', async () => {
  const sn = await truck('leaves_fence')
  const start = Date.now() - 60_000
  await send(side, sn, [
    [start, at(0)],
    [start + 30_000, at(0)],
  ])
  await send(side, sn, [
    [start + 10_000, at(900)],
    [start + 20_000, at(100)],
  ])
  expect(await spansOf(db, sn, start)).toEqual([[10_000, 20_000, 'late']])
})

test('a fence that is moved counts from the next reading, and a known alarm goes on until then', async () => {
  const sn = await truck('outside_fence')
  const { fence_id } = await db.system((q) =>
    q.selectFrom('geofence').select('fence_id').orderBy('fence_id', 'desc').executeTakeFirstOrThrow(),
  )
  const now = Date.now()
  await send(side, sn, [[now, at(900)]])
  expect(await spansOf(db, sn, now)).toEqual([[0, null]])
  await db.system((q) => q.updateTable('geofence').set({ radius_m: 2000 }).where('fence_id', '=', fence_id).execute())
  side.fleet.emit('rules', [side.device(sn)])
  await send(side, sn, [[now + 1000, at(901)]])
  const { until } = listen(side, sn)
  await until()
  expect(await spansOf(db, sn, now)).toEqual([[0, 1000]])
  expect(await rowsOf(db, sn)).toHaveLength(1)
})

test('a device that was seen inside before there was a rule raises its alarm when it leaves', async () => {
  const sn = await truck('outside_fence')
  const now = Date.now()
  await send(side, sn, [[now, at(100)]])
  const {
    condition: _,
    rule_id: __,
    ...same
  } = await db.system((q) =>
    q.selectFrom('alarm_rule').selectAll().orderBy('rule_id', 'desc').executeTakeFirstOrThrow(),
  )
  const leaving = { ...same, condition: 'leaves_fence' as const, alarm_name: 'left', channels: JSON.stringify([]) }
  await db.system((q) => q.insertInto('alarm_rule').values(leaving).execute())
  side.fleet.emit('rules', [side.device(sn)])
  await send(side, sn, [[now + 1000, at(900)]])
  expect((await rowsOf(db, sn)).map(({ alarm_name }) => alarm_name).sort()).toEqual(['fence', 'left'])
})

test('a server that starts again knows which devices are outside their fences, and raises nothing anew', async () => {
  const sn = await truck('outside_fence')
  const left = await truck('leaves_fence')
  const first = await openTestSide(db)
  const now = Date.now()
  for (const one of [sn, left])
    await send(first, one, [
      [now - 2000, at(0)],
      [now, at(900)],
    ])
  await first.close()
  const second = await openTestSide(db)
  expect(await spansOf(db, sn, now)).toEqual([[0, null]])
  for (const one of [sn, left]) await send(second, one, [[now + 1000, at(0)]])
  expect(await spansOf(db, sn, now)).toEqual([[0, 1000]])
  expect(await spansOf(db, left, now)).toEqual([[0, 1000]])
  await second.close()
})
