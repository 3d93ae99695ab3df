import { afterEach, expect, test, vi } from 'vitest'
import { openGate } from '../../../tests/server/gate.ts'
import { whileAnswering, whileCallGoesOn } from '../limits/call-now.ts'
import { guestsOf, inTurnsOf } from '../limits/turns.ts'
import { openActs } from './acts.ts'

afterEach(() => void vi.useRealTimers())

/** Nothing waits to be written. */
const AT_ONCE: Parameters<typeof openActs>[0] = { persistOf: () => Promise.resolve(), step: (_, work) => work() }

test('organisations that wait for their own alarms keep no place from those of others', async () => {
  const written = openGate()
  const done: number[] = []
  const { act } = openActs({
    persistOf: (tenant_id) => (tenant_id < 9 ? written.promise : Promise.resolve()),
    step: (_, work) => work(),
  })
  const note = (tenant_id: number) => act(tenant_id, 1, async () => void done.push(tenant_id))
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
  const { act } = openActs(AT_ONCE)
  const first = act(1, 1, async () => {
    await ended.promise
    done.push('first')
  })
  const second = act(1, 1, async () => void done.push('second'))
  await act(2, 1, async () => void done.push('other'))
  ended.resolve()
  await Promise.all([first, second])
  expect(done).toEqual(['other', 'first', 'second'])
})

test('what guests do with alarms of an organisation keeps nothing out that its users do', async () => {
  const ended = openGate()
  const { act } = openActs(AT_ONCE)
  const refused: unknown[] = []
  const ofGuests = inTurnsOf(guestsOf(1), () =>
    Array.from({ length: 300 }, () => act(1, 1, () => ended.promise).catch((error) => refused.push(error))),
  )
  await new Promise((resolve) => setImmediate(resolve))
  expect(refused.length).toBeGreaterThan(0)
  expect(await act(1, 1, async () => 'done')).toBe('done')
  ended.resolve()
  await Promise.all(ofGuests)
})

test('what organisations do to many alarms, and what follows of it, takes a third of the time together', async () => {
  vi.useFakeTimers()
  const { act, follow } = openActs(AT_ONCE)
  const started = performance.now()
  let tookMs = 0
  const work = async () => {
    await new Promise((resolve) => setTimeout(resolve, 200))
    tookMs += 200
  }
  const all = [1, 2, 3].flatMap((tenant_id) => [act(tenant_id, 100, work), follow(tenant_id, work)])
  await vi.runAllTimersAsync()
  await Promise.all(all)
  expect(performance.now() - started).toBe(3 * tookMs)
})

test('what somebody does to one alarm waits for no rest after what was done to many', async () => {
  vi.useFakeTimers()
  const { act, close } = openActs(AT_ONCE)
  const first = act(1, 100, () => new Promise<void>((resolve) => setTimeout(resolve, 200)))
  await vi.advanceTimersByTimeAsync(200)
  await first
  let isNext = false
  const next = act(2, 100, async () => {
    isNext = true
  })
  expect(await act(1, 1, async () => 'noted')).toBe('noted')
  expect(isNext).toBe(false)
  close()
  await next
})

test('what somebody does is undone where his call may go on no more before it is kept', async () => {
  const call = { ended: null as Error | null, hasWritten: false, isChange: true, isAnswered: false }
  const write = whileCallGoesOn(async () => {
    call.ended = new Error('his session has ended')
    return 'written'
  })
  await expect(whileAnswering(call, () => write({} as never))).rejects.toThrow('his session has ended')
})
