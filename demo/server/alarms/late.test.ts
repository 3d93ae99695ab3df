import fc from 'fast-check'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { HOUR_MS } from '../../../core/catalogue/durations.ts'
import {
  BY,
  HIGH,
  heat,
  listen,
  newDevice,
  openAlarmSide,
  rowsOf,
  send,
  sendEach,
  spansOf,
} from '../../../tests/server/alarms.ts'

const { db, side } = await openAlarmSide()

/** Before the history of a device's temperature is read for a review, something else is done. */
function beforeReviews(sn: string, work: () => Promise<unknown>): void {
  const { point_id } = side.device(sn).points.get('temperature') as { point_id: number }
  const { raw } = side.telemetry
  const spy = vi.spyOn(side.telemetry, 'raw').mockImplementation(async (...[point, ...range]) => {
    if (point === point_id && range[3] === 'desc') await work()
    return raw.call(side.telemetry, point, ...range)
  })
  onTestFinished(() => spy.mockRestore())
}

test('a late alarm that was unknown is added, once, to be confirmed', async () => {
  const sn = await newDevice(db, side, [HIGH])
  const { heard, events } = listen(side, sn)
  const start = Date.now() - 60_000
  await send(side, sn, [heat(start, 20), heat(start + 30_000, 21)])
  const late = [heat(start + 10_000, 95), heat(start + 12_000, 96), heat(start + 20_000, 22)]
  for (let again = 0; again < 3; again++) await send(side, sn, late)
  expect(await spansOf(db, sn, start)).toEqual([[10_000, 20_000, 'late']])
  expect(events()).toEqual(['produced'])
  expect(heard[0]?.alarm).toMatchObject({ state: 'RTNUN', is_late: true, alarm_value: 95, alarm_info: '95 °C > 90 °C' })
  expect(side.device(sn).open_alarms).toBe(0)
  await side.alarms.confirm(1, heard[0]?.alarm.alarm_id ?? '', BY)
  expect(await rowsOf(db, sn)).toMatchObject([{ confirm_userName: 'operator' }])
})

test('a late alarm lasts until the next stored reading', async () => {
  const sn = await newDevice(db, side, [HIGH])
  const start = Date.now() - 60_000
  await send(side, sn, [heat(start, 20), heat(start + 30_000, 21), heat(start + 40_000, 20)])
  await send(side, sn, [heat(start + 10_000, 95)])
  expect(await spansOf(db, sn, start)).toEqual([[10_000, 30_000, 'late']])
})

test('late readings add nothing within a known alarm and remove no part of it', async () => {
  const sn = await newDevice(db, side, [HIGH])
  const start = Date.now() - 60_000
  await send(side, sn, [heat(start, 95), heat(start + 30_000, 20)])
  await send(side, sn, [heat(start + 10_000, 20), heat(start + 15_000, 99), heat(start + 20_000, 97)])
  expect(await spansOf(db, sn, start)).toEqual([[0, 30_000]])
})

test('a late alarm that runs into the open one moves its start back', async () => {
  const sn = await newDevice(db, side, [HIGH])
  const { until } = listen(side, sn)
  const start = Date.now() - 60_000
  await send(side, sn, [heat(start, 20), heat(start + 30_000, 95)])
  await send(side, sn, [heat(start + 10_000, 94), heat(start + 20_000, 96)])
  await until('produced', 'moved')
  expect(await rowsOf(db, sn)).toMatchObject([{ alarm_time: start + 10_000, recover_time: null, alarm_value: 94 }])
  const moved = await db.system((q) =>
    q
      .selectFrom('alarm_event')
      .selectAll()
      .where('event_time', '=', start + 10_000)
      .execute(),
  )
  expect(moved).toMatchObject([{ alarm_type: 1 }])
})

