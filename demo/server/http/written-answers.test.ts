import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { type Caller, NOBODY } from './caller.ts'
import { NoRoomForReply } from './held-answers.ts'
import { openWrittenAnswers } from './written-answers.ts'

const LARGE = ['x'.repeat(100_000)]
const callerOf = (tenant_id: number, more: Partial<Caller> = {}): Caller => ({ ...NOBODY, tenant_id, ...more })

function opened() {
  const answers = openWrittenAnswers()
  let begun = 0
  let letGo = () => {}
  const gate = new Promise<void>((resolve) => {
    letGo = resolve
  })
  const write = (caller: Caller, answered: unknown = LARGE, hasChanged = false) =>
    answers.write(caller, answered, hasChanged, async () => {
      begun += 1
      await gate
    })
  /** Writings that have begun since it was asked last. */
  const begunNow = async () => {
    await nextTurn()
    const count = begun
    begun = 0
    return count
  }
  return { write, begunNow, letGo }
}

test('an organisation has 20 large answers written at once, and small ones and those of others do not wait', async () => {
  const { write, begunNow, letGo } = opened()
  const written = Array.from({ length: 120 }, () => write(callerOf(1)))
  expect(await begunNow()).toBe(20)
  const guest = { guest: { key_id: 'key', actions: [] } }
  written.push(write(callerOf(1), ['small']), write(callerOf(2)), write(callerOf(1, guest)))
  expect(await begunNow()).toBe(3)
  await expect(write(callerOf(1))).rejects.toMatchObject({ code: '100019', status: 429 })
  await expect(write(callerOf(1), LARGE, true)).rejects.toThrow(NoRoomForReply)
  written.push(write(callerOf(1), ['small'], true))
  expect(await begunNow()).toBe(1)
  letGo()
  await Promise.all(written)
  expect(await begunNow()).toBe(100)
})

test.each([
  ['large', LARGE],
  ['small', []],
])('a %s answer is not written to its end when its caller hangs up, and that is no defect', async (_size, answered) => {
  const hangUp = new AbortController()
  let pieces = 0
  const written = openWrittenAnswers().write(callerOf(1, { gone: hangUp.signal }), answered, false, async (turns) => {
    for (; pieces < 100; pieces += 1) {
      if (pieces === 3) hangUp.abort()
      await turns.pause()
    }
  })
  await expect(written).rejects.toMatchObject({ code: '100019' })
  expect(pieces).toBe(3)
})
