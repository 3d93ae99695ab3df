import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { HOUR_MS } from '../../../core/catalogue/durations.ts'
import type { Curve } from '../history/telemetry.ts'
import { type Caller, NOBODY } from '../http/caller.ts'
import { type HistoryParts, historyAnswers } from './history.ts'
import { liveAnswers } from './live.ts'

const point = { point_id: 1, key: 'flow', data_type: 'number', is_added: true, keep_history: true }
const device = { tenant_id: 1, sn_code: 'A1', is_virtual: false, group_id: null, points: new Map([['flow', point]]) }
const range = { sn_code: 'A1', key: 'flow', start: 0, end: HOUR_MS, width: 10 }

/** Answers to whose reads nothing comes before it is let. */
function openAnswers(read: { source: Curve['source']; samples: number } = { source: 'raw', samples: 1 }) {
  let reading = 0
  let letGo = () => {}
  const gate = new Promise<void>((resolve) => {
    letGo = resolve
  })
  const wait = async <T>(found: T): Promise<T> => {
    reading += 1
    await gate
    return found
  }
  const rows = [[0, 1, 1, 1, 1, read.samples]]
  const raw = Array(3).fill({ point_id: 1, data_time: 0, value: 1, quality: 'good' })
  const telemetry = { of: () => ({ curve: () => wait({ source: read.source, rows }), raw: () => wait(raw) }) }
  const parts = {
    fleet: { get: () => device },
    telemetry,
    db: { tenant: async () => [] },
    budgets: {},
  } as unknown as HistoryParts
  return { history: historyAnswers(parts), live: liveAnswers(parts), reading: () => reading, letGo }
}

let users = 0
const newCaller = (more: Partial<Caller> = {}): Caller => {
  users += 1
  return { ...NOBODY, tenant_id: 1, user_id: users, may_see: 'all', may_write: 'all', ...more } as unknown as Caller
}

test('the reads of one point go on a few at a time, and one user leaves room for the next', async () => {
  const { history, live, reading, letGo } = openAnswers()
  const [many, one] = [newCaller(), newCaller()]
  const calls = [...Array(40)].flatMap(() => [
    history.curve({ ...range, limit: 100, order: 'asc' }, many),
    history.curve({ ...range, width: undefined, limit: 100, order: 'asc' }, many),
    live.trend({ sn_code: 'A1', key: 'flow', end: HOUR_MS, width: 10 }, many),
  ])
  await nextTurn()
  expect(reading()).toBe(4)
  const other = live.trend({ sn_code: 'A1', key: 'flow', end: HOUR_MS, width: 10 }, one)
  await nextTurn()
  expect(reading()).toBe(5)
  letGo()
  await Promise.all([...calls, other])
  expect(reading()).toBe(121)
})

test('a user reads as many curves at the same time as he may call for in a minute', async () => {
  const { live, reading, letGo } = openAnswers()
  const user = newCaller()
  const trends = Array.from({ length: 1200 }, () =>
    live.trend({ sn_code: 'A1', key: 'flow', end: HOUR_MS, width: 10 }, user),
  )
  await nextTurn()
  letGo()
  await Promise.all(trends)
  expect(reading()).toBe(1200)
})

test('a curve of many samples costs as much as several calls', async () => {
  const spent: number[] = []
  const cost = async (source: Curve['source'], samples: number) => {
    const { history, letGo } = openAnswers({ source, samples })
    letGo()
    await history.curve({ ...range, limit: 100, order: 'asc' }, newCaller({ spend: (calls) => spent.push(calls) }))
  }
  await cost('raw', 21_600)
  await cost('raw', 450_000)
  await cost('minute', 450_000)
  expect(spent).toEqual([2, 45, 0])
})