test('a late reading can show that the alarm is active now, or that it is over', async () => {
  const banded = { ...HIGH, dead_band: 5 }
  const sn = await newDevice(db, side, [banded])
  const start = Date.now() - 60_000
  await send(side, sn, [heat(start, 20), heat(start + 30_000, 87)])
  await send(side, sn, [heat(start + 10_000, 95)])
  expect(await spansOf(db, sn, start)).toEqual([[10_000, null, 'late']])
  expect(side.device(sn).open_alarms).toBe(1)
  await send(side, sn, [heat(start + 20_000, 80)])
  expect(await spansOf(db, sn, start)).toEqual([[10_000, 20_000, 'late']])
  expect(side.device(sn).open_alarms).toBe(0)
  await send(side, sn, [heat(start + 40_000, 95)])
  expect(await spansOf(db, sn, start)).toEqual([
    [10_000, 20_000, 'late'],
    [40_000, null],
  ])
})

test('delays count in the past as they do now', async () => {
  const sn = await newDevice(db, side, [{ ...HIGH, on_delay_s: 5, off_delay_s: 3 }])
  const start = Date.now() - 120_000
  await send(side, sn, [heat(start, 20), heat(start + 100_000, 20)])
  await send(side, sn, [heat(start + 10_000, 95), heat(start + 14_000, 20)])
  expect(await spansOf(db, sn, start)).toEqual([])
  await send(side, sn, [heat(start + 30_000, 95), heat(start + 40_000, 20)])
  expect(await spansOf(db, sn, start)).toEqual([[35_000, 43_000, 'late']])
})

test('only readings that arrived count for a point without history', async () => {
  const sn = await newDevice(db, side, [{ ...HIGH, key: 'fleeting' }])
  const start = Date.now() - 60_000
  await send(side, sn, [
    [start, { fleeting: 20 }],
    [start + 30_000, { fleeting: 21 }],
  ])
  for (let again = 0; again < 2; again++) await send(side, sn, [[start + 10_000, { fleeting: 95 }]])
  expect(await spansOf(db, sn, start)).toEqual([[10_000, 30_000, 'late']])
})

test('a late alarm of more than an hour ago notifies nobody', async () => {
  const sn = await newDevice(db, side, [HIGH])
  const { events } = listen(side, sn)
  const start = Date.now() - 3 * HOUR_MS
  await send(side, sn, [heat(start, 20), heat(Date.now(), 20)])
  await send(side, sn, [heat(start + 1000, 95), heat(start + 2000, 20)])
  expect(events()).toEqual(['late'])
})

test('a late alarm before an unconfirmed one counts as its repeat, which operators are notified of', async () => {
  const sn = await newDevice(db, side, [HIGH])
  const { events, last } = listen(side, sn)
  const start = Date.now() - 60_000
  await send(side, sn, [heat(start, 20), heat(start + 20_000, 20), heat(start + 30_000, 95)])
  await send(side, sn, [heat(start + 10_000, 96)])
  expect(events()).toEqual(['produced', 'late'])
  expect(last()).toMatchObject({ state: 'UNACK', alarm_time: start + 30_000, repeats: 1 })
  const [earlier] = await rowsOf(db, sn)
  await side.alarms.note(1, String(earlier?.alarm_id), BY, '补传')
  expect(last()).toMatchObject({ state: 'UNACK', alarm_time: start + 30_000 })
  await side.alarms.confirm(1, String(earlier?.alarm_id), BY)
  expect(last()).toMatchObject({ state: 'UNACK', alarm_time: start + 30_000 })
})

