import { expect, test } from 'vitest'
import { type FairTurns, openFairTurns, openPlaces, type TurnLimits } from './fair-turns.ts'

const LIMITS: TurnLimits = { atOnce: 2, ofOne: 1, waitingOfOne: 3, waiting: 5 }

/** Tasks that end on command, and the order in which they began; `of` gives what a task takes its turn at, by its name. */
function works(turns: FairTurns, of = (_name: string) => turns) {
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const run = (holder: string, name: string, gone?: AbortSignal) =>
    of(name).run(
      holder,
      () => {
        begun.push(name)
        return new Promise<string>((resolve) => ends.set(name, () => resolve(name)))
      },
      gone,
    )
  const settled = () => new Promise((resolve) => setImmediate(resolve))
  const end = async (name: string) => {
    ends.get(name)?.()
    await settled()
  }
  /** Ends whatever has begun, until nothing more begins. */
  const endAll = async () => {
    for (const name of begun) await end(name)
  }
  return { begun, run, end, endAll, settled }
}

test('holders take turns, however much one of them has waiting, and none takes every place', async () => {
  const { begun, run, end, endAll, settled } = works(openFairTurns(LIMITS))
  const all = ['a1', 'a2', 'a3', 'b1', 'b2', 'c1'].map((name) => run(name[0] as string, name))
  await settled()
  expect(begun).toEqual(['a1', 'b1'])
  await end('a1')
  expect(begun.slice(2)).toEqual(['c1'])
  await end('c1')
  expect(begun.slice(3)).toEqual(['a2'])
  await endAll()
  expect(await Promise.all(all)).toEqual(['a1', 'a2', 'a3', 'b1', 'b2', 'c1'])
})

test('what would wait behind too much is refused with the time to wait', async () => {
  const { run, endAll, settled } = works(openFairTurns(LIMITS))
  const kept = ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1'].map((name) => run(name[0] as string, name))
  await settled()
  await expect(run('a', 'a5')).rejects.toMatchObject({ code: '100019', status: 429, wait_s: 5 })
  await endAll()
  expect(await Promise.all(kept)).toHaveLength(7)
})

test('whoever has most waiting loses the last of it to somebody who has less, where all places are taken', async () => {
  const { begun, run, endAll, settled } = works(openFairTurns(LIMITS))
  const refused: string[] = []
  const all = ['a1', 'b1', 'a2', 'a3', 'a4', 'b2', 'b3', 'c1', 'd1', 'e1'].map((name) =>
    run(name[0] as string, name).catch(() => refused.push(name)),
  )
  await settled()
  expect(refused).toEqual(['a4', 'a3', 'b3'])
  // One of each waits: nobody has more than who comes would have.
  await expect(run('f', 'f1')).rejects.toMatchObject({ code: '100019' })
  await endAll()
  await Promise.all(all)
  expect(begun).toEqual(['a1', 'b1', 'c1', 'd1', 'e1', 'a2', 'b2'])
})

