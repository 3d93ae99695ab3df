import { expect, test } from 'vitest'
import {
  eventsOf,
  HIGH,
  heat,
  listen,
  newDevice,
  openAlarmSide,
  rowsOf,
  send,
  spansOf,
} from '../../../tests/server/alarms.ts'
import { makeDevice, openTestSide } from '../../../tests/server/devices.ts'

const { db, side } = await openAlarmSide()

test('an alarm waits for its delay, by the clock when no further reading comes', async () => {
  const sn = await newDevice(db, side, [{ ...HIGH, on_delay_s: 0.5, off_delay_s: 0.4 }])
  const { until, events } = listen(side, sn)
  const now = Date.now()
  await send(side, sn, [heat(now, 95)])
  expect(events()).toEqual([])
  await until('produced')
  await send(side, sn, [heat(now + 2000, 20)])
  await until('produced', 'recovered')
  expect(await spansOf(db, sn, now)).toEqual([[500, 2400]])
})

test('delays of stored readings run by the time of the device', async () => {
  const sn = await newDevice(db, side, [{ ...HIGH, on_delay_s: 60, off_delay_s: 30 }])
  const { events } = listen(side, sn)
  const start = Date.now() - 600_000
  await send(side, sn, [
    heat(start, 95),
    heat(start + 59_000, 80),
    heat(start + 100_000, 95),
    heat(start + 200_000, 20),
    heat(start + 300_000, 21),
  ])
  expect(events()).toEqual(['produced', 'recovered'])
  expect(await spansOf(db, sn, start)).toEqual([[160_000, 230_000]])
})

test('a reading that returns within the delay prevents the alarm', async () => {
  const sn = await newDevice(db, side, [
    { ...HIGH, on_delay_s: 2 },
    { ...HIGH, alarm_name: 'higher', threshold: 94 },
  ])
  const { until } = listen(side, sn)
  const now = Date.now()
  await send(side, sn, [heat(now, 95)])
  await send(side, sn, [heat(now + 300, 20)])
  await until('produced', 'recovered')
  await send(side, sn, [heat(now + 5000, 95)])
  await until('produced', 'recovered', 'produced', 'produced')
  expect((await rowsOf(db, sn)).filter(({ alarm_name }) => alarm_name === 'high')).toMatchObject([
    { alarm_time: now + 7000 },
  ])
})

test('a rule changed during a delay is evaluated as it is now', async () => {
  const delayed = { ...HIGH, on_delay_s: 2.5 }
  const sn = await newDevice(db, side, [delayed, { ...delayed, alarm_name: 'unchanged', on_delay_s: 3 }])
  const { until, heard } = listen(side, sn)
  await send(side, sn, [heat(Date.now(), 95)])
  await db.system((q) =>
    q
      .updateTable('alarm_rule')
      .set({ threshold: 100 })
      .where('device_id', '=', side.device(sn).device_id)
      .where('alarm_name', '=', 'high')
      .execute(),
  )
  await side.fleet.reload(sn)
  await until('produced')
  expect(heard[0]?.alarm.alarm_name).toBe('unchanged')
})

test('silence is an alarm, and the next reading ends it', async () => {
  const sn = await newDevice(db, side, [
    { key: 'level', alarm_name: 'silent', alarm_level: 3, condition: 'no_data', no_data_s: 1 },
  ])
  const { until, heard } = listen(side, sn)
  const now = Date.now()
  await send(side, sn, [[now, { level: 5 }]])
  await until('produced')
  expect(heard[0]?.alarm).toMatchObject({
    alarm_time: now + 1000,
    alarm_info: '1 秒没有数据',
    alarm_info_en: 'No data for 1 s',
    alarm_value: 5,
  })
  await send(side, sn, [[now + 3000, { level: 6 }]])
  await until('produced', 'recovered')
  expect(await spansOf(db, sn, now)).toEqual([[1000, 3000]])
})

test('silence while the server was down counts from the start of the server', async () => {
  const sn = 'SILENT1'
  await makeDevice(db, sn, {
    points: [{ key: 'level', data_type: 'number' }],
    rules: [{ key: 'level', alarm_name: 'silent', alarm_level: 3, condition: 'no_data', no_data_s: 2 }],
  })
  const first = await openTestSide(db)
  await send(first, sn, [[Date.now() - 60_000, { level: 5 }]])
  await first.close()
  const started = Date.now()
  const second = await openTestSide(db)
  const { until, heard } = listen(second, sn)
  await until('produced')
  expect(heard[0]?.alarm.alarm_time).toBeGreaterThanOrEqual(started + 2000)
  await second.close()
})

test('a rule finds texts that change, and booleans that do', async () => {
  const sn = await newDevice(db, side, [
    { key: 'mode', alarm_name: 'mode', alarm_level: 1, condition: 'changes' },
    { key: 'running', alarm_name: 'switched', alarm_level: 1, condition: 'changes' },
  ])
  const { heard } = listen(side, sn)
  const now = Date.now()
  await send(side, sn, [
    [now, { mode: 'auto', running: true }],
    [now + 1000, { mode: 'manual', running: true }],
    [now + 2000, { mode: 'manual', running: false }],
  ])
  expect(heard.map(({ event, alarm }) => [event, alarm.alarm_name, alarm.alarm_info])).toEqual([
    ['produced', 'mode', 'auto → manual'],
    ['recovered', 'mode', 'auto → manual'],
    ['produced', 'switched', '开 → 关'],
  ])
})

test('an alarm text has the values of the time of the alarm in it', async () => {
  const sn = await newDevice(db, side, [
    {
      ...HIGH,
      threshold: 90,
      alarm_text: '{{device}} {{point}} {{value}} 高于 {{threshold}}，液位 {{level}}，{{nothing}}',
      alarm_text_en: '{{point}} {{ value }} above {{threshold}}',
    },
  ])
  const { heard } = listen(side, sn)
  await send(side, sn, [[Date.now(), { temperature: 92.44, level: 40 }]])
  expect(heard[0]?.alarm).toMatchObject({
    alarm_info: `${sn} 温度 92.44 °C 高于 90 °C，液位 40 %，{{nothing}}`,
    alarm_info_en: 'Temperature 92.44 °C above 90 °C',
  })
})

test('readings of one message are evaluated in the order of their times', async () => {
  const sn = await newDevice(db, side, [HIGH])
  const now = Date.now()
  await send(side, sn, [heat(now + 2000, 95), heat(now, 95), heat(now + 1000, 20)])
  expect(await spansOf(db, sn, now)).toEqual([
    [0, 1000],
    [2000, null],
  ])
  expect(await eventsOf(db, sn)).toEqual([1, 2, 1])
})

test('the last of several values with the same time counts, as in the history, and once', async () => {
  const sn = await newDevice(db, side, [HIGH])
  const { events } = listen(side, sn)
  const now = Date.now()
  await send(side, sn, [heat(now, 20)])
  for (let again = 0; again < 2; again++) await send(side, sn, [heat(now, 95)])
  expect(events()).toEqual(['produced'])
  for (let again = 0; again < 2; again++) await send(side, sn, [heat(now + 1000, 20), heat(now + 1000, 96)])
  expect(events()).toEqual(['produced'])
  for (let again = 0; again < 2; again++) await send(side, sn, [heat(now + 2000, 96), heat(now + 2000, 20)])
  expect(events()).toEqual(['produced', 'recovered'])
  expect(await spansOf(db, sn, now)).toEqual([[0, 2000]])
})
