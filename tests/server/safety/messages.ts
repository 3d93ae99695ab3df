import type { TestServer } from '../server.ts'
import { done } from './ask.ts'
import type { Person } from './tenant.ts'

/** A notice that is not sent yet, one that is, a system message, a bulletin, and a handover. */
export async function fillMessages(server: TestServer, admin: Person): Promise<void> {
  const { tenant } = admin
  const { word } = tenant.mark
  const written = { title: `${word}通知`, body: `${word}第一行\n${word}第二行` }
  // Whoever receives one may answer: nobody is written to by somebody whom he does not see.
  const deputy = tenant.people.find(({ who }) => who === 'administrator2') ?? admin
  for (const [by, is_sent] of [
    [admin, false],
    [deputy, true],
  ] as const) {
    const targets = { everybody: true }
    const { notice_id } = await done(server, by, 'message.create', { ...written, targets, is_sent })
    tenant.ids.notice.push({ id: notice_id, isBeyond: false })
  }
  const { bulletin_id } = await done(server, admin, 'bulletin.create', { ...written, is_pinned: true })
  tenant.ids.bulletin.push({ id: bulletin_id, isBeyond: false })
  const { entry_id } = await done(server, admin, 'shiftLog.create', { kind: 'handover', body: `${word}交班` })
  tenant.ids.shiftEntry.push({ id: entry_id, isBeyond: false })
  const messages = await server.db.system((q) =>
    q.selectFrom('system_message').select('message_id').where('tenant_id', '=', tenant.tenant_id).execute(),
  )
  for (const { message_id } of messages) tenant.ids.message.push({ id: message_id, isBeyond: false })
}

let made = 0

/** A message of the administrator's own for a call of this name to change: one to restore is removed first. */
export async function addMessage(
  server: TestServer,
  admin: Person,
  kind: 'notice' | 'message' | 'bulletin',
  name: string,
): Promise<number> {
  const { user_id, tenant } = admin
  const { tenant_id, mark } = tenant
  const now = Date.now()
  const removed_time = /\.restore/.test(name) ? now : null
  const title = `${mark.word}${made++}`
  return server.db.system(async (q) => {
    const own = { tenant_id, user_id, user_name: title }
    if (kind === 'message') {
      const row = { tenant_id, user_id, kind: 'account-changed', params: '{}', message_time: now, removed_time }
      const { message_id } = await q
        .insertInto('system_message')
        .values(row)
        .returning('message_id')
        .executeTakeFirstOrThrow()
      return message_id
    }
    const written = { ...own, title, body: mark.word, created_time: now, changed_time: now, removed_time }
    if (kind === 'bulletin') {
      const row = { ...written, from_time: now }
      const inserted = q.insertInto('bulletin').values(row).returning('bulletin_id')
      return (await inserted.executeTakeFirstOrThrow()).bulletin_id
    }
    // As above: who receives it may answer.
    const receiver = tenant.people.find(({ who }) => who === 'sub-user') ?? admin
    const targets = JSON.stringify({ user_ids: [receiver.user_id] })
    const row = { ...written, targets }
    const { notice_id } = await q.insertInto('notice').values(row).returning('notice_id').executeTakeFirstOrThrow()
    // Of a notice that is not sent nobody has anything; what he received is read by other calls.
    if (/Received|\.read$/.test(name)) {
      const receipt = { notice_id, ...own, is_named: true, is_direct: true, sent_time: now, removed_time }
      await q.insertInto('notice_receipt').values(receipt).execute()
    }
    return notice_id
  })
}

/** A handover of somebody: he corrects it himself, and somebody else takes it over. */
export async function addShiftEntry(server: TestServer, { user_id, tenant }: Person): Promise<number> {
  const { tenant_id, mark } = tenant
  const time = Date.now()
  const row = { tenant_id, user_id, user_name: mark.word, kind: 'handover' as const, body: `${mark.word}${made++}` }
  const inserted = await server.db.system((q) =>
    q
      .insertInto('shift_entry')
      .values({ ...row, entry_time: time, changed_time: time })
      .returning('entry_id')
      .executeTakeFirstOrThrow(),
  )
  return inserted.entry_id
}
