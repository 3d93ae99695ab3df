import type { PushChannel } from '../../core/contract/alarm-rule.ts'
import type { PushSetting } from '../../core/contract/push.ts'
import type { NoteCode } from '../../demo/server/alarms/notes.ts'
import { insertEvents } from '../../demo/server/db/alarm-writes.ts'
import { SESSION_MS } from '../../demo/server/people/sessions.ts'
import { openTestServer } from './server.ts'

const SETTING: PushSetting = {
  email_level: null,
  sms_level: null,
  wechat_level: null,
  on_recovered: false,
  lang: 'zh',
  quiet: null,
}

export interface AlarmInput {
  sn_code?: string
  alarm_level?: number
  channels?: PushChannel[]
  /** Null: without a rule. */
  response?: string
  alarm_time?: number
  alarm_name?: string
  is_late?: boolean
  held?: 'SHLVD' | 'DSUPR' | 'OOSRV' | null
}

/** A test server on a clock that the test turns, with people who can be reached. */
export async function openPushServer(env: Record<string, string> = {}, start = Date.now()) {
  let time = start
  const server = await openTestServer(env, () => time)
  const { db, push } = server
  const users = await db.system((q) => q.selectFrom('app_user').select(['tenant_id', 'user_id', 'user_name']).execute())
  const userOf = (user_name: string) => {
    const user = users.find((row) => row.user_name === user_name)
    if (!user) throw new Error(`no ${user_name}`)
    return user
  }
  let made = 0

  /** Nobody is signed out by a clock that a test turned by days. */
  const call: typeof server.call = async (...args) => {
    await db.system((q) =>
      q
        .updateTable('session')
        .set({ expires_time: time + SESSION_MS })
        .execute(),
    )
    return server.call(...args)
  }

  const alarm = async (overrides: AlarmInput = {}) => (await alarms(1, overrides))[0] ?? 0

  /** Alarms as the engine writes them, each of a rule of its own. */
  async function alarms(count: number, overrides: AlarmInput = {}): Promise<number[]> {
    const { sn_code = 'TS0001', alarm_level = 4, channels = ['email', 'sms', 'wechat', 'webhook'] } = overrides
    const { response = '关闭加热，查看冷却水', alarm_time = time, is_late = false, held = null } = overrides
    const name = overrides.alarm_name ?? `温度过高${++made}`
    return db.system(async (q) => {
      const device = await q
        .selectFrom('device')
        .select(['tenant_id', 'device_id', 'template_id'])
        .where('sn_code', '=', sn_code)
        .executeTakeFirstOrThrow()
      const { tenant_id, device_id } = device
      const shared = { tenant_id, key: 'temperature', alarm_level, alarm_name: name, alarm_name_en: `Too hot ${made}` }
      const rule = {
        ...shared,
        device_id,
        condition: 'above' as const,
        threshold: 90,
        is_enabled: false,
        response,
        response_en: 'Turn the heater off',
        channels: JSON.stringify(channels),
      }
      const rules = await q
        .insertInto('alarm_rule')
        .values(Array.from({ length: count }, () => rule))
        .returning('rule_id')
        .execute()
      const row = { ...shared, device_id, sn_code, alarm_value: 95.2, alarm_time, is_late, held }
      const rows = await q
        .insertInto('alarm')
        .values(rules.map(({ rule_id }) => ({ ...row, rule_id, alarm_info: '高于 90', alarm_info_en: 'above 90' })))
        .returning('alarm_id')
        .execute()
      return rows.map(({ alarm_id }) => alarm_id)
    })
  }

  return {
    ...server,
    call,
    userOf,
    /** What its own settings are, through the API. */
    wish: async (user_name: string, wish: Partial<PushSetting>) => {
      const { meta } = await call(user_name, 'PUT', '/yun/push/setting', { ...SETTING, ...wish })
      if (meta.success !== 1) throw new Error(`not saved: ${meta.code}`)
    },
    /** Gives a user addresses, and proves that they are his. */
    reach: (user_name: string, to: { email?: string; user_tel?: string; wechat_openid?: string }) =>
      db.system((q) =>
        q
          .updateTable('app_user')
          .set({ ...to, is_email_verified: true, is_tel_verified: true })
          .where('user_id', '=', userOf(user_name).user_id)
          .execute(),
      ),
    alarm,
    alarms,
    change: (alarm_id: number, set: { recover_time?: number; confirm_time?: number; held?: 'SHLVD' | null }) =>
      db.system((q) => q.updateTable('alarm').set(set).where('alarm_id', '=', alarm_id).execute()),
    /** Something that was done with an alarm, as the engine writes it down. */
    act: (
      alarm_id: number,
      alarm_type: number,
      user_name: string | null = null,
      note: string | null = null,
      note_code: NoteCode | null = null,
    ) =>
      db.system(async (q) => {
        const alarm = await q
          .selectFrom('alarm')
          .select(['tenant_id', 'alarm_id', 'rule_id', 'device_id'])
          .where('alarm_id', '=', alarm_id)
          .executeTakeFirstOrThrow()
        const who = { user_id: null, user_name, by_user_id: null }
        await insertEvents(q, [{ ...alarm, event_time: time, alarm_type, ...who, note, note_code }])
      }),
    /** One round, until what it sends has arrived or is put off. */
    turn: async () => {
      await push.turn()
      await push.outbox.settled()
    },
    later: (ms: number) => {
      time += ms
    },
    now: () => time,
    /** What was kept for a user, the oldest first. */
    keptFor: (user_name: string) =>
      db.system((q) =>
        q
          .selectFrom('delivered_message')
          .select(['channel', 'address', 'subject', 'body', 'state', 'reason', 'alarms', 'alarm_id', 'error', 'tries'])
          .where('user_id', '=', userOf(user_name).user_id)
          .orderBy('message_id')
          .execute(),
      ),
  }
}
export type PushServer = Awaited<ReturnType<typeof openPushServer>>
