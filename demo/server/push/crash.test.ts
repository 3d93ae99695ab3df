import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeDevice } from '../../../tests/server/devices.ts'
import { openGateway } from '../../../tests/server/receivers.ts'
import { startEmbedded } from '../../../tests/server/stores.ts'
import { openDb } from '../db/open.ts'
import { openFleet } from '../fleet/open-fleet.ts'
import { readSettings } from '../settings.ts'
import { openPush } from './push.ts'

const path = (name: string) => JSON.stringify(join(import.meta.dirname, name))

/** So many have been notified when it is killed. */
const TOLD = 40

/** A server to which alarms come without end, and which notifies of them. */
const server = (dataDir: string, host: string) => `
  import { openDb } from ${path('../db/open.ts')}
  import { openFleet } from ${path('../fleet/open-fleet.ts')}
  import { openPush } from ${path('./push.ts')}
  import { readSettings } from ${path('../settings.ts')}
  const db = await openDb({ dataDir: ${JSON.stringify(dataDir)} })
  const fleet = await openFleet(db, console.error)
  const settings = readSettings({ PRIVATE_HOSTS: ${JSON.stringify(host)} })
  const push = openPush({ db, fleet, settings, providers: {}, log: { info() {}, error: console.error } })
  const device = fleet.get('CRASH2')
  const come = () => db.system(async (q) => {
    const { rule_id } = await q.insertInto('alarm_rule').values({
      tenant_id: 1, device_id: device.device_id, key: 'level', alarm_name: 'high', alarm_level: 4, condition: 'above',
      threshold: 1, channels: '["webhook", "email"]',
    }).returning('rule_id').executeTakeFirstOrThrow()
    await q.insertInto('alarm').values({
      tenant_id: 1, device_id: device.device_id, sn_code: 'CRASH2', rule_id, key: 'level', alarm_name: 'high',
      alarm_level: 4, alarm_time: Date.now(), alarm_value: 2,
    }).execute()
  }).then(come)
  void come()
  for (;;) {
    await push.turn()
    await new Promise((go) => setTimeout(go, 10))
  }`

test('every alarm is delivered after the server was killed, and none as two', async () => {
  const receiver = await openGateway(() => 200)
  const { host } = new URL(receiver.url)
  const store = await startEmbedded()
  const { dataDir } = store.place
  let child: ChildProcess | undefined
  try {
    const before = await openDb({ dataDir })
    await makeDevice(before, 'CRASH2', { points: [{ key: 'level', data_type: 'number' }] })
    await before.system(async (q) => {
      const person = {
        tenant_id: 1,
        user_name: 'crash',
        name: 'crash',
        user_type: 1,
        password_hash: '-',
        created_time: 0,
      }
      const { user_id } = await q.insertInto('app_user').values(person).returning('user_id').executeTakeFirstOrThrow()
      const hook = { tenant_id: 1, webhook_name: 'hook', url: `${receiver.url}/hook`, secret: 'secret', from_level: 1 }
      await q
        .insertInto('webhook')
        .values({ ...hook, user_id })
        .execute()
      await q.insertInto('push_setting').values({ tenant_id: 1, user_id, lang: 'zh', email_level: 1 }).execute()
      const steps = [{ after_min: 1, user_ids: [user_id], role_ids: [], channels: ['email' as const] }]
      const rule = { tenant_id: 1, escalation_name: 'e', from_level: 1, steps: JSON.stringify(steps) }
      await q.insertInto('escalation').values(rule).execute()
    })
    await before.close()

    child = spawn(process.execPath, ['--input-type=module', '--eval', server(dataDir, host)], {
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    const ended = once(child, 'exit')
    const enough = setInterval(() => receiver.came.length >= TOLD && child?.kill('SIGKILL'), 5)
    await ended
    clearInterval(enough)

    const db = await openDb({ dataDir })
    const fleet = await openFleet(db, () => {})
    const errors: unknown[] = []
    let time = Date.now()
    const push = openPush({
      db,
      fleet,
      settings: readSettings({ PRIVATE_HOSTS: host }),
      providers: {},
      now: () => time,
      log: { info: () => {}, error: (_message, error) => errors.push(error) },
    })
    // What the killed one had claimed is free a minute later, and the escalations are due.
    for (let i = 0; i < 3; i++) {
      time += 61_000
      await push.turn()
      await push.outbox.settled()
    }
    const { alarms, pushes, messages } = await db.system(async (q) => ({
      alarms: await q.selectFrom('alarm').select('alarm_id').execute(),
      pushes: await q.selectFrom('push').select(['alarm_id', 'reason', 'message_id']).execute(),
      messages: await q
        .selectFrom('delivered_message')
        .select(['alarm_id', 'state'])
        .where('channel', '=', 'webhook')
        .execute(),
    }))
    const all = alarms.map(({ alarm_id }) => alarm_id).sort((a, b) => a - b)
    const sorted = (rows: readonly { alarm_id: number | null }[]) =>
      rows.map(({ alarm_id }) => alarm_id ?? 0).sort((a, b) => a - b)
    expect(all.length).toBeGreaterThanOrEqual(TOLD)
    expect(sorted(messages)).toEqual(all)
    expect(new Set(messages.map(({ state }) => state))).toEqual(new Set(['sent']))
    for (const reason of ['alarm', 'escalation'])
      expect(sorted(pushes.filter((row) => row.reason === reason))).toEqual(all)
    expect(pushes.filter(({ message_id }) => message_id === null)).toEqual([])
    // What was on its way just then may have come twice: under the same id, so that its receiver can recognise it.
    const ids = receiver.came.map(({ headers }) => headers['sightglass-delivery'])
    expect(new Set(ids).size).toBe(all.length)
    expect(ids.length - all.length).toBeLessThanOrEqual(4)
    expect(errors).toEqual([])
    await push.close()
    await fleet.close()
    await db.close()
  } finally {
    child?.kill('SIGKILL')
    await store.stop()
    await receiver.close()
  }
})
