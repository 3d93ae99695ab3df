import { describe, expect, test, vi } from 'vitest'
import { DAY_MS, MINUTE_MS } from '../../../core/catalogue/durations.ts'
import {
  BY,
  eventsOf,
  HIGH,
  heat,
  listen,
  newDevice,
  OPERATOR,
  openAlarmSide,
  placeOf,
  refuse,
  rowsOf,
  send,
  spansOf,
} from '../../../tests/server/alarms.ts'
import { openTestSide } from '../../../tests/server/devices.ts'
import { countingStatements } from '../../../tests/server/statements.ts'

let ahead = 0
const clock = { now: () => Date.now() + ahead, elapsed: () => performance.now() + ahead }
const { db, side } = await openAlarmSide({ clock })

/** Longer than a test takes: it lets the time pass itself. */
const SHELVED_MS = 30 * MINUTE_MS
const shelf = (is_one_shot = false) => ({
  kind: 'SHLVD' as const,
  end_time: clock.now() + SHELVED_MS,
  is_one_shot,
  reason: '检修泵',
})
const pass = (ms: number) => {
  ahead += ms
}
const out = () => ({
  kind: 'OOSRV' as const,
  end_time: clock.now() + 7 * DAY_MS,
  is_one_shot: false,
  reason: '等待备件',
})

describe('an alarm that comes again before anybody confirmed it', () => {
  test('a repeated alarm is one row in the list with its count, and is confirmed with all repeats', async () => {
    const sn = await newDevice(db, side, [HIGH])
    const { heard, last, events } = listen(side, sn)
    const now = clock.now()
    await send(
      side,
      sn,
      [95, 20, 95, 20, 95].map((degrees, i) => heat(now + i * 1000, degrees)),
    )
    expect(last()).toMatchObject({ repeats: 2, state: 'UNACK' })
    const rows = await rowsOf(db, sn)
    expect(rows.map(({ next_alarm_id }) => next_alarm_id)).toEqual([rows[1]?.alarm_id, rows[2]?.alarm_id, null])
    const [first, , third] = rows.map(({ alarm_id }) => String(alarm_id))
    const codes = await side.alarms.confirmMany(1, [third ?? '', first ?? '', '999999999'], BY, '看过')
    expect([...codes]).toEqual([
      [third, '100001'],
      [first, '100001'],
      ['999999999', '100002'],
    ])
    // Those before them follow.
    await vi.waitFor(async () =>
      expect((await rowsOf(db, sn)).map((row) => row.confirm_userName)).toEqual(['operator', 'operator', 'operator']),
    )
    const again = await side.alarms.confirmMany(1, [third ?? '', first ?? ''], BY)
    expect([...again.values()]).toEqual(['110526', '110526'])
    expect(heard.filter(({ event }) => event === 'confirmed').map(({ alarm }) => alarm.alarm_id)).toContain(third)
    await send(side, sn, [heat(now + 10_000, 20), heat(now + 11_000, 95)])
    expect(last()).toMatchObject({ repeats: 0, state: 'UNACK' })
    expect(events().slice(-2)).toEqual(['recovered', 'produced'])
  })

  test('an earlier alarm that is confirmed by itself leaves the newest to be confirmed', async () => {
    const sn = await newDevice(db, side, [HIGH])
    const now = clock.now()
    await send(
      side,
      sn,
      [95, 20, 95, 20].map((degrees, i) => heat(now + i * 1000, degrees)),
    )
    const [first] = await rowsOf(db, sn)
    await side.alarms.confirm(1, String(first?.alarm_id), BY)
    expect((await rowsOf(db, sn)).map(({ confirm_time }) => confirm_time !== null)).toEqual([true, false])
  })

  test('a repeated alarm is known after a restart', async () => {
    const sn = await newDevice(db, side, [HIGH])
    const first = await openTestSide(db, { clock })
    const now = clock.now()
    await send(first, sn, [heat(now, 95), heat(now + 1000, 20)])
    await first.close()
    const second = await openTestSide(db, { clock })
    const { last } = listen(second, sn)
    await send(second, sn, [heat(now + 5000, 95)])
    expect(last()).toMatchObject({ repeats: 1 })
    await second.close()
  })
})

