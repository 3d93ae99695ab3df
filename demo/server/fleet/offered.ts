import { type Kysely, sql } from 'kysely'
import { MINUTE_MS } from '../../../core/catalogue/durations.ts'
import { LIMITS } from '../../../core/catalogue/limits.ts'
import { ApiError } from '../../../core/contract/api-error.ts'
import type { DataType } from '../../../core/contract/device.ts'
import { TELEMETRY_LIMITS } from '../../../core/contract/telemetry.ts'
import type { Db } from '../db/db.ts'
import type { NewRow, Schema } from '../db/schema.ts'
import { numbers } from '../db/sql-array.ts'
import { openLines } from '../limits/lines.ts'
import { openRestingTurns } from '../limits/resting-turns.ts'
import type { Fleet, LiveDevice } from './fleet.ts'

/** A device's points, added and offered together. */
export const POINTS_A_DEVICE = TELEMETRY_LIMITS.keys
/** Characters of the words of all enums of a device. */
export const WORDS_A_DEVICE = 2 * LIMITS.enumTexts
const NAME_LENGTH = 32
/** An organisation that had no room for new points is not asked again so soon: its devices may name some with each message. */
const FULL_MS = MINUTE_MS

/** Throws 100019 where this transaction made more points than the organisation may have. */
export type RequirePointRoom = (q: Kysely<Schema>, tenant_id: number) => Promise<void>

/** Deletes the offered points of devices that have more than they may: those that were added, and may be removed now, are people's and count first. */
export async function dropOffered(q: Kysely<Schema>, device_ids: readonly number[]): Promise<void> {
  await sql`
    delete from point where point_id in (
      select point_id from (
        select point_id, is_kept, row_number() over (partition by device_id order by is_kept desc, point_id) as nth
          from (select *, is_added or is_removed as is_kept from point) kept where device_id = any(${numbers(device_ids)}::bigint[])
      ) as its where nth > ${POINTS_A_DEVICE} and not is_kept
    )`.execute(q)
}

/** New points that are written at a time: others have their turn at the store in between. */
const PORTION = 100
/** One of all organisations at a time: it has its turn at the store among those of the server, which looks up who calls. */
const PORTIONS = { atOnce: 1, ofOne: 1, waitingOfOne: Number.POSITIVE_INFINITY, waiting: Number.POSITIVE_INFINITY }

/**
 * Keeps points that a device reports and its template lacks, to be offered for adding. Resolves with how many did not fit
 * into the device or its organisation, when the others are points of `device`. One device's offers run one after another,
 * and organisations take turns with portions, between which others have the store: a device may think of any number of
 * names. Nothing more is kept once whoever reported them is the device no longer (`isCurrent`).
 */
export function offers(
  db: Db,
  fleet: Fleet,
  requirePointRoom: RequirePointRoom,
  now: () => number = Date.now,
): (device: LiveDevice, keys: Map<string, DataType>, isCurrent?: () => boolean) => Promise<number> {
  const running = openLines<LiveDevice>()
  const writing = openRestingTurns(PORTIONS)
  /** Of organisations that had no room for some, when that was. */
  const full = new Map<number, number>()

  const insert = async (q: Kysely<Schema>, tenant_id: number, rows: NewRow<'point'>[]): Promise<void> => {
    await q
      .insertInto('point')
      .values(rows)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    await requirePointRoom(q, tenant_id)
  }

  /** Resolves when they are written; the next portion waits somewhat longer. */
  const write = (tenant_id: number, rows: NewRow<'point'>[]): Promise<void> =>
    writing.run(tenant_id, (timed) => db.tenant(tenant_id, (q) => timed(() => insert(q, tenant_id, rows)), 'backlog'))

  const isFull = (tenant_id: number) => {
    const isStill = Math.abs(now() - (full.get(tenant_id) ?? Number.NEGATIVE_INFINITY)) < FULL_MS
    if (!isStill) full.delete(tenant_id)
    return isStill
  }

  const add = async (device: LiveDevice, keys: Map<string, DataType>, isCurrent: () => boolean): Promise<number> => {
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
    let written = 0
    while (written < rows.length && !isFull(tenant_id) && isCurrent()) {
      const portion = rows.slice(written, written + PORTION)
      try {
        await write(tenant_id, portion)
        written += portion.length
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== '100019') throw error
        full.set(tenant_id, now())
      }
    }
    if (written > 0) await fleet.reload(device.sn_code)
    return missing.length - written
  }

  return (device, keys, isCurrent = () => true) => running.run(device, () => add(device, keys, isCurrent))
}
