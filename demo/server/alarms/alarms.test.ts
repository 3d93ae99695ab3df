import { expect, test, vi } from 'vitest'
import type { Alarm } from '../../../core/contract/alarm.ts'
import { topics } from '../../../core/contract/telemetry.ts'
import { openAlarmSide } from '../../../tests/server/alarms.ts'
import { makeDevice, openTestSide, type TestSide } from '../../../tests/server/devices.ts'
import { wordsOf } from './words.ts'

const { db, side } = await openAlarmSide()
let count = 0

const overheated = {
  key: 'temperature',
  alarm_name: 'overheated',
  alarm_level: 4,
  condition: 'above',
  threshold: 90,
} as const

async function newDevice(): Promise<string> {
  const sn = `A${++count}`
  await makeDevice(db, sn, {
    points: [
      { key: 'temperature', data_type: 'number', unit: '°C' },
      { key: 'running', data_type: 'boolean' },
    ],
    rules: [
      { ...overheated, dead_band: 2 },
      { key: 'running', alarm_name: 'stopped', alarm_level: 2, condition: 'equals', threshold: 0 },
    ],
  })
  await side.fleet.reload(sn)
  return sn
}

/** Publishes readings in order, a second apart, ending now; resolves when they are acknowledged. */
async function report(of: TestSide, sn: string, readings: readonly Record<string, unknown>[], end = Date.now()) {
  const client = await of.connect(sn)
  const message = readings.map((values, n) => ({ ts: end - (readings.length - 1 - n) * 1000, values }))
  await client.publishAsync(topics.telemetry(sn), JSON.stringify(message), { qos: 1 })
  await client.endAsync()
}
const temperatures = (...degrees: number[]) => degrees.map((temperature) => ({ temperature }))

function listen(of: TestSide, sn: string): { alarms: Alarm[]; types: () => number[] } {
  const alarms: Alarm[] = []
  of.fleet.on('alarm', ({ alarm }) => void (alarm.sn_code === sn && alarms.push(alarm)))
  return { alarms, types: () => alarms.map(({ alarm_type }) => alarm_type) }
}

const rowsOf = (sn: string) =>
  db.system((q) => q.selectFrom('alarm').selectAll().where('sn_code', '=', sn).orderBy('alarm_id').execute())

test('an alarm is produced above the threshold and ends below the dead band', async () => {
  const sn = await newDevice()
  const { alarms, types } = listen(side, sn)
  const end = Date.now()
  await report(side, sn, temperatures(85, 92.4, 89, 95, 88.1), end)
  expect(types()).toEqual([1])
  expect(side.device(sn)).toMatchObject({ dev_state: 3, open_alarms: 1, alarm_level: 4 })
  expect(alarms[0]).toMatchObject({
    sn_code: sn,
    key: 'temperature',
    alarm_name: 'overheated',
    alarm_level: 4,
    alarm_value: 92.4,
    alarm_info: '92.4 °C > 90 °C',
    alarm_time: end - 3000,
    recover_time: null,
  })
  await report(side, sn, temperatures(88), end + 1000)
  expect(types()).toEqual([1, 2])
  expect(await rowsOf(sn)).toMatchObject([{ alarm_time: end - 3000, recover_time: end + 1000 }])
  expect(side.device(sn)).toMatchObject({ open_alarms: 0, alarm_level: 0 })
  const events = await db.system((q) =>
    q
      .selectFrom('alarm_event')
      .select(['alarm_type', 'event_time'])
      .where('alarm_id', '=', Number(alarms[0]?.alarm_id))
      .orderBy('event_time')
      .execute(),
  )
  expect(events).toEqual([
    { alarm_type: 1, event_time: end - 3000 },
    { alarm_type: 2, event_time: end + 1000 },
  ])
})

test('one message can produce, end and produce an alarm again', async () => {
  const sn = await newDevice()
  const { types } = listen(side, sn)
  await report(side, sn, temperatures(95, 80, 95, 80, 95))
  expect(types()).toEqual([1, 2, 1, 2, 1])
  expect((await rowsOf(sn)).map(({ recover_time }) => recover_time !== null)).toEqual([true, true, false])
})

test('booleans are 0 and 1; bad values are not evaluated', async () => {
  const sn = await newDevice()
  const { alarms } = listen(side, sn)
  const end = Date.now()
  await report(side, sn, [{ temperature: 20, running: true }], end)
  await report(side, sn, [{ temperature: null }, { temperature: { value: 99, quality: 'bad' } }], end + 1000)
  expect(alarms).toEqual([])
  await report(side, sn, [{ running: false }], end + 2000)
  expect(alarms.map(({ alarm_name }) => alarm_name)).toEqual(['stopped'])
  expect(side.device(sn).open_alarms).toBe(1)
  expect(side.device(sn).dev_state).not.toBe(3)
})

test('an alarm is confirmed once, by its own tenant', async () => {
  const sn = await newDevice()
  const { alarms, types } = listen(side, sn)
  await report(side, sn, temperatures(95))
  const alarm_id = alarms[0]?.alarm_id as string
  const user = { user_id: 7, user_name: 'admin' }
  await expect(side.alarms.confirm(2, alarm_id, user)).rejects.toMatchObject({ code: '100002' })
  const confirmed = await side.alarms.confirm(1, alarm_id, user, 'fan on')
  expect(confirmed).toMatchObject({
    alarm_type: 3,
    confirm_userName: 'admin',
    alarm_note: 'fan on',
    recover_time: null,
  })
  await expect(side.alarms.confirm(1, alarm_id, user)).rejects.toMatchObject({ code: '110526' })
  expect(types()).toEqual([1, 3])
})

