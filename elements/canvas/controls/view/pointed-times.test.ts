import { expect, test } from 'vitest'
import { pointedTimes } from './pointed-times.ts'

test('a curve that is left ends what it pointed at itself, not what another one points at', () => {
  const times = pointedTimes()
  let heard = 0
  const stop = times.listen(() => {
    heard += 1
  })
  times.point('one', 100)
  times.point('other', 200)
  times.point('one', null)
  expect(times.now()).toEqual({ by: 'other', time: 200 })
  times.point('other', null)
  expect(times.now()).toBe(null)
  expect(heard).toBe(3)
  stop()
  times.point('one', 300)
  expect(heard).toBe(3)
})
