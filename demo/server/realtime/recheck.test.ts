import { expect, test } from 'vitest'
import { ApiError } from '../../../core/contract/api-error.ts'
import { type Caller, NOBODY } from '../http/caller.ts'
import type { Member } from './member.ts'
import { recheck } from './recheck.ts'

const caller = (groups: number[]): Caller => ({
  ...NOBODY,
  tenant_id: 1,
  roles: ['P10000'],
  may_see: [{ groups: new Set(groups), devices: new Set() }],
})
const memberOf = (token: string, who: Caller) =>
  ({ token, origin: undefined, caller: who, isGone: false }) as unknown as Member

test('a token that many sockets hold is looked up once, and only a change of its rights is a change for them', async () => {
  const looked: string[] = []
  const taken: [token: string, isSame: boolean][] = []
  const expired: string[] = []
  const holders: Record<string, Caller | ApiError> = {
    same: caller([1, 2]),
    less: caller([1]),
    over: new ApiError('100009'),
  }
  const before = caller([1, 2])
  const members = ['same', 'less', 'over'].flatMap((token) => [memberOf(token, before), memberOf(token, before)])
  await recheck(members, {
    holderOf: async ({ token }) => {
      looked.push(token)
      return holders[token] ?? null
    },
    expire: ({ token }) => expired.push(token),
    take: ({ token }, _caller, isSame) => taken.push([token, isSame]),
  })
  expect(looked).toEqual(['same', 'less', 'over'])
  expect(taken.sort()).toEqual([
    ['less', false],
    ['less', false],
    ['same', true],
    ['same', true],
  ])
  expect(expired).toEqual(['over', 'over'])
})

test('other events have their turn between the tokens of many sockets', async () => {
  let turns = 0
  let isOver = false
  const count = () => {
    turns += 1
    if (!isOver) setImmediate(count)
  }
  setImmediate(count)
  const members = Array.from({ length: 200 }, (_, n) => memberOf(`${n}`, caller([])))
  const parts = { holderOf: async () => null, expire() {}, take() {} }
  await recheck(members, parts)
  isOver = true
  expect(turns).toBeGreaterThanOrEqual(9)
})
