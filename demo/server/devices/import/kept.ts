import { ApiError } from '../../../../core/contract/api-error.ts'
import type { Row } from '../../db/schema.ts'
import { WrongField } from '../../http/field-errors.ts'

const MB = 1024 * 1024

/** Imports that are not over, and those that are kept with their rows, of a user and of an organisation: how many, and how large. */
const MOST = {
  ofUser: { open: 5, kept: 10, bytes: 32 * MB },
  ofAll: { open: 25, kept: 60, bytes: 64 * MB },
} as const
/** The most that one import keeps: 10,000 rows of all columns have room. */
const IMPORT_BYTES = 16 * MB
/** Of a row, beside what it holds. */
const ROW_BYTES = 100

/** What a row is stored with. */
interface Kept {
  /** Of its cells, as JSON. */
  bytes: number
  message: string
  input: object | undefined
}

export const bytesOfRow = ({ bytes, message, input }: Kept): number =>
  ROW_BYTES + bytes + Buffer.byteLength(message) + (input ? Buffer.byteLength(JSON.stringify(input)) : 0)

/** Throws 100019 at `file` where an import would keep more than it may. */
export function requireKeepable(bytes: number): void {
  if (bytes <= IMPORT_BYTES) return
  const words = { zh: '内容过多，请分成几个文件', en: 'holds too much to be kept: split it into several files' }
  throw new WrongField('file', words, '100019')
}

export type KeptImport = Pick<Row<'device_import'>, 'import_id' | 'state' | 'user_id' | 'bytes'>

/**
 * Which of an organisation's imports, the oldest first, have to go before there is one more of a user, of so many bytes: those
 * that are over do. Throws 100019 where those that are not leave no room for it.
 */
export function makingRoom(all: readonly KeptImport[], user_id: number, bytes: number): number[] {
  const own = goneFor(
    all.filter((one) => one.user_id === user_id),
    bytes,
    'ofUser',
  )
  const left = all.filter((one) => !own.includes(one))
  return [...own, ...goneFor(left, bytes, 'ofAll')].map(({ import_id }) => import_id)
}

function goneFor(imports: readonly KeptImport[], more: number, of: keyof typeof MOST): KeptImport[] {
  const { open, kept, bytes } = MOST[of]
  const over = imports.filter(({ state }) => state !== 'running' && state !== 'preparing')
  if (imports.length - over.length >= open) throw new ApiError('100019')
  let count = imports.length + 1
  let size = imports.reduce((sum, one) => sum + one.bytes, more)
  const gone: KeptImport[] = []
  for (const one of over) {
    if (count <= kept && size <= bytes) break
    gone.push(one)
    count -= 1
    size -= one.bytes
  }
  if (size > bytes)
    throw new WrongField(
      'file',
      {
        zh: '进行中的导入已占满空间，请等待其完成后再导入',
        en: 'has no room beside the imports that are under way: wait until they are done',
      },
      '100019',
    )
  return gone
}