test('a late alarm before an active confirmed one is stored, and needs no confirmation', async () => {
  const sn = await newDevice(db, side, [HIGH])
  const { events, last } = listen(side, sn)
  const start = Date.now() - 60_000
  await send(side, sn, [heat(start, 20), heat(start + 20_000, 20), heat(start + 30_000, 95)])
  await side.alarms.confirm(1, last().alarm_id, BY)
  await send(side, sn, [heat(start + 10_000, 96)])
  expect(events()).toEqual(['produced', 'confirmed', 'late'])
  expect(last()).toMatchObject({ state: 'ACKED', alarm_time: start + 30_000, repeats: 0 })
  expect(await spansOf(db, sn, start)).toEqual([
    [10_000, 20_000, 'late'],
    [30_000, null],
  ])
  expect(await rowsOf(db, sn)).toMatchObject([
    { confirm_time: expect.any(Number), confirm_userName: null, note_code: 'confirmed-since' },
    { confirm_userName: 'operator' },
  ])
  await send(side, sn, [heat(start + 40_000, 20), heat(start + 50_000, 95)])
  expect(last()).toMatchObject({ state: 'UNACK', repeats: 0 })
})

describe('a silence that the clock has raised, of a device that kept its readings', () => {
  const silent = { key: 'level', alarm_name: 'silent', alarm_level: 3, condition: 'no_data', no_data_s: 1 } as const
  const level = (time: number) => [time, { level: 5 }] as const
  const MEASURED = 'not-silent'
  const notes = async (sn: string) => {
    const { device_id } = side.device(sn)
    const rows = await db.system((q) =>
      q
        .selectFrom('alarm_event')
        .select(['alarm_type', 'note_code'])
        .where('device_id', '=', device_id)
        .where('note_code', 'is not', null)
        .execute(),
    )
    return rows.map(({ alarm_type, note_code }) => [alarm_type, note_code])
  }
  /** A device that fell silent, by now long enough. */
  const newSilent = async () => {
    const sn = await newDevice(db, side, [silent])
    const { until } = listen(side, sn)
    const start = Date.now()
    await send(side, sn, [level(start)])
    await until('produced')
    return { sn, start, until }
  }

  test('a silence alarm that stored readings disprove stays, with a note', async () => {
    const { sn, start } = await newSilent()
    await send(side, sn, [level(start + 3000)])
    const kept = [500, 1000, 1500, 2000, 2500].map((ms) => level(start + ms))
    for (let again = 0; again < 2; again++) await send(side, sn, kept)
    expect(await spansOf(db, sn, start)).toEqual([[1000, 3000]])
    expect(await rowsOf(db, sn)).toMatchObject([{ note_code: MEASURED, confirm_time: null }])
    expect(await notes(sn)).toEqual([[10, MEASURED]])
  })

  test('a silence alarm ends when the stored readings come first, with the same note', async () => {
    const { sn, start, until } = await newSilent()
    await send(side, sn, [level(start + 500), level(start + 1400)])
    await until('produced', 'recovered')
    expect(await spansOf(db, sn, start)).toEqual([[1000, 1000]])
    await send(side, sn, [level(start + 900)])
    expect(await notes(sn)).toEqual([[2, MEASURED]])
  })

  test('a silence alarm stays valid for a point without history, which cannot disprove it', async () => {
    const sn = await newDevice(db, side, [{ ...silent, key: 'fleeting' }])
    const { until } = listen(side, sn)
    const start = Date.now()
    await send(side, sn, [[start, { fleeting: 5 }]])
    await until('produced')
    await send(side, sn, [[start + 3000, { fleeting: 5 }]])
    await send(side, sn, [
      [start + 500, { fleeting: 5 }],
      [start + 2500, { fleeting: 5 }],
    ])
    expect(await notes(sn)).toEqual([])
  })

  test('a silence alarm stays valid when the stored readings have a gap', async () => {
    const { sn, start } = await newSilent()
    await send(side, sn, [level(start + 3000)])
    await send(side, sn, [level(start + 500), level(start + 2000)])
    expect(await notes(sn)).toEqual([])
  })
})

