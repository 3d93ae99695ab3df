import { type Kysely, sql } from 'kysely'
import { LIMITS } from '../../../core/catalogue/limits.ts'
import { ApiError } from '../../../core/contract/api-error.ts'
import type { Contract } from '../../../core/contract/contract.ts'
import type { Answers } from '../../../core/contract/endpoint.ts'
import type { UploadedFile } from '../../../core/contract/file.ts'
import { changesOf, writeChange } from '../audit/index.ts'
import { countAlone } from '../db/count-alone.ts'
import type { Db } from '../db/db.ts'
import type { Schema } from '../db/schema.ts'
import { type CheckedPicture, checkStillPicture, wrongAtFile } from '../files/check-picture.ts'
import { tagOf } from '../files/checked-files.ts'
import type { Fleet } from '../fleet/fleet.ts'
import { onlyDevice } from '../fleet/seen-devices.ts'
import type { Caller } from '../http/caller.ts'
import { openCallerTurns, turnHolderOf } from '../http/caller-turns.ts'
import { countGuestBytes } from '../http/guest-bytes.ts'
import type { Budgets } from '../limits/rates.ts'
import { lockOwnDevice, ownDevice } from './find-device.ts'

export interface DevicePictureParts {
  db: Db
  fleet: Fleet
  budgets: Budgets
  /** Bytes of all pictures of an organisation. */
  most?: number
  now?: () => number
}

/** Pictures that are read at once: each is in memory whole, as bytes and as text. */
const turns = openCallerTurns({ atOnce: 4, ofOrganisation: 3, ofOne: 2, waitingOfOne: 100, waiting: 500 })

/** What a device's picture is, without its bytes. */
export const shapeOf = (q: Kysely<Schema>, device_id: number) =>
  q
    .selectFrom('device_picture')
    .select(['mime', 'width', 'height', 'tag'])
    .select(sql<number>`octet_length(content)`.as('bytes'))
    .where('device_id', '=', device_id)
    .executeTakeFirst()
type Shape = NonNullable<Awaited<ReturnType<typeof shapeOf>>>

/** In words of a record. */
const described = (shape: Shape | undefined) => ({
  scene_picture: shape
    ? `${shape.mime}, ${shape.width} × ${shape.height}, ${shape.bytes} B, ${shape.tag.slice(0, 6)}`
    : null,
})

function checkedFile({ name, content }: UploadedFile): CheckedPicture {
  try {
    return checkStillPicture([{ name, bytes: Buffer.from(content, 'base64') }])
  } catch (error) {
    throw wrongAtFile(error)
  }
}

/** Whether an organisation has room for a picture, beside those of all its other devices. In a transaction of the tenant's, or that acts for it. */
export async function hasPictureRoom(
  q: Kysely<Schema>,
  { tenant_id, device_id }: { tenant_id: number; device_id: number },
  bytes: number,
  most: number = LIMITS.devicePicturesBytes,
): Promise<boolean> {
  const { rows } = await countAlone(q, 'devicePicturesBytes', () =>
    sql<{ used: number }>`
      select coalesce(sum(octet_length(content)), 0)::bigint as used from device_picture
        where tenant_id = ${tenant_id} and device_id <> ${device_id}`.execute(q),
  )
  return (rows[0]?.used ?? 0) + bytes <= most
}

/** Answers about scene pictures of devices. */
export function devicePictureAnswers({
  db,
  fleet,
  budgets,
  most,
  now = Date.now,
}: DevicePictureParts): Answers<Contract['devicePicture'], Caller> {
  /** Changes the picture of a device that the caller may edit, and records what it was and is. */
  const change = (sn_code: string, caller: Caller, work: (q: Kysely<Schema>, device_id: number) => Promise<unknown>) =>
    db.tenant(caller.tenant_id, async (q) => {
      const { device_id, dev_alias } = await lockOwnDevice(q, caller, ownDevice(fleet, caller, sn_code))
      const before = await shapeOf(q, device_id)
      await work(q, device_id)
      const detail = changesOf(described(before), described(await shapeOf(q, device_id)))
      await writeChange(q, caller, { action: 'device-edit', target: dev_alias, detail }, now())
    })

  return {
    read: ({ sn_code }, caller) =>
      turns.run(
        turnHolderOf(caller),
        async () => {
          const { device_id } = onlyDevice(fleet, caller, sn_code)
          const row = await db.tenant(caller.tenant_id, (q) =>
            q
              .selectFrom('device_picture')
              .select(['mime', 'width', 'height', 'tag', 'content'])
              .where('device_id', '=', device_id)
              .executeTakeFirst(),
          )
          if (!row) throw new ApiError('100002')
          countGuestBytes(budgets, caller, row.content.length)
          return { ...row, content: Buffer.from(row.content).toString('base64') }
        },
        caller.gone,
      ),

    async set({ sn_code, file }, caller) {
      ownDevice(fleet, caller, sn_code)
      const checked = checkedFile(file)
      const { mime, width, height, files } = checked
      const [{ content }] = files
      const tag = tagOf(checked)
      await change(sn_code, caller, async (q, device_id) => {
        const { tenant_id } = caller
        if (!(await hasPictureRoom(q, { tenant_id, device_id }, content.length, most))) throw new ApiError('100019')
        const row = { mime, width, height, content, tag, changed_time: now() }
        return q
          .insertInto('device_picture')
          .values({ tenant_id, device_id, ...row })
          .onConflict((conflict) => conflict.columns(['tenant_id', 'device_id']).doUpdateSet(row))
          .execute()
      })
      return { picture_tag: tag }
    },

    async remove({ sn_code }, caller) {
      await change(sn_code, caller, (q, device_id) =>
        q.deleteFrom('device_picture').where('device_id', '=', device_id).execute(),
      )
      return {}
    },
  }
}
