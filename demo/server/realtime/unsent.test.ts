import { expect, test } from 'vitest'
import { openUnsent } from './unsent.ts'

function opened() {
  let time = 0
  const unsent = openUnsent<string>(() => time, { ofPrincipal: 40, ofHolder: 100, inAll: 250 })
  return {
    ...unsent,
    pass: (ms: number) => {
      time += ms
    },
  }
}
const holder = (principal: string, name = 'A') => ({ principal, name })

test('nothing more is written for a caller, nor for an organisation, whose readers have much unread', () => {
  const { count, hasRoom } = opened()
  for (const [socket, bytes] of [
    ['a1', 20],
    ['a2', 20],
  ] as const)
    count(socket, holder('ann'), bytes)
  expect([hasRoom(holder('ann')), hasRoom(holder('bob'))]).toEqual([false, true])
  for (const name of ['bob', 'carl']) count(name, holder(name), 30)
  expect([hasRoom(holder('dora')), hasRoom(holder('eve', 'B'))]).toEqual([false, true])
  count('a1', holder('ann'), 0)
  expect([hasRoom(holder('ann')), hasRoom(holder('dora'))]).toEqual([false, true])
  count('bob', holder('bob'), 0)
  expect(hasRoom(holder('ann'))).toBe(false)
  count('carl', holder('carl'), 20)
  expect(hasRoom(holder('ann'))).toBe(true)
})

test('the largest sockets of an organisation that has had no room for seconds are ended, and no others', () => {
  const { count, toEnd, pass } = opened()
  for (const [name, bytes] of [
    ['ann', 10],
    ['bob', 39],
    ['carl', 30],
    ['dora', 30],
  ] as const)
    count(name, holder(name), bytes)
  count('eve', holder('eve', 'B'), 39)
  expect(toEnd()).toEqual([])
  pass(2000)
  expect(toEnd()).toEqual([])
  pass(1)
  expect(toEnd()).toEqual(['bob'])
})

test('readers who take what they got within seconds are not ended', () => {
  const { count, toEnd, pass } = opened()
  for (const name of ['ann', 'bob', 'carl']) count(name, holder(name), 39)
  expect(toEnd()).toEqual([])
  pass(1500)
  count('ann', holder('ann'), 0)
  expect(toEnd()).toEqual([])
  count('ann', holder('ann'), 39)
  pass(1500)
  expect(toEnd()).toEqual([])
})

test('when all together have much unread, whoever has nothing unread goes on, and whoever has most is relieved', () => {
  const { count, hasRoom, toEnd, pass } = opened()
  for (const organisation of ['A', 'B', 'C'])
    for (const name of ['ann', 'bob', 'carl'])
      count(`${organisation} ${name}`, holder(`${organisation} ${name}`, organisation), 30)
  expect([hasRoom(holder('ann', 'A')), hasRoom(holder('new', 'D'))]).toEqual([false, true])
  toEnd()
  pass(2001)
  expect(toEnd()).toEqual(['A ann', 'A bob', 'A carl'])
})