describe('what the design suppresses', () => {
  const STOPPED = { ...HIGH, suppress_when: 'running == 0' }
  const held = async (sn: string, from: number) =>
    (await rowsOf(db, sn)).map((row) => [row.alarm_time - from, (row.recover_time ?? 0) - from, row.held])
  const at = (time: number, running: boolean, temperature: number) => [time, { running, temperature }] as const

  test('a late alarm that was suppressed by design needs no confirmation', async () => {
    const sn = await newDevice(db, side, [STOPPED])
    const { heard } = listen(side, sn)
    const start = Date.now() - 60_000
    await send(side, sn, [at(start + 50_000, true, 20)])
    await send(side, sn, [at(start, false, 20), at(start + 10_000, false, 95), at(start + 20_000, false, 20)])
    expect(await held(sn, start)).toEqual([[10_000, 20_000, 'DSUPR']])
    expect(heard).toMatchObject([{ event: 'held', alarm: { state: 'NORM', is_late: true } }])
  })

  test('a late alarm is to be confirmed where its suppression ended while it was active', async () => {
    const sn = await newDevice(db, side, [STOPPED])
    const { heard } = listen(side, sn)
    const start = Date.now() - 60_000
    await send(side, sn, [at(start + 50_000, false, 20)])
    await send(side, sn, [at(start, false, 20), at(start + 10_000, false, 95), at(start + 15_000, true, 95)])
    await send(side, sn, [at(start + 20_000, true, 20)])
    expect(await held(sn, start)).toEqual([[10_000, 20_000, null]])
    expect(heard.at(-1)).toMatchObject({ alarm: { state: 'RTNUN' } })
  })

  test('a late alarm changes with late readings of the suppressing point alone', async () => {
    const sn = await newDevice(db, side, [STOPPED])
    const { last } = listen(side, sn)
    const start = Date.now() - 60_000
    await send(side, sn, [at(start + 50_000, true, 20)])
    await send(side, sn, [heat(start + 10_000, 95), heat(start + 20_000, 20)])
    expect(last()).toMatchObject({ state: 'RTNUN' })
    await send(side, sn, [[start, { running: false }]])
    expect(await held(sn, start)).toEqual([[10_000, 20_000, 'DSUPR']])
    expect(last()).toMatchObject({ state: 'NORM' })
    await send(side, sn, [[start + 15_000, { running: true }]])
    expect(await held(sn, start)).toEqual([[10_000, 20_000, null]])
    expect(last()).toMatchObject({ state: 'RTNUN' })
    await side.alarms.confirm(1, last().alarm_id, BY)
    expect(last()).toMatchObject({ state: 'NORM', confirm_userName: 'operator' })
  })

  test('a suppressed alarm is the same in any order of its readings', async () => {
    const start = Date.now() - 600_000
    const [stopped, running] = [false, true]
    const readings = [
      at(start, running, 20),
      at(start + 10_000, running, 95),
      at(start + 20_000, running, 20),
      at(start + 30_000, stopped, 20),
      at(start + 40_000, stopped, 96),
      at(start + 50_000, stopped, 20),
      at(start + 60_000, stopped, 97),
      at(start + 70_000, running, 98),
      at(start + 80_000, running, 20),
      at(start + 90_000, running, 20),
    ]
    const orders = [
      readings,
      [...readings.slice(-1), ...readings.slice(0, -1)],
      [...readings].reverse(),
      [...readings.slice(-1), ...readings.filter((_, i) => i % 2 === 0), ...readings.filter((_, i) => i % 2 === 1)],
    ]
    for (const order of orders) {
      const sn = await newDevice(db, side, [STOPPED])
      await sendEach(
        side,
        sn,
        order.map((reading) => [reading]),
      )
      const rows = (await held(sn, start)).map(([from, to, why]) => [from, to, why === 'DSUPR'])
      expect(rows.filter(([from]) => from !== 10_000)).toEqual([
        [40_000, 50_000, true],
        [60_000, 80_000, false],
      ])
    }
  })
})

