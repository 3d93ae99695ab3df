import { randomBytes } from 'node:crypto'
import { type Kysely, type Selectable, sql, type Updateable } from 'kysely'
import { ApiError } from '../../../core/contract/api-error.ts'
import type { Contract } from '../../../core/contract/contract.ts'
import { type EmbedKey, GUEST_LIMITS, type GuestResources } from '../../../core/contract/embed.ts'
import type { Answers } from '../../../core/contract/endpoint.ts'
import { changesOf, writeAudit } from '../audit/index.ts'
import { countAlone } from '../db/count-alone.ts'
import { type Db, DbError } from '../db/db.ts'
import type { EmbedKeyTable } from '../db/people-tables.ts'
import type { Schema } from '../db/schema.ts'
import type { Fleet } from '../fleet/fleet.ts'
import { type Caller, canSee } from '../http/caller.ts'
import { WrongField } from '../http/field-errors.ts'
import { sortOf } from '../http/sort.ts'
import { requireRoom } from '../quotas/index.ts'
import { requireSession } from '../rights/index.ts'
import type { Guests } from './guests.ts'

export interface EmbedParts {
  db: Db
  fleet: Fleet
  guests: Pick<Guests, 'embedKeyOf' | 'changed'>
  now?: () => number
}

type Row = Selectable<EmbedKeyTable>
type EmbedKeyInput = Pick<EmbedKey, 'name' | 'origins' | 'without_origin' | 'actions' | 'resources' | 'expires_time'>

/** What the audit trail shows of a key. */
const historyDetail = ({ name, origins, actions, resources, expires_time, secret_version, revoked_time }: Row) => ({
  name,
  origins,
  actions,
  resources,
  expires_time,
  secret_version,
  revoked_time,
})

const uniqueViolation = '23505'
const SORTS = ['created_time', 'name', 'expires_time'] as const

