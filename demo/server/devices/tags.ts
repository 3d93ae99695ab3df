import { type Kysely, sql } from 'kysely'
import { LIMITS } from '../../../core/catalogue/limits.ts'
import type { Contract } from '../../../core/contract/contract.ts'
import { TAGS_LISTED } from '../../../core/contract/device-tag.ts'
import type { Answers } from '../../../core/contract/endpoint.ts'
import { changesOf, writeAudits } from '../audit/index.ts'
import type { Db } from '../db/db.ts'
import type { Schema } from '../db/schema.ts'
import type { Fleet } from '../fleet/fleet.ts'
import { type Caller, canSee } from '../http/caller.ts'
import { WrongField } from '../http/field-errors.ts'
import { type ChangeBudgets, countChanges } from '../http/many-changes.ts'
import { eachDevice, inPieces, type LockedDevice } from './each-device.ts'

export interface DeviceTagParts {
  db: Db
  fleet: Fleet
  budgets: ChangeBudgets
  now?: () => number
}

const keyOf = (tag: string) => tag.toLowerCase()

/** The tags of a device after some were taken away and others given: what it has keeps its spelling. */
function after(tags: readonly string[], add: readonly string[], remove: readonly string[]): string[] {
  const gone = new Set(remove.map(keyOf))
  const stay = tags.filter((tag) => !gone.has(keyOf(tag)))
  const has = new Set(stay.map(keyOf))
  return [...stay, ...add.filter((tag) => !has.has(keyOf(tag)))]
}

const tooMany = (dev_alias: string) => {
  const most = LIMITS.deviceTags
  return new WrongField('add', {
    zh: `一台设备最多 ${most} 个标签，而“${dev_alias}”将超过`,
    en: `would give ${dev_alias} more than ${most} tags`,
  })
}

const seenTags = (q: Kysely<Schema>, fleet: Fleet, caller: Caller, sn_codes: readonly string[]) => {
  const seen = sn_codes.map(fleet.get).filter((device) => device && canSee(caller, device))
  return q
    .selectFrom('device')
    .select(['dev_alias', 'tags'])
    .where(sql<boolean>`device_id = any(${seen.map((device) => device?.device_id)}::bigint[])`)
    .execute()
}

/** Answers about tags of devices. */
export const deviceTagAnswers = ({
  db,
  fleet,
  budgets,
  now = Date.now,
}: DeviceTagParts): Answers<Contract['deviceTag'], Caller> => ({
  async list(_input, caller) {
    const ids = [...fleet.devices(caller.tenant_id)].flatMap((one) => (canSee(caller, one) ? one.device_id : []))
    const rows = await db.tenant(caller.tenant_id, (q) =>
      q
        .selectFrom('device')
        .innerJoinLateral(
          (on) => on.fn<{ tag: string }>('unnest', ['device.tags']).as('t'),
          (join) => join.onTrue(),
        )
        .select((on) => [sql<string>`min(t)`.as('tag'), on.fn.countAll<number>().as('device_count')])
        .where(sql<boolean>`device_id = any(${ids}::bigint[])`)
        .groupBy(sql`lower(t)`)
        .orderBy('device_count', 'desc')
        .orderBy('tag')
        .limit(TAGS_LISTED)
        .execute(),
    )
    return rows.sort((a, b) => a.tag.localeCompare(b.tag, caller.lang))
  },

  async change({ sn_codes, add, remove }, caller) {
    const tagsOf = (row: Pick<LockedDevice, 'tags' | 'dev_alias'>): string[] => {
      const tags = after(row.tags, add, remove)
      if (tags.length > LIMITS.deviceTags) throw tooMany(row.dev_alias)
      return tags
    }
    countChanges(budgets, caller, sn_codes.length)
    // None is changed where one would have too many.
    for (const row of await db.tenant(caller.tenant_id, (q) => seenTags(q, fleet, caller, sn_codes))) tagsOf(row)
    return inPieces(db, caller, sn_codes, async (q, some) => {
      const changed: { row: LockedDevice; tags: string[] }[] = []
      const outcomes = await eachDevice(q, fleet, caller, some, (row) => {
        const tags = tagsOf(row)
        if (tags.join() !== row.tags.join()) changed.push({ row, tags })
        return null
      })
      if (changed.length === 0) return outcomes
      // As JSON: an array of SQL has rows of one length.
      const sent = JSON.stringify(changed.map(({ row, tags }) => ({ device_id: row.device_id, tags })))
      await sql`
        update device d set tags = array(select jsonb_array_elements_text(n.tags))
          from jsonb_to_recordset(${sent}::jsonb) as n(device_id bigint, tags jsonb)
          where d.device_id = n.device_id`.execute(q)
      const audits = changed.map(({ row, tags }) => ({
        action: 'device-edit' as const,
        target: row.dev_alias,
        detail: changesOf({ tags: row.tags }, { tags }),
      }))
      await writeAudits(q, caller, audits, now())
      return outcomes
    })
  },
})
