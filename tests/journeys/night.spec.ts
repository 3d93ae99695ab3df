import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { MINUTE_MS } from '../../core/catalogue/durations.ts'
import type { Alarm } from '../../core/contract/alarm.ts'
import type { AlarmMeasures } from '../../core/contract/alarm-measure.ts'
import { type RawEvent, referenceMeasures } from '../../core/rules/alarm-measure/test-reference.ts'
import { DIP_MINUTE, NIGHT_MINUTES } from '../../demo/plant/night/script.ts'
import { openDb } from '../../demo/server/db/open.ts'
import { complaintsOf, expect, System, signIn, test } from './system.ts'

const NIGHT = fileURLToPath(new URL('../../demo/plant/night/main.ts', import.meta.url))

interface Session {
  get<T>(path: string): Promise<T>
}

/** The whole night has been sent over MQTT; every test goes on from where the last one left it. */
test.describe.configure({ mode: 'serial' })
test.describe('after a night with a loose contact, a broken link, a dip of the supply and one real failure', () => {
  const system = new System({ DEMO: 'on', DEMO_DEVICES: '1', DEMO_HISTORY_DAYS: '0' })
  let start = 0
  let end = 0

  test.beforeAll(async () => {
    await system.start()
    // The plant makes the templates of its own device first: two programs would make one twice.
    await expect.poll(() => system.call('admin', '/rDev?sn_code=WW0001').catch(() => null)).not.toBeNull()
    const child = spawn(process.execPath, [NIGHT, '--api', system.api, '--url', system.mqtt], {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    child.on('message', (message: { end: number }) => {
      end = message.end
      start = end - NIGHT_MINUTES * MINUTE_MS
    })
    const [status] = await once(child, 'exit')
    expect(status).toBe(0)
  })
  test.afterAll(() => system.remove())

  /** One sign-in for many questions, as a program does it. */
  async function session(user_name: string): Promise<Session> {
    const { token } = await system.call<{ token: string }>(user_name, '/yun/v2/user/login', {
      method: 'POST',
      body: { user_name, password: 'demo1234' },
    })
    return {
      async get<T>(path: string) {
        const reply = await fetch(system.api + path, { headers: { 'x-token': token } })
        const { meta, data } = await reply.json()
        if (meta.success !== 1) throw new Error(`${path}: ${meta.code} ${meta.message}`)
        return data as T
      },
    }
  }

  async function alarmsOf({ get }: Session): Promise<Alarm[]> {
    const all: Alarm[] = []
    for (let page = 1; ; page++) {
      const { rows, total } = await get<{ rows: Alarm[]; total: number }>(`/hAlarmDev?page=${page}&page_size=100`)
      all.push(...rows)
      if (rows.length === 0 || all.length >= total) return all.filter(({ sn_code }) => sn_code.slice(2, 4) === '90')
    }
  }

  test('each alarm came as often as the night made it come, and none twice at the same time', async () => {
    const alarms = await alarmsOf(await session('admin'))
    const named = (sn_code: string, name: string) =>
      alarms.filter((alarm) => alarm.sn_code === sn_code && alarm.alarm_name_en === name)
    expect(named('BH9001', 'Low-water lockout')).toMatchObject([{ alarm_level: 5, recover_time: null }])
    expect(named('BH9001', 'Boiler water low')).toMatchObject([{ alarm_level: 4, recover_time: null }])
    expect(named('CR9001', 'Compressor tripped')).toHaveLength(1)
    // What happened while nobody heard from it: read from what it sent on, after it had been heard again.
    const hot = named('CR9002', 'Oil hot').filter(({ is_late }) => is_late)
    expect(hot).toHaveLength(1)
    expect(hot[0]?.recover_time).not.toBeNull()
    const dip = alarms.filter(
      ({ alarm_time }) => Math.abs(alarm_time - start - DIP_MINUTE * MINUTE_MS) < 10 * MINUTE_MS,
    )
    expect(new Set(dip.map(({ sn_code, rule_id }) => `${sn_code} ${rule_id}`)).size).toBeGreaterThan(12)
    for (const one of alarms) {
      const others = alarms.filter(({ rule_id, sn_code, alarm_id }) => {
        return rule_id === one.rule_id && sn_code === one.sn_code && alarm_id !== one.alarm_id
      })
      for (const { alarm_time, recover_time } of others)
        expect(alarm_time <= one.alarm_time && one.alarm_time < (recover_time ?? end)).toBe(false)
    }
  })

  test('an operator finds the one failure among them, deals with the rest at once, and shelves the loose contact', async ({
    page,
  }) => {
    const complaints = complaintsOf(page)
    await page.setViewportSize({ width: 1440, height: 900 })
    await signIn(page, system, 'admin', 'info/realTimeFault?sort=-alarm_level')
    const feed = page.locator('sg-alarm-feed')
    const rows = feed.locator('[role=row][data-key]')
    await expect(rows.first()).toContainText('低水位联锁停炉')
    await expect(rows.first()).toContainText('未确认')

    await rows.first().click()
    const panel = feed.getByRole('region', { name: '低水位联锁停炉', exact: true })
    await expect(panel).toContainText('处置')
    await panel.getByRole('button', { name: '确认', exact: true }).click()
    await expect(rows.filter({ hasText: '低水位联锁停炉' })).toContainText('已确认')

    await feed.getByRole('grid').focus()
    await page.keyboard.press('Escape')
    const search = feed.getByRole('searchbox')
    await search.fill('电网频率')
    const loose = rows.filter({ hasText: '电网频率越限' })
    await expect(rows).toHaveCount(1)
    await loose.getByRole('checkbox').check({ force: true })
    await feed.getByRole('button', { name: '搁置', exact: true }).click()
    const dialog = feed.getByRole('dialog')
    await dialog.getByRole('button', { name: /抖动报警/ }).click()
    await dialog.getByRole('button', { name: '搁置 1 条', exact: true }).click()
    // It stays in its place while the keys are on the rows.
    await expect(loose).not.toContainText('未确认')
    await search.fill('')
    await expect(loose).toHaveCount(0)

    await feed.getByRole('checkbox', { name: '全选', exact: true }).check({ force: true })
    await feed.getByRole('button', { name: /^确认 \d+ 条$/ }).click()
    // What is over and now confirmed leaves; the failure stands.
    await expect(rows.filter({ hasText: '未确认' })).toHaveCount(0)
    await expect(rows.filter({ hasText: '低水位联锁停炉' })).toBeVisible()
    expect(complaints).toEqual([])
  })

  test('the measures of the night are those that raw events give, counted in another way', async ({ page }) => {
    await signIn(page, system, 'admin', 'info/alarmKpi?range=24h')
    await expect(page.locator('sg-alarm-kpi')).toContainText('报警风暴')

    const { get } = await session('admin')
    const query = new URLSearchParams({ start: String(start), end: String(end), bucket: 'hour' })
    const measured = await get<AlarmMeasures>(`/rAlarmDev/measures?${query}`)
    await system.stop()
    const window = { start, end, positions: 1, timeZone: measured.timezone, bucket: 'hour' } as const
    const counted = referenceMeasures({ ...window, events: await rawEvents(system.store) })
    expect(measured).toMatchObject({
      produced: counted.produced,
      held: counted.held,
      late: counted.late,
      annunciated: counted.annunciated,
      rate: { peak: counted.peak, hour_peak: counted.hour_peak, busy_periods: counted.busy_periods },
      floods: { rows: counted.floods.toReversed(), time_ms: counted.flood_ms, longest_ms: counted.longest_ms },
      top: { distinct: counted.distinct },
      chattering: { count: counted.chattering.length },
      fleeting: { count: counted.fleeting },
      stale: { now: counted.stale_now, count: counted.stale.length, most_a_day: counted.stale_most_a_day },
      standing: { now: counted.standing },
      times: counted.times,
      heat: counted.heat,
    })
    expect(measured.top.rows.map(({ count }) => count)).toEqual(counted.top)
    expect(measured.series).toMatchObject(counted.series)
    // The night was what its script says.
    expect(counted.floods.length).toBeGreaterThan(0)
    expect(counted.chattering.length).toBeGreaterThan(0)
    expect(counted.late).toBeGreaterThan(0)
  })
})

/** All that happened to the demo tenant's alarms, out of the store of a server that has ended. */
async function rawEvents(dataDir: string): Promise<RawEvent[]> {
  const db = await openDb({ dataDir, databaseUrl: undefined })
  try {
    const rows = await db.system((q) =>
      q
        .selectFrom('alarm_event as e')
        .leftJoin('alarm as a', 'a.alarm_id', 'e.alarm_id')
        .select(['e.event_time', 'e.alarm_type', 'e.alarm_id', 'e.rule_id', 'e.device_id'])
        .select(['a.alarm_level', 'a.is_late'])
        .where('e.tenant_id', '=', 1)
        .orderBy('e.event_time')
        .orderBy('e.event_id')
        .execute(),
    )
    return rows.map(({ alarm_id, alarm_level, is_late, ...event }) => ({
      ...event,
      alarm_id: alarm_id === null ? null : String(alarm_id),
      alarm_level: alarm_level ?? 0,
      is_late: is_late ?? false,
    }))
  } finally {
    await db.close()
  }
}