export function embedAnswers({ db, fleet, guests, now = Date.now }: EmbedParts): Answers<Contract['embed'], Caller> {
  function asEmbedKey(row: Row): EmbedKey {
    const time = now()
    const { previous_until_time: until } = row
    const isExpired = row.expires_time !== null && row.expires_time <= time
    return {
      ...row,
      state: row.revoked_time !== null ? 'revoked' : isExpired ? 'expired' : 'active',
      previous_until_time: until !== null && until > time ? until : null,
    }
  }

  const withSecret = (row: Row) => {
    const { key_id, secret_version: version } = row
    return { ...asEmbedKey(row), embed_key: guests.embedKeyOf({ key_id, version }) }
  }

  /** The columns, once the input names only what the tenant has. */
  async function columns(q: Kysely<Schema>, caller: Caller, input: EmbedKeyInput) {
    const { name, origins, without_origin, actions, resources, expires_time } = input
    if (expires_time !== null && expires_time <= now())
      throw new WrongField('expires_time', { zh: '应为将来的时间', en: 'must be in the future' })
    await requireResources(q, fleet, caller, resources)
    const both = { origins: [...new Set(origins)], actions: [...new Set(actions)] }
    return { name, ...both, without_origin, expires_time, resources: JSON.stringify(resources) }
  }

  /** Changes a key that is not revoked. */
  async function change(
    caller: Caller,
    key_id: string,
    action: 'key-edit' | 'key-rotate' | 'key-revoke',
    change: (q: Kysely<Schema>, row: Row) => Promise<Updateable<EmbedKeyTable>>,
  ): Promise<Row> {
    requireAdministrator(caller)
    const changed = await namedOnce(
      db.tenant(caller.tenant_id, async (q) => {
        await requireSession(q, caller)
        const row = await q
          .selectFrom('embed_key')
          .selectAll()
          .where('key_id', '=', key_id)
          .where('revoked_time', 'is', null)
          .forUpdate()
          .executeTakeFirst()
        if (!row) throw new ApiError('100002')
        const changed = await q
          .updateTable('embed_key')
          .set(await change(q, row))
          .where('key_id', '=', key_id)
          .returningAll()
          .executeTakeFirstOrThrow()
        await writeAudit(
          q,
          caller,
          { action, target: row.name, detail: changesOf(historyDetail(row), historyDetail(changed)) },
          now(),
        )
        return changed
      }),
    )
    guests.changed(key_id)
    return changed
  }

  return {
    async list({ page, page_size, sort = '-created_time' }, caller) {
      const { field, direction } = sortOf(sort, SORTS)
      return db.tenant(caller.tenant_id, async (q) => {
        const found = q.selectFrom('embed_key')
        const { total } = await found.select((on) => on.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
        const rows = await found
          .selectAll()
          .orderBy(field, direction)
          .orderBy('key_id')
          .limit(page_size)
          .offset((page - 1) * page_size)
          .execute()
        return { rows: rows.map(asEmbedKey), total }
      })
    },

    async create(input, caller) {
      requireAdministrator(caller)
      const { tenant_id, user_name } = caller
      const row = await namedOnce(
        db.tenant(tenant_id, async (q) => {
          await requireSession(q, caller)
          const { count } = await countAlone(q, 'valid embed keys', () =>
            q
              .selectFrom('embed_key')
              .select((on) => on.fn.countAll<number>().as('count'))
              .where('revoked_time', 'is', null)
              .executeTakeFirstOrThrow(),
          )
          if (count >= GUEST_LIMITS.keys) throw new ApiError('100019')
          await requireRoom(q, 'embed_keys')
          const made = await q
            .insertInto('embed_key')
            .values({
              ...(await columns(q, caller, input)),
              tenant_id,
              key_id: `sgk_${randomBytes(12).toString('base64url')}`,
              created_time: now(),
              created_userName: user_name,
            })
            .returningAll()
            .executeTakeFirstOrThrow()
          const audited = {
            action: 'key-create' as const,
            target: made.name,
            detail: changesOf({}, historyDetail(made)),
          }
          await writeAudit(q, caller, audited, now())
          return made
        }),
      )
      return withSecret(row)
    },

    edit: async ({ key_id, ...input }, caller) =>
      asEmbedKey(await change(caller, key_id, 'key-edit', (q) => columns(q, caller, input))),

    rotate: async ({ key_id, grace_s }, caller) =>
      withSecret(
        await change(caller, key_id, 'key-rotate', async (_q, { secret_version }) => ({
          secret_version: secret_version + 1,
          previous_until_time: grace_s > 0 ? now() + grace_s * 1000 : null,
        })),
      ),

    revoke: async ({ key_id }, caller) =>
      asEmbedKey(
        await change(caller, key_id, 'key-revoke', async () => ({ revoked_time: now(), previous_until_time: null })),
      ),
  }
}

/** A key can do what all devices allow, and whoever shows its secret could do that too: only who may do it anyway. */
function requireAdministrator({ user_type }: Caller): void {
  if (user_type !== 1) throw new ApiError('100015')
}

async function requireResources(q: Kysely<Schema>, fleet: Fleet, caller: Caller, resources: GuestResources) {
  const { all, groups = [], devices = [], dashboards = [] } = resources
  if (!all && groups.length === 0 && devices.length === 0 && dashboards.length === 0)
    throw new WrongField('resources', { zh: '请选择设备、分组或仪表盘', en: 'names no device, group or dashboard' })
  await requireDashboards(q, dashboards)
  for (const [i, sn_code] of devices.entries()) {
    const device = fleet.get(sn_code)
    if (!device || !canSee(caller, device))
      throw new WrongField(`resources.devices.${i}`, { zh: '设备不存在', en: 'is no device of yours' })
  }
  if (groups.length === 0) return
  const rows = await q
    .selectFrom('device_group')
    .select('group_id')
    .where(sql<boolean>`group_id = any(${groups}::bigint[])`)
    .execute()
  const known = new Set(rows.map(({ group_id }) => group_id))
  const i = groups.findIndex((group_id) => !known.has(group_id))
  if (i >= 0) throw new WrongField(`resources.groups.${i}`, { zh: '设备分组不存在', en: 'is no group of yours' })
}

async function requireDashboards(q: Kysely<Schema>, dashboards: readonly number[]): Promise<void> {
  if (dashboards.length === 0) return
  const rows = await q.selectFrom('dashboard').select('dashboard_id').where('dashboard_id', 'in', dashboards).execute()
  const known = new Set(rows.map(({ dashboard_id }) => dashboard_id))
  const i = dashboards.findIndex((dashboard_id) => !known.has(dashboard_id))
  if (i >= 0) throw new WrongField(`resources.dashboards.${i}`, { zh: '仪表盘不存在', en: 'is no dashboard of yours' })
}

async function namedOnce<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof DbError) || error.code !== uniqueViolation) throw error
    throw new WrongField('name', { zh: '密钥名称已存在', en: 'is the name of another key' })
  }
}