test('a restart neither repeats an alarm nor loses it', async () => {
  const sn = await newDevice()
  const first = await openTestSide(db)
  const end = Date.now()
  await report(first, sn, temperatures(80, 95), end)
  await first.close()
  const second = await openTestSide(db)
  const { types } = listen(second, sn)
  expect(second.device(sn)).toMatchObject({ open_alarms: 1, alarm_level: 4 })
  await report(second, sn, temperatures(96, 97), end + 5000)
  await report(second, sn, temperatures(80, 95), end)
  expect(types()).toEqual([])
  await report(second, sn, temperatures(70), end + 6000)
  expect(types()).toEqual([2])
  expect(await rowsOf(sn)).toHaveLength(1)
  await second.close()
})

test('a rule of a template applies to a device from its next reading on', async () => {
  const sn = `A${++count}`
  await makeDevice(db, sn, { points: [{ key: 'temperature', data_type: 'number' }] })
  await side.fleet.reload(sn)
  const { types } = listen(side, sn)
  const end = Date.now()
  await report(side, sn, temperatures(95), end)
  await db.system(async (q) => {
    const { template_id } = await q
      .insertInto('template')
      .values({ tenant_id: 1, module_name: sn, created_time: end })
      .returning('template_id')
      .executeTakeFirstOrThrow()
    await q
      .insertInto('alarm_rule')
      .values({ tenant_id: 1, template_id, ...overheated })
      .execute()
    await q.updateTable('device').set({ template_id }).where('sn_code', '=', sn).execute()
  })
  await side.fleet.reload(sn)
  expect(types()).toEqual([])
  await report(side, sn, temperatures(96), end + 1000)
  expect(types()).toEqual([1])
})

const NO_RULE = ['规则已停用、删除或不再适用', 'The rule was disabled, deleted or no longer applies']

test('an alarm whose rule is disabled ends at the next check of its device, with a note why', async () => {
  const sn = await newDevice()
  const { alarms, types } = listen(side, sn)
  await report(side, sn, [{ temperature: 95, running: false }])
  expect(side.device(sn)).toMatchObject({ open_alarms: 2, alarm_level: 4 })
  const user = { user_id: 7, user_name: 'admin' }
  const stopped = alarms.find(({ alarm_name }) => alarm_name === 'stopped')
  await side.alarms.confirm(1, stopped?.alarm_id as string, user, 'fan on')
  await db.system((q) => q.updateTable('alarm_rule').set({ is_enabled: false }).where('alarm_level', '>', 0).execute())
  await side.fleet.reload(sn)
  await vi.waitFor(() => expect(side.device(sn)).toMatchObject({ open_alarms: 0, alarm_level: 0 }))
  expect(types()).toEqual([1, 1, 3, 2, 2])
  // A person's note is shown first, and in one language.
  expect(alarms.slice(-2).map(({ alarm_note, alarm_note_en }) => [alarm_note, alarm_note_en])).toEqual([
    NO_RULE,
    ['fan on', null],
  ])
  expect((await rowsOf(sn)).map(({ recover_time }) => recover_time)).not.toContain(null)
  await db.system((q) => q.updateTable('alarm_rule').set({ is_enabled: true }).where('alarm_level', '>', 0).execute())
})

test('an alarm whose rule was deleted while the server was down ends at the start', async () => {
  const sn = await newDevice()
  const first = await openTestSide(db)
  await report(first, sn, temperatures(95))
  await first.close()
  const { device_id } = side.device(sn)
  await db.system((q) => q.deleteFrom('alarm_rule').where('device_id', '=', device_id).execute())
  const second = await openTestSide(db)
  expect(second.device(sn)).toMatchObject({ open_alarms: 0, alarm_level: 0 })
  expect(await rowsOf(sn)).toMatchObject([{ recover_time: expect.any(Number), note_code: 'without-rule' }])
  await second.close()
})

test('an alarm whose point was removed from its device is over and says why, and comes again once the point is back', async () => {
  const sn = await newDevice()
  await report(side, sn, temperatures(95))
  await vi.waitFor(() => expect(side.device(sn).open_alarms).toBe(1))
  const { device_id } = side.device(sn)
  const remove = async (is_removed: boolean) => {
    await db.system((q) =>
      q
        .updateTable('point')
        .set({ is_removed, is_added: !is_removed })
        .where('device_id', '=', device_id)
        .where('key', '=', 'temperature')
        .execute(),
    )
    await side.fleet.reload(sn)
  }
  await remove(true)
  await vi.waitFor(() => expect(side.device(sn)).toMatchObject({ open_alarms: 0, alarm_level: 0 }))
  expect(await rowsOf(sn)).toMatchObject([{ recover_time: expect.any(Number), note_code: 'point-removed' }])
  await report(side, sn, temperatures(96))
  expect(side.device(sn).open_alarms).toBe(0)
  await remove(false)
  await report(side, sn, temperatures(97))
  await vi.waitFor(() => expect(side.device(sn).open_alarms).toBe(1))
})

test('an alarm has its value in the decimals of its point, or in as many as distinguish it from the threshold', () => {
  const rule = { threshold: 90, threshold_high: null, no_data_s: null, dead_band: 0, on_delay_s: 0, off_delay_s: 0 }
  const above = { ...rule, condition: 'above' } as const
  expect(wordsOf(above, 95.94550602394516, { unit: '°C', decimals: 1 }).zh).toBe('95.9 °C > 90 °C')
  expect(wordsOf(above, 95.94550602394516, { unit: null, decimals: null }).zh).toBe('95.946 > 90')
  expect(wordsOf(above, 90.04, { unit: null, decimals: 0 }).zh).toBe('90.04 > 90')
})
