import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openPushServer, type PushServer } from '../../../tests/server/push.ts'
import { rowsRead } from '../../../tests/server/rows-read.ts'
import { openOutbox } from './outbox.ts'

let server: PushServer
beforeAll(async () => {
  server = await openPushServer()
})
afterAll(() => server.close())
beforeEach(() => server.db.system((q) => q.deleteFrom('delivered_message').execute()))

/** E-mails of a user's organisation that are due, the first at `from`; each is called by the user's name and its number. */
const insertMails = (user_name: string, count: number, from: number) =>
  server.db.system((q) => {
    const { tenant_id, user_id } = server.userOf(user_name)
    return sql`insert into delivered_message
        (tenant_id, user_id, message_time, channel, address, subject, body, state, reason, due_time)
      select ${tenant_id}, ${user_id}, ${from}::bigint, 'email', 'a@plant.example', ${user_name}, number, 'waiting', 'alarm',
        ${from}::bigint + number
      from generate_series(1, ${sql.lit(count)}) number`.execute(q)
  })

/** An outbox whose mail server takes one mail after the other as the test says; `carried` are subjects. */
function openHeldOutbox(db = server.db) {
  const carried: string[] = []
  const held: (() => void)[] = []
  const send = ({ subject }: { subject: string }) => {
    carried.push(subject)
    return new Promise<void>((done) => held.push(done))
  }
  const { now } = server
  const log = { error: (message: string, error: unknown) => server.defects.push(new Error(message, { cause: error })) }
  const outbox = openOutbox({ db, providers: { email: { send } }, privateHosts: [], log, now })
  return { outbox, carried, takeOne: () => held.shift()?.() }
}

test('the mail of one organisation does not wait for the flood of another', async () => {
  await insertMails('admin', 100, server.now() - 100_000)
  await insertMails('rival', 2, server.now() - 1000)
  const { outbox, carried, takeOne } = openHeldOutbox()
  await outbox.start()
  await expect.poll(() => carried.length).toBe(4)
  expect(carried).toContain('rival')
  takeOne()
  await expect.poll(() => carried.length).toBe(5)
  const closed = outbox.close()
  for (let i = 0; i < 4; i++) takeOne()
  await closed
  expect(server.defects).toEqual([])
})

test('the next mail is found without reading the others that wait', async () => {
  await insertMails('admin', 3000, server.now() - 100_000)
  await insertMails('rival', 1, server.now() - 1000)
  const { outbox, carried, takeOne } = openHeldOutbox()
  const before = await rowsRead(server.db, 'delivered_message')
  await outbox.start()
  await expect.poll(() => carried.length).toBe(4)
  const closed = outbox.close()
  for (let i = 0; i < 4; i++) takeOne()
  await closed
  expect((await rowsRead(server.db, 'delivered_message')) - before).toBeLessThan(100)
})

test('messages of an organisation are claimed and settled in its turn at the store, not in that of all', async () => {
  await insertMails('admin', 20, server.now() - 100_000)
  let works = 0
  const db: typeof server.db = {
    ...server.db,
    system(work, priority) {
      works += 1
      return server.db.system(work, priority)
    },
  }
  const { outbox, carried, takeOne } = openHeldOutbox(db)
  await outbox.start()
  for (let i = 0; i < 20; i++) {
    await expect.poll(() => carried.length).toBeGreaterThan(i)
    takeOne()
  }
  await outbox.settled()
  // It was looked once for what is due.
  expect(works).toBe(1)
})
