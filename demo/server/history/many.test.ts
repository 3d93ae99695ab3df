import { expect, test } from 'vitest'
import { readMany } from './many.ts'
import { OpenMinutes } from './open-minutes.ts'
import type { Sample } from './sample.ts'

test('more samples than are requested at most are not gathered: what is left is not even read', async () => {
  const open = new OpenMinutes()
  const ids = [...Array(500).keys()]
  const time = Date.UTC(2026, 10, 20)
  for (const point_id of ids)
    open.add([0, 1, 2].map((n): Sample => ({ point_id, data_time: time + n * 1000, value: n, quality: 0 })))
  let reads = 0
  const read = async () => {
    reads += 1
    return { chunks: new Map(), texts: new Map() } as never
  }
  const upTo = (most?: number) => readMany(read, open, ids, time, time + 10_000, most)
  expect(await upTo(450)).toBe(null)
  expect(reads).toBe(2)
  expect((await upTo(1500))?.size).toBe(500)
  expect((await upTo())?.get(7)).toHaveLength(3)
})
