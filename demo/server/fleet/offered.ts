import type { DataType } from '../../../core/contract/device.ts'
import { TELEMETRY_LIMITS } from '../../../core/contract/telemetry.ts'
import type { Db } from '../db/db.ts'
import type { Fleet, LiveDevice } from './fleet.ts'

/** A device's points, added and offered together. */
export const POINTS_A_DEVICE = TELEMETRY_LIMITS.keys
const NAME_LENGTH = 32

/** New points that are written at a time: others have their turn at the store in between. */
const PORTION = 100

/**
 * Keeps points that a device reports and its template lacks, to be offered for adding. Resolves with how many did not
 * fit, when the others are points of `device`. The devices of one organisation are served one after another, in turns with
 * all users: a device may think of any number of names.
 */
export function offers(db: Db, fleet: Fleet): (device: LiveDevice, keys: Map<string, DataType>) => Promise<number> {
  const running = new Map<number, Promise<unknown>>()

  const add = async (device: LiveDevice, keys: Map<string, DataType>): Promise<number> => {
    const missing = [...keys].filter(([key]) => !device.points.has(key))
    const fitting = missing.slice(0, Math.max(0, POINTS_A_DEVICE - device.points.size))
    const { tenant_id, device_id } = device
    const rows = fitting.map(([key, data_type]) => ({
      tenant_id,
      device_id,
      key,
      name: key.slice(0, NAME_LENGTH),
      data_type,
      is_added: false,
    }))
    for (let at = 0; at < rows.length; at += PORTION)
      await db.tenant(tenant_id, (q) =>
        q
          .insertInto('point')
          .values(rows.slice(at, at + PORTION))
          .onConflict((conflict) => conflict.doNothing())
          .execute(),
      )
    if (rows.length > 0) await fleet.reload(device.sn_code)
    return missing.length - fitting.length
  }

  return async (device, keys) => {
    const { tenant_id } = device
    const before = running.get(tenant_id)
    const mine = (before ?? Promise.resolve()).catch(() => {}).then(() => add(device, keys))
    running.set(tenant_id, mine)
    try {
      return await mine
    } finally {
      if (running.get(tenant_id) === mine) running.delete(tenant_id)
    }
  }
}
