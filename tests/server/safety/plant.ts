import type { AddressInfo } from 'node:net'
import { openCommands } from '../../../demo/server/control/commands.ts'
import { openAwaited } from '../../../demo/server/device-end/index.ts'
import { openDeviceLog } from '../../../demo/server/devices/device-log.ts'
import { createMetrics } from '../../../demo/server/diagnostics/metrics.ts'
import { callerOfAny, eitherOf } from '../../../demo/server/embed/guests.ts'
import { createIngest } from '../../../demo/server/ingest/ingest.ts'
import { openBudget } from '../../../demo/server/limits/limiter.ts'
import { openBudgets } from '../../../demo/server/limits/rates.ts'
import { requirePointRoom } from '../../../demo/server/quotas/index.ts'
import { openPlaces } from '../../../demo/server/realtime/places.ts'
import { openRealtime } from '../../../demo/server/realtime/realtime.ts'
import { openSight } from '../../../demo/server/virtual-devices/sight.ts'
import { openVirtualDevices } from '../../../demo/server/virtual-devices/virtual-devices.ts'
import type { TestServer } from '../server.ts'

/** What a test server lacks of a whole one: devices that report, and sockets on a port. */
export interface Plant {
  /** Where sockets are opened. */
  url: string
  /** A device reports values; resolves when they and their alarms are durable. */
  report(sn_code: string, values: Record<string, unknown>): Promise<void>
  /** A device writes a line to its log. */
  say(sn_code: string, text: string): Promise<void>
  close(): Promise<void>
}

export async function openPlant(server: TestServer): Promise<Plant> {
  const { app, db, fleet, telemetry, alarms, sessions, guests, shares, defects } = server
  const report = (error: unknown) => void defects.push(error)
  const metrics = createMetrics()
  const send = async () => {}
  const log = openDeviceLog(db, report)
  const commands = await openCommands({ db, fleet, send, metrics, report })
  const sight = await openSight({ db, fleet })
  sessions.onRightsChanged((tenant_id) => void sight.renew(tenant_id).catch(report))
  const newDevices = openBudget({ most: 10, perMs: 60_000 })
  const ingest = createIngest({
    db,
    fleet,
    alarms,
    commands,
    send,
    log,
    metrics,
    report,
    append: (samples) => telemetry.append(samples),
    isFull: (...of) => telemetry.isFull(...of),
    virtualDevices: (recording) => openVirtualDevices({ ...recording, fleet, sight, telemetry, report, now: Date.now }),
    takesUnregistered: false,
    provisioning: 'open',
    newDevices,
    awaited: openAwaited({ db, fleet, alarms, regrouped: sessions.regrouped, provisioning: 'open', newDevices }),
    requirePointRoom,
    rates: { ofDevice: 65_536, ofTenant: 1_048_576 },
  })
  const hub = openRealtime({
    places: openPlaces(),
    budgets: openBudgets(1),
    fleet,
    callerOf: callerOfAny(sessions, guests, shares),
    onRevoked: sessions.onRevoked,
    onKeyChanged: eitherOf(guests.onChanged, shares.onChanged),
    report,
    count: { sockets() {}, refused() {}, frames() {} },
  })
  hub.attach(app.server)
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const take = (sn_code: string, kind: 'telemetry' | 'log', message: object) =>
    ingest.receive({
      sn_code,
      password_salt: undefined,
      topic: `v1/devices/${sn_code}/${kind}`,
      up: { kind, mayRetain: false },
      payload: Buffer.from(JSON.stringify(message)),
    })()
  return {
    url: `ws://127.0.0.1:${port}/v2/ws/web/rtd`,
    report: (sn_code, values) => take(sn_code, 'telemetry', { values }),
    say: (sn_code, text) => take(sn_code, 'log', { level: 'info', text }),
    async close() {
      await hub.close()
      await ingest.close()
      commands.close()
      await log.close()
    },
  }
}
