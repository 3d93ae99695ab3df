import { expect, test } from 'vitest'
import { openCallerTurns } from './caller-turns.ts'

const LIMITS = { atOnce: 2, ofOrganisation: 2, ofOne: 1, waitingOfOne: 2, waiting: 50 }

/** Works that end on command. */
function openWorks() {
  const turns = openCallerTurns(LIMITS)
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const run = (organisation: string, principal: string) =>
    turns.run({ organisation, principal }, () => {
      begun.push(principal)
      return new Promise<void>((resolve) => ends.set(principal, resolve))
    })
  const settled = () => new Promise((resolve) => setImmediate(resolve))
  const end = async (name: string) => {
    ends.get(name)?.()
    await settled()
  }
  return { begun, run, end, settled }
}

test('an organisation whose work waits under any number of names keeps nobody of another one out', async () => {
  const { begun, run, end, settled } = openWorks()
  const refused: number[] = []
  const names = Array.from({ length: 300 }, (_, i) => `guest ${i}`)
  const flood = names.map((name, i) => run('guests of 2', name).catch(() => refused.push(i)))
  await settled()
  expect(begun).toEqual(['guest 0', 'guest 1'])
  expect(refused).toHaveLength(300 - 2 - LIMITS.waiting)
  const other = run('1', 'anna')
  await end('guest 0')
  expect(begun.at(-1)).toBe('anna')
  await end('anna')
  await other
  for (const name of names) await end(name)
  await Promise.all(flood)
})

test('within an organisation those who call take turns, and one who asks much leaves room for the others', async () => {
  const { begun, run, end, settled } = openWorks()
  const all = [run('1', 'anna'), run('1', 'anna'), run('1', 'anna')]
  await expect(run('1', 'anna')).rejects.toMatchObject({ code: '100019' })
  all.push(run('1', 'ben'))
  await settled()
  expect(begun).toEqual(['anna', 'ben'])
  for (const name of ['anna', 'ben', 'anna', 'anna']) await end(name)
  await Promise.all(all)
})
