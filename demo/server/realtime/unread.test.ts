import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { LIMITS } from '../../../core/catalogue/limits.ts'
import type { Unread } from '../../../core/contract/message.ts'
import { type Caller, NOBODY } from '../http/caller.ts'
import { createUnread, mayHearMessages } from './unread.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const counted = (inbox: number, system = 0): Unread => ({ inbox, system, newest_inbox: null, newest_system: null })

const caller = (user_id: number, roles: string[] = ['P71000']): Caller => ({ ...NOBODY, tenant_id: 1, user_id, roles })

test('each hears how much is unread when he comes, and again only when it changes', async () => {
  const unread = new Map<number, Unread>([
    [7, counted(2)],
    [8, counted(5, 1)],
  ])
  const requests: number[][] = []
  const heard: [user_id: number | undefined, inbox: number, system: number][] = []
  const notifier = createUnread<{ caller: Caller }>(
    async (users) => {
      requests.push(users.map(({ user_id }) => user_id))
      return users.map(({ user_id }) => unread.get(user_id) ?? counted(0))
    },
    ({ caller: { user_id } }, frame) => frame.type === 'message' && heard.push([user_id, frame.inbox, frame.system]),
  )
  const first = { caller: caller(7) }
  notifier.join(first)
  await vi.advanceTimersByTimeAsync(0)
  expect(heard).toEqual([[7, 2, 0]])
  // Without the inbox's right its number is nobody's business.
  notifier.join({ caller: caller(8, []) })
  notifier.join({ caller: caller(7) })
  await vi.advanceTimersByTimeAsync(2000)
  expect(heard.slice(1).sort()).toEqual([
    [7, 2, 0],
    [8, 0, 1],
  ])
  // One question, and each user once.
  expect(requests.at(-1)).toEqual([7, 8])
  await vi.advanceTimersByTimeAsync(10_000)
  expect(heard).toHaveLength(3)
  unread.set(7, counted(3))
  notifier.leave(first)
  await vi.advanceTimersByTimeAsync(2000)
  expect(heard.slice(3)).toEqual([[7, 3, 0]])
  notifier.close()
})

test('a message beyond those that are counted is announced', async () => {
  let newest_system = 1000
  const heard: (number | null)[] = []
  const unread = createUnread<{ caller: Caller }>(
    async () => [{ ...counted(0, LIMITS.unreadCounted), newest_system }],
    (_listener, frame) => frame.type === 'message' && heard.push(frame.newest_system),
  )
  unread.join({ caller: caller(7) })
  await vi.advanceTimersByTimeAsync(4000)
  newest_system = 1001
  await vi.advanceTimersByTimeAsync(2000)
  expect(heard).toEqual([1000, 1001])
  unread.close()
})

test('a store that does not answer is queried again', async () => {
  let isAway = true
  const heard: number[] = []
  const unread = createUnread<{ caller: Caller }>(
    async () => {
      if (isAway) throw new Error('away')
      return [counted(1)]
    },
    (_listener, frame) => frame.type === 'message' && heard.push(frame.inbox),
  )
  unread.join({ caller: caller(7) })
  await vi.advanceTimersByTimeAsync(2000)
  expect(heard).toEqual([])
  isAway = false
  await vi.advanceTimersByTimeAsync(2000)
  expect(heard).toEqual([1])
  unread.close()
})

test('the users of one organisation are counted together, up to 500 at once, and who comes is counted alone', async () => {
  const requests: number[][] = []
  const unread = createUnread<{ caller: Caller }>(
    async (users) => {
      requests.push([...new Set(users.map(({ tenant_id }) => tenant_id)), users.length])
      return users.map(() => counted(1))
    },
    () => {},
  )
  for (let n = 1; n <= 600; n++) unread.join({ caller: caller(n) })
  for (let n = 601; n <= 610; n++) unread.join({ caller: { ...caller(n), tenant_id: 2 } })
  await vi.advanceTimersByTimeAsync(0)
  requests.length = 0
  await vi.advanceTimersByTimeAsync(2000)
  expect(requests).toEqual([
    [1, 500],
    [2, 10],
    [1, 100],
  ])
  unread.join({ caller: caller(700) })
  await vi.advanceTimersByTimeAsync(0)
  expect(requests.slice(3)).toEqual([[1, 1]])
  unread.close()
})

test('an organisation whose count is slow holds up no other, and who comes does not wait for a count of all', async () => {
  const heard: number[] = []
  let isSlow = false
  const unread = createUnread<{ caller: Caller }>(
    async ([first]) => {
      if (isSlow && first?.tenant_id === 1) await new Promise(() => {})
      return [counted(isSlow ? 2 : 1)]
    },
    ({ caller: { tenant_id } }) => heard.push(tenant_id),
  )
  for (const tenant_id of [1, 2]) unread.join({ caller: { ...caller(tenant_id), tenant_id } })
  await vi.advanceTimersByTimeAsync(0)
  expect(heard.splice(0)).toEqual([1, 2])
  isSlow = true
  await vi.advanceTimersByTimeAsync(2000)
  expect(heard.splice(0)).toEqual([2])
  unread.join({ caller: { ...caller(3), tenant_id: 3 } })
  await vi.advanceTimersByTimeAsync(0)
  expect(heard).toEqual([3])
  unread.close()
})

test('who is signed in as another, or without an account, hears of the shift log and of no message', async () => {
  const roles = ['P71000', 'P73500']
  const asAnother = { ...caller(7, roles), by: { user_id: 1, user_name: 'admin', until_time: 0 } }
  const withoutAccount = { ...caller(8, roles), is_experience: true }
  const guest = { ...caller(7, roles), guest: {} as NonNullable<Caller['guest']> }
  expect([caller(7), asAnother, withoutAccount, { ...asAnother, roles: [] }, guest].map(mayHearMessages)).toEqual([
    true,
    true,
    true,
    false,
    false,
  ])
  const heard: object[] = []
  const unread = createUnread<{ caller: Caller }>(
    async (users) => users.map(() => ({ ...counted(3, 2), newest_system: 9, shift_log: 1000 })),
    (_listener, frame) => heard.push(frame),
  )
  for (const one of [asAnother, withoutAccount]) unread.join({ caller: one })
  await vi.advanceTimersByTimeAsync(2000)
  const nothing = { type: 'message', channel: 'messages', ...counted(0), shift_log: 1000 }
  expect(heard).toEqual([nothing, nothing])
  unread.close()
})
