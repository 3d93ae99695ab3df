import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { DAY_MS, HOUR_MS, HOUR_S, MINUTE_MS, WEEK_MS } from '../../../core/catalogue/durations.ts'
import { AlarmRule } from '../../../core/contract/alarm-rule.ts'
import { openTestServer, type TestServer } from '../../../tests/server/server.ts'
import { granted, makeDevice, makeTemplate, POINTS, RULE } from '../../../tests/server/shown-screens.ts'
import type { LiveDevice } from '../fleet/fleet.ts'
import { dryRunAnswer, Tally } from './run.ts'

/** On the hour, a day ago. */
const START = Math.floor(Date.now() / HOUR_MS) * HOUR_MS - DAY_MS
const END = START + 6 * HOUR_MS

let server: TestServer
let template_id: number
let devices: string[]
beforeAll(async () => {
  server = await openTestServer()
  template_id = await makeTemplate(server, { points: POINTS, alarm_rules: [RULE] })
  devices = [await makeDevice(server, { template_id }), await makeDevice(server, { template_id })]
})
afterAll(async () => {
  expect(server.defects).toEqual([])
  await server.close()
})

/** Stores values of a point, each so many minutes after the start. */
async function recorded(sn_code: string, key: string, values: readonly (readonly [minute: number, value: number])[]) {
  const point_id = server.fleet.get(sn_code)?.points.get(key)?.point_id
  if (point_id === undefined) throw new Error(`${sn_code} has no ${key}`)
  await server.telemetry.load(
    values.map(([minute, value]) => ({ point_id, data_time: START + minute * MINUTE_MS, value, quality: 0 as const })),
  )
}
const run = (rules: object[], overrides: object = {}) =>
  granted(
    server.call('admin', 'POST', '/yun/alarmRules/dryRun', {
      template_id,
      rules,
      start: START,
      end: END,
      ...overrides,
    }),
  )
const minutesOf = ({ alarms }: { alarms: { alarm_time: number; recover_time: number | null }[] }) =>
  alarms.map(({ alarm_time, recover_time }) => [
    (alarm_time - START) / MINUTE_MS,
    recover_time === null ? null : (recover_time - START) / MINUTE_MS,
  ])

test('the trial finds the alarms in stored history that a count by hand finds, with delays and dead band', async () => {
  const [sn_code = ''] = devices
  // Above 90 from minute 10 to 12, at 89 within the dead band of 2, gone at 14; a peak of a minute at 30; again from 60 on.
  const flow = [
    [0, 50],
    [10, 95],
    [12, 89],
    [14, 87],
    [30, 99],
    [31, 50],
    [60, 91],
  ] as const
  await recorded(sn_code, 'flow', flow)
  const plain = await run([RULE], { sn_codes: [sn_code] })
  expect(minutesOf(plain)).toEqual([
    [60, null],
    [30, 31],
    [10, 14],
  ])
  expect(plain.load).toMatchObject({ total: 3, peak: 1, suppressed: 0, acceptable: 36, flood: 0 })
  expect(plain.rules).toEqual([{ rule: 0, total: 3, standing_s: (4 + 1 + 300) * 60 }])
  // The peak of a minute is too short. Before it stands, 89 is no alarm: the delay has to end before minute 12.
  const delayed = await run([{ ...RULE, on_delay_s: 90, off_delay_s: 120 }], { sn_codes: [sn_code] })
  expect(minutesOf(delayed)).toEqual([
    [61.5, null],
    [11.5, 16],
  ])
  expect(delayed.now.total).toBe(3)
  expect(delayed).toMatchObject({ start: START, end: END, until: END, device_count: 1, devices_left: 0, left: [] })
})

test('alarms from before the requested range are not new in it', async () => {
  const late = await run([RULE], { sn_codes: [devices[0]], start: START + 11 * MINUTE_MS })
  expect(minutesOf(late)).toEqual([
    [60, null],
    [30, 31],
  ])
})