describe('an alarm that is shelved', () => {
  test('an alarm whose shelf ends while the store refuses it comes back when the store writes again', async () => {
    const sn = await newDevice(db, side, [HIGH])
    const { until, last } = listen(side, sn)
    await send(side, sn, [heat(clock.now(), 95)])
    await side.alarms.holds.put(OPERATOR, await placeOf(db, side, sn), shelf())
    const allow = await refuse(db, 'delete on alarm_hold')
    pass(SHELVED_MS)
    await vi.waitFor(() => expect(side.errors).not.toEqual([]))
    await allow()
    await until('produced', 'shelved', 'unshelved')
    side.errors.splice(0)
    expect(last()).toMatchObject({ state: 'UNACK', held_until: null })
  })

  test('a shelf that somebody could not end because the store refused it ends with its time', async () => {
    const sn = await newDevice(db, side, [HIGH])
    const { until } = listen(side, sn)
    const place = await placeOf(db, side, sn)
    await send(side, sn, [heat(clock.now(), 95)])
    await side.alarms.holds.put(OPERATOR, place, shelf())
    const allow = await refuse(db, 'delete on alarm_hold')
    await expect(side.alarms.holds.end(OPERATOR, place, ['SHLVD'])).rejects.toThrow()
    await allow()
    pass(SHELVED_MS)
    await until('produced', 'shelved', 'unshelved')
  })

  test('a shelved alarm counts nowhere, and is to be confirmed again when its time is over', async () => {
    const sn = await newDevice(db, side, [HIGH])
    const { until, last, heard } = listen(side, sn)
    const now = clock.now()
    await send(side, sn, [heat(now, 95)])
    await side.alarms.confirm(1, last().alarm_id, BY)
    const request = shelf()
    await side.alarms.holds.put(OPERATOR, await placeOf(db, side, sn), request)
    expect(last()).toMatchObject({ state: 'SHLVD', held_until: request.end_time })
    expect(side.device(sn)).toMatchObject({ open_alarms: 0, alarm_level: 0, dev_state: 1 })
    pass(SHELVED_MS)
    await until('produced', 'confirmed', 'shelved', 'unshelved')
    expect(last()).toMatchObject({ state: 'UNACK', confirm_time: null, held_until: null })
    expect(heard.at(-1)?.isReleased).toBe(true)
    await send(side, sn, [heat(clock.now(), 95)])
    expect(side.device(sn)).toMatchObject({ open_alarms: 1, alarm_level: 4, dev_state: 3 })
    expect(await eventsOf(db, sn)).toEqual([1, 3, 4, 5])
    const shelved = await db.system((q) =>
      q
        .selectFrom('alarm_event')
        .selectAll()
        .where('alarm_id', '=', Number(last().alarm_id))
        .where('alarm_type', '=', 4)
        .execute(),
    )
    expect(shelved).toMatchObject([{ user_name: 'operator', note: '检修泵' }])
  })

  test('a shelved alarm goes on in the history, and needs no confirmation for what recovered meanwhile', async () => {
    const sn = await newDevice(db, side, [HIGH])
    const { events, last } = listen(side, sn)
    const place = await placeOf(db, side, sn)
    await side.alarms.holds.put(OPERATOR, place, shelf())
    const now = clock.now()
    await send(
      side,
      sn,
      [95, 20, 95, 20].map((degrees, i) => heat(now + i * 1000, degrees)),
    )
    expect(events()).toEqual(['held', 'recovered', 'held', 'recovered'])
    expect(last()).toMatchObject({ state: 'NORM', repeats: 0 })
    await side.alarms.holds.end(OPERATOR, place, ['SHLVD'])
    expect(events()).toHaveLength(4)
    expect(await rowsOf(db, sn)).toMatchObject([{ held: 'SHLVD' }, { held: 'SHLVD' }])
    await expect(side.alarms.holds.end(OPERATOR, place, ['SHLVD'])).rejects.toMatchObject({ code: '100002' })
    expect(await eventsOf(db, sn)).toEqual([4, 1, 2, 1, 2, 5])
  })

  test('an alarm shelved for one shot comes back when it is over', async () => {
    const sn = await newDevice(db, side, [HIGH])
    const { events } = listen(side, sn)
    const now = clock.now()
    await send(side, sn, [heat(now, 95)])
    await side.alarms.holds.put(OPERATOR, await placeOf(db, side, sn), shelf(true))
    await send(side, sn, [heat(now + 1000, 20), heat(now + 2000, 95)])
    expect(events()).toEqual(['produced', 'shelved', 'recovered', 'produced'])
    expect(
      await db.system((q) => q.selectFrom('alarm_hold').selectAll().where('is_one_shot', '=', true).execute()),
    ).toEqual([])
  })

  test('a shelved alarm stays shelved over a restart, and comes back on time', async () => {
    const sn = await newDevice(db, side, [HIGH])
    const first = await openTestSide(db, { clock })
    await send(first, sn, [heat(clock.now(), 95)])
    await first.alarms.holds.put(OPERATOR, await placeOf(db, first, sn), shelf())
    await first.close()
    const second = await openTestSide(db, { clock })
    const { until } = listen(second, sn)
    expect(second.device(sn).open_alarms).toBe(0)
    pass(SHELVED_MS)
    await until('unshelved')
    expect(second.device(sn).open_alarms).toBe(1)
    await second.close()
  })

  test('a shelving that expired while the server was down has ended', async () => {
    const sn = await newDevice(db, side, [HIGH])
    const first = await openTestSide(db, { clock })
    await send(first, sn, [heat(clock.now(), 95)])
    const place = await placeOf(db, first, sn)
    await first.close()
    const time = clock.now()
    await db.system(async (q) => {
      await q
        .insertInto('alarm_hold')
        .values({
          tenant_id: 1,
          ...place,
          kind: 'SHLVD',
          start_time: time - 9000,
          end_time: time - 5000,
          reason: 'x',
          ...BY,
        })
        .execute()
      await q.updateTable('alarm').set({ held: 'SHLVD' }).where('sn_code', '=', sn).execute()
    })
    const second = await openTestSide(db, { clock })
    const { until, last } = listen(second, sn)
    await until('unshelved')
    expect(last()).toMatchObject({ state: 'UNACK' })
    await second.close()
  })
})

