import { expect, test } from 'vitest'
import {
  AT_ONCE,
  guestsOf,
  inPieces,
  inTurnsOf,
  type Organisation,
  openTurns,
  organisationNow,
  TimeUp,
} from './turns.ts'

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

test('an organisation, or its guests, with any number of long works has as many turns as one with a single one', async () => {
  const ended: string[] = []
  const long = (holder: Organisation, name: string) =>
    inTurnsOf(holder, async () => {
      await inPieces(Array(3 * AT_ONCE).fill(0), () => {})
      ended.push(name)
    })
  const works = [...Array(50)].map(() => long(guestsOf(1), 'of many'))
  await Promise.all([...works, long(1, 'alone'), long(2, 'alone')])
  expect(ended.lastIndexOf('alone')).toBeLessThanOrEqual(2)
  expect(ended).toHaveLength(52)
})

test('what guests of an organisation set off is theirs, and of no other organisation', async () => {
  expect(organisationNow(1)).toBe(1)
  await inTurnsOf(guestsOf(1), async () => {
    await null
    expect(organisationNow(1)).toBe(guestsOf(1))
    expect(organisationNow(2)).toBe(2)
  })
})

test('the works of one organisation take turns with each other, and none is left behind', async () => {
  const seen: string[] = []
  const long = (name: string) =>
    inPieces(Array(2 * AT_ONCE + 1).fill(0), (_, i) => i % AT_ONCE === 0 && seen.push(name))
  await Promise.all([long('a'), long('b')])
  await long('c')
  expect(seen).toEqual(['a', 'b', 'a', 'b', 'a', 'b', 'c', 'c', 'c'])
})
