import { sql } from 'kysely'
import type { DeviceLogLine } from '../../core/contract/device.ts'
import type { Db } from './db/db.ts'
import { numbers, texts } from './telemetry/sql-array.ts'

export type LogKind = DeviceLogLine['kind']

/** Lines about devices, for `/dev/log`. Writing never waits and never fails for the caller. */
export interface DeviceLog {
  /**
   * Lines of equal device, kind and `reason` are written once a minute: the first at once, then one with the `count` of
   * those that followed, so that a flooding device cannot fill the disk.
   */
  write(device: LoggedDevice, kind: LogKind, detail: { reason?: string } & Record<string, unknown>): void
  /** A device's own line; `false` when the device has written its 60 of this minute. */
  say(device: LoggedDevice, line: { log_time: number; level: string; text: string }): boolean
  close(): Promise<void>
}

interface LoggedDevice {
  tenant_id: number
  device_id: number
}

interface Line extends LoggedDevice {
  log_time: number
  kind: LogKind
  detail: string
}

const MINUTE = 60_000
const OWN_LINES_A_MINUTE = 60
const FLUSH_MS = 500
/** Lines that wait while the store is away; the oldest go first. */
const WAITING = 10_000
/** A device keeps its newest lines. */
export const LINES_KEPT = 10_000

export function openDeviceLog(db: Db, report: (error: unknown) => void, now: () => number = Date.now): DeviceLog {
  const repeats = new Map<
    string,
    { since: number; count: number; device: LoggedDevice; kind: LogKind; detail: object }
  >()
  const spoken = new Map<number, { since: number; count: number }>()
  /** Lines since a device was last thinned. */
  const written = new Map<number, number>()
  let waiting: Line[] = []
  let flushed: Promise<void> = Promise.resolve()

  const put = ({ tenant_id, device_id }: LoggedDevice, kind: LogKind, detail: object, log_time: number) => {
    if (waiting.length >= WAITING) waiting.shift()
    waiting.push({ tenant_id, device_id, kind, log_time, detail: JSON.stringify(detail) })
  }

  /** Tells how often a line was repeated in its minute, and forgets the minute. */
  const settle = (until: number) => {
    for (const [key, { since, count, device, kind, detail }] of repeats) {
      if (until - since < MINUTE) continue
      repeats.delete(key)
      if (count > 0) put(device, kind, { ...detail, count }, now())
    }
    for (const [device_id, { since }] of spoken) if (until - since >= MINUTE) spoken.delete(device_id)
  }

  const flush = async () => {
    settle(now())
    const lines = waiting
    waiting = []
    if (lines.length === 0) return
    try {
      await db.system((q) => insert(q, lines), 'interactive')
      await thin(lines)
    } catch (error) {
      report(error)
      waiting = [...lines, ...waiting].slice(-WAITING)
    }
  }

  const thin = async (lines: readonly Line[]) => {
    for (const { device_id, tenant_id } of lines) {
      const count = (written.get(device_id) ?? 0) + 1
      written.set(device_id, count % (LINES_KEPT / 10))
      if (count < LINES_KEPT / 10) continue
      await db.system(
        (q) =>
          sql`
          delete from device_log where tenant_id = ${tenant_id} and device_id = ${device_id} and log_id <= (
            select log_id from device_log where tenant_id = ${tenant_id} and device_id = ${device_id}
            order by log_id desc offset ${LINES_KEPT} limit 1)`.execute(q),
        'reports',
      )
    }
  }

  const timer = setInterval(() => {
    flushed = flushed.then(flush)
  }, FLUSH_MS)

  return {
    write: (device, kind, detail) => {
      const key = `${device.device_id}/${kind}/${detail.reason ?? ''}`
      const repeat = repeats.get(key)
      if (repeat) {
        repeat.count++
        repeat.detail = detail
        return
      }
      repeats.set(key, { since: now(), count: 0, device, kind, detail })
      put(device, kind, detail, now())
    },
    say: (device, { log_time, level, text }) => {
      const minute = spoken.get(device.device_id) ?? { since: now(), count: 0 }
      spoken.set(device.device_id, minute)
      if (++minute.count > OWN_LINES_A_MINUTE) return false
      put(device, 'message', { level, text }, log_time)
      return true
    },
    close: async () => {
      clearInterval(timer)
      await flushed
      settle(Infinity)
      await flush()
    },
  }
}

const insert = (q: Parameters<Parameters<Db['system']>[0]>[0], lines: readonly Line[]) =>
  sql`
  insert into device_log (tenant_id, device_id, log_time, kind, detail)
  select line.tenant_id, line.device_id, line.log_time, line.kind, line.detail::jsonb
  from unnest(
    ${numbers(lines.map(({ tenant_id }) => tenant_id))}::bigint[],
    ${numbers(lines.map(({ device_id }) => device_id))}::bigint[],
    ${numbers(lines.map(({ log_time }) => log_time))}::bigint[],
    ${texts(lines.map(({ kind }) => kind))}::text[],
    ${texts(lines.map(({ detail }) => detail))}::text[]
  ) with ordinality as line (tenant_id, device_id, log_time, kind, detail, nth)
  -- A device that was deleted in between has no log.
  where exists (select from device where device.device_id = line.device_id)
  order by line.nth`.execute(q)
