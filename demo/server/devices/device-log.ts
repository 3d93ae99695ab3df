import { MINUTE_MS } from '../../../core/catalogue/durations.ts'
import type { DeviceLogLine } from '../../../core/contract/device.ts'
import { type Db, DbError } from '../db/db.ts'
import { insertLogRows, type NewLogRow, thinLogRows } from '../db/device-log-rows.ts'
import { piecesOf } from '../db/pieces.ts'
import { storable } from '../db/storable.ts'
import { createRepeats } from '../diagnostics/repeats.ts'
import { openBudget } from '../limits/limiter.ts'

export type LogKind = DeviceLogLine['kind']

/** Lines about devices, for `/dev/log`. Writing never waits and never fails for the caller. */
export interface DeviceLog {
  /**
   * Lines of equal device, kind and `reason` are written once a minute: the first at once, then one with the `count` of
   * those that followed, so that a flooding device cannot fill the disk.
   */
  write(device: LoggedDevice, kind: LogKind, detail: { reason?: string } & Record<string, unknown>): void
  /** A device's own line; `false` when the device has none of its 60 of a minute left, or its organisation none of its 6,000. */
  say(device: LoggedDevice, line: { log_time: number; level: string; text: string }): boolean
  close(): Promise<void>
}

type LoggedDevice = Pick<NewLogRow, 'tenant_id' | 'device_id'>

const OWN_LINES = { most: 60, perMs: MINUTE_MS } as const
/** Of all devices of an organisation: 36 MB, where each line is as long as it may be. */
const LINES_OF_ORGANISATION = { most: 6000, perMs: MINUTE_MS } as const
/** Bytes that are written at a time: others have their turn in between. */
const WRITTEN_AT_ONCE = 256 * 1024
const FLUSH_MS = 500
/** Lines that wait while the store is away; the oldest go first. */
const WAITING = 10_000
/** A device keeps its newest lines. */
export const LINES_KEPT = 10_000

/** Details carry topics and client ids as devices sent them. */
const storableTexts = (_key: string, value: unknown) => (typeof value === 'string' ? storable(value) : value)

const isBadValue = (error: unknown): boolean => error instanceof DbError && error.code.startsWith('22')

export function openDeviceLog(db: Db, report: (error: unknown) => void, now: () => number = Date.now): DeviceLog {
  const ownLines = openBudget(OWN_LINES, now)
  const linesOfOrganisation = openBudget(LINES_OF_ORGANISATION, now)
  /** Lines since a device was last thinned. */
  const written = new Map<number, number>()
  let waiting: NewLogRow[] = []
  let flushed: Promise<void> = Promise.resolve()

  const put = ({ tenant_id, device_id }: LoggedDevice, kind: LogKind, detail: object, log_time: number) => {
    if (waiting.length >= WAITING) waiting.shift()
    waiting.push({ tenant_id, device_id, kind, log_time, detail: JSON.stringify(detail, storableTexts) })
  }

  const repeats = createRepeats<{ device: LoggedDevice; kind: LogKind; detail: object }>(
    ({ device, kind, detail }, count) => put(device, kind, count > 0 ? { ...detail, count } : detail, now()),
    now,
  )

  const flush = async () => {
    repeats.settle(now())
    const lines = waiting
    waiting = []
    if (lines.length === 0) return
    const unwritten: NewLogRow[] = []
    for (const piece of piecesOf(lines, WRITTEN_AT_ONCE, ({ detail }) => detail.length))
      unwritten.push(...(unwritten.length > 0 ? piece : await insert(piece)))
    if (unwritten.length > 0) waiting = [...unwritten, ...waiting].slice(-WAITING)
    await thin(lines).catch(report)
  }

  /**
   * Lines of all tenants share a batch: one that the database does not take is dropped, and keeps no other waiting. Returns those
   * that are to be written again.
   */
  const insert = async (lines: readonly NewLogRow[]): Promise<readonly NewLogRow[]> => {
    try {
      await db.system((q) => insertLogRows(q, lines), 'interactive')
      return []
    } catch (error) {
      const isBad = isBadValue(error)
      if (isBad && lines.length > 1) {
        const half = lines.length >> 1
        return [...(await insert(lines.slice(0, half))), ...(await insert(lines.slice(half)))]
      }
      report(error)
      return isBad ? [] : lines
    }
  }

  const thin = async (lines: readonly NewLogRow[]) => {
    for (const { device_id, tenant_id } of lines) {
      const count = (written.get(device_id) ?? 0) + 1
      written.set(device_id, count % (LINES_KEPT / 10))
      if (count < LINES_KEPT / 10) continue
      await db.system((q) => thinLogRows(q, { tenant_id, device_id }, LINES_KEPT), 'reports')
    }
  }

  const timer = setInterval(() => {
    flushed = flushed.then(flush)
  }, FLUSH_MS)

  return {
    write: (device, kind, detail) => {
      repeats.add(`${device.device_id}/${kind}/${detail.reason ?? ''}`, { device, kind, detail })
    },
    say: (device, { log_time, level, text }) => {
      if (ownLines.take(`${device.device_id}`) > 0 || linesOfOrganisation.take(`${device.tenant_id}`) > 0) return false
      put(device, 'message', { level, text }, log_time)
      return true
    },
    close: async () => {
      clearInterval(timer)
      await flushed
      repeats.settle(Infinity)
      await flush()
    },
  }
}
