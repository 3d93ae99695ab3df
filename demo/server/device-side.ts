import { type Alarms, openAlarms } from './alarms.ts'
import { credentials } from './broker/credentials.ts'
import { type Broker, type Downlink, startBroker } from './broker.ts'
import { type Commands, openCommands } from './commands.ts'
import type { Db } from './db/db.ts'
import { openDeviceLog } from './device-log.ts'
import { connectExternalBroker } from './external-broker.ts'
import { openFleet } from './fleet/open-fleet.ts'
import type { Fleet } from './fleet.ts'
import { createIngest } from './ingest.ts'
import type { Metrics } from './metrics.ts'
import type { Telemetry } from './telemetry/telemetry.ts'

export interface DeviceSide {
  fleet: Fleet
  commands: Commands
  alarms: Alarms
  /** Port of the embedded broker; null with an external one. */
  mqtt_port: number | null
  /** Ends a device's connections, after it was deleted or got another password. */
  disconnect(sn_code: string): void
  /** Ends connections first, then writes what waits. The telemetry and the store stay open. */
  close(): Promise<void>
}

export interface DeviceSideParts {
  db: Db
  telemetry: Pick<Telemetry, 'append'>
  metrics: Metrics
  settings: { MQTT_HOST: string; MQTT_PORT: number; MQTT_URL: string; PROVISIONING: 'open' | 'list' }
  /** Where defects and outages go. */
  report: (error: unknown) => void
  commandTimeoutMs?: number
}

/**
 * Everything between devices and the store: the fleet, its log, alarms and commands, and the broker that carries them.
 * Rejects when the port is taken.
 */
export async function openDeviceSide(parts: DeviceSideParts): Promise<DeviceSide> {
  const { db, telemetry, metrics, settings, report, commandTimeoutMs } = parts
  let downlink: Downlink | undefined
  const send = async (topic: string, payload: string | Uint8Array) => {
    if (!downlink) throw new Error('the broker is not connected yet')
    await downlink.publish(topic, payload)
  }
  const fleet = await openFleet(db, report)
  const log = openDeviceLog(db, report)
  const alarms = await openAlarms({ db, fleet, metrics, report })
  const commands = await openCommands({
    ...{ db, fleet, send, metrics, report },
    ...(commandTimeoutMs && { timeoutMs: commandTimeoutMs }),
  })
  const append = telemetry.append.bind(telemetry)
  const isExternal = settings.MQTT_URL !== ''
  const meetsStrangers = isExternal && settings.PROVISIONING === 'open'
  const uplink = createIngest({ db, fleet, append, alarms, commands, send, log, metrics, report, meetsStrangers })

  const closeAll = async () => {
    commands.close()
    await uplink.close()
    await alarms.close()
    await log.close()
    await fleet.close()
  }
  try {
    let broker: Broker | null = null
    if (isExternal) downlink = await connectExternalBroker({ url: settings.MQTT_URL, uplink, metrics, report })
    else {
      const check = credentials(db, settings.PROVISIONING)
      broker = await startBroker({
        ...{ host: settings.MQTT_HOST, port: settings.MQTT_PORT, check, uplink, metrics, report },
      })
      downlink = broker
    }
    const connection = downlink as Downlink & { close(): Promise<void> }
    return {
      fleet,
      commands,
      alarms,
      mqtt_port: broker?.port ?? null,
      disconnect: (sn_code) => broker?.disconnect(sn_code),
      close: async () => {
        await connection.close()
        await closeAll()
      },
    }
  } catch (error) {
    await closeAll()
    throw error
  }
}
