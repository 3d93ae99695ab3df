import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ApiError } from '../../../core/contract/api-error.ts'
import { startEmbedded, type TestStore } from '../../../tests/server/stores.ts'
import type { Db } from '../db/db.ts'
import { openDb } from '../db/open.ts'
import { addTenant } from '../db/tenants.ts'
import { forAll, readsOnly } from '../limits/call-now.ts'
import { type Caller, NOBODY } from './caller.ts'
import { type Ends, openCallsUnderWay } from './calls-under-way.ts'

let store: TestStore
let db: Db
beforeAll(async () => {
  store = await startEmbedded()
  db = await openDb(store.place)
  await db.system((q) => addTenant(q, 'before', 0))
})
afterAll(async () => {
  await db.close()
  await store.stop()
})

let time = 0
function open() {
  let endSession = (_session_hash: string, _reason: string | null) => {}
  let changeKey = (_key_id: string) => {}
  let regroup = (_tenant_id: number) => {}
  let leave: Parameters<Ends['onDeviceLeft']>[0] = () => {}
  const calls = openCallsUnderWay(
    {
      onRevoked: (listener) => {
        endSession = listener
        return () => {}
      },
      onKeyChanged: (listener) => {
        changeKey = listener
        return () => {}
      },
      onRegrouped: (listener) => {
        regroup = listener
        return () => {}
      },
      onDeviceLeft: (listener) => {
        leave = listener
        return () => {}
      },
    },
    () => time,
  )
  /** A call whose caller is found as `now`, after it was answered. */
  const underWay = <T>(
    caller: Caller,
    isChange: boolean,
    answer: (caller: Caller) => Promise<T>,
    now: () => Promise<Caller> = async () => caller,
  ) => calls(caller, isChange, { answer, callerNow: now })
  return { underWay, endSession, changeKey, regroup, leave }
}
const user: Caller = { ...NOBODY, tenant_id: 1, user_id: 1, session_hash: 'aa' }
const guest: Caller = { ...NOBODY, tenant_id: 1, guest: { key_id: 'key' } as Caller['guest'] }

/** Keeps the store until what is returned is called. */
async function keepStore() {
  let release = () => {}
  let kept: Promise<unknown> = Promise.resolve()
  await new Promise<void>((hasBegun) => {
    kept = db.system(
      () =>
        new Promise<void>((resolve) => {
          release = resolve
          hasBegun()
        }),
    )
  })
  return async () => {
    release()
    await kept
  }
}
const groupsNow = () => db.system((q) => q.selectFrom('template_group').select('group_name').execute())
const makeGroup = (group_name: string) =>
  db.tenant(1, (q) => q.insertInto('template_group').values({ tenant_id: 1, group_name }).execute())

test.each([
  ['session of its user', user, ({ endSession }: ReturnType<typeof open>) => endSession('aa', 'ended'), 'ended'],
  ['key of its guest', guest, ({ changeKey }: ReturnType<typeof open>) => changeKey('key'), 'key'],
])(
  'a call that waits for the store when the %s ends is refused, and writes nothing',
  async (_what, caller, end, fault) => {
    const opened = open()
    const before = await groupsNow()
    const release = await keepStore()
    const waiting = opened.underWay(caller, true, () => makeGroup('late'))
    end(opened)
    const refused = expect(waiting).rejects.toMatchObject({ code: '100009', fault })
    await release()
    await refused
    expect(await groupsNow()).toEqual(before)
  },
)

test('a call whose session ends while its transaction is under way is undone', async () => {
  const { underWay, endSession } = open()
  const before = await groupsNow()
  const call = underWay(user, true, () =>
    db.tenant(1, async (q) => {
      await q.insertInto('template_group').values({ tenant_id: 1, group_name: 'late' }).execute()
      forAll(() => endSession('aa', null))
    }),
  )
  await expect(call).rejects.toMatchObject({ code: '100009' })
  expect(await groupsNow()).toEqual(before)
})

test('a call is carried out to its end once something of it is done, or when it ends its own session', async () => {
  const { underWay, endSession } = open()
  const answer = async () => {
    await makeGroup('done')
    forAll(() => endSession('aa', null))
    return db.tenant(1, (q) => sql`select 1`.execute(q)).then(() => 'answered')
  }
  expect(await underWay(user, true, answer)).toBe('answered')
  const signOut = async () => {
    endSession('aa', null)
    return db.tenant(1, (q) => sql`select 1`.execute(q)).then(() => 'answered')
  }
  expect(await underWay(user, true, signOut)).toBe('answered')
})

test('the end of one session leaves the calls of others alone', async () => {
  const { underWay, endSession } = open()
  const release = await keepStore()
  const waiting = underWay(user, true, () => makeGroup('mine'))
  endSession('bb', 'ended')
  await release()
  await waiting
  expect(await groupsNow()).toContainEqual({ group_name: 'mine' })
})

