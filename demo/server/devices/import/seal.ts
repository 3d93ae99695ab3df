import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import type { Row } from '../../db/schema.ts'

export type ImportId = Pick<Row<'device_import'>, 'tenant_id' | 'import_id'>

/** Nonce, tag and text, as base64. */
export type Sealed = string

const CIPHER = 'aes-256-gcm'
const [NONCE_BYTES, TAG_BYTES] = [12, 16]

/**
 * Passwords that people typed, as they wait in the store for their row to be done. Each opens in its own row alone: whoever
 * reads rows of imports, or puts one of them in the place of another, learns nothing. Whoever has all of the store has the
 * secret too, as he has those that embed keys follow from.
 */
export function openSeal(root: Buffer) {
  const key = Buffer.from(hkdfSync('sha256', root, '', 'passwords of imports', 32))
  const placeOf = ({ tenant_id, import_id }: ImportId, row_no: number) =>
    Buffer.from(`${tenant_id} ${import_id} ${row_no}`)

  return {
    seal(one: ImportId, row_no: number, password: string): Sealed {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv(CIPHER, key, nonce).setAAD(placeOf(one, row_no))
      const text = Buffer.concat([cipher.update(password, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), text]).toString('base64')
    },
    unseal(one: ImportId, row_no: number, sealed: Sealed): string {
      const bytes = Buffer.from(sealed, 'base64')
      const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
        .setAAD(placeOf(one, row_no))
        .setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
      return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]).toString(
        'utf8',
      )
    },
  }
}
