import { sql } from 'kysely'
import type { Contract } from '../../../core/contract/contract.ts'
import type { Answers } from '../../../core/contract/endpoint.ts'
import type { Caller } from '../caller.ts'
import { type Db, DbError } from '../db/db.ts'
import { WrongField } from '../field-errors.ts'
import { pointColumns } from './point-columns.ts'
import { requireQuota } from './quotas.ts'
import { sortedBy } from './sorted-by.ts'

const uniqueViolation = '23505'

function refuseTwice(keys: readonly string[]): void {
  const twice = keys.findIndex((key, i) => keys.indexOf(key) !== i)
  if (twice < 0) return
  throw new WrongField(`points.${twice}.key`, { zh: '数据项标识重复', en: 'is the key of another point too' })
}

export const templateAnswers = (db: Db, now: () => number = Date.now): Answers<Contract['template'], Caller> => ({
  async list({ page, page_size, sort, search }, { tenant_id }) {
    const rows = await db.tenant(tenant_id, (q) =>
      q
        .selectFrom('template as t')
        .select(['t.template_id', 't.module_name', 't.created_time'])
        .select((on) => [
          on
            .selectFrom('template_point as p')
            .whereRef('p.template_id', '=', 't.template_id')
            .select(on.fn.countAll<number>().as('n'))
            .as('point_count'),
          on
            .selectFrom('device as d')
            .whereRef('d.template_id', '=', 't.template_id')
            .select(on.fn.countAll<number>().as('n'))
            .as('device_count'),
        ])
        .$if(search !== undefined, (some) =>
          some.where(sql`position(lower(${search}) in lower(t.module_name))`, '>', 0),
        )
        .orderBy('t.module_name')
        .execute(),
    )
    const all = rows.map((row) => ({
      ...row,
      point_count: row.point_count ?? 0,
      device_count: row.device_count ?? 0,
    }))
    const first = (page - 1) * page_size
    return { rows: sortedBy(all, sort).slice(first, first + page_size), total: all.length }
  },

  async create({ module_name, points, alarm_rules }, caller) {
    const { tenant_id, user_id: created_user_id } = caller
    refuseTwice(points.map(({ key }) => key))
    try {
      return await db.tenant(tenant_id, async (q) => {
        await requireQuota(q, caller, 'templates')
        const { template_id } = await q
          .insertInto('template')
          .values({ tenant_id, module_name, created_time: now(), created_user_id })
          .returning('template_id')
          .executeTakeFirstOrThrow()
        const rows = points.map((point, sort) => ({ tenant_id, template_id, ...pointColumns(point), sort }))
        if (rows.length > 0) await q.insertInto('template_point').values(rows).execute()
        const rules = alarm_rules.map((rule) => ({ tenant_id, template_id, ...rule }))
        if (rules.length > 0) await q.insertInto('alarm_rule').values(rules).execute()
        return { template_id }
      })
    } catch (error) {
      if (!(error instanceof DbError) || error.code !== uniqueViolation) throw error
      throw new WrongField('module_name', { zh: '模板名称已存在', en: 'is the name of another template' })
    }
  },
})