test('an alarm that is out of service comes back by itself when its time is over', async () => {
  const sn = await newDevice(db, side, [HIGH])
  const { events, last } = listen(side, sn)
  const place = await placeOf(db, side, sn)
  await send(side, sn, [heat(clock.now(), 95)])
  const held = await side.alarms.holds.put(OPERATOR, place, { ...out(), end_time: clock.now() + SHELVED_MS })
  expect(last()).toMatchObject({ state: 'OOSRV', held_until: held.end_time })
  pass(SHELVED_MS)
  await vi.waitFor(() => expect(last()).toMatchObject({ state: 'UNACK', held_until: null }))
  expect(events()).toEqual(['produced', 'out_of_service', 'in_service'])
})

test('somebody returns an alarm to service before its time, and both are in the audit', async () => {
  const sn = await newDevice(db, side, [HIGH])
  const { events, last } = listen(side, sn)
  const place = await placeOf(db, side, sn)
  const now = clock.now()
  await send(side, sn, [heat(now, 95)])
  await side.alarms.holds.put(OPERATOR, place, out())
  expect(last().state).toBe('OOSRV')
  await expect(side.alarms.holds.put(OPERATOR, place, shelf())).rejects.toMatchObject({ code: '100002' })
  await expect(side.alarms.holds.end(OPERATOR, place, ['SHLVD'])).rejects.toMatchObject({ code: '100002' })
  await side.alarms.holds.end(OPERATOR, place, ['SHLVD', 'OOSRV'])
  expect(events()).toEqual(['produced', 'out_of_service', 'in_service'])
  const audited = await db.system((q) =>
    q.selectFrom('audit').selectAll().where('target', '=', `${sn} · high`).orderBy('audit_id').execute(),
  )
  expect(audited).toMatchObject([
    { action: 'alarm-out-of-service', user_name: 'operator', detail: { sn_code: sn, reason: '等待备件' } },
    { action: 'alarm-in-service' },
  ])
  expect(await eventsOf(db, sn)).toEqual([1, 8, 9])
})

