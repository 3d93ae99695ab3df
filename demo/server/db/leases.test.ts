import { expect, test, vi } from 'vitest'
import { whileAnswering } from '../limits/call-now.ts'
import { guestsOf } from '../limits/turns.ts'
import type { Priority } from './db.ts'
import type { Holder } from './lease-turns.ts'
import { Leases } from './leases.ts'
import { turnLimitMs } from './statement-limits.ts'

const still = () => 0

const call = <T>(isChange: boolean, work: () => Promise<T>) =>
  whileAnswering({ ended: null, hasWritten: false, isChange, isAnswered: false }, work)
const look = <T>(work: () => Promise<T>) => call(false, work)
const change = <T>(work: () => Promise<T>) => call(true, work)

/** Works of a connection that take as long as they are told to, in the order in which they were done. */
function openTimed() {
  let time = 0
  const leases = new Leases(1, turnLimitMs, () => time)
  const order: string[] = []
  const hold = (name: string, holder: Holder, ms: number) =>
    leases.hold(
      'interactive',
      async () => {
        time += ms
        order.push(name)
      },
      holder,
    )
  return { hold, order }
}

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
  const leases = new Leases(1, turnLimitMs, still)
  const order: string[] = []
  const hold = (name: string, holder: number | null) =>
    leases.hold('interactive', async () => void order.push(name), holder)
  const all = [hold('first', 1), hold('a1', 1), hold('a2', 1), hold('a3', 1), hold('b1', 2), hold('b2', 2)]
  for (const name of ['own1', 'own2', 'own3']) all.push(hold(name, null))
  await Promise.all(all)
  expect(order).toEqual(['first', 'own1', 'a1', 'own2', 'b1', 'own3', 'a2', 'b2', 'a3'])
})

test('who has long works does not hold up those whose works are short: they take turns by the time that they have had', async () => {
  const { hold, order } = openTimed()
  const all = [hold('first', 1, 300)]
  for (const name of ['long1', 'long2']) all.push(hold(name, 1, 300))
  for (const name of ['a', 'b', 'c', 'd']) all.push(hold(name, 2, 100))
  await Promise.all(all)
  expect(order).toEqual(['first', 'a', 'b', 'c', 'long1', 'd', 'long2'])
})

test.each([
  ['change things without end', change, 'interactive'],
  ['have messages sent without end', <T>(work: () => Promise<T>) => work(), 'interactive'],
  ['read history without end', look, 'history'],
] as const)('whoever looks does not wait for ten organisations that %s', async (_, flood, priority) => {
  let time = 0
  const waits: number[] = []
  const leases = new Leases(1, turnLimitMs, () => time)
  const take = (ms: number) => async () => {
    time += ms
    await new Promise((resolve) => setImmediate(resolve))
  }
  const changing = Array.from({ length: 10 }, (_, i) =>
    flood(async () => {
      while (time < 100_000) await leases.hold(priority, take(30), i + 2)
    }),
  )
  const reloading = (async () => {
    while (time < 100_000) await leases.hold('interactive', take(10), null)
  })()
  // All begin as equals.
  while (time < 1000) await new Promise((resolve) => setImmediate(resolve))
  for (let i = 0; i < 100; i++) {
    const asked = time
    await leases.hold('callers', take(3), 1)
    await look(() => leases.hold('interactive', take(3), 1))
    waits.push(time - asked - 6)
  }
  // For two works, each behind some of the server's: a round of the ten organisations alone would be 300.
  expect(Math.max(...waits)).toBeLessThanOrEqual(150)
  expect(time).toBeLessThan(100_000)
  time = 100_000
  await Promise.all([...changing, reloading])
})

test('whoever looks waits for one work of an organisation that looks, reads history and changes things without end', async () => {
  let time = 0
  const waits: number[] = []
  const leases = new Leases(1, turnLimitMs, () => time)
  const take = (ms: number) => async () => {
    time += ms
    await new Promise((resolve) => setImmediate(resolve))
  }
  const floods = [
    { flood: look, priority: 'interactive' },
    { flood: look, priority: 'history' },
    { flood: change, priority: 'interactive' },
  ] as const
  const busy = floods.flatMap(({ flood, priority }) =>
    Array.from({ length: 5 }, () =>
      flood(async () => {
        while (time < 100_000) await leases.hold(priority, take(300), 2)
      }),
    ),
  )
  for (let i = 0; i < 100; i++) {
    const asked = time
    await look(() => leases.hold('interactive', take(3), 1))
    waits.push(time - asked - 3)
    await new Promise((resolve) => setImmediate(resolve))
  }
  expect(Math.max(...waits)).toBeLessThanOrEqual(300)
  time = 100_000
  await Promise.all(busy)
})

