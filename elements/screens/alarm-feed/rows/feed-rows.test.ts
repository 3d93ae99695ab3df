import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Alarm } from '../../../../core/contract/alarm.ts'
import { worstOf } from '../worst.ts'
import { FeedRows, isHeading, type RowsView } from './feed-rows.ts'
import { levelsOf, statesOf } from './filter.ts'
import { sortOf } from './order.ts'

const NOW = 1_763_700_000_000
const alarm = (id: number, more: Partial<Alarm> = {}): Alarm => ({
  alarm_id: String(id),
  rule_id: String(id),
  sn_code: 'P1',
  dev_alias: 'Pump 1',
  key: 'flow',
  alarm_type: 1,
  state: 'UNACK',
  alarm_level: 4,
  alarm_name: `报警${id}`,
  alarm_name_en: `Alarm ${id}`,
  alarm_info: '',
  alarm_info_en: null,
  alarm_time: NOW + id,
  alarm_value: 1,
  recover_time: null,
  confirm_time: null,
  confirm_userName: null,
  alarm_note: null,
  alarm_note_en: null,
  repeats: 0,
  is_late: false,
  held_until: null,
  ...more,
})
const view = (more: Partial<RowsView> = {}): RowsView => ({
  levels: [],
  states: statesOf(''),
  search: '',
  sort: sortOf('-alarm_time'),
  groupBy: 'none',
  lang: 'en',
  ...more,
})

let alarms: Map<string, Alarm>
let rows: FeedRows
const show = (all: Alarm[], wanted = view()) => {
  alarms = new Map(all.map((one) => [one.alarm_id, one]))
  rows = new FeedRows(alarms, wanted)
}
const change = (one: Alarm, isGone = false) => {
  if (isGone) alarms.delete(one.alarm_id)
  else alarms.set(one.alarm_id, one)
  rows.take([{ key: one.alarm_id, alarm: one, isGone }])
}
const over = (one: Alarm): Alarm => ({ ...one, state: 'NORM', recover_time: NOW, confirm_time: NOW })
const shown = () =>
  rows.items.map((item) => (isHeading(item) ? `${item.group} ${item.rows.length}` : Number(item.alarm.alarm_id)))

beforeEach(() => {
  vi.useFakeTimers({ now: NOW })
})
afterEach(() => {
  rows.dispose()
  vi.useRealTimers()
})

describe('the order', () => {
  test('the order of the feed is the worst first, of one level the unconfirmed, then what stands, then the newest', () => {
    const known = { state: 'ACKED', confirm_time: NOW } as const
    show(
      [
        alarm(1, { alarm_level: 4, ...known }),
        alarm(2, { alarm_level: 4 }),
        alarm(3, { alarm_level: 4, state: 'RTNUN', recover_time: NOW }),
        alarm(4, { alarm_level: 4 }),
        alarm(5, { alarm_level: 4, ...known }),
        alarm(6, { alarm_level: 1 }),
        alarm(7, { alarm_level: 5, ...known }),
      ],
      view({ sort: sortOf('') }),
    )
    expect(shown()).toEqual([7, 4, 2, 3, 5, 1, 6])
    expect(sortOf('nonsense')).toEqual(sortOf('-alarm_level'))
  })

  test('the order of the feed is as it is wanted, the newest first among equals', () => {
    const unordered = [
      alarm(1, { alarm_level: 5, dev_alias: 'Pump 10' }),
      alarm(2, { dev_alias: 'Pump 9' }),
      alarm(3, { dev_alias: 'Pump 9' }),
    ]
    show(unordered)
    expect(shown()).toEqual([3, 2, 1])
    rows.setView(view({ sort: sortOf('-alarm_level') }))
    expect(shown()).toEqual([1, 3, 2])
    rows.setView(view({ sort: sortOf('dev_alias') }))
    expect(shown()).toEqual([3, 2, 1])
  })

  test('the order of the feed holds for what comes, and for what it changes', () => {
    show([alarm(1), alarm(5)], view({ sort: sortOf('-alarm_level') }))
    change(alarm(3, { alarm_level: 5 }))
    expect(shown()).toEqual([3, 5, 1])
    change(alarm(1, { alarm_level: 5 }))
    expect(shown()).toEqual([3, 1, 5])
  })
})

