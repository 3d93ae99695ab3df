import type { Insertable } from 'kysely'
import mqtt, { type IClientOptions, type MqttClient } from 'mqtt'
import type { PushChannel } from '../../core/contract/alarm-rule.ts'
import type { Point } from '../../core/contract/device.ts'
import { openAlarms } from '../../demo/server/alarms/alarms.ts'
import { type Broker, type Downlink, startBroker } from '../../demo/server/broker/broker.ts'
import { credentials } from '../../demo/server/broker/credentials.ts'
import { startExternalBroker } from '../../demo/server/broker/external-broker.ts'
import { openCommands } from '../../demo/server/control/commands.ts'
import type { AlarmRuleTable } from '../../demo/server/db/alarm-tables.ts'
import type { Db } from '../../demo/server/db/db.ts'
import { openAwaited } from '../../demo/server/device-end/index.ts'
import { openDeviceLog } from '../../demo/server/devices/device-log.ts'
import { type Clock, watchClock } from '../../demo/server/diagnostics/clock.ts'
import { createMetrics } from '../../demo/server/diagnostics/metrics.ts'
import type { LiveDevice, LivePoint } from '../../demo/server/fleet/fleet.ts'
import { openFleet } from '../../demo/server/fleet/open-fleet.ts'
import { openTelemetry, type Telemetry } from '../../demo/server/history/telemetry.ts'
import { createIngest } from '../../demo/server/ingest/ingest.ts'
import type { IngestRates } from '../../demo/server/ingest/ingest-rates.ts'
import { openBudget } from '../../demo/server/limits/limiter.ts'
import type { SharedTime } from '../../demo/server/limits/shared-time.ts'
import { requirePointRoom } from '../../demo/server/quotas/index.ts'
import { openSight } from '../../demo/server/virtual-devices/sight.ts'
import { openVirtualDevices } from '../../demo/server/virtual-devices/virtual-devices.ts'
import { cheapHash } from './passwords.ts'

export interface TestSideOptions {
  provisioning?: 'open' | 'list'
  newDevicesAMinute?: number
  isBehindProxy?: boolean
  rates?: IngestRates
  time?: SharedTime
  /** The clock of the limits at the broker's door. */
  now?: () => number
  commandTimeoutMs?: number
  receiptMs?: number
  packetMs?: number
  /** Readings and alarms wait to be written together, as in the product; else each is written, and acknowledged, at once. */
  gathers?: boolean
  /** Stands between ingest and the telemetry. */
  append?: (samples: Parameters<Telemetry['append']>[0], telemetry: Telemetry) => Promise<void>
  /** The time of the server, where it is not the machine's. */
  clock?: Clock
  /** An external broker instead of the embedded one. */
  mqttUrl?: string
}

/** Passwords are hashed one at a time: on a machine that does ten other things many sign-ins at once take long. */
const PATIENCE_MS = 60_000