test('alarms are the same in any order of their readings', async () => {
  const rule = { ...HIGH, dead_band: 3 }
  const values = [20, 95, 96, 20, 91, 89, 92, 86, 20, 97, 20, 20, 93, 88, 90, 70, 20]
  const start = Date.now() - 600_000
  const readings = values.map((value, i) => heat(start + i * 10_000, value))
  const inOrder = await newDevice(db, side, [rule])
  await send(side, inOrder, readings)
  const times = async (sn: string) => (await spansOf(db, sn, start)).map(([from, to]) => [from, to])
  const expected = await times(inOrder)
  expect(expected.length).toBe(4)
  const orders = [
    // The newest first, then what the device kept, one after another, and from the end.
    [...readings.slice(-1), ...readings.slice(0, -1)],
    [...readings].reverse(),
    [...readings.slice(-1), ...readings.filter((_, i) => i % 2 === 0), ...readings.filter((_, i) => i % 2 === 1)],
  ]
  for (const order of orders) {
    const sn = await newDevice(db, side, [rule])
    await sendEach(
      side,
      sn,
      order.map((reading) => [reading]),
    )
    expect(await times(sn)).toEqual(expected)
  }
})

describe('with delays and a dead band', () => {
  const steps = fc.array(fc.constantFrom(20, 86, 88, 89, 91, 95), { minLength: 4, maxLength: 16 })
  const inPieces = <One>(all: readonly One[], size: number) =>
    Array.from({ length: Math.ceil(all.length / size) }, (_, i) => all.slice(i * size, (i + 1) * size))

  test('late readings make the same alarms as readings in time, with delays and a dead band', async () => {
    const delay = fc.constantFrom(0, 10, 25)
    await fc.assert(
      fc.asyncProperty(
        ...([steps, delay, delay, fc.constantFrom(0, 3), fc.integer({ min: 1, max: 5 })] as const),
        async (values, on_delay_s, off_delay_s, dead_band, size) => {
          const rule = { ...HIGH, dead_band, on_delay_s, off_delay_s }
          const start = Date.now() - 900_000
          const readings = [20, ...values, 20, 20, 20, 20].map((value, i) => heat(start + i * 10_000, value))
          const [inTime, late] = [await newDevice(db, side, [rule]), await newDevice(db, side, [rule])]
          await send(side, inTime, readings)
          await sendEach(side, late, [readings.slice(-1), ...inPieces(readings.slice(0, -1), size)])
          const times = async (sn: string) => (await spansOf(db, sn, start)).map(([from, to]) => [from, to])
          expect(await times(late)).toEqual(await times(inTime))
          expect(side.device(late).open_alarms).toBe(0)
        },
      ),
      {
        numRuns: 8,
        seed: 13,
        examples: [
          // A blip that stands yet as far as is known, and one that is over too early.
          [[20, 20, 20, 91], 25, 25, 0, 5],
          [[86, 95, 20, 91, 95, 20, 95, 91, 89, 95, 91, 88, 88, 89, 86, 20], 0, 10, 0, 4],
        ],
      },
    )
  })

  test('a late alarm that proves shorter than its delay is removed, and its watchers are notified', async () => {
    const sn = await newDevice(db, side, [{ ...HIGH, on_delay_s: 25 }])
    const { heard, last } = listen(side, sn)
    const start = Date.now() - 100_000
    await send(side, sn, [heat(start + 80_000, 20)])
    await send(side, sn, [heat(start + 10_000, 95)])
    expect(last()).toMatchObject({ state: 'RTNUN', is_late: true })
    await send(side, sn, [heat(start + 20_000, 20)])
    expect(await rowsOf(db, sn)).toEqual([])
    expect(last()).toMatchObject({ alarm_id: heard[0]?.alarm.alarm_id, state: 'NORM' })
  })

  test('a late alarm keeps the only valid one of its repeats', async () => {
    const sn = await newDevice(db, side, [{ ...HIGH, on_delay_s: 25 }])
    const { last } = listen(side, sn)
    const start = Date.now() - 300_000
    await send(side, sn, [heat(start + 280_000, 20)])
    await send(side, sn, [heat(start, 95), heat(start + 40_000, 20)])
    await send(side, sn, [heat(start + 60_000, 95), heat(start + 100_000, 20)])
    await send(side, sn, [heat(start + 120_000, 95), heat(start + 160_000, 20)])
    expect(last()).toMatchObject({ state: 'RTNUN', repeats: 2 })
    await send(side, sn, [heat(start + 70_000, 20), heat(start + 130_000, 20)])
    expect(await spansOf(db, sn, start)).toEqual([[25_000, 40_000, 'late']])
    const [left] = await rowsOf(db, sn)
    await side.alarms.confirm(1, String(left?.alarm_id), BY)
    expect(last()).toMatchObject({ state: 'NORM', confirm_userName: 'operator' })
  })

  test('a late alarm that somebody confirmed is not removed', async () => {
    const sn = await newDevice(db, side, [{ ...HIGH, on_delay_s: 25 }])
    const { last } = listen(side, sn)
    const start = Date.now() - 100_000
    await send(side, sn, [heat(start + 80_000, 20)])
    await send(side, sn, [heat(start + 10_000, 95)])
    await side.alarms.confirm(1, last().alarm_id, BY)
    await send(side, sn, [heat(start + 20_000, 20)])
    expect(await spansOf(db, sn, start)).toEqual([[35_000, 80_000, 'late']])
  })
})

