import { setImmediate as nextTurn } from 'node:timers/promises'
import { beforeEach, expect, test } from 'vitest'
import { openLoopAccounts } from './loop-accounts.ts'
import { openSharedTime } from './shared-time.ts'

// What was done at once in a turn counts for the process.
beforeEach(() => nextTurn())

/** Time that passes by what is done, and by waiting. */
function openTime() {
  let time = 0
  const waits: number[] = []
  const shared = openSharedTime({
    clock: () => time,
    wait: async (ms) => {
      waits.push(ms)
      time += ms
    },
  })
  const pass = (ms: number) => {
    time += ms
  }
  return { shared, waits, pass }
}

test('a slice is informed when it is over, and goes on in another one', async () => {
  const { shared, pass } = openTime()
  const steps: number[] = []
  for (let left = 12; left > 0; )
    steps.push(
      await shared.slice(1, (isOver) => {
        const before = left
        do {
          pass(1)
          left -= 1
        } while (left > 0 && !isOver())
        return before - left
      }),
    )
  expect(steps).toEqual([5, 5, 2])
})

test('an organisation that has used up its time waits for its share, and others do not', async () => {
  const { shared, waits, pass } = openTime()
  await shared.slice(1, () => pass(1600))
  expect(shared.atOnce(1, () => expect.unreachable())).toBe(false)
  expect(shared.atOnce(2, () => pass(1))).toBe(true)
  await shared.slice(2, () => pass(1))
  expect(waits).toEqual([])
  await shared.slice(1, () => pass(1))
  // 600 ms too many, at 0.3 of the time; 2 ms of it passed meanwhile.
  expect(waits).toEqual([1999])
})

test('an organisation that rested has a second at once, and no more however long it rested', async () => {
  const { shared, waits, pass } = openTime()
  pass(1_000_000)
  await shared.slice(1, () => pass(1500))
  await shared.slice(1, () => {})
  expect(waits).toHaveLength(1)
})

test('what waits for its share is done at once when the server closes', async () => {
  const { shared, waits, pass } = openTime()
  await shared.slice(1, () => pass(100_000))
  shared.close()
  expect(await shared.slice(1, () => 'done')).toBe('done')
  expect(waits).toEqual([])
})

test('failing work is charged for its time too', async () => {
  const { shared, pass } = openTime()
  const failing = () => {
    pass(10_000)
    throw new Error('no')
  }
  await expect(shared.slice(1, failing)).rejects.toThrow('no')
  expect(shared.atOnce(1, () => {})).toBe(false)
})

test('what a slice has set off is charged to its owner', async () => {
  const { shared } = openTime()
  shared.charge(1, 2000)
  expect(shared.atOnce(1, () => expect.unreachable())).toBe(false)
  expect(shared.atOnce(2, () => {})).toBe(true)
})

test('the first of several simultaneous callers has its turn, and the others wait for the time it took', async () => {
  const { shared, waits, pass } = openTime()
  await Promise.all(Array.from({ length: 4 }, () => shared.slice(1, () => pass(10_000))))
  expect(waits.length).toBeGreaterThanOrEqual(3)
})

test('devices of one organisation take turns, however much one of them has waiting', async () => {
  const { shared, pass } = openTime()
  const order: string[] = []
  const work = (name: string) => () => {
    pass(6)
    order.push(name)
  }
  const loud = Array.from({ length: 5 }, () => shared.slice(1, work('loud'), 'LOUD1'))
  await Promise.all([...loud, shared.slice(1, work('fine'), 'FINE1'), shared.slice(1, work('other'), 'OTHER1')])
  expect(order).toEqual(['loud', 'fine', 'other', 'loud', 'loud', 'loud', 'loud'])
})

test('a device does not go before others of its organisation that wait', async () => {
  const { shared } = openTime()
  const waiting = shared.slice(1, () => {}, 'LOUD1')
  expect(shared.atOnce(1, () => expect.unreachable(), 'LOUD1')).toBe(false)
  expect(shared.atOnce(2, () => {}, 'FINE1')).toBe(true)
  await waiting
  // Nothing waits any more once its turn is over.
  await shared.slice(1, () => {}, 'FINE1')
  await Promise.resolve()
  expect(shared.atOnce(1, () => {}, 'LOUD1')).toBe(true)
})

