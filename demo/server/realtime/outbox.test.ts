import { expect, test } from 'vitest'
import { createOutbox } from './outbox.ts'

test('an outbox gives what was put, in order and once', () => {
  const outbox = createOutbox({ bufferedAmount: 0 })
  outbox.put('first')
  outbox.put('second')
  expect(outbox.take()).toEqual(['first', 'second'])
  expect(outbox.take()).toEqual([])
})

test('a reader who is behind gets nothing more until he has read', () => {
  const socket = { bufferedAmount: 70_000 }
  const outbox = createOutbox(socket)
  expect(outbox.state(0)).toBe('behind')
  socket.bufferedAmount = 60_000
  expect(outbox.state(1)).toBe('ready')
})

test('a reader who stays behind by a megabyte for half a minute is stuck', () => {
  const socket = { bufferedAmount: 2 << 20 }
  const outbox = createOutbox(socket)
  expect(outbox.state(0)).toBe('behind')
  expect(outbox.state(30_000)).toBe('behind')
  expect(outbox.state(30_001)).toBe('stuck')
})

test('a reader who reads in between is not stuck', () => {
  const socket = { bufferedAmount: 2 << 20 }
  const outbox = createOutbox(socket)
  outbox.state(0)
  socket.bufferedAmount = 0
  outbox.state(20_000)
  socket.bufferedAmount = 2 << 20
  expect(outbox.state(40_000)).toBe('behind')
})

test('frames for a reader who does not read take no more than 4 MB, and make him stuck at once', () => {
  const outbox = createOutbox({ bufferedAmount: 0 })
  const refusal = JSON.stringify({ type: 'refused', code: '110509', channel: `device/${'x'.repeat(1000)}` })
  for (let count = 0; count < 20_000; count++) outbox.put(refusal)
  expect(outbox.state(0)).toBe('stuck')
  const bytes = outbox.take().join('').length
  expect(bytes).toBeGreaterThan(4 << 20)
  expect(bytes).toBeLessThan((4 << 20) + 2000)
})
