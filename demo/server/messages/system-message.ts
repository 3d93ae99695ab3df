import { type Kysely, sql } from 'kysely'
import { DAY_MS } from '../../../core/catalogue/durations.ts'
import type { Quota } from '../../../core/catalogue/quotas.ts'
import type { AuditAction } from '../../../core/contract/audit.ts'
import type { SystemMessageKind, SystemMessageParams } from '../../../core/contract/system-message.ts'
import type { Schema } from '../db/schema.ts'

interface SystemNotice<K extends SystemMessageKind> {
  tenant_id: number
  user_id: number
  kind: K
  params: SystemMessageParams[K]
  /** Epoch ms; now when left out. */
  time?: number
}

/** Sends a user a system message, in the transaction of what it is about; open pages hear of it within seconds. */
export async function notifyUser<K extends SystemMessageKind>(
  q: Kysely<Schema>,
  notice: SystemNotice<K>,
): Promise<void> {
  await notifyUsers(q, { ...notice, user_ids: [notice.user_id] })
}

/** As `notifyUser`, many at once. Users who are gone are passed over. */
export async function notifyUsers<K extends SystemMessageKind>(
  q: Kysely<Schema>,
  {
    tenant_id,
    user_ids,
    kind,
    params,
    time = Date.now(),
  }: Omit<SystemNotice<K>, 'user_id'> & { user_ids: readonly number[] },
): Promise<void> {
  if (user_ids.length === 0) return
  await q
    .insertInto('system_message')
    .columns(['tenant_id', 'user_id', 'kind', 'params', 'message_time'])
    .expression((from) =>
      from
        .selectFrom('app_user as u')
        .select((on) => [
          'u.tenant_id',
          'u.user_id',
          on.val<string>(kind).as('kind'),
          on.cast<string>(on.val(JSON.stringify(params)), 'jsonb').as('params'),
          on.cast<number>(on.val(time), 'bigint').as('message_time'),
        ])
        .where('u.tenant_id', '=', tenant_id)
        .where('u.is_experience', '=', false)
        .where('u.user_id', 'in', [...user_ids]),
    )
    .execute()
}

/** What is said of an alarm, to some users. */
export interface AlarmNotice<K extends 'alarm-escalated' | 'escalation-unheard'> {
  kind: K
  params: SystemMessageParams[K]
  user_ids: readonly number[]
}

/**
 * Notifies users of alarms that nobody confirmed. Who has not read the last message of the same kind about the alarm has that
 * one renewed: a repeat makes no further message of it.
 */
export async function notifyRepeatedly(
  q: Kysely<Schema>,
  {
    tenant_id,
    notices,
    time,
  }: {
    tenant_id: number
    notices: readonly (AlarmNotice<'alarm-escalated'> | AlarmNotice<'escalation-unheard'>)[]
    time: number
  },
): Promise<void> {
  if (notices.length === 0) return
  await sql`
    with said as materialized (
      select n.kind, n.params, u.user_id, last.version, last.minutes
      from jsonb_to_recordset(${JSON.stringify(notices)}::jsonb) as n(kind text, params jsonb, user_ids bigint[])
        cross join unnest(n.user_ids) i(user_id)
        join app_user u on u.tenant_id = ${tenant_id} and u.user_id = i.user_id and not u.is_experience
        left join lateral (
          select m.ctid as version, (m.params ->> 'minutes')::int as minutes from system_message m
            where m.tenant_id = u.tenant_id and m.user_id = u.user_id and m.kind = n.kind
              and m.params ->> 'alarm_id' = n.params ->> 'alarm_id' and m.read_time is null and m.removed_time is null
            order by m.message_id desc limit 1
        ) last on true
    ), renewed as (
      update system_message m set params = s.params, message_time = ${time}
        from said s where m.ctid = s.version and s.minutes < (s.params ->> 'minutes')::int
    )
    insert into system_message (tenant_id, user_id, kind, params, message_time)
      select ${tenant_id}, user_id, kind, params, ${time} from said where version is null`.execute(q)
}

