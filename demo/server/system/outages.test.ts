import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestServer, type TestServer } from '../../../tests/server/server.ts'
import type { Missing } from '../http/missing.ts'
import { watchOutages } from './outages.ts'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer()
})
afterAll(() => server.close())

async function openTestOutages() {
  let now = Date.now()
  let missing: Missing = {}
  const lines: string[] = []
  const turn = watchOutages({
    db: server.db,
    missing: async () => missing,
    log: { warn: (line) => void lines.push(line) },
    now: () => now,
  })
  await server.db.system((q) => q.deleteFrom('system_message').execute())
  return {
    lines,
    /** Looks after so many seconds, when this is missing. */
    async look(seconds: number, isMissing: Missing) {
      now += seconds * 1000
      missing = isMissing
      await turn()
    },
  }
}

const messages = () =>
  server.db.system((q) =>
    q
      .selectFrom('system_message as m')
      .innerJoin('app_user as u', 'u.user_id', 'm.user_id')
      .select(['u.user_name', 'm.kind', 'm.params'])
      .orderBy('u.user_name')
      .execute(),
  )

test('administrators hear of a full disk when it is over, and the log of its begin and end', async () => {
  const { look, lines } = await openTestOutages()
  await look(0, {})
  await look(5, { store: 'disk_full' })
  await look(5, { store: 'disk_full' })
  expect(await messages()).toEqual([])
  await look(600, {})
  await look(5, {})
  const message = { kind: 'store-full', params: { minutes: 10 } }
  expect(await messages()).toEqual([
    { user_name: 'admin', ...message },
    { user_name: 'rival', ...message },
  ])
  expect(lines).toEqual([
    'The store takes no writes (disk_full): readings wait at their devices.',
    'The store takes writes again after 605 s.',
  ])
})

test('a restart of the broker is no message, a longer absence is', async () => {
  const { look } = await openTestOutages()
  await look(0, { broker: 'away' })
  await look(10, {})
  expect(await messages()).toEqual([])
  await look(0, { broker: 'away' })
  await look(120, {})
  expect((await messages())[0]).toEqual({ user_name: 'admin', kind: 'broker-away', params: { minutes: 2 } })
})
