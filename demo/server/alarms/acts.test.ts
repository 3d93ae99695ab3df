import { expect, test } from 'vitest'
import { openGate } from '../../../tests/server/gate.ts'
import { guestsOf, inTurnsOf } from '../limits/turns.ts'
import { openActs } from './acts.ts'

test('organisations that wait for their own alarms keep no place from those of others', async () => {
  const written = openGate()
  const done: number[] = []
  const act = openActs(
    { persistOf: (tenant_id) => (tenant_id < 9 ? written.promise : Promise.resolve()), step: (work) => work() },
    8,
  )
  const note = (tenant_id: number) => act(tenant_id, async () => void done.push(tenant_id))
  const flooded = Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map(note))
  await note(9)
  expect(done).toEqual([9])
  written.resolve()
  await flooded
  expect(done).toEqual([9, 1, 2, 3, 4, 5, 6, 7, 8])
})

test('what one organisation does is done one after the other', async () => {
  const ended = openGate()
  const done: string[] = []
  const act = openActs({ persistOf: () => Promise.resolve(), step: (work) => work() }, 8)
  const first = act(1, async () => {
    await ended.promise
    done.push('first')
  })
  const second = act(1, async () => void done.push('second'))
  await act(2, async () => void done.push('other'))
  ended.resolve()
  await Promise.all([first, second])
  expect(done).toEqual(['other', 'first', 'second'])
})

test('what guests do with alarms of an organisation keeps nothing out that its users do', async () => {
  const ended = openGate()
  const act = openActs({ persistOf: () => Promise.resolve(), step: (work) => work() }, 8)
  const refused: unknown[] = []
  const ofGuests = inTurnsOf(guestsOf(1), () =>
    Array.from({ length: 300 }, () => act(1, () => ended.promise).catch((error) => refused.push(error))),
  )
  await new Promise((resolve) => setImmediate(resolve))
  expect(refused.length).toBeGreaterThan(0)
  expect(await act(1, async () => 'done')).toBe('done')
  ended.resolve()
  await Promise.all(ofGuests)
})

test('an organisation rests after a long act, and whoever did it does not wait for that', async () => {
  const act = openActs({ persistOf: () => Promise.resolve(), step: (work) => work() }, 8, 2)
  let isNext = false
  const first = act(1, () => new Promise<void>((resolve) => setTimeout(resolve, 50)))
  const next = act(1, async () => {
    isNext = true
  })
  await first
  let turns = 0
  for (; !isNext; turns += 1) await new Promise((resolve) => setImmediate(resolve))
  await next
  expect(turns).toBeGreaterThan(3)
})
