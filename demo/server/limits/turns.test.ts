import { expect, test } from 'vitest'
import { openTurns, TimeUp } from './turns.ts'

test('long work goes on while there is time', async () => {
  await expect(openTurns(Number.POSITIVE_INFINITY).pause()).resolves.toBeUndefined()
})

test('long work that asks for its next turn when its time is up goes no further', async () => {
  await expect(openTurns(-1).pause()).rejects.toThrow(TimeUp)
})

test('long work for whose answer nobody waits any more goes no further', async () => {
  const caller = new AbortController()
  const turns = openTurns(Number.POSITIVE_INFINITY, caller.signal)
  await turns.pause()
  caller.abort()
  await expect(turns.pause()).rejects.toThrow(TimeUp)
})
