import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createHeap } from './heap.ts'

test('what is taken from a heap is the least of what was added', () => {
  fc.assert(
    fc.property(fc.array(fc.option(fc.nat(50)), { maxLength: 200 }), (steps) => {
      const heap = createHeap<number>((one, other) => one < other)
      const all: number[] = []
      for (const step of steps) {
        if (step === null) {
          all.sort((a, b) => a - b)
          expect(heap.first()).toBe(all[0])
          expect(heap.take()).toBe(all.shift())
        } else {
          heap.add(step)
          all.push(step)
        }
        expect(heap.size).toBe(all.length)
      }
    }),
  )
})

test('taking the least of many looks at few of them', () => {
  let count = 0
  const heap = createHeap<number>((one, other) => {
    count += 1
    return one < other
  })
  for (let i = 0; i < 10_000; i++) heap.add((i * 7919) % 10_000)
  for (let i = 0; i < 10_000; i++) expect(heap.take()).toBe(i)
  expect(count / 10_000).toBeLessThan(32)
})