/** The server's side of the devices on a store, as the server wires it, with real sockets. */
export async function openTestSide(db: Db, options: TestSideOptions = {}) {
  const {
    provisioning = 'open',
    newDevicesAMinute = 10,
    commandTimeoutMs,
    append,
    mqttUrl,
    gathers = false,
    isBehindProxy = false,
    rates = { ofDevice: 65_536, ofTenant: 1_048_576 },
  } = options
  const clock = watchClock(options.clock)
  const atTheDoor = options.now && { now: options.now }
  const newDevices = openBudget({ most: newDevicesAMinute, perMs: 60_000 }, options.now)
  const errors: unknown[] = []
  const warnings: string[] = []
  const report = (error: unknown) => void errors.push(error)
  const metrics = createMetrics()
  const telemetry = await openTelemetry(db, { log: { info() {}, warn() {} } as never, now: clock.now })
  const fleet = await openFleet(db, report, telemetry.newest(), clock)
  const log = openDeviceLog(db, report)
  let downlink: Downlink | undefined
  let side: Pick<Broker, 'disconnect'> | undefined
  const store: Telemetry['append'] = (samples) => {
    const stored = telemetry.append(samples)
    if (!gathers) telemetry.hurry()
    return stored
  }
  const send: Downlink['publish'] = async (...message) => downlink?.publish(...message)
  const alarms = await openAlarms({
    db,
    fleet,
    metrics,
    telemetry,
    log,
    report,
    clock,
    ...(!gathers && { intervalMs: 0 }),
  })
  const commands = await openCommands({
    db,
    fleet,
    send,
    metrics,
    report,
    ...(commandTimeoutMs && { timeoutMs: commandTimeoutMs }),
  })
  const sight = await openSight({ db, fleet })
  const awaited = openAwaited({ db, fleet, alarms, regrouped: () => {}, provisioning, newDevices })
  const uplink = createIngest({
    db,
    fleet,
    alarms,
    commands,
    send,
    log,
    metrics,
    report,
    provisioning,
    append: (samples) => (append ? append(samples, telemetry) : store(samples)),
    isFull: (...of) => telemetry.isFull(...of),
    virtualDevices: (recording) =>
      openVirtualDevices({ ...recording, fleet, sight, telemetry, report, now: clock.now }),
    now: clock.now,
    takesUnregistered: mqttUrl !== undefined,
    newDevices,
    awaited,
    requirePointRoom,
    rates,
    ...(options.time && { time: options.time }),
  })
  const broker = mqttUrl
    ? await startExternalBroker({
        url: mqttUrl,
        uplink,
        report,
        warn: (message) => void warnings.push(message),
        hurry: () => telemetry.hurry(),
      })
    : await startBroker({
        check: credentials(db, {
          provisioning,
          newDevices,
          awaited,
          disconnect: (sn_code) => side?.disconnect(sn_code),
        }),
        host: '127.0.0.1',
        port: 0,
        fleet,
        uplink,
        metrics,
        report,
        isBehindProxy,
        ...atTheDoor,
        ...(options.receiptMs && { receiptMs: options.receiptMs }),
        ...(options.packetMs && { packetMs: options.packetMs }),
      })
  downlink = broker
  side = broker
  const url = mqttUrl ?? `mqtt://127.0.0.1:${broker.port}`
  const clients: MqttClient[] = []
  const device = (sn_code: string) => fleet.get(sn_code) as LiveDevice
  const point = (sn_code: string, key: string) => device(sn_code).points.get(key) as LivePoint

  return {
    clock,
    telemetry,
    fleet,
    alarms,
    commands,
    broker,
    metrics,
    errors,
    warnings,
    url,
    /** Signs in with the password that the device was made with. Rejects when it is refused. */
    connect: async (sn_code: string, options: IClientOptions = {}): Promise<MqttClient> => {
      const client = await mqtt.connectAsync(
        url,
        {
          username: sn_code,
          password: passwordOf(sn_code),
          reconnectPeriod: 0,
          connectTimeout: PATIENCE_MS,
          ...options,
        },
        false,
      )
      client.on('error', () => {})
      clients.push(client)
      return client
    },
    device,
    point,
    /** How often something was refused for a reason. */
    refused: async (reason: string): Promise<number> => {
      const { values } = await metrics.refused.get()
      return values.find(({ labels }) => labels.reason === reason)?.value ?? 0
    },
    history: async (sn_code: string, key: string) => {
      const samples = await telemetry.raw(point(sn_code, key).point_id, 0, 8e15, 10_000)
      return samples.map(({ data_time, value, text }) => [data_time, text ?? value])
    },
    logOf: async (sn_code: string) => {
      const rows = await db.system((q) =>
        q
          .selectFrom('device_log as l')
          .innerJoin('device as d', 'd.device_id', 'l.device_id')
          .select(['l.kind', 'l.detail'])
          .where('d.sn_code', '=', sn_code)
          .orderBy('l.log_id')
          .execute(),
      )
      return rows.map(({ kind, detail }) => ({ kind, ...(detail as Record<string, unknown>) }))
    },
    close: async () => {
      await Promise.all(clients.map((client) => client.endAsync(true)))
      await broker.close()
      await uplink.close()
      commands.close()
      await alarms.close()
      await log.close()
      await fleet.close()
      await telemetry.close()
    },
  }
}
export type TestSide = Awaited<ReturnType<typeof openTestSide>>

