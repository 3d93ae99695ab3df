import type { DataType } from '../../../core/contract/device.ts'
import { TELEMETRY_LIMITS } from '../../../core/contract/telemetry.ts'
import type { Db } from '../db/db.ts'
import type { Fleet, LiveDevice } from './fleet.ts'

/** A device's points, added and offered together. */
export const POINTS_A_DEVICE = TELEMETRY_LIMITS.keys
const NAME_LENGTH = 32

/**
 * Keeps points that a device reports and its template lacks, to be offered for adding. Resolves with how many did not
 * fit, when the others are points of `device`. One device's offers run one after another.
 */
export function offers(db: Db, fleet: Fleet): (device: LiveDevice, keys: Map<string, DataType>) => Promise<number> {
  const running = new Map<LiveDevice, Promise<unknown>>()

  const add = async (device: LiveDevice, keys: Map<string, DataType>): Promise<number> => {
    const missing = [...keys].filter(([key]) => !device.points.has(key))
    const fitting = missing.slice(0, Math.max(0, POINTS_A_DEVICE - device.points.size))
    if (fitting.length > 0) {
      const { tenant_id, device_id } = device
      const rows = fitting.map(([key, data_type]) => ({
        tenant_id,
        device_id,
        key,
        name: key.slice(0, NAME_LENGTH),
        data_type,
        is_added: false,
      }))
      await db.system(
        (q) =>
          q
            .insertInto('point')
            .values(rows)
            .onConflict((conflict) => conflict.doNothing())
            .execute(),
        'ingest',
      )
      await fleet.reload(device.sn_code)
    }
    return missing.length - fitting.length
  }

  return async (device, keys) => {
    const before = running.get(device)
    const mine = (before ?? Promise.resolve()).catch(() => {}).then(() => add(device, keys))
    running.set(device, mine)
    try {
      return await mine
    } finally {
      if (running.get(device) === mine) running.delete(device)
    }
  }
}