describe('a hold whose rule', () => {
  const changeRule = async (sn: string, change: 'disable' | 'delete') => {
    const { rule_id } = await placeOf(db, side, sn)
    await db.system(async (q) => {
      if (change === 'disable')
        await q.updateTable('alarm_rule').set({ is_enabled: false }).where('rule_id', '=', rule_id).execute()
      else await q.deleteFrom('alarm_rule').where('rule_id', '=', rule_id).execute()
    })
    await side.fleet.reload(sn)
  }
  const untilEvents = (sn: string, events: number[]) =>
    vi.waitFor(async () => expect(await eventsOf(db, sn)).toEqual(events))

  test('a shelving whose rule is disabled goes on, and its end by the clock is recorded', async () => {
    const sn = await newDevice(db, side, [HIGH])
    await side.alarms.holds.put(OPERATOR, await placeOf(db, side, sn), shelf())
    await changeRule(sn, 'disable')
    pass(SHELVED_MS)
    await untilEvents(sn, [4, 5])
  })

  test('an alarm out of service whose rule is disabled stays so, and its return is recorded in the audit too', async () => {
    const sn = await newDevice(db, side, [HIGH])
    const place = await placeOf(db, side, sn)
    await side.alarms.holds.put(OPERATOR, place, out())
    await changeRule(sn, 'disable')
    await untilEvents(sn, [8])
    await side.alarms.holds.end(OPERATOR, place, ['OOSRV'])
    expect(await eventsOf(db, sn)).toEqual([8, 9])
    const audited = await db.system((q) =>
      q.selectFrom('audit').select('action').where('target', '=', `${sn} · high`).orderBy('audit_id').execute(),
    )
    expect(audited).toEqual([{ action: 'alarm-out-of-service' }, { action: 'alarm-in-service' }])
  })

  test('a shelving whose rule is deleted ends with it, with the reason', async () => {
    const sn = await newDevice(db, side, [HIGH])
    const place = await placeOf(db, side, sn)
    await send(side, sn, [heat(clock.now(), 95)])
    await side.alarms.holds.put(OPERATOR, place, shelf())
    await changeRule(sn, 'delete')
    await untilEvents(sn, [1, 4, 2, 5])
    const { note_code } = await db.system((q) =>
      q
        .selectFrom('alarm_event')
        .select('note_code')
        .where('rule_id', '=', place.rule_id)
        .where('alarm_type', '=', 5)
        .executeTakeFirstOrThrow(),
    )
    expect(note_code).toBe('without-rule')
    await side.fleet.reload(sn)
    await expect(side.alarms.holds.end(OPERATOR, place, ['SHLVD'])).rejects.toMatchObject({ code: '100002' })
    expect(await eventsOf(db, sn)).toEqual([1, 4, 2, 5])
  })
})