test('an alarm that is always suppressed is not counted; one that outlasts its suppression is, from its end on', async () => {
  const [, sn_code = ''] = devices
  await recorded(sn_code, 'flow', [
    [0, 50],
    [10, 95],
    [15, 50],
    [40, 95],
    [70, 50],
  ])
  await recorded(sn_code, 'valve', [
    [0, 1],
    [5, 0],
    [20, 1],
    [35, 0],
    [45, 1],
  ])
  const result = await run([{ ...RULE, suppress_when: 'valve == 0' }], { sn_codes: [sn_code] })
  expect(result.load).toMatchObject({ total: 1, suppressed: 1, peak_time: START + 45 * MINUTE_MS })
  expect(result.alarms.map(({ is_suppressed }: { is_suppressed: boolean }) => is_suppressed)).toEqual([false, true])
})

test('the hours of a suppression are those of the tenant', async () => {
  const { timezone } = await granted(server.call('admin', 'GET', '/yun/v2/timezone'))
  const hour = Number(
    new Intl.DateTimeFormat('en', { hour: 'numeric', hourCycle: 'h23', timeZone: timezone }).format(START),
  )
  expect(hour).not.toBe(new Date(START).getUTCHours())
  const alarmsOf = (suppress_when: string) => run([{ ...RULE, suppress_when }], { sn_codes: [devices[0]] })
  expect((await alarmsOf(`hour() == ${hour}`)).load).toMatchObject({ total: 1, suppressed: 2 })
  expect((await alarmsOf(`hour() != ${hour}`)).load).toMatchObject({ total: 2, suppressed: 1 })
})

test('silence longer than allowed is an alarm', async () => {
  const result = await run([{ ...RULE, condition: 'no_data', threshold: null, dead_band: 0, no_data_s: HOUR_S }], {
    sn_codes: [devices[1]],
  })
  // The last value came at minute 70.
  expect(minutesOf(result)).toEqual([[130, null]])
})

test('more than ten alarms in ten minutes are reported as a flood', async () => {
  const sn_code = await makeDevice(server, { template_id })
  const values = Array.from({ length: 24 }, (_, i) => [100 + i / 4, i % 2 === 0 ? 95 : 50] as const)
  await recorded(sn_code, 'flow', values)
  const { load, since } = await run([RULE], { sn_codes: [sn_code] })
  expect(load).toMatchObject({ total: 12, peak: 12, peak_time: START + 100 * MINUTE_MS, flood: 1, acceptable: 25 })
  // Before its first reading there was nothing that could have been an alarm.
  expect(since).toBe(START + 100 * MINUTE_MS)
})

test('all rules are tried on all devices, with counts by rule and by device', async () => {
  const rules = [
    RULE,
    { ...RULE, alarm_name: '流量低', condition: 'below', threshold: 60 },
    { ...RULE, is_enabled: false },
  ]
  const result = await run(rules)
  const [high, low, off] = result.rules
  expect(high.total).toBe(17)
  expect(low.total).toBeGreaterThan(0)
  expect(off).toEqual({ rule: 2, total: 0, standing_s: 0 })
  expect(result.load.total).toBe(high.total + low.total)
  const sums = result.devices.map(({ total }: { total: number }) => total)
  expect(sums.reduce((a: number, b: number) => a + b, 0)).toBe(result.load.total)
  expect(sums).toEqual([...sums].sort((a, b) => b - a))
  expect(result.device_count).toBe(3)
})

test('other calls are answered while a long trial runs', async () => {
  const sn_code = await makeDevice(server, { template_id })
  const week = Array.from({ length: 7 * 24 * 60 * 6 }, (_, i) => [i / 6 - 6 * 24 * 60, i % 100] as const)
  await recorded(sn_code, 'flow', week)
  const rules = Array.from({ length: 200 }, (_, i) => ({ ...RULE, alarm_name: `${i}`, threshold: i / 2 }))
  const answered: string[] = []
  const long = run(rules, { sn_codes: [sn_code], start: END - WEEK_MS }).then(() => answered.push('the long one'))
  for (let quick = 0; quick < 10; quick += 1) {
    await granted(server.call('admin', 'GET', '/yun/v2/timezone'))
    answered.push('a quick one')
  }
  await long
  expect(answered).toEqual([...Array.from({ length: 10 }, () => 'a quick one'), 'the long one'])
})

