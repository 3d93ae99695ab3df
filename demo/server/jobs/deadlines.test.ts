import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createDeadlines } from './deadlines.ts'

test('what is due comes up once, the earliest first, and not before its time', () => {
  const step = fc.record({ is: fc.constantFrom('add', 'delete', 'take'), one: fc.nat(20), time: fc.nat(50) })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 500 }), (steps) => {
      const deadlines = createDeadlines<number>()
      const times = new Map<number, number>()
      let now = 0
      for (const { is, one, time } of steps) {
        if (is === 'add') {
          deadlines.add(one, now + time)
          times.set(one, Math.min(times.get(one) ?? now + time, now + time))
        } else if (is === 'delete') {
          deadlines.delete(one)
          times.delete(one)
        } else {
          now += time
          const due = [...times].filter(([, its]) => its <= now)
          const taken = deadlines.take(now)
          expect(taken.map((each) => times.get(each))).toEqual(due.map(([, its]) => its).sort((a, b) => a - b))
          expect(new Set(taken)).toEqual(new Set(due.map(([each]) => each)))
          for (const each of taken) times.delete(each)
        }
      }
    }),
  )
})

test('a deadline that is brought forward without end leaves nothing behind', () => {
  const deadlines = createDeadlines<string>()
  for (let time = 100_000; time > 0; time--) deadlines.add('a', time)
  deadlines.add('b', 5)
  expect(deadlines.take(100_000)).toEqual(['a', 'b'])
})