/** A share that is over; of all organisations. */
interface EndedShare {
  tenant_id: number
  user_id: number
  dev_alias: string
}

/** Notifies those with whom devices were shared that they are no more: `by` somebody, or because their time has come. */
export async function notifySharesEnded(
  q: Kysely<Schema>,
  ended: readonly EndedShare[],
  { by, time }: { by?: string; time: number },
): Promise<void> {
  for (const { tenant_id, user_id, dev_alias } of ended) {
    const notice = { tenant_id, user_id, time }
    if (by === undefined) await notifyUser(q, { ...notice, kind: 'device-share-ended', params: { dev_alias } })
    else await notifyUser(q, { ...notice, kind: 'device-recycled', params: { by, dev_alias } })
  }
}

/** Notifies a user that a quota is nearly used up: at most once a day for each. */
export async function notifyQuotaNear(
  q: Kysely<Schema>,
  { tenant_id, user_id, quota, percent }: { tenant_id: number; user_id: number; quota: Quota; percent: number },
): Promise<void> {
  const recent = await q
    .selectFrom('system_message')
    .select('message_id')
    .where('tenant_id', '=', tenant_id)
    .where('user_id', '=', user_id)
    .where('kind', '=', 'quota-near')
    .where('message_time', '>', Date.now() - DAY_MS)
    .where(sql<boolean>`params ->> 'quota' = ${quota}`)
    .executeTakeFirst()
  if (!recent) await notifyUser(q, { tenant_id, user_id, kind: 'quota-near', params: { quota, percent } })
}

/** Kinds of messages about changes of an account, by the audit action. */
const KINDS = {
  'password-reset': 'password-reset',
  'user-edit': 'account-changed',
  'user-move': 'account-changed',
  'user-lock': 'user-locked',
  'user-activate': 'user-activated',
  rights: 'rights-changed',
  'rights-reset': 'rights-changed',
  quota: 'quotas-changed',
} as const satisfies Partial<Record<AuditAction, SystemMessageKind>>

interface AccountChange {
  action: AuditAction
  target?: string
  target_user_id?: number
  detail?: Readonly<Record<string, unknown>>
}

interface Actor {
  tenant_id: number
  user_id: number
  user_name: string
  address: string
}

type AccountNotice = {
  [K in SystemMessageKind]: Pick<SystemNotice<K>, 'user_id' | 'kind' | 'params'>
}[SystemMessageKind]

function noticeOf(actor: Actor, change: AccountChange): AccountNotice | null {
  const { user_name: by, address } = actor
  const { action, target = '', target_user_id: user_id, detail = {} } = change
  if (user_id === undefined) return null
  // Both come in the account's own name, whoever it is.
  if (action === 'password' || action === 'recover') return { user_id, kind: 'password-changed', params: { address } }
  if (user_id === actor.user_id) return null
  if (action === 'simulate') return { user_id, kind: 'simulated', params: { by, address } }
  if (action === 'template-transfer')
    return { user_id, kind: 'template-transferred', params: { by, module_name: target } }
  if (!Object.hasOwn(KINDS, action)) return null
  return { user_id, kind: detail.role_ids ? 'roles-changed' : KINDS[action as keyof typeof KINDS], params: { by } }
}

/** Notifies users of changes to their accounts: by others, or by somebody who knew the password. Those who are told the same are told together. */
export async function notifyAccountChanges(
  q: Kysely<Schema>,
  actor: Actor,
  changes: readonly AccountChange[],
  time: number,
): Promise<void> {
  const alike = new Map<string, AccountNotice & { user_ids: number[] }>()
  for (const change of changes) {
    const notice = noticeOf(actor, change)
    if (notice === null) continue
    const { user_id, kind, params } = notice
    const said = JSON.stringify([kind, params])
    const together = alike.get(said)
    if (together) together.user_ids.push(user_id)
    else alike.set(said, { ...notice, user_ids: [user_id] })
  }
  const { tenant_id } = actor
  for (const { user_ids, kind, params } of alike.values())
    await notifyUsers(q, { tenant_id, time, user_ids, kind, params })
}
