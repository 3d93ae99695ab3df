import { setImmediate as nextTurn } from 'node:timers/promises'
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
    report: expect.fail,
    underWay: new Set(),
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
  const parts = { holderOf: async () => null, expire() {}, take() {}, report() {}, underWay: new Set<string>() }
  await recheck(members, parts)
  isOver = true
  expect(turns).toBeGreaterThanOrEqual(9)
})

test('a token whose look-up is slow, or whose sockets fail, keeps no other one from being checked', async () => {
  const looked: string[] = []
  const taken: string[] = []
  const defects: unknown[] = []
  let letGo = () => {}
  const gate = new Promise<void>((resolve) => {
    letGo = resolve
  })
  const parts = {
    holderOf: async ({ token }: Member) => {
      looked.push(token)
      if (token === 'slow') await gate
      return caller([1])
    },
    expire() {},
    take({ token }: Member) {
      if (token === 'defect') throw new Error('defect')
      taken.push(token)
    },
    report: (error: unknown) => defects.push(error),
    underWay: new Set<string>(),
  }
  const members = ['slow', 'defect', 'quick'].map((token) => memberOf(token, caller([])))
  const first = recheck(members, parts)
  await nextTurn()
  await recheck(members, parts)
  expect(looked).toEqual(['slow', 'defect', 'quick', 'defect', 'quick'])
  expect(taken).toEqual(['quick', 'quick'])
  expect(defects).toHaveLength(2)
  letGo()
  await first
  await recheck(members, parts)
  expect(taken.filter((token) => token === 'slow')).toHaveLength(2)
})