test.each<[who: string, caller: Caller, isChange: boolean, is: 'refused' | 'carried out']>([
  ['a change by a user of groups', user, true, 'refused'],
  ['a change by a guest of groups', guest, true, 'refused'],
  ['a change by an administrator', { ...user, may_see: 'all' }, true, 'carried out'],
  ['a look by a user of groups', user, false, 'carried out'],
  ['a change in another organisation', { ...user, tenant_id: 2 }, true, 'carried out'],
])('%s that waits for the store while groups are moved is %s', async (who, caller, isChange, is) => {
  const { underWay, regroup } = open()
  const release = await keepStore()
  const waiting = underWay(caller, isChange, () => makeGroup(who))
  const settled = waiting.then(
    () => 'carried out',
    ({ code }) => (code === '100002' ? 'refused' : code),
  )
  regroup(1)
  await release()
  expect(await settled).toBe(is)
})

test('the call that moves groups is carried out to its end', async () => {
  const { underWay, regroup } = open()
  const call = underWay(user, true, async () => {
    regroup(1)
    await makeGroup('moved by itself')
  })
  await expect(call).resolves.toBeUndefined()
})

const AT = { tenant_id: 1, device_id: 11, sn_code: 'AA', group_id: 5 }
const reaching = (...groups: number[]): Caller => ({
  ...user,
  may_see: [{ groups: new Set(groups), devices: new Set() }],
})
const longerThanAtOnce = async () => {
  time += 101
}

test('what is read while its caller loses a group, a share or a version of a shared screen is read anew by what he has then', async () => {
  const { underWay } = open()
  const shares = new Map([['aa', { by_name: 'a', may_write: false, until_time: null }]])
  const visitor = { kind: 'screen' as const, link_id: 1, version_id: 1, points: new Map() }
  const losing: [before: Caller, now: Caller][] = [
    [reaching(5, 6), reaching(6)],
    [{ ...user, shares }, user],
    [
      { ...user, visitor },
      { ...user, visitor: { ...visitor, version_id: 2 } },
    ],
  ]
  for (const [before, now] of losing) {
    const asked: Caller[] = []
    const answer = async (caller: Caller) => {
      asked.push(caller)
      if (caller === before) await longerThanAtOnce()
      return asked.length
    }
    expect(await underWay(before, false, answer, async () => now)).toBe(2)
    expect(asked).toEqual([before, now])
  }
})

test('a short read is looked at again where groups were moved or a share ended meanwhile', async () => {
  const { underWay, regroup } = open()
  const asked: Caller[] = []
  const now = reaching(6)
  const answer = async (caller: Caller) => {
    asked.push(caller)
    regroup(1)
  }
  await underWay(reaching(5), false, answer, async () => now)
  expect(asked).toEqual([reaching(5), now])
})

test('a read is begun anew where a device leaves its reach, and goes on where others do', async () => {
  const { underWay, leave } = open()
  const times = async (...moves: Parameters<typeof leave>[]) => {
    let begun = 0
    await underWay(reaching(5), false, async () => {
      begun += 1
      if (begun === 1) for (const [before, now] of moves) leave(before, now)
    })
    return begun
  }
  expect(await times([AT, { ...AT, group_id: 6 }])).toBe(2)
  expect(await times([AT, null])).toBe(2)
  expect(await times([AT, AT], [{ ...AT, group_id: 7 }, null], [{ ...AT, tenant_id: 2 }, null])).toBe(1)
})

test('a read of some devices alone goes on where others leave, and is begun anew where one of them does', async () => {
  const { underWay, leave } = open()
  const times = async (...about: number[]) => {
    let begun = 0
    await underWay(reaching(5), false, async () => {
      begun += 1
      readsOnly(about)
      if (begun === 1) leave(AT, null)
    })
    return begun
  }
  expect(await times(12, 13)).toBe(1)
  expect(await times(12, 11)).toBe(2)
})

test('a read that waits for the store is begun anew at once when its device leaves, and refused where that never ends', async () => {
  const { underWay, leave } = open()
  let begun = 0
  const refused = expect(
    underWay(reaching(5), false, async () => {
      begun += 1
      leave(AT, null)
      await groupsNow()
    }),
  ).rejects.toMatchObject({ code: '100019', status: 429 })
  await refused
  expect(begun).toBe(3)
})

test('a call of nobody, such as a sign-in, is made once however long it takes', async () => {
  const { underWay } = open()
  let begun = 0
  const answer = async () => {
    begun += 1
    await longerThanAtOnce()
    return begun
  }
  const now = () => Promise.reject(new Error('never asked'))
  expect(await underWay(NOBODY, false, answer, now)).toBe(1)
})

test('a call that signs its own session out is answered, however long that takes', async () => {
  const { underWay, endSession } = open()
  const answer = async () => {
    endSession('aa', null)
    await longerThanAtOnce()
    return 'signed out'
  }
  const now = () => Promise.reject(new ApiError('100009'))
  expect(await underWay(user, false, answer, now)).toBe('signed out')
})

test('a read whose caller is let in no more when it ends is refused with what a new call would be', async () => {
  const { underWay } = open()
  const refusal = new ApiError('100009')
  const answered = underWay(user, false, longerThanAtOnce, async () => {
    throw refusal
  })
  await expect(answered).rejects.toBe(refusal)
})
