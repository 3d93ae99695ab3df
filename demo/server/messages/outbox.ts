import { type Kysely, sql } from 'kysely'
import { DAY_MS } from '../../../core/catalogue/durations.ts'
import { LIMITS } from '../../../core/catalogue/limits.ts'
import { fullRoom } from '../../../core/catalogue/quotas.ts'
import { ApiError } from '../../../core/contract/api-error.ts'
import type { Contract } from '../../../core/contract/contract.ts'
import type { Answers } from '../../../core/contract/endpoint.ts'
import { type OwnNotice, Targets } from '../../../core/contract/message.ts'
import { countAlone } from '../db/count-alone.ts'
import { allOf, findInNewest, hasText, LONG_TEXTS, WORDS } from '../db/find-in-pieces.ts'
import { countOf, NEWEST_MESSAGES } from '../db/newest-rows.ts'
import { beyondRoom } from '../db/room-taken.ts'
import type { Schema } from '../db/schema.ts'
import type { Caller } from '../http/caller.ts'
import { WrongField } from '../http/field-errors.ts'
import { sortOf } from '../http/sort.ts'
import { isOwn, type MessageParts, oneOf, searchFor } from './inbox.ts'
import { namedTargets, reachable, receiversOf, requireTargets } from './targets.ts'

type Outbox = ('reachable' | 'outbox' | 'create' | 'edit') | ('send' | 'readers' | 'removeSent' | 'restoreSent')

const own = (q: Kysely<Schema>, { user_id }: Caller) =>
  q.selectFrom('notice as n').where('n.user_id', '=', user_id).where('n.removed_time', 'is', null)

const changeOwn = (q: Kysely<Schema>, { user_id }: Caller) => q.updateTable('notice').where('user_id', '=', user_id)

/** The caller's own notices of these ids, in this order. */
async function asOwn(q: Kysely<Schema>, caller: Caller, notice_ids: readonly number[]): Promise<OwnNotice[]> {
  const rows = await own(q, caller)
    .select(['n.notice_id', 'n.title', 'n.body', 'n.targets', 'n.created_time', 'n.changed_time', 'n.sent_time'])
    .select(
      sql<number>`(select count(*) from notice_receipt r
        where r.tenant_id = n.tenant_id and r.notice_id = n.notice_id)`.as('receivers'),
    )
    .select(
      sql<number>`(select count(*) from notice_receipt r
        where r.tenant_id = n.tenant_id and r.notice_id = n.notice_id and r.read_time is not null)`.as('readers'),
    )
    .where(oneOf('n.notice_id', notice_ids))
    .execute()
  const named = await namedTargets(
    q,
    rows.map(({ targets }) => Targets.parse(targets)),
  )
  const byId = new Map(rows.map((row, i) => [row.notice_id, { ...row, targets: named[i] as OwnNotice['targets'] }]))
  return notice_ids.flatMap((id) => byId.get(id) ?? [])
}

async function oneOwn(q: Kysely<Schema>, caller: Caller, notice_id: number): Promise<OwnNotice> {
  const [notice] = await asOwn(q, caller, [notice_id])
  if (!notice) throw new ApiError('117801')
  return notice
}