test('a device that took little time goes before those of its organisation that took much', async () => {
  const { shared, pass } = openTime()
  const order: string[] = []
  const work = (name: string, ms: number) => () => {
    pass(ms)
    order.push(name)
  }
  const flood = (name: string) => Array.from({ length: 4 }, () => shared.slice(1, work(name, 20), name))
  const first = [...flood('a'), ...flood('b')]
  await Promise.all([first[0], first[4]])
  const fine = shared.slice(1, work('fine', 1), 'FINE1').then(() => shared.slice(1, work('fine', 1), 'FINE1'))
  await Promise.all([...first, fine])
  expect(order.slice(0, 6)).toEqual(['a', 'b', 'fine', 'a', 'b', 'fine'])
})

test('no more than 10 ms are done at once in one turn of the event loop, whoever it is for', async () => {
  const { shared, pass } = openTime()
  const done = Array.from({ length: 10 }, (_, owner) => shared.atOnce(owner, () => pass(4)))
  expect(done.filter(Boolean)).toHaveLength(3)
  await nextTurn()
  expect(shared.atOnce(1, () => pass(20))).toBe(true)
})

test('what work calls upon is paid once, by whoever it is for', async () => {
  const { shared, waits, pass } = openTime()
  await shared.slice(1, () => {
    pass(300)
    shared.atOnce(1, () => pass(600))
  })
  await nextTurn()
  expect(shared.atOnce(1, () => pass(200))).toBe(true)
  await nextTurn()
  expect(shared.atOnce(1, () => expect.unreachable())).toBe(false)
  expect(waits).toEqual([])
})

test('who owes much time waits for no more than what may be taken at once takes to come back', async () => {
  const { shared, waits } = openTime()
  for (let i = 0; i < 100; i++) shared.charge('strangers', 1000, 'flood')
  await shared.slice('strangers', () => {}, 'fine')
  expect(waits).toEqual([3335])
})

test('an organisation pays for what it takes to give its devices their turns', async () => {
  // Time passes by looking at it alone.
  let time = 0
  let waits = 0
  const shared = openSharedTime({
    clock: () => {
      time += 0.1
      return time
    },
    wait: async (ms) => {
      waits += 1
      time += ms
    },
  })
  await Promise.all(Array.from({ length: 6000 }, (_, i) => shared.slice(1, () => {}, `D${i}`)))
  expect(waits).toBeGreaterThan(0)
})

test('devices whose work takes no time take turns, however much one of them has waiting', async () => {
  const { shared } = openTime()
  const order: string[] = []
  const work = (name: string) => shared.slice(1, () => void order.push(name), name)
  await Promise.all(['a', 'a', 'a', 'b', 'c'].map(work))
  expect(order).toEqual(['a', 'b', 'c', 'a', 'a'])
})

/** Two kinds of work of the same organisations. */
function openKinds() {
  let time = 0
  const clock = () => time
  const pass = (ms: number) => {
    time += ms
  }
  const wait = async (ms: number) => pass(ms)
  const whole = openLoopAccounts({ share: 0.5, now: clock })
  const kind = (share: number) => openSharedTime({ clock, wait, share, whole })
  return { messages: kind(0.4), rules: kind(0.3), whole, pass, now: clock }
}

test('an organisation that does several kinds of work has one share of the time for all of them', async () => {
  const { messages, rules, pass, now } = openKinds()
  await messages.slice(1, () => pass(700))
  await rules.slice(1, () => pass(800))
  // Neither has had all of its own share; 500 ms too many are left of both together, less what came back.
  expect(messages.atOnce(1, () => expect.unreachable())).toBe(false)
  expect(messages.atOnce(2, () => {})).toBe(true)
  const before = now()
  await rules.slice(1, () => {})
  expect(now() - before).toBeGreaterThan(0)
})

test('work within work of another kind is charged once to what both have together', async () => {
  const { messages, rules, whole, pass } = openKinds()
  await messages.slice(1, () => {
    pass(4)
    rules.atOnce(1, () => pass(3))
  })
  expect(whole.charged).toBe(7)
})

test('an account gets nothing for the time in which the event loop neither works nor rests', () => {
  const accounts = openLoopAccounts({ share: 1, atOnceMs: 10_000 })
  accounts.charge(1, 15_000)
  // As while other processes have the processors.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1000)
  expect(accounts.leftOf(1)).toBeLessThan(-4500)
})