describe('an alarm that its design suppresses', () => {
  const suppressed = { ...HIGH, suppress_when: 'running == 0' }

  test('an alarm is suppressed by design while its expression is true, with readings of the same time', async () => {
    const sn = await newDevice(db, side, [suppressed])
    const { heard, events } = listen(side, sn)
    const now = clock.now()
    await send(side, sn, [[now, { temperature: 95, running: false }]])
    expect(heard).toMatchObject([{ event: 'held', alarm: { state: 'DSUPR' } }])
    expect(side.device(sn).open_alarms).toBe(0)
    await send(side, sn, [[now + 1000, { running: true }]])
    expect(heard.at(-1)).toMatchObject({ event: 'unsuppressed', isReleased: true, alarm: { state: 'UNACK' } })
    expect(side.device(sn).open_alarms).toBe(1)
    await send(side, sn, [[now + 2000, { running: false, temperature: 20 }]])
    expect(events()).toEqual(['held', 'unsuppressed', 'suppressed', 'recovered'])
    expect((await rowsOf(db, sn))[0]).toMatchObject({ held: 'DSUPR', confirm_time: null })
    expect(await spansOf(db, sn, now)).toEqual([[0, 2000]])
  })

  test('an alarm is not suppressed where the expression has no value', async () => {
    const sn = await newDevice(db, side, [
      suppressed,
      { ...HIGH, alarm_name: 'other', suppress_when: 'nothing > 1 or' },
    ])
    const { events } = listen(side, sn)
    await send(side, sn, [heat(clock.now(), 95)])
    expect(events()).toEqual(['produced', 'produced'])
  })

  test('an alarm stays shelved when its suppression ends, and suppressed when its shelving ends', async () => {
    const sn = await newDevice(db, side, [suppressed])
    const { last } = listen(side, sn)
    const place = await placeOf(db, side, sn)
    const now = clock.now()
    await send(side, sn, [[now, { temperature: 95, running: false }]])
    await side.alarms.holds.put(OPERATOR, place, shelf())
    expect(last().state).toBe('SHLVD')
    await side.alarms.holds.end(OPERATOR, place, ['SHLVD'])
    expect(last().state).toBe('DSUPR')
    await side.alarms.holds.put(OPERATOR, place, shelf())
    await send(side, sn, [[now + 1000, { running: true }]])
    expect(last().state).toBe('SHLVD')
    await side.alarms.holds.end(OPERATOR, place, ['SHLVD'])
    expect(last().state).toBe('UNACK')
  })
})

describe('many alarms that are shelved at once', () => {
  const manyRules = (count: number) => Array.from({ length: count }, (_, i) => ({ ...HIGH, alarm_name: `high ${i}` }))
  const placesOf = (sn: string, count: number) =>
    Promise.all(manyRules(count).map(({ alarm_name }) => placeOf(db, side, sn, alarm_name)))

  test('many alarms are shelved, and come back, with a few statements', async () => {
    const sn = await newDevice(db, side, manyRules(40))
    const places = await placesOf(sn, 40)
    const { db: counted, count } = countingStatements(db)
    const other = await openTestSide(counted, { clock })
    await send(other, sn, [heat(clock.now(), 95)])
    const countOf = async (work: () => Promise<unknown>) => {
      const before = count()
      await work()
      return count() - before
    }
    const { putAll, endAll } = other.alarms.holds
    for (const request of [out(), shelf()]) {
      expect(await countOf(() => putAll(OPERATOR, places, request))).toBeLessThan(15)
      expect(await countOf(() => endAll(OPERATOR, places, ['SHLVD', 'OOSRV']))).toBeLessThan(15)
    }
    await other.close()
  })

  test('many shelves that end at the same time come back together', async () => {
    const sn = await newDevice(db, side, manyRules(10))
    const places = await placesOf(sn, 10)
    const held = await side.alarms.holds.putAll(OPERATOR, [...places, places[0] as (typeof places)[0]], shelf())
    expect(held.filter((hold) => hold !== null).length).toBe(11)
    pass(SHELVED_MS)
    await vi.waitFor(async () => expect((await eventsOf(db, sn)).filter((type) => type === 5).length).toBe(10))
    expect(await side.alarms.holds.endAll(OPERATOR, places, ['SHLVD'])).toEqual(places.map(() => false))
  })

  test('what people of one organisation do without end is no delay for what people of another do', async () => {
    const sn = await newDevice(db, side, [HIGH])
    const place = await placeOf(db, side, sn)
    const done: string[] = []
    const acts = Array.from({ length: 20 }, () => side.alarms.holds.put(OPERATOR, place, shelf()))
    const all = acts.map((act) => act.then(() => done.push('loud')))
    const other = side.alarms.confirm(2, '999999999', BY).catch(() => done.push('other'))
    await Promise.all([...all, other])
    expect(done.indexOf('other')).toBeLessThan(3)
  })
})