export const passwordOf = (sn_code: string): string => `device-${sn_code}`

/** A registered device of a tenant, which is made where it is missing. Call `fleet.reload` where a fleet is open. */
export async function makeDevice(
  db: Db,
  sn_code: string,
  {
    tenant_id = 1,
    points = [],
    rules = [],
    report_interval_s = 10,
    behind = null,
    awaited_time = null,
  }: DeviceInput = {},
): Promise<void> {
  const password_hash = cheapHash(passwordOf(sn_code))
  const time = Date.now()
  await db.system(async (q) => {
    const tenant = await q.selectFrom('tenant').selectAll().where('tenant_id', '=', tenant_id).executeTakeFirst()
    if (!tenant) {
      await q
        .insertInto('tenant')
        .values({ tenant_id, name: `tenant ${tenant_id}`, created_time: time })
        .execute()
      await q.insertInto('device_group').values({ tenant_id, group_name: 'all', is_default: true }).execute()
    }
    const { group_id } = await q
      .selectFrom('device_group')
      .select('group_id')
      .where('tenant_id', '=', tenant_id)
      .executeTakeFirstOrThrow()
    const { device_id } = await q
      .insertInto('device')
      .values({
        tenant_id,
        sn_code,
        password_hash,
        behind,
        awaited_time,
        dev_alias: sn_code,
        group_id,
        report_interval_s,
        created_time: time,
      })
      .returning('device_id')
      .executeTakeFirstOrThrow()
    for (const { enum_text, ...point } of points) {
      const texts = enum_text ? { enum_text: JSON.stringify(enum_text) } : {}
      await q
        .insertInto('point')
        .values({ tenant_id, device_id, name: point.key, ...point, ...texts })
        .execute()
    }
    for (const { channels = [], ...rule } of rules)
      await q
        .insertInto('alarm_rule')
        .values({ tenant_id, device_id, ...rule, channels: JSON.stringify(channels) })
        .execute()
  })
}

/** A virtual device; its SN ends as those of its sources do, of which `points` may ask for the first. */
export async function makeVirtual(
  db: Db,
  sn_code: string,
  {
    points = [],
    ...input
  }: Omit<DeviceInput, 'points'> & { points?: VirtualPointInput[] | ((sn: string) => VirtualPointInput[]) } = {},
): Promise<void> {
  const its = typeof points === 'function' ? points(sn_code.replace('VD', 'VA')) : points
  await makeDevice(db, sn_code, { ...input, points: its.map(({ formula: _, ...point }) => point) })
  await db.system(async (q) => {
    await q.updateTable('device').set({ is_virtual: true, password_hash: '' }).where('sn_code', '=', sn_code).execute()
    const { device_id } = await q
      .selectFrom('device')
      .select('device_id')
      .where('sn_code', '=', sn_code)
      .executeTakeFirstOrThrow()
    for (const { key, formula } of its)
      await q.updateTable('point').set({ formula }).where('device_id', '=', device_id).where('key', '=', key).execute()
  })
}

type VirtualPointInput = Pick<Point, 'key' | 'data_type'> & { formula: string }

interface DeviceInput {
  tenant_id?: number
  points?: (Partial<Point> & Pick<Point, 'key' | 'data_type'>)[]
  rules?: (Omit<Insertable<AlarmRuleTable>, 'tenant_id' | 'device_id' | 'channels'> & { channels?: PushChannel[] })[]
  report_interval_s?: number
  /** The Sparkplug node that announced it before it was registered. */
  behind?: string | null
  /** Registered then, and nothing was heard of it since. */
  awaited_time?: number | null
}
