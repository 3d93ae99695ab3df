import { type Kysely, sql } from 'kysely'
import { DAY_MS } from '../../../core/catalogue/durations.ts'
import { DEREGISTERED_DAYS } from '../../../core/contract/device-end.ts'
import { insertLogRows } from '../db/device-log-rows.ts'
import type { Row, Schema } from '../db/schema.ts'
import type { LiveDevice } from '../fleet/fleet.ts'
import { dropOffered } from '../fleet/offered.ts'
import { countSizes, type HistoryQuota, type SizeChange, sizesOf } from '../history/sizes.ts'
import { type Caller, recordNameOf } from '../http/caller.ts'
import { WrongField } from '../http/field-errors.ts'
import {
  requirePointRoom,
  requireRoomForTemplate,
  requireRoomOf,
  requireRuleRoom,
  requireSpaceForMoved,
} from '../quotas/index.ts'
import { upsertPoints } from '../templates/index.ts'
import type { OfferRow } from './offers.ts'
import { hasPictureRoom, shapeOf } from './picture.ts'

/** Where a device goes in its new organisation. */
export interface NewPlace {
  group_id: number
  dev_alias: string
  template_id: number | undefined
}

type Size = Omit<SizeChange, 'tenant_id'>

export const sizesOfPoints = (q: Kysely<Schema>, { points }: LiveDevice): Promise<Size[]> =>
  sizesOf(
    q,
    [...points.values()].map(({ point_id }) => point_id),
  )

/** Of one quota, or of both. */
export const bytesIn = (sizes: readonly Size[], of?: HistoryQuota): number =>
  sizes.reduce((sum, { quota, bytes }) => (of === undefined || quota === of ? sum + bytes : sum), 0)

const noPictureRoom = () =>
  new WrongField(
    'offer_id',
    {
      zh: '带来的现场图片超出本组织图片的总容量：请先移除其他设备的图片',
      en: 'brings a scene picture for which your organization has no room: remove those of other devices first',
    },
    '100019',
  )

interface Move {
  /** Locked. */
  row: Row<'device'>
  caller: Caller
  offer: OfferRow
  to: NewPlace
  time: number
  /** What the history that goes along counts for. */
  sizes: readonly Size[]
  /** Bytes of all pictures of an organisation. */
  mostPictures?: number | undefined
}

/**
 * Deregisters a device where it was and registers it in the caller's organisation at once, with its password: it goes on
 * reporting. As the owner, and the last of a transaction. Its scene picture goes along. Its points do with what they have
 * recorded, or stay where they were; alarms, operations and the log are full of names, and stay.
 */
export async function moveToOrganisation(
  q: Kysely<Schema>,
  { row, caller, offer, to, time, sizes, mostPictures }: Move,
): Promise<void> {
  const { tenant_id, user_id } = caller
  const { template_id } = to
  await requireRoomOf(q, tenant_id, 'devices')
  await requireSpaceForMoved(q, tenant_id, {
    history_bytes: bytesIn(sizes, 'history_bytes'),
    rollup_bytes: bytesIn(sizes, 'rollup_bytes'),
  })
  await q
    .updateTable('device')
    .set({
      // Without what it recorded there is nothing to restore: it is deleted with the next of those that are over.
      deregistered_time: offer.with_history ? time - DEREGISTERED_DAYS * DAY_MS : time,
      deregistered_user_id: offer.by_user_id,
      deregistered_user_name: recordNameOf({ user_name: offer.by_user_name, full_name: offer.by_full_name, by: null }),
    })
    .where('device_id', '=', row.device_id)
    .execute()
  const { device_id } = await q
    .insertInto('device')
    .values({
      tenant_id,
      sn_code: row.sn_code,
      password_hash: row.password_hash,
      behind: row.behind,
      dev_alias: to.dev_alias,
      dev_model: row.dev_model,
      group_id: to.group_id,
      template_id: template_id ?? null,
      report_interval_s: row.report_interval_s,
      back_end_version: row.back_end_version,
      registered_time: time,
      awaited_time: row.awaited_time,
      registered_user_id: user_id,
      created_time: time,
    })
    .returning('device_id')
    .executeTakeFirstOrThrow()
  if (template_id !== undefined) await requireRuleRoom(q, tenant_id, 'template_id')
  const picture = await shapeOf(q, row.device_id)
  if (picture && !(await hasPictureRoom(q, { tenant_id, device_id }, picture.bytes, mostPictures)))
    throw noPictureRoom()
  await sql`insert into device_picture (tenant_id, device_id, mime, width, height, content, tag, changed_time)
    select ${tenant_id}, ${device_id}, mime, width, height, content, tag, changed_time from device_picture
      where tenant_id = ${row.tenant_id} and device_id = ${row.device_id}`.execute(q)
  if (offer.with_history) {
    await sql`update point set tenant_id = ${tenant_id}, device_id = ${device_id}, own_fields = '{}'
      where tenant_id = ${row.tenant_id} and device_id = ${row.device_id}`.execute(q)
    await sql`update latest_value l set device_id = ${device_id} from point p
      where p.device_id = ${device_id} and l.point_id = p.point_id`.execute(q)
  }
  if (template_id !== undefined) {
    await requireRoomForTemplate(q, { tenant_id, template_id }, [device_id], 'template_id')
    await upsertPoints(q, [device_id])
    await dropOffered(q, [device_id])
  }
  await requirePointRoom(q, tenant_id, 'offer_id')
  await insertLogRows(q, [{ tenant_id, device_id, kind: 'registered', log_time: time, detail: '{}' }])
  await countSizes(
    q,
    sizes.flatMap((size) => [
      { ...size, tenant_id: row.tenant_id, bytes: -size.bytes },
      { ...size, tenant_id },
    ]),
  )
}