test('organisations have the same time of the store, whatever the server itself has had', async () => {
  const { hold, order } = openTimed()
  await hold('server', null, 100_000)
  const all = [hold('first', 1, 300), hold('server', null, 300)]
  for (const name of ['long1', 'long2']) all.push(hold(name, 1, 300))
  for (const name of ['a', 'b', 'c', 'd']) all.push(hold(name, 2, 100))
  await Promise.all(all)
  expect(order.filter((name) => name !== 'server')).toEqual(['first', 'a', 'b', 'c', 'long1', 'd', 'long2'])
})

test('what somebody has had of the store is forgotten when ten thousand others have had it since', async () => {
  const { hold: holdOf, order } = openTimed()
  const hold = (network: string, ms: number) => holdOf(network, network, ms)
  await hold('long ago', 1000)
  for (let i = 0; i < 10_000; i++) await hold(`network ${i}`, 1)
  order.length = 0
  await Promise.all(['first', 'network 9999', 'long ago'].map((network) => hold(network, 1)))
  expect(order).toEqual(['first', 'long ago', 'network 9999'])
})

test("an organisation's backlog goes before its changes in its own turns, after readings and before reports", async () => {
  let time = 0
  const leases = new Leases(1, turnLimitMs, () => time)
  const order: string[] = []
  const hold = (priority: Priority, name: string, holder: number | null = null, ms = 5) => {
    const work = async () => {
      time += ms
      order.push(name)
    }
    return change(() => leases.hold(priority, work, holder))
  }
  const all = [hold('interactive', 'first', 1), hold('reports', 'report', 1)]
  for (const name of ['a1', 'a2']) all.push(hold('interactive', name, 1))
  for (const name of ['backlog1', 'backlog2']) all.push(hold('backlog', name, 1, 20))
  for (const name of ['b1', 'b2', 'b3']) all.push(hold('interactive', name, 2))
  all.push(hold('ingest', 'readings'))
  await Promise.all(all)
  expect(order).toEqual(['first', 'readings', 'b1', 'backlog1', 'b2', 'b3', 'backlog2', 'a1', 'a2', 'report'])
})

test.each([
  ['nineteen times as long as the last one took', { reportMs: 20, callMs: 2, between: 190 }],
  ['a tenth of a second at the least', { reportMs: 1, callMs: 2, between: 50 }],
  ['half a minute at the most', { reportMs: 100_000, callMs: 100, between: 300 }],
])('a report has its turn when all else had theirs for %s', async (_, { reportMs, callMs, between }) => {
  let time = 0
  const leases = new Leases(1, turnLimitMs, () => time)
  const order: Priority[] = []
  const hold = (priority: Priority, ms: number) => {
    const work = async () => {
      time += ms
      order.push(priority)
    }
    return leases.hold(priority, work, 1)
  }
  const all = [hold('interactive', callMs), hold('reports', reportMs), hold('reports', reportMs)]
  for (let i = 0; i < between + 100; i++) all.push(hold('interactive', callMs))
  await Promise.all(all)
  const first = order.indexOf('reports')
  expect(first).toBe(100 / callMs)
  expect(order.lastIndexOf('reports') - first - 1).toBe(between)
})

