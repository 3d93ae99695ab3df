import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { insertEvents } from '../db/alarm-writes.ts'
import type { Db } from '../db/db.ts'
import type { Schema } from '../db/schema.ts'
import type { LiveDevice } from '../fleet/fleet.ts'
import { createBatches } from '../limits/batches.ts'
import type { Holds } from './holds.ts'
import type { Found } from './placed.ts'
import { readOf } from './read.ts'
import type { AlarmRow } from './rows.ts'
import type { Writer } from './writer.ts'

/** Devices and their rules that are read at a time: others have their turn to write alarms in between. */
const RULES_AT_ONCE = 500
/** What a device counts for, beside its rules. */
const DEVICE = 5

export interface ReadAgainParts {
  db: Db
  writer: Pick<Writer, 'inTurn' | 'count'>
  holds: Pick<Holds, 'endedWithout' | 'replace'>
  rulesOf: (device: LiveDevice) => readonly unknown[]
  /** Resolves when nothing of the device is being evaluated by the rules that it has. */
  idle: (device: LiveDevice) => Promise<unknown>
  place: (device: LiveDevice, found: Found) => void
  announceOver: (device: LiveDevice, row: AlarmRow) => void
}

/** Reads what concerns devices anew after their rules were changed, some devices at a time. */
export function createReadAgain({ db, writer, holds, rulesOf, idle, place, announceOver }: ReadAgainParts) {
  const reading = new Map<LiveDevice, Promise<void>>()
  /** Those of `reading` that are to be read still. */
  const waiting = new Set<LiveDevice>()

  /** All of one organisation. */
  const readAll = (devices: readonly LiveDevice[]) => {
    const tenant_id = devices[0]?.tenant_id ?? 0
    return writer.inTurn(tenant_id, async () => {
      for (const device of devices) waiting.delete(device)
      const read = async (q: Kysely<Schema>) => {
        const its = await readOf(q, devices)
        const ended = devices.flatMap((device) => holds.endedWithout(device.device_id, its.of(device).holds))
        await insertEvents(q, ended)
        return its
      }
      const found = await db.systemFor(tenant_id, read, 'backlog')
      for (const [i, device] of devices.entries()) {
        if (i > 0) await nextTurn()
        const its = found.of(device)
        place(device, its)
        holds.replace(device.device_id, its.holds)
        for (const row of found.over) if (row.device_id === device.device_id) announceOver(device, row)
        writer.count(device)
      }
    })
  }

  const batches = createBatches<LiveDevice>({
    ownerOf: ({ tenant_id }) => tenant_id,
    sizeOf: (device) => DEVICE + rulesOf(device).length,
    most: RULES_AT_ONCE,
    work: readAll,
  })

  return {
    /** What is being read of a device. */
    of: (device: LiveDevice): Promise<void> | undefined => reading.get(device),
    read(device: LiveDevice): Promise<void> {
      const before = reading.get(device)
      if (before && waiting.has(device)) return before
      waiting.add(device)
      // What is evaluated by the old rules is written first, so that no alarm of theirs is left open: also that which waited
      // for them to be read.
      const read = Promise.resolve(before)
        .catch(() => {})
        .then(() => idle(device))
        .then(() => batches.add([device]))
        .finally(() => reading.get(device) === read && reading.delete(device))
      reading.set(device, read)
      return read
    },
  }
}
