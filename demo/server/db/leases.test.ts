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

test('organisations take turns at the database, however much one of them has waiting', async () => {
  const leases = new Leases(1)
  const order: string[] = []
  const hold = (name: string, holder: number | null) =>
    leases.hold('interactive', async () => void order.push(name), holder)
  const all = [hold('first', 1), hold('a1', 1), hold('a2', 1), hold('a3', 1), hold('b1', 2), hold('b2', 2)]
  for (const name of ['own1', 'own2', 'own3']) all.push(hold(name, null))
  await Promise.all(all)
  expect(order).toEqual(['first', 'own1', 'a1', 'own2', 'b1', 'own3', 'a2', 'b2', 'a3'])
})

test('one organisation can queue a limited number of reports, and others still queue theirs', async () => {
  const leases = new Leases(1)
  let end = () => {}
  const running = leases.hold('interactive', () => new Promise<void>((resolve) => (end = resolve)), 1)
  const waiting = Array.from({ length: 1000 }, () => leases.hold('interactive', async () => {}, 1))
  await expect(leases.hold('interactive', async () => {}, 1)).rejects.toMatchObject({ code: '57014' })
  const other = leases.hold('interactive', async () => 'done', 2)
  end()
  expect(await other).toBe('done')
  await Promise.all([running, ...waiting])
})

test('failed work releases its turn', async () => {
  const leases = new Leases(1)
  await expect(leases.hold('ingest', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await leases.hold('reports', async () => 'next')).toBe('next')
})

test('work that waits too long for a turn is refused, and does not run later', async () => {
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
