import type { Kysely } from 'kysely'
import { LIMITS } from '../../../core/catalogue/limits.ts'
import { ApiError } from '../../../core/contract/api-error.ts'
import type { Contract } from '../../../core/contract/contract.ts'
import type { Answers } from '../../../core/contract/endpoint.ts'
import { changesOf, writeAudit, writeChange } from '../audit/index.ts'
import type { Schema } from '../db/schema.ts'
import type { Caller } from '../http/caller.ts'
import { WrongField } from '../http/field-errors.ts'
import { notifyUsers } from '../messages/index.ts'
import { requireQuota } from '../quotas/index.ts'
import { choosableUsers, chosenUsers, NOBODY_THERE } from '../rights/index.ts'
import type { TemplateParts } from './edit.ts'
import { lockTemplate, ownTemplate } from './rows.ts'

type Sharing = 'people' | 'sharees' | 'share' | 'transfer'

interface Person {
  user_id: number
  user_name: string
}

const shareesOf = (q: Kysely<Schema>, template_id: number) =>
  q
    .selectFrom('template_share as s')
    .innerJoin('app_user as u', (join) =>
      join.onRef('u.tenant_id', '=', 's.tenant_id').onRef('u.user_id', '=', 's.user_id'),
    )
    .select(['s.user_id', 'u.user_name', 's.shared_time'])
    .where('s.template_id', '=', template_id)
    .orderBy('s.shared_time')
    .orderBy('s.user_id')
    .execute()

/** Answers of the template domain that give it to others. */
export const templateSharingAnswers = ({
  db,
  now = Date.now,
}: TemplateParts): Pick<Answers<Contract['template'], Caller>, Sharing> => ({
  people: ({ search = '' }, caller) =>
    db.tenant(caller.tenant_id, async (q) =>
      (await choosableUsers(q, caller, search)).map(({ user_type: _, ...person }) => person),
    ),

  sharees: ({ template_id }, caller) =>
    db.tenant(caller.tenant_id, async (q) => {
      await ownTemplate(q, caller, template_id)
      return shareesOf(q, template_id)
    }),

  share: ({ template_id, user_ids }, caller) =>
    db.tenant(caller.tenant_id, async (q) => {
      const { tenant_id, user_id: by_user_id } = caller
      await lockTemplate(q, template_id)
      const { module_name } = await ownTemplate(q, caller, template_id)
      const wanted = [...new Set(user_ids)]
      if (wanted.includes(caller.user_id))
        throw new WrongField('user_ids', { zh: '不能分享给自己', en: 'names yourself' })
      if (wanted.length > LIMITS.deviceSharees) throw new ApiError('114008')
      // Whom it is shared with already may stay, also where the caller oversees that user no more.
      const before = await shareesOf(q, template_id)
      const fresh = wanted.filter((user_id) => !before.some((row) => row.user_id === user_id))
      const people = await chosenUsers(q, caller, fresh)
      if (people.length < fresh.length) throw new WrongField('user_ids', NOBODY_THERE, '100014')
      const gone = before.filter(({ user_id }) => !wanted.includes(user_id)).map(({ user_id }) => user_id)
      if (gone.length > 0)
        await q
          .deleteFrom('template_share')
          .where('template_id', '=', template_id)
          .where('user_id', 'in', gone)
          .execute()
      if (fresh.length > 0) {
        await requireQuota(q, caller, 'template_shares', { more: fresh.length, code: '114009' })
        const rows = fresh.map((user_id) => ({ tenant_id, template_id, user_id, by_user_id, shared_time: now() }))
        await q.insertInto('template_share').values(rows).execute()
      }
      const notice = { tenant_id, params: { by: caller.user_name, module_name }, time: now() }
      await notifyUsers(q, { ...notice, user_ids: gone, kind: 'template-recycled' })
      await notifyUsers(q, { ...notice, user_ids: fresh, kind: 'template-shared' })
      const names = (sharees: readonly Person[]) => sharees.map(({ user_name }) => user_name).sort()
      const detail = changesOf({ sharees: names(before) }, { sharees: names(await shareesOf(q, template_id)) })
      await writeChange(q, caller, { action: 'template-share', target: module_name, detail }, now())
      return {}
    }),

  transfer: ({ template_id, user_id }, caller) =>
    db.tenant(caller.tenant_id, async (q) => {
      const { tenant_id } = caller
      await lockTemplate(q, template_id)
      const { module_name, creator_name } = await ownTemplate(q, caller, template_id)
      const [person] = await chosenUsers(q, caller, [user_id])
      if (!person) throw new WrongField('user_id', NOBODY_THERE, '100014')
      const { created_user_id: from } = await q
        .selectFrom('template')
        .select('created_user_id')
        .where('template_id', '=', template_id)
        .executeTakeFirstOrThrow()
      if (from === user_id) return {}
      await requireQuota(q, { tenant_id, user_id }, 'templates', { code: '115004' })
      const { screens } = await q
        .selectFrom('screen')
        .select((on) => on.fn.countAll<number>().as('screens'))
        .where('template_id', '=', template_id)
        .where('created_user_id', '=', from)
        .executeTakeFirstOrThrow()
      if (screens > 0) await requireQuota(q, { tenant_id, user_id }, 'screens', { more: screens })
      await q
        .updateTable('template')
        .set({ created_user_id: user_id, changed_time: now() })
        .where('template_id', '=', template_id)
        .execute()
      await q
        .deleteFrom('template_share')
        .where('template_id', '=', template_id)
        .where('user_id', '=', user_id)
        .execute()
      // What was counted against the one who had it is counted against the one who has it.
      if (from !== null) {
        await q
          .updateTable('template_share')
          .set({ by_user_id: user_id })
          .where('template_id', '=', template_id)
          .where('by_user_id', '=', from)
          .execute()
        await q
          .updateTable('screen')
          .set({ created_user_id: user_id })
          .where('template_id', '=', template_id)
          .where('created_user_id', '=', from)
          .execute()
      }
      const detail = changesOf({ creator_name }, { creator_name: person.user_name })
      const audited = { action: 'template-transfer' as const, target: module_name, target_user_id: user_id, detail }
      await writeAudit(q, caller, audited, now())
      return {}
    }),
})