describe('while they are held', () => {
  test('an alarm list that is held gets, loses and moves no row, and texts change in place', () => {
    show([alarm(1), alarm(2), alarm(3)])
    rows.hold(true)
    change(alarm(9))
    change({ ...alarm(1), alarm_time: NOW + 100, repeats: 1 })
    change(over(alarm(3)), true)
    vi.advanceTimersByTime(60_000)
    expect(shown()).toEqual([3, 2, 1])
    expect(rows.rowOf('1')?.alarm.repeats).toBe(1)
    expect(rows.rowOf('3')).toMatchObject({ alarm: { state: 'NORM' }, leaves: expect.any(Number) })
    expect(rows.waiting).toEqual({ count: 1, worst: 4 })
    rows.hold(false)
    expect(shown()).toEqual([1, 9, 2])
    expect(rows.waiting.count).toBe(0)
  })

  test('waiting alarms can be shown, and one that is over before it was shown never comes', () => {
    show([alarm(1)])
    rows.hold(true)
    change(alarm(2))
    change(alarm(3, { alarm_level: 5 }))
    change(over(alarm(2)), true)
    expect(rows.waiting).toEqual({ count: 1, worst: 5 })
    rows.showWaiting()
    expect(shown()).toEqual([3, 1])
    change(alarm(4))
    expect(shown()).toEqual([3, 1])
  })
})

test('an alarm that is over is visible for a short time, then leaves', () => {
  show([alarm(1), alarm(2)])
  change(over(alarm(2)), true)
  expect(shown()).toEqual([2, 1])
  vi.advanceTimersByTime(3000)
  expect(shown()).toEqual([1])
})

test('an alarm that no longer matches leaves, and stays where it matches again meanwhile', () => {
  show([alarm(1), alarm(2)], view({ states: statesOf('UNACK') }))
  change({ ...alarm(1), state: 'ACKED', confirm_time: NOW })
  change({ ...alarm(2), state: 'ACKED', confirm_time: NOW })
  change(alarm(2))
  vi.advanceTimersByTime(3000)
  expect(shown()).toEqual([2])
})

test('active alarms come before recovered ones of the same level', () => {
  const unordered = [alarm(1, { alarm_level: 5 }), alarm(2, { alarm_level: 5, recover_time: NOW + 9 }), alarm(3)]
  show(unordered, view({ sort: sortOf('-alarm_level') }))
  expect(shown()).toEqual([1, 2, 3])
  const worst = worstOf(
    rows.items.flatMap((item) => (isHeading(item) ? [] : [item])),
    2,
  )
  expect(worst.map((row) => row.alarm.alarm_id)).toEqual(['1', '2'])
})

test('the worst alarm of one level is an unconfirmed one, though it recovered, in the list and above it', () => {
  const confirmed = alarm(1, { alarm_level: 5, state: 'ACKED', confirm_time: NOW + 1 })
  const recovered = alarm(2, { alarm_level: 5, state: 'RTNUN', recover_time: NOW + 9 })
  show([confirmed, recovered], view({ sort: sortOf('-alarm_level') }))
  expect(shown()).toEqual([2, 1])
  const worst = worstOf(
    rows.items.flatMap((item) => (isHeading(item) ? [] : [item])),
    1,
  )
  expect(worst.map((row) => row.alarm.alarm_id)).toEqual(['2'])
})

test('level, state and words decide what matches', () => {
  show([
    alarm(1, { alarm_level: 5 }),
    alarm(2, { state: 'SHLVD' }),
    alarm(3, { alarm_info_en: 'Dry run' }),
    alarm(4, { alarm_level: 1 }),
  ])
  expect(shown()).toEqual([4, 3, 1])
  rows.setView(view({ levels: levelsOf('4,5, x') }))
  expect(shown()).toEqual([3, 1])
  rows.setView(view({ states: statesOf('shlvd,nonsense') }))
  expect(shown()).toEqual([2])
  rows.setView(view({ search: ' dry ' }))
  expect(shown()).toEqual([3])
})

test('groups have their count and worst alarm, in the order of their first rows, and can be folded', () => {
  show(
    [alarm(1, { sn_code: 'A' }), alarm(2, { sn_code: 'B' }), alarm(3, { sn_code: 'A', alarm_level: 5 })],
    view({ groupBy: 'device' }),
  )
  expect(shown()).toEqual(['A 2', 3, 1, 'B 1', 2])
  expect(rows.items[0]).toMatchObject({ worst: 5 })
  rows.toggle('A')
  expect(shown()).toEqual(['A 2', 'B 1', 2])
  expect(rows.order).toHaveLength(3)
  change(alarm(4, { sn_code: 'B' }))
  expect(shown()).toEqual(['B 2', 4, 2, 'A 2'])
})

test('a thousand new rows find their places among 100,000', () => {
  show(Array.from({ length: 100_000 }, (_, at) => alarm(at * 2)))
  for (let at = 0; at < 1000; at += 1) alarms.set(String(at * 2 + 1), alarm(at * 2 + 1))
  rows.take(
    Array.from({ length: 1000 }, (_, at) => ({ key: String(at * 2 + 1), alarm: alarm(at * 2 + 1), isGone: false })),
  )
  const order = rows.order.map((row) => row.alarm.alarm_time)
  expect(order).toHaveLength(101_000)
  expect(order.every((time, at) => at === 0 || time < (order[at - 1] as number))).toBe(true)
})
