import { expect, test } from 'vitest'
import { openRemembered } from './remembered.ts'

test('the memory of answers has room for half a million points, and the oldest go first', async () => {
  const remembered = openRemembered<number, number>((points) => points)
  for (let key = 0; key < 50; key++) remembered.keep(key, Promise.resolve(20_000), 0)
  await Promise.resolve()
  expect(remembered.points()).toBe(500_000)
  expect([remembered.get(24), remembered.get(25)?.until, remembered.get(49)?.until]).toEqual([undefined, 0, 0])
  remembered.keep(49, Promise.resolve(1), 0)
  remembered.forget(25)
  await Promise.resolve()
  expect(remembered.points()).toBe(460_001)
})

test('an answer that fails is forgotten, and of two of the same key the later one stays', async () => {
  const remembered = openRemembered<string, number>((points) => points)
  const failed = Promise.reject(new Error('away'))
  remembered.keep('a', failed, 1)
  await failed.catch(() => {})
  expect(remembered.get('a')).toBeUndefined()
  remembered.keep('b', Promise.resolve(5), 1)
  remembered.keep('b', Promise.resolve(7), 2)
  await Promise.resolve()
  expect([remembered.get('b')?.until, remembered.points()]).toEqual([2, 7])
})
