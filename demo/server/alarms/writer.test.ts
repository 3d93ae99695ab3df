import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { HOUR_MS } from '../../../core/catalogue/durations.ts'
import { openGate } from '../../../tests/server/gate.ts'
import { type CallNow, callNow, whileAnswering } from '../limits/call-now.ts'
import type { Change } from './changeset.ts'
import { createWriter } from './writer.ts'

/** A writer whose transactions end as `write` does, of an organisation or of all (null). */
function openWriter(write: (tenant_id: number | null) => Promise<void>) {
  let transactions = 0
  const transact = async (tenant_id: number | null) => {
    transactions += 1
    await write(tenant_id)
    return { settle: () => [] }
  }
  const db = { system: () => transact(null), systemFor: transact }
  const writer = createWriter({
    db: db as never,
    fleet: {} as never,
    metrics: {} as never,
    report: () => {},
    now: () => 0,
    rulesOf: () => [],
    weigh: () => 'itself',
    intervalMs: HOUR_MS,
  })
  const add = (tenant_id: number, count = 1) => {
    const at = { device: { tenant_id } }
    writer.add(Array.from({ length: count }, () => ({ is: 'recovered', at, time: 0 }) as Change))
    return writer.persistOf(tenant_id)
  }
  return { writer, add, transactions: () => transactions }
}

test('alarms that come one after the other while others are written are written together', async () => {
  const gate = openGate()
  const { writer, add, transactions } = openWriter(() => gate.promise)
  const first = add(1)
  await nextTurn()
  const second = add(1)
  gate.resolve()
  await first
  const third = add(1)
  await nextTurn()
  expect(transactions()).toBe(1)
  await writer.close()
  await Promise.all([second, third])
  expect(transactions()).toBe(2)
})

test('whoever waits for alarms that the store refuses is notified, and they are written later', async () => {
  let isRefused = true
  const { writer, add, transactions } = openWriter(async () => {
    if (isRefused) throw new Error('refused')
  })
  const both = await Promise.allSettled([add(1), add(2)])
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  isRefused = false
  await writer.close()
  expect(transactions()).toBe(4)
  expect(writer.waitingOf(1) + writer.waitingOf(2)).toBe(0)
})

test("a flood of one organisation's alarms waits in its own turns, and nobody else's alarms wait for it", async () => {
  const gate = openGate()
  const turns: (number | null)[] = []
  const { writer, add } = openWriter(async (tenant_id) => {
    turns.push(tenant_id)
    if (tenant_id === 1) await gate.promise
  })
  const flood = add(1, 250)
  await nextTurn()
  await add(2)
  expect(await writer.inTurn(2, async () => 'done')).toBe('done')
  expect(turns).toEqual([1, null])
  gate.resolve()
  await writer.close()
  await flood
  expect(turns).toEqual([1, null, 1, 1])
})

test('a few alarms of one organisation at a time go before people, and those of others have their own turns meanwhile', async () => {
  const gate = openGate()
  const turns: (number | null)[] = []
  const { writer, add } = openWriter(async (tenant_id) => {
    turns.push(tenant_id)
    if (tenant_id === null) await gate.promise
  })
  const all = [add(1), add(2), add(3)]
  await nextTurn()
  expect(turns).toEqual([null, 2, 3])
  gate.resolve()
  await Promise.all(all)
  await add(4)
  expect(turns).toEqual([null, 2, 3, null])
  await writer.close()
})

test('alarms that are written because a call waits for them are no work of this call', async () => {
  const writers: unknown[] = []
  const { add } = openWriter(async () => void writers.push(callNow()))
  const call: CallNow = { ended: null, hasWritten: false, isChange: true, isAnswered: false }
  await whileAnswering(call, () => add(1))
  expect(writers).toEqual([undefined])
})
