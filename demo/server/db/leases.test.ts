import { expect, test } from 'vitest'
import { Leases } from './leases.ts'

test('reports never take the last free connections', async () => {
  const leases = new Leases(4)
  const running: string[] = []
  const ends: (() => void)[] = []
  const hold = (name: string, priority: 'reports' | 'interactive') =>
    leases.hold(priority, () => {
      running.push(name)
      return new Promise<void>((resolve) => ends.push(resolve))
    })
  const all = [hold('a', 'reports'), hold('b', 'reports'), hold('c', 'reports'), hold('d', 'interactive')]
  expect(running).toEqual(['a', 'b', 'd'])
  ends[0]?.()
  await all[0]
  expect(running).toEqual(['a', 'b', 'd', 'c'])
  for (const end of ends) end()
  await Promise.all(all)
})

test('work that fails gives its turn back', async () => {
  const leases = new Leases(1)
  await expect(leases.hold('ingest', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await leases.hold('reports', async () => 'next')).toBe('next')
})