test("long reports of users keep no job of the server waiting, and people have nine tenths of the store's time", async () => {
  let time = 0
  const tookMs = { people: 0, users: 0, jobs: 0 }
  const leases = new Leases(1, turnLimitMs, () => time)
  const ask = async (who: keyof typeof tookMs, priority: Priority, holder: number | null, ms: number) => {
    const work = async () => {
      time += ms
      tookMs[who] += ms
    }
    while (time < 600_000) await leases.hold(priority, work, holder)
  }
  const people = [2, 3, 4].map((holder) => ask('people', 'interactive', holder, 50))
  const users = [1, 1].map((holder) => ask('users', 'reports', holder, 1500))
  const jobs = [null, null].map((holder) => ask('jobs', 'reports', holder, 10))
  await Promise.all([...people, ...users, ...jobs])
  expect(tookMs.jobs).toBeGreaterThan(600_000 / 25)
  expect(tookMs.users).toBeGreaterThan(600_000 / 25)
  expect(tookMs.people).toBeGreaterThan(600_000 * 0.9)
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
  const leases = new Leases(1, { ...turnLimitMs, interactive: 1, reports: 1 })
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

/** Works of holders that run until all of them end; `running` counts those of each that have begun. */
function endless(leases: Leases) {
  const running = new Map<string | number | null, number>()
  const ends: (() => void)[] = []
  const works: Promise<void>[] = []
  const hold = (holder: string | number | null, priority: 'reports' | 'interactive' = 'interactive') => {
    const work = () => {
      running.set(holder, (running.get(holder) ?? 0) + 1)
      return new Promise<void>((resolve) => ends.push(resolve))
    }
    works.push(leases.hold(priority, work, holder))
  }
  const endAll = async () => {
    while (works.length > 0) {
      for (const end of ends.splice(0)) end()
      await Promise.race(works.splice(0, 1))
    }
  }
  return { running, hold, endAll, endOne: () => ends.shift()?.() }
}

test('no organisation and no network holds more than a third of the connections, and the server itself may hold all', async () => {
  const { running, hold, endAll } = endless(new Leases(10))
  for (const holder of [1, '198.51.100.7'] as const) for (let i = 0; i < 100; i++) hold(holder)
  expect([...running]).toEqual([
    [1, 3],
    ['198.51.100.7', 3],
  ])
  for (let i = 0; i < 10; i++) hold(null)
  expect(running.get(null)).toBe(4)
  await endAll()
})

test('reports of one organisation leave a connection to its people', async () => {
  const { running, hold, endAll } = endless(new Leases(10))
  for (let i = 0; i < 5; i++) hold(1, 'reports')
  expect(running.get(1)).toBe(2)
  hold(1)
  expect(running.get(1)).toBe(3)
  hold(2, 'reports')
  expect(running.get(2)).toBe(1)
  await endAll()
})

test('an organisation that waits for its own works keeps nobody else from a free connection', async () => {
  const { running, hold, endAll, endOne } = endless(new Leases(3, turnLimitMs, still))
  for (const holder of [1, 1, 1, 2, 2]) hold(holder)
  expect([...running.values()]).toEqual([1, 1])
  hold(3)
  hold(4)
  expect(running.get(3)).toBe(1)
  endOne()
  await new Promise((resolve) => setImmediate(resolve))
  expect(running).toEqual(
    new Map([
      [1, 2],
      [2, 1],
      [3, 1],
    ]),
  )
  await endAll()
})

test('networks of people who are not signed in take turns, however much one of them has waiting', async () => {
  const leases = new Leases(1, turnLimitMs, still)
  const order: string[] = []
  const hold = (name: string, holder: string | number) =>
    leases.hold('interactive', async () => void order.push(name), holder)
  const names = ['n1', 'n2', 'n3', 'm1', 'k1', 'k2']
  const all = [hold('first', 1), hold('o1', 2), hold('o2', 2)]
  for (const name of names) all.push(hold(name, `network ${name[0]}`))
  await Promise.all(all)
  expect(order).toEqual(['first', 'n1', 'o1', 'm1', 'o2', 'k1', 'n2', 'k2', 'n3'])
})

test('guests take their turns among the organisations, and a limited number of their works waits', async () => {
  const leases = new Leases(1, turnLimitMs, still)
  const order: string[] = []
  const hold = (name: string, holder: string | number) =>
    leases.hold('interactive', async () => void order.push(name), holder)
  const all = [hold('first', 1)]
  for (let i = 0; i < 1000; i++) all.push(hold('guest', guestsOf(1)))
  const refused = expect(hold('guest', guestsOf(1))).rejects.toMatchObject({ code: '57014' })
  for (const name of ['user', 'user']) all.push(hold(name, 1))
  for (const name of ['unknown', 'unknown']) all.push(hold(name, '198.51.100.7'))
  await Promise.all([refused, ...all])
  expect(order.slice(0, 7)).toEqual(['first', 'unknown', 'guest', 'unknown', 'user', 'guest', 'user'])
})

test('a few reads go side by side, and none of them overtakes a work that waits for their end', async () => {
  const leases = new Leases(1, turnLimitMs, still)
  const order: string[] = []
  const ends = new Map<string, () => void>()
  const read = (name: string, holder: Holder) =>
    leases.read(
      'interactive',
      () => {
        order.push(name)
        return new Promise<{ tookMs: number }>((resolve) => ends.set(name, () => resolve({ tookMs: 1 })))
      },
      holder,
    )
  const all = ['a', 'b', 'c', 'd'].map((name, i) => read(name, i + 1))
  await Promise.resolve()
  expect(order).toEqual(['a', 'b', 'c'])
  all.push(leases.hold('ingest', async () => void order.push('written')) as never)
  ends.get('a')?.()
  ends.get('b')?.()
  await all[1]
  all.push(read('e', 9))
  expect(order).toEqual(['a', 'b', 'c'])
  ends.get('c')?.()
  await vi.waitFor(() => expect(order).toEqual(['a', 'b', 'c', 'written', 'd', 'e']))
  for (const end of ends.values()) end()
  await Promise.all(all)
})

test('who calls is looked up while as many other reads are under way as may be', async () => {
  const leases = new Leases(1, turnLimitMs, still)
  const order: string[] = []
  const ends: (() => void)[] = []
  const read = (name: string, priority: Priority, holder: Holder) =>
    leases.read(
      priority,
      () => {
        order.push(name)
        return new Promise<{ tookMs: number }>((resolve) => ends.push(() => resolve({ tookMs: 1 })))
      },
      holder,
    )
  const all = ['a', 'b', 'c', 'd'].map((name, i) => read(name, 'interactive', i + 1))
  for (let i = 0; i < 20; i++) all.push(read('caller', 'callers', i + 10))
  await Promise.resolve()
  expect(order).toEqual(['a', 'b', 'c', ...Array(13).fill('caller')])
  ends.shift()?.()
  await all[0]
  await vi.waitFor(() => expect(order).toHaveLength(17))
  expect(order.at(-1)).toBe('caller')
  const isOver = Promise.all(all)
  await vi.waitFor(() => {
    for (const end of ends.splice(0)) end()
    expect(order).toHaveLength(24)
  })
  for (const end of ends) end()
  await isOver
})

test('one work that takes long does not keep those of its kind waiting for seconds', async () => {
  const { hold, order } = openTimed()
  const all = [hold('sign-in 1', 'network a', 400)]
  for (let i = 0; i < 100; i++) all.push(hold('change', 1, 10))
  all.push(hold('sign-in 2', 'network b', 5))
  await Promise.all(all)
  expect(order.indexOf('sign-in 2')).toBeLessThanOrEqual(15)
})

test('a read counts for the time that the store has worked on it', async () => {
  const leases = new Leases(1, turnLimitMs, still)
  const order: string[] = []
  const read = (name: string, holder: Holder, tookMs: number) =>
    leases.read(
      'interactive',
      async () => {
        order.push(name)
        return { tookMs }
      },
      holder,
    )
  await look(() =>
    Promise.all(
      ['a1', 'a2', 'a3', 'a4', 'a5'].map((name) => read(name, 1, 100)).concat(read('b1', 2, 1), read('b2', 2, 1)),
    ),
  )
  expect(order).toEqual(['a1', 'a2', 'a3', 'b1', 'b2', 'a4', 'a5'])
})

test('the server does its own works while minutes are sealed without end and an organisation reads', async () => {
  let time = 0
  const leases = new Leases(1, turnLimitMs, () => time)
  const waits: number[] = []
  const take = (ms: number) => async () => {
    time += ms
  }
  let isOver = false
  const without = async (work: () => Promise<unknown>) => {
    while (!isOver && time < 60_000) await work()
  }
  const own = async () => {
    for (let i = 0; i < 50; i++) {
      const asked = time
      await leases.hold('interactive', async () => {
        waits.push(time - asked)
        time += 5
      })
    }
    isOver = true
  }
  const seal = () => without(() => leases.hold('backlog', take(15)))
  const read = () => without(() => look(() => leases.hold('interactive', take(10), 1)))
  await Promise.all([seal(), seal(), read(), read(), read(), read(), own()])
  expect(waits).toHaveLength(50)
  expect(Math.max(...waits)).toBeLessThan(1000)
})
