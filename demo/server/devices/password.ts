import { randomInt } from 'node:crypto'
import { ApiError } from '../../../core/contract/api-error.ts'
import type { Contract } from '../../../core/contract/contract.ts'
import type { Answers } from '../../../core/contract/endpoint.ts'
import { writeAudit } from '../audit/index.ts'
import type { Db } from '../db/db.ts'
import { hashPassword } from '../db/passwords.ts'
import type { Fleet } from '../fleet/fleet.ts'
import type { Caller } from '../http/caller.ts'
import { WrongField } from '../http/field-errors.ts'
import { turnOfPerson } from '../limits/password-turns.ts'
import { ownDevice } from './find-device.ts'

/** Without characters that look alike: somebody types it into a device. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKMNPQRSTUVWXYZ23456789'
/** 115 bits. */
const LENGTH = 20

interface PasswordParts {
  db: Db
  fleet: Fleet
  /** Ends a device's connections. */
  disconnect: (sn_code: string) => void
  now?: () => number
}

export const passwordAnswers = ({
  db,
  fleet,
  disconnect,
  now = Date.now,
}: PasswordParts): Pick<Answers<Contract['device'], Caller>, 'renewPassword'> => ({
  async renewPassword({ sn_code: named }, caller) {
    const { device_id, is_virtual, sn_code } = ownDevice(fleet, caller, named)
    if (is_virtual)
      throw new WrongField('sn_code', {
        zh: '虚拟设备不连接，没有密码',
        en: 'is a virtual device: nothing connects as it, and it has no password',
      })
    const password = Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
    const password_hash = await hashPassword(password, turnOfPerson(caller))
    // The right, or the device, may have gone while the hash waited for its turn.
    ownDevice(fleet, caller, sn_code)
    await db.tenant(caller.tenant_id, async (q) => {
      const changed = await q
        .updateTable('device')
        .set({ password_hash })
        .where('device_id', '=', device_id)
        .returning('dev_alias')
        .executeTakeFirst()
      if (!changed) throw new ApiError('110509')
      await writeAudit(q, caller, { action: 'device-password', target: changed.dev_alias, detail: {} }, now())
    })
    // First: whoever comes back at once is measured by the new one.
    await fleet.reload(sn_code)
    disconnect(sn_code)
    return { sn_code, password }
  },
})
