import { expect, test, vi } from 'vitest'
import { MINUTE_MS } from '../../../core/catalogue/durations.ts'
import { OpenMinutes } from './open-minutes.ts'
import type { Sample } from './telemetry.ts'

vi.mock('../../../core/catalogue/limits.ts', async (original) => {
  const { LIMITS, ...more } = await original<typeof import('../../../core/catalogue/limits.ts')>()
  return { ...more, LIMITS: { ...LIMITS, openBytes: 32_000 } }
})

const samplesOf = (tenant_id: number, count: number, point_id = tenant_id): Sample[] =>
  Array.from({ length: count }, (_, i) => ({ point_id, tenant_id, data_time: i * MINUTE_MS, value: i, quality: 0 }))
const textsOf = (tenant_id: number, count: number, length: number): Sample[] =>
  samplesOf(tenant_id, count).map((sample) => ({ ...sample, value: null, text: 'x'.repeat(length) }))
/** Seals what is older than so many minutes. */
function sealed(open: OpenMinutes, minutes: number) {
  const sealing = open.seal((time) => time < minutes * MINUTE_MS)
  for (const _ of sealing.series());
  for (const _ of sealing.texts());
  return sealing
}

test('an organisation is full with samples or texts that are not sealed, others are not, and what is sealed makes room', () => {
  const open = new OpenMinutes()
  open.add([...samplesOf(1, 1001), ...textsOf(2, 15, 1000), ...samplesOf(3, 999)])
  expect([1, 2, 3].map((id) => open.isFull(id))).toEqual([true, false, false])
  open.add(textsOf(2, 1, 1000))
  expect(open.isFull(2)).toBe(true)
  sealed(open, 5).undo()
  expect(open.isFull(1)).toBe(true)
  sealed(open, 2).done()
  expect([1, 2].map((id) => open.isFull(id))).toEqual([false, false])
  open.add(samplesOf(1, 1))
  expect(open.isFull(1)).toBe(false)
  open.add(samplesOf(1, 1))
  expect(open.isFull(1)).toBe(true)
})

test('a point with very many samples of a second, which are thinned, counts for those that are left', () => {
  const open = new OpenMinutes()
  const texts = Array.from({ length: 20_000 }, (): Sample => {
    return { point_id: 1, tenant_id: 1, data_time: 7, value: null, text: 'x', quality: 0 }
  })
  open.add(texts)
  sealed(open, 1).done()
  open.add(samplesOf(1, 1000))
  expect(open.isFull(1)).toBe(false)
})

test('a point that is given away while samples of it wait counts for whose it is then', () => {
  const open = new OpenMinutes()
  open.add(samplesOf(1, 1002))
  const sealing = open.seal((time) => time < MINUTE_MS)
  open.add(samplesOf(2, 1, 1))
  for (const _ of sealing.series());
  for (const _ of sealing.texts());
  sealing.done()
  expect([1, 2].map((id) => open.isFull(id))).toEqual([false, true])
})

test('while all together have much, each has a part of what it has otherwise', () => {
  const open = new OpenMinutes()
  const ids = Array.from({ length: 10 }, (_, i) => i + 1)
  for (const id of ids) open.add(samplesOf(id, 300))
  expect(open.isFull(1)).toBe(false)
  for (const id of ids) open.add(samplesOf(id, 200))
  expect(open.isFull(1)).toBe(true)
  sealed(open, 1000).done()
  expect(open.isFull(1)).toBe(false)
})
