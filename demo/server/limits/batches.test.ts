import { expect, test } from 'vitest'
import { createBatches } from './batches.ts'

/** Things named by their owner and a number; `worked` are the batches in their order. */
function opened(work: (things: readonly string[]) => Promise<void> = async () => {}) {
  const worked: string[][] = []
  const batches = createBatches<string>({
    ownerOf: (one) => Number(one[0]),
    sizeOf: (one) => (one.endsWith('big') ? 5 : 1),
    most: 3,
    work: (things) => {
      worked.push([...things])
      return work(things)
    },
  })
  return { worked, batches }
}

test('organisations go on side by side, a batch at a time each, however many things of one wait', async () => {
  const { worked, batches } = opened()
  await Promise.all([batches.add(['1a', '1b', '1c', '1d', '1e', '1f', '1g']), batches.add(['2a'])])
  expect(worked).toEqual([['1a', '1b', '1c'], ['2a'], ['1d', '1e', '1f'], ['1g']])
})

test('a thing that counts for more than a batch is a batch by itself', async () => {
  const { worked, batches } = opened()
  await batches.add(['1a', '1big', '1b'])
  expect(worked).toEqual([['1a'], ['1big'], ['1b']])
})

test('a thing that waits is worked on once, whoever adds it, and once more where the work on it has begun', async () => {
  let added = Promise.resolve()
  const { worked, batches } = opened(async () => {
    if (worked.length === 1) added = batches.add(['1a', '1d'])
  })
  await Promise.all(Array.from({ length: 50 }, () => batches.add(['1a', '1b', '1c', '1d'])))
  await added
  expect(worked).toEqual([
    ['1a', '1b', '1c'],
    ['1d', '1a'],
  ])
})

test('things that are added one by one are worked on together', async () => {
  const { worked, batches } = opened()
  await Promise.all(['1a', '1b', '1c'].map((one) => batches.add([one])))
  expect(worked).toEqual([['1a', '1b', '1c']])
})

test('whoever waits for a batch that failed is told so, and the others go on', async () => {
  const { worked, batches } = opened(async ([first]) => {
    if (first === '1a') throw new Error('broken')
  })
  const outcomes = await Promise.allSettled([batches.add(['1a', '1b']), batches.add(['2a'])])
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled'])
  await batches.add(['1a2'])
  expect(worked).toEqual([['1a', '1b'], ['2a'], ['1a2']])
})

test('an organisation whose work waits for something of its own holds up no other', async () => {
  let end = () => {}
  const held = new Promise<void>((resolve) => {
    end = resolve
  })
  const { batches } = opened(([first]) => (first?.startsWith('1') ? held : Promise.resolve()))
  const first = batches.add(['1a'])
  await batches.add(['2a'])
  end()
  await first
})