test('a trial that nobody waits for ends, and reports how far it came', async () => {
  const admin = await server.sessions.callerOf(await server.tokenOf('admin'))
  if (!admin) throw new Error('nobody signed in')
  const { dryRun } = dryRunAnswer(server)
  const input = { template_id, rules: [AlarmRule.parse(RULE)], start: START, end: END }
  const whole = await dryRun(input, admin)
  expect(whole).toMatchObject({ until: END, devices_left: 0, left: [] })
  const none = await dryRun(input, { ...admin, gone: AbortSignal.abort() })
  expect(none).toMatchObject({
    end: END,
    since: START,
    until: START,
    device_count: 1,
    devices_left: whole.device_count - 1,
  })
  expect(none.left.length).toBe(none.devices_left)
})

test('trials of one organisation take turns and keep no other organisation waiting, and more than four do not wait', async () => {
  const [admin, rival] = await Promise.all(
    ['admin', 'rival'].map(async (name) => server.sessions.callerOf(await server.tokenOf(name))),
  )
  if (!admin || !rival) throw new Error('nobody signed in')
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  let reading = 0
  const { dryRun } = dryRunAnswer({
    ...server,
    telemetry: {
      ...server.telemetry,
      of: (tenant_id) => ({
        ...server.telemetry.of(tenant_id),
        async many(...range) {
          reading += 1
          await held
          return server.telemetry.of(tenant_id).many(...range)
        },
      }),
    },
  })
  const input = { rules: [AlarmRule.parse(RULE)], start: START, end: END }
  const ofOne = () => dryRun({ ...input, template_id, sn_codes: devices.slice(0, 1) }, admin)
  const running = ofOne()
  await vi.waitFor(() => expect(reading).toBe(1))
  const waiting = [ofOne(), ofOne(), ofOne(), ofOne()]
  await expect(ofOne()).rejects.toMatchObject({ code: '100019' })
  const theirs = await makeTemplate(server, { points: POINTS, alarm_rules: [RULE] }, 'rival')
  const answered = vi.fn()
  const other = dryRun({ ...input, template_id: theirs }, rival).then(answered)
  await vi.waitFor(() => expect(answered).toHaveBeenCalled())
  expect(reading).toBe(1)
  release()
  await Promise.all([running, ...waiting, other])
})

test('a trial on a device is compared with all rules of the device, those of its template too', async () => {
  const [sn_code] = devices
  const own = { ...RULE, alarm_name: '自己', threshold: 94 }
  const { load, now } = await run([own, RULE], { template_id: undefined, sn_code })
  expect([load.total, now.total]).toEqual([5, 3])
})

test('a device without recorded history has nothing to try', async () => {
  const { since, end, load } = await run([RULE], { sn_codes: [await makeDevice(server, { template_id })] })
  expect([since, load.total]).toEqual([end, 0])
})

test('an empty range is refused, and one that is too long is cut to its last week', async () => {
  const refused = await server.call('admin', 'POST', '/yun/alarmRules/dryRun', {
    template_id,
    rules: [RULE],
    start: END,
    end: START,
  })
  expect(refused.meta.code).toBe('110542')
  const { start, end } = await run([RULE], { start: 0 })
  expect(end - start).toBe(WEEK_MS)
})

test('an invalid rule is refused at its field', async () => {
  const { meta, data } = await server.call('admin', 'POST', '/yun/alarmRules/dryRun', {
    template_id,
    rules: [{ ...RULE, threshold: null }],
    start: START,
    end: END,
  })
  expect([meta.code, data.fields[0].field]).toEqual(['100006', 'rules.0.threshold'])
})

test('a trial keeps no more alarms than the newest that it lists, in the order in which all of them would stand', async () => {
  const at = (time: number) => [{ places: [0, 1].map((place) => ({ set: 0, place })), ...alarmAt(time) }]
  const alarmAt = (alarm_time: number) => ({
    alarm_time,
    recover_time: alarm_time + 1,
    value: 1,
    told_time: alarm_time,
  })
  const times = Array.from({ length: 3000 }, (_, i) => (i * 7919) % 1000)
  const tally = new Tally(2)
  for (const time of times) await tally.add({ sn_code: 'T', dev_alias: '' } as LiveDevice, at(time), 0, 1000)
  const all = times.flatMap((alarm_time) => [0, 1].map((rule) => ({ rule, alarm_time })))
  const newest = all.sort((a, b) => b.alarm_time - a.alarm_time).slice(0, 500)
  expect(tally.newest().map(({ rule, alarm_time }) => ({ rule, alarm_time }))).toEqual(newest)
  expect(tally.rules.map(({ total }) => total)).toEqual([3000, 3000])
})