describe('while the history is read for late readings', () => {
  test('alarms of others are written and confirmed', async () => {
    const [sn, other] = [await newDevice(db, side, [HIGH]), await newDevice(db, side, [HIGH])]
    const { last, until } = listen(side, other)
    const start = Date.now() - 60_000
    await send(side, sn, [heat(start, 20), heat(start + 30_000, 21)])
    let goOn = () => {}
    const gate = new Promise<void>((resolve) => {
      goOn = resolve
    })
    beforeReviews(sn, () => gate)
    const late = send(side, sn, [heat(start + 10_000, 95), heat(start + 20_000, 22)])
    await vi.waitFor(() => expect(side.telemetry.raw).toHaveBeenCalled())
    await send(side, other, [heat(start, 95)])
    await side.alarms.confirm(1, last().alarm_id, BY)
    await until('produced', 'confirmed')
    expect(await spansOf(db, sn, start)).toEqual([])
    goOn()
    await late
    expect(await spansOf(db, sn, start)).toEqual([[10_000, 20_000, 'late']])
  })

  test('the alarm itself may come meanwhile, and is confirmed as it stands', async () => {
    const sn = await newDevice(db, side, [HIGH])
    const { last } = listen(side, sn)
    const start = Date.now() - 60_000
    await send(side, sn, [heat(start, 20), heat(start + 30_000, 21)])
    let reviews = 0
    beforeReviews(sn, async () => {
      reviews += 1
      if (reviews > 1) return
      await send(side, sn, [heat(start + 40_000, 95)])
      await side.alarms.confirm(1, last().alarm_id, BY)
    })
    await send(side, sn, [heat(start + 10_000, 95), heat(start + 20_000, 22)])
    expect(await spansOf(db, sn, start)).toEqual([
      [10_000, 20_000, 'late'],
      [40_000, null],
    ])
    expect(last()).toMatchObject({ state: 'ACKED', alarm_time: start + 40_000 })
  })

  test('a late alarm is added, once, though the alarm comes and goes without end', async () => {
    const sn = await newDevice(db, side, [HIGH])
    const start = Date.now() - 60_000
    await send(side, sn, [heat(start, 20), heat(start + 30_000, 21)])
    let changes = 0
    beforeReviews(sn, () => {
      changes += 1
      return send(side, sn, [heat(start + 30_000 + changes * 1000, changes % 2 === 1 ? 95 : 20)])
    })
    await send(side, sn, [heat(start + 10_000, 95), heat(start + 20_000, 22)])
    const spans = await spansOf(db, sn, start)
    expect(spans.filter(([from]) => from === 10_000)).toEqual([[10_000, 20_000, 'late']])
    expect(spans.length).toBe(1 + Math.ceil(changes / 2))
  })
})
