import { createHmac, randomInt } from 'node:crypto'
import type { Kysely } from 'kysely'
import { ApiError } from '../../../core/contract/api-error.ts'
import type { Contract } from '../../../core/contract/contract.ts'
import type { Answers } from '../../../core/contract/endpoint.ts'
import { snKey } from '../../../core/rules/sn.ts'
import { writeAudit } from '../audit/index.ts'
import type { Db } from '../db/db.ts'
import { hashPassword } from '../db/passwords.ts'
import type { Schema } from '../db/schema.ts'
import type { Fleet } from '../fleet/fleet.ts'
import type { Caller } from '../http/caller.ts'
import { WrongField } from '../http/field-errors.ts'
import { turnOfPerson } from '../limits/password-turns.ts'
import { lockOwnDevice, ownDevice } from './find-device.ts'

/** Without characters that look alike: somebody types it into a device. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKMNPQRSTUVWXYZ23456789'
/** 132 bits: beyond the 128 that `hashRandomPassword` relies on. */
const LENGTH = 23

/** The password of one of many devices, which whoever has the key finds again. */
export function passwordOf(key: string, sn_code: string): string {
  const digest = createHmac('sha512', key).update(snKey(sn_code)).digest()
  return Array.from({ length: LENGTH }, (_, at) => ALPHABET[digest.readUInt16BE(2 * at) % ALPHABET.length]).join('')
}

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
    const device = ownDevice(fleet, caller, named)
    const { device_id, is_virtual, sn_code } = device
    if (is_virtual)
      throw new WrongField('sn_code', {
        zh: '虚拟设备不连接，没有密码',
        en: 'is a virtual device: nothing connects as it, and it has no password',
      })
    const password = Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
    const hashNow = (q: Kysely<Schema>) =>
      q.selectFrom('device').select('password_hash').where('device_id', '=', device_id).executeTakeFirst()
    const before = await db.tenant(caller.tenant_id, hashNow)
    const password_hash = await hashPassword(password, turnOfPerson(caller))
    await db.tenant(caller.tenant_id, async (q) => {
      const row = await lockOwnDevice(q, caller, device)
      // Of two at once one would be shown a password that never works.
      if (row.password_hash !== before?.password_hash) throw new ApiError('100027')
      await q.updateTable('device').set({ password_hash }).where('device_id', '=', device_id).execute()
      await writeAudit(q, caller, { action: 'device-password', target: row.dev_alias, detail: {} }, now())
    })
    // First: whoever comes back at once is measured by the new one.
    await fleet.reloadFirst(caller.tenant_id, sn_code)
    disconnect(sn_code)
    return { sn_code, password }
  },
})
