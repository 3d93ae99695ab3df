import { type Kysely, sql } from 'kysely'
import { hasRight } from '../../../core/catalogue/held-rights.ts'
import { LIMITS } from '../../../core/catalogue/limits.ts'
import { ApiError } from '../../../core/contract/api-error.ts'
import type { Bulletin } from '../../../core/contract/bulletin.ts'
import type { Contract } from '../../../core/contract/contract.ts'
import type { Answers } from '../../../core/contract/endpoint.ts'
import { changesOf, writeAudit, writeChange } from '../audit/index.ts'
import { countAlone } from '../db/count-alone.ts'
import type { Schema } from '../db/schema.ts'
import type { Caller } from '../http/caller.ts'
import { WrongField } from '../http/field-errors.ts'
import type { MessageParts } from '../messages/index.ts'

const COLUMNS = ['title', 'body', 'is_pinned', 'from_time', 'until_time', 'changed_time', 'user_name'] as const

/** Of who is gone, the user name. */
const NAME = sql<string>`coalesce((select u.name from app_user u
  where u.tenant_id = bulletin.tenant_id and u.user_id = bulletin.user_id), bulletin.user_name)`.as('name')

type Row = Pick<Bulletin, 'bulletin_id' | 'name' | (typeof COLUMNS)[number]>

const onBoard = (row: Row, time: number): Bulletin => ({
  ...row,
  state: row.from_time > time ? 'planned' : row.until_time !== null && row.until_time <= time ? 'over' : 'shown',
})

/** When a bulletin is shown, by its input. */
function timesOf(input: { from_time: number | null; until_time: number | null }, from: number) {
  const { until_time } = input
  const from_time = input.from_time ?? from
  if (until_time !== null && until_time <= from_time)
    throw new WrongField('until_time', { zh: '须晚于开始时间', en: 'must be after the start' })
  return { from_time, until_time }
}

/** What people wrote of it. */
const written = ({ title, body, is_pinned, from_time, until_time }: Bulletin) => ({
  title,
  body,
  is_pinned,
  from_time,
  until_time,
})

export function bulletinAnswers({ db, now = Date.now }: MessageParts): Answers<Contract['bulletin'], Caller> {
  async function one(q: Kysely<Schema>, bulletin_id: number): Promise<Bulletin> {
    const row = await q
      .selectFrom('bulletin')
      .select(['bulletin_id', ...COLUMNS, NAME])
      .where('bulletin_id', '=', bulletin_id)
      .where('removed_time', 'is', null)
      .executeTakeFirst()
    if (!row) throw new ApiError('117801')
    return onBoard(row, now())
  }

  return {
    list: ({ page, page_size, sort, search = '', all }, caller) => {
      if (sort !== undefined && sort !== '-from_time')
        throw new WrongField('sort', { zh: '只能按 -from_time 排序', en: 'can only be -from_time' })
      if (all && !hasRight(caller.roles, 'P74000')) throw new ApiError('100015')
      return db.tenant(caller.tenant_id, async (q) => {
        const text = search.trim().toLowerCase()
        const time = now()
        const found = q
          .selectFrom('bulletin')
          .where('removed_time', 'is', null)
          .$if(!all, (some) =>
            some
              .where('from_time', '<=', time)
              .where((on) => on.or([on('until_time', 'is', null), on('until_time', '>', time)])),
          )
          .$if(text !== '', (some) =>
            some.where(sql<boolean>`position(${text} in lower(concat_ws(chr(10), title, body))) > 0`),
          )
        const { total } = await found.select((on) => on.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
        const rows = await found
          .select(['bulletin_id', ...COLUMNS, NAME])
          .$if(sort === undefined, (some) => some.orderBy('is_pinned', 'desc'))
          .orderBy('from_time', 'desc')
          .orderBy('bulletin_id', 'desc')
          .limit(page_size)
          .offset((page - 1) * page_size)
          .execute()
        return { rows: rows.map((row) => onBoard(row, time)), total }
      })
    },

    create: (input, caller) =>
      db.tenant(caller.tenant_id, async (q) => {
        const { tenant_id, user_id, user_name } = caller
        const time = now()
        const { title, body, is_pinned } = input
        const { kept } = await countAlone(q, 'bulletins', () =>
          q
            .selectFrom('bulletin')
            .select((on) => on.fn.countAll<number>().as('kept'))
            .executeTakeFirstOrThrow(),
        )
        if (kept >= LIMITS.bulletins) throw new ApiError('117804')
        const { bulletin_id } = await q
          .insertInto('bulletin')
          .values({
            tenant_id,
            title,
            body,
            is_pinned,
            ...timesOf(input, time),
            created_time: time,
            changed_time: time,
            user_id,
            user_name,
          })
          .returning('bulletin_id')
          .executeTakeFirstOrThrow()
        const made = await one(q, bulletin_id)
        const detail = changesOf({}, written(made))
        await writeAudit(q, caller, { action: 'bulletin-create', target: title, detail }, time)
        return made
      }),

    edit: ({ bulletin_id, ...input }, caller) =>
      db.tenant(caller.tenant_id, async (q) => {
        const { user_id, user_name } = caller
        const before = await one(q, bulletin_id)
        const { title, body, is_pinned } = input
        await q
          .updateTable('bulletin')
          .set({ title, body, is_pinned, ...timesOf(input, before.from_time), changed_time: now(), user_id, user_name })
          .where('bulletin_id', '=', bulletin_id)
          .execute()
        const after = await one(q, bulletin_id)
        const detail = changesOf(written(before), written(after))
        await writeChange(q, caller, { action: 'bulletin-edit', target: before.title, detail }, now())
        return after
      }),

    remove: ({ bulletin_id }, caller) =>
      db.tenant(caller.tenant_id, async (q) => {
        const { title } = await one(q, bulletin_id)
        await q.updateTable('bulletin').set({ removed_time: now() }).where('bulletin_id', '=', bulletin_id).execute()
        const detail = changesOf({ title }, { title: null })
        await writeAudit(q, caller, { action: 'bulletin-delete', target: title, detail }, now())
        return {}
      }),

    restore: ({ bulletin_id }, caller) =>
      db.tenant(caller.tenant_id, async (q) => {
        await q
          .updateTable('bulletin')
          .set({ removed_time: null })
          .where('bulletin_id', '=', bulletin_id)
          .where('removed_time', '>', now() - LIMITS.removedMessageMs)
          .execute()
        const back = await one(q, bulletin_id)
        const detail = changesOf({}, { title: back.title })
        await writeAudit(q, caller, { action: 'bulletin-restore', target: back.title, detail }, now())
        return back
      }),
  }
}
