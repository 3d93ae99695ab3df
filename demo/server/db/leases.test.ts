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

test('who waits too long for a turn is refused, and takes none later', async () => {
  const leases = new Leases(1, { ingest: Number.POSITIVE_INFINITY, interactive: 1, reports: 1 })
  const ends: (() => void)[] = []
  const first = leases.hold('interactive', () => new Promise<void>((resolve) => ends.push(resolve)))
  const done: string[] = []
  const late = leases.hold('interactive', async () => done.push('late'))
  await expect(late).rejects.toMatchObject({ name: 'DbError', code: '57014' })
  for (const end of ends) end()
  await first
  expect(await leases.hold('reports', async () => 'next')).toBe('next')
  expect(done).toEqual([])
})