/** Refuses a notice that is not the caller's, or is on its way already. */
async function requireUnsent(q: Kysely<Schema>, caller: Caller, notice_id: number) {
  const row = await own(q, caller)
    .select(['n.sent_time', 'n.targets'])
    .where('n.notice_id', '=', notice_id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new ApiError('117801')
  if (row.sent_time !== null) throw new ApiError('117802')
  return Targets.parse(row.targets)
}

/** So many a user may send in a day, and keep unsent, whatever he deletes of them. */
async function requireRoom(
  q: Kysely<Schema>,
  { user_id }: Caller,
  { is_sent, time }: { is_sent: boolean; time: number },
) {
  const { sent, unsent } = await countAlone(q, 'notices', () =>
    q
      .selectFrom('notice')
      .select((on) => [
        on.fn
          .countAll<number>()
          .filterWhere('sent_time', '>', time - DAY_MS)
          .as('sent'),
        on.fn.countAll<number>().filterWhere('sent_time', 'is', null).as('unsent'),
      ])
      .where('user_id', '=', user_id)
      .executeTakeFirstOrThrow(),
  )
  if (is_sent ? sent >= LIMITS.noticesADay : unsent >= LIMITS.noticesUnsent) throw new ApiError('117804')
}

/** Throws 100019 at `field` where the organisation has no room for so many notices, or receivers of them. */
async function requireRoomFor(q: Kysely<Schema>, tenant_id: number, room: 'notices' | 'receipts', field: string) {
  const beyond = await beyondRoom(q, tenant_id, room)
  if (beyond) throw new WrongField(field, fullRoom(room, beyond), '100019')
}

/** Sends a notice, once: who receives it is written down now, and nobody is added later. */
async function sendNow(q: Kysely<Schema>, caller: Caller, notice_id: number, targets: Targets, sent_time: number) {
  const { tenant_id } = caller
  const receivers = await receiversOf(q, caller, targets)
  if (receivers.length === 0) throw new ApiError('117803')
  await sql`
    insert into notice_receipt (tenant_id, notice_id, sent_time, user_id, user_name, is_named, is_direct)
      select ${tenant_id}, ${notice_id}, ${sent_time}, r.*
      from jsonb_to_recordset(${JSON.stringify(receivers)}::jsonb)
        as r(user_id bigint, user_name text, is_named boolean, is_direct boolean)`.execute(q)
  await requireRoomFor(q, tenant_id, 'receipts', 'targets')
  await changeOwn(q, caller).set({ sent_time, changed_time: sent_time }).where('notice_id', '=', notice_id).execute()
}

/** Of each all that received it are counted: thousands. */
const NOTICES_AT_ONCE = 5

/** Answers of what a user sends. Every statement names the caller. */
export const outboxAnswers = ({
  db,
  now = Date.now,
}: MessageParts): Pick<Answers<Contract['message'], Caller>, Outbox> => ({
  reachable: ({ search = '' }, caller) => db.tenant(caller.tenant_id, (q) => reachable(q, caller, search)),

  outbox: async ({ page, page_size, sort = '-changed_time', search = '', is_sent }, caller) => {
    const { direction } = sortOf(sort, ['changed_time'])
    const { text, ask } = searchFor(search, caller, db)
    const { keys, total } = await findInNewest(
      ask,
      {
        table: sql`notice`,
        time: 'changed_time',
        id: 'notice_id',
        idType: 'bigint',
        within: [isOwn(caller)],
      },
      {
        columns: [sql`sent_time`, ...(text === '' ? [] : [sql`title, body`])],
        isFound: allOf([
          ...(is_sent === undefined
            ? []
            : [is_sent ? sql<boolean>`sent_time is not null` : sql<boolean>`sent_time is null`]),
          ...(text === '' ? [] : [hasText(text, sql`title, body`)]),
        ]),
      },
      text === '' ? { piece: WORDS } : { piece: LONG_TEXTS, most: NEWEST_MESSAGES },
      { limit: page_size, offset: (page - 1) * page_size, direction },
    )
    const rows: OwnNotice[] = []
    for (let i = 0; i < keys.length; i += NOTICES_AT_ONCE) {
      const ids = keys.slice(i, i + NOTICES_AT_ONCE).map(({ id }) => Number(id))
      rows.push(...(await ask((q) => asOwn(q, caller, ids))))
    }
    return { rows, total }
  },

  create: ({ is_sent, targets, ...written }, caller) =>
    db.tenant(caller.tenant_id, async (q) => {
      const { tenant_id, user_id, user_name } = caller
      const time = now()
      await requireTargets(q, caller, targets)
      await requireRoom(q, caller, { is_sent, time })
      const { notice_id } = await q
        .insertInto('notice')
        .values({
          tenant_id,
          user_id,
          user_name,
          ...written,
          created_time: time,
          changed_time: time,
          targets: JSON.stringify(targets),
        })
        .returning('notice_id')
        .executeTakeFirstOrThrow()
      await requireRoomFor(q, tenant_id, 'notices', 'body')
      if (is_sent) await sendNow(q, caller, notice_id, targets, time)
      return oneOwn(q, caller, notice_id)
    }),

  edit: ({ notice_id, targets, ...written }, caller) =>
    db.tenant(caller.tenant_id, async (q) => {
      await requireUnsent(q, caller, notice_id)
      await requireTargets(q, caller, targets)
      await changeOwn(q, caller)
        .set({ ...written, targets: JSON.stringify(targets), changed_time: now() })
        .where('notice_id', '=', notice_id)
        .execute()
      await requireRoomFor(q, caller.tenant_id, 'notices', 'body')
      return oneOwn(q, caller, notice_id)
    }),

  send: ({ notice_id }, caller) =>
    db.tenant(caller.tenant_id, async (q) => {
      const targets = await requireUnsent(q, caller, notice_id)
      const time = now()
      await requireRoom(q, caller, { is_sent: true, time })
      await sendNow(q, caller, notice_id, targets, time)
      return oneOwn(q, caller, notice_id)
    }),

  readers: ({ notice_id, page, page_size, sort }, caller) => {
    if (sort !== undefined && sort !== 'read_time')
      throw new WrongField('sort', { zh: '只能按 read_time 排序', en: 'can only be read_time' })
    return db.tenant(caller.tenant_id, async (q) => {
      await oneOwn(q, caller, notice_id)
      const found = q.selectFrom('notice_receipt as r').where('r.notice_id', '=', notice_id)
      const total = await countOf(q, found)
      const rows = await found
        .leftJoin('app_user as u', (join) =>
          join.onRef('u.tenant_id', '=', 'r.tenant_id').onRef('u.user_id', '=', 'r.user_id'),
        )
        .select(['r.read_time'])
        .select(sql<string | null>`case when r.is_named then coalesce(u.name, r.user_name) end`.as('user_name'))
        .orderBy(sql`r.read_time is null`, 'desc')
        .orderBy('r.read_time', 'desc')
        .orderBy('r.user_id')
        .limit(page_size)
        .offset((page - 1) * page_size)
        .execute()
      return { rows, total }
    })
  },

  removeSent: ({ notice_ids }, caller) =>
    db.tenant(caller.tenant_id, async (q) => {
      const { numUpdatedRows } = await changeOwn(q, caller)
        .set({ removed_time: now() })
        .where('removed_time', 'is', null)
        .where(oneOf('notice_id', notice_ids))
        .executeTakeFirst()
      return { changed: Number(numUpdatedRows) }
    }),

  restoreSent: ({ notice_ids }, caller) =>
    db.tenant(caller.tenant_id, async (q) => {
      const { numUpdatedRows } = await changeOwn(q, caller)
        .set({ removed_time: null })
        .where('removed_time', '>', now() - LIMITS.removedMessageMs)
        .where(oneOf('notice_id', notice_ids))
        .executeTakeFirst()
      return { changed: Number(numUpdatedRows) }
    }),
})