test('failing work passes its place on, and an aborted call keeps none', async () => {
  const turns = openFairTurns({ ...LIMITS, atOnce: 1 })
  const { begun, run, end, settled } = works(turns)
  const first = run('a', 'a1')
  const gone = new AbortController()
  const left = run('b', 'b1', gone.signal)
  const last = run('c', 'c1')
  gone.abort()
  await expect(left).rejects.toMatchObject({ code: '100019' })
  await end('a1')
  expect(begun).toEqual(['a1', 'c1'])
  await end('c1')
  await Promise.all([first, last])
  await expect(turns.run('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  const next = run('a', 'a2')
  await settled()
  await end('a2')
  expect(await next).toBe('a2')
})

test('who comes for the first time waits for few of those who come again and again, and keeps none of them waiting', async () => {
  const { begun, run, end, endAll, settled } = works(openFairTurns({ ...LIMITS, atOnce: 1, waiting: 20 }))
  const all = ['a1', 'b1', 'c1', 'd1'].map((name) => run(name[0] as string, name))
  await settled()
  for (const name of ['a1', 'b1', 'c1']) await end(name)
  all.push(...['a2', 'b2', 'c2', 'y1', 'z1'].map((name) => run(name[0] as string, name)))
  await settled()
  await endAll()
  expect(begun.slice(4)).toEqual(['a2', 'y1', 'b2', 'z1', 'c2'])
  expect(await Promise.all(all)).toHaveLength(9)
})

test('one holder has more places while nobody else waits', async () => {
  const { begun, run, end, endAll, settled } = works(openFairTurns({ ...LIMITS, ofOneAlone: 2 }))
  const all = ['a1', 'a2', 'a3', 'b1', 'b2', 'a4'].map((name) => run(name[0] as string, name))
  await settled()
  expect(begun).toEqual(['a1', 'a2'])
  await end('a1')
  expect(begun.slice(2)).toEqual(['b1'])
  await end('a2')
  expect(begun.slice(3)).toEqual(['a3'])
  await endAll()
  expect(await Promise.all(all)).toHaveLength(6)
})

const MANY: TurnLimits = { atOnce: 8, ofOne: 1, waitingOfOne: 3, waiting: 10 }

/** Works of two kinds of long ones and two of short ones that share places: by the first letter of their names. */
function worksOfKinds(places: number) {
  const shared = openPlaces(places)
  const kinds: Record<string, FairTurns> = {
    L: shared.turns(MANY, 'long'),
    M: shared.turns(MANY, 'long'),
    s: shared.turns(MANY, 'short'),
    t: shared.turns({ ...MANY, waitingOfOne: 1 }, 'short'),
  }
  const of = (name: string) => kinds[name[0] as string] as FairTurns
  const { run, ...rest } = works(of('L'), of)
  /** Of a name such as `L-a1` the holder is `a`. */
  return { ...rest, begin: (name: string) => run(name[2] as string, name) }
}

test('no short work waits for a long one, and long works of all kinds take turns at the same places', async () => {
  const { begun, begin, end, endAll, settled } = worksOfKinds(1)
  const all = ['L-a1', 'M-b1', 'L-c1', 's-b1', 't-c1'].map(begin)
  await settled()
  expect(begun).toEqual(['L-a1', 's-b1'])
  await end('s-b1')
  expect(begun.slice(2)).toEqual(['t-c1'])
  await end('L-a1')
  expect(begun.slice(3)).toEqual(['M-b1'])
  await endAll()
  expect(await Promise.all(all)).toHaveLength(5)
})

test('short works that come without end keep no long one waiting', async () => {
  const { begun, begin, end, endAll, settled } = worksOfKinds(1)
  const all = ['s-a1', 't-b1', 's-c1', 'L-d1', 's-e1', 's-f1'].map(begin)
  await settled()
  expect(begun).toEqual(['s-a1', 't-b1'])
  await end('s-a1')
  await end('s-c1')
  expect(begun.slice(2)).toEqual(['s-c1', 'L-d1'])
  await endAll()
  expect(await Promise.all(all)).toHaveLength(6)
})

test('holders take turns over all kinds, and so do the kinds of one holder', async () => {
  const { begun, begin, endAll, settled } = worksOfKinds(1)
  const all = ['L-z1', 'L-a1', 'L-a2', 'M-a1', 'L-b1', 'M-c1'].map(begin)
  await settled()
  await endAll()
  expect(begun).toEqual(['L-z1', 'L-a1', 'L-b1', 'M-c1', 'M-a1', 'L-a2'])
  expect(await Promise.all(all)).toHaveLength(6)
})

test('what waits of one kind leaves another kind the places that it has for waiting', async () => {
  const { begin, endAll, settled } = worksOfKinds(1)
  const kept = ['s-a1', 's-b1', 't-c1', 't-d1', 's-c1', 's-c2', 's-c3'].map(begin)
  await settled()
  await expect(begin('t-c2')).rejects.toMatchObject({ code: '100019' })
  await expect(begin('s-c4')).rejects.toMatchObject({ code: '100019' })
  await endAll()
  expect(await Promise.all(kept)).toHaveLength(7)
})
