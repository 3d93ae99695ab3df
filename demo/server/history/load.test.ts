import { expect, test } from 'vitest'
import { HOUR_MS } from '../../../core/catalogue/durations.ts'
import { AT_ONCE } from '../limits/turns.ts'
import { prepareLoad } from './load.ts'
import { mergeHour, type Part } from './merge-hour.ts'
import { openMerger } from './merger.ts'
import type { Sample } from './sample.ts'

test('samples of a load are looked at in pieces, between which everything else has its turn', async () => {
  let looked = 0
  let most = 0
  let turns = 0
  let isOver = false
  const turn = () => {
    turns++
    most = Math.max(most, looked)
    looked = 0
    if (!isOver) setImmediate(turn)
  }
  const samples = Array.from({ length: 20 * AT_ONCE }, (_, i): Sample => {
    return {
      get point_id() {
        looked++
        return 1
      },
      data_time: i * 1000,
      value: i,
      quality: 0,
    }
  })
  setImmediate(turn)
  const { parts, from } = await prepareLoad(samples)
  isOver = true
  expect(most).toBeLessThanOrEqual(AT_ONCE)
  expect(turns).toBeGreaterThanOrEqual(19)
  expect(from).toBe(0)
  expect(parts.map(({ t0 }) => t0)).toEqual(
    Array.from({ length: Math.ceil((samples.length * 1000) / HOUR_MS) }, (_, i) => i * HOUR_MS),
  )
})

test('hours that the thread merges are those that would be merged here, however many samples they have', async () => {
  const part = (count: number, value: number): Part => {
    const times = Array.from({ length: count }, (_, i) => i)
    return { point_id: 1, t0: 0, series: { times, values: times.map(() => value), states: times.map(() => 0) } }
  }
  const stored = mergeHour(part(3000, 1), null).data
  const hours = [
    { part: part(100_000, 2), stored },
    { part: part(1, 3), stored: null },
  ]
  const merger = openMerger()
  try {
    expect(await merger.merge(hours)).toEqual(hours.map(({ part: own, stored: before }) => mergeHour(own, before)))
  } finally {
    await merger.close()
  }
})

test('an hour that cannot be read fails its own load, and the thread goes on', async () => {
  const part: Part = { point_id: 1, t0: 0, series: { times: [0], values: [1], states: [0] } }
  const merger = openMerger()
  try {
    const [failed, merged] = await Promise.allSettled([
      merger.merge([{ part, stored: Buffer.from('no hour') }]),
      merger.merge([{ part, stored: null }]),
    ])
    expect(failed).toMatchObject({ status: 'rejected', reason: expect.any(Error) })
    expect(merged).toEqual({ status: 'fulfilled', value: [mergeHour(part, null)] })
  } finally {
    await merger.close()
  }
})
