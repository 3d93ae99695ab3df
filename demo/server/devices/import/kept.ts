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
 * Which of an organisation's imports have to go before there is one more of a user, of so many bytes: those that are over do,
 * the oldest first. His own go beyond his bounds, and beyond those of all those of whoever keeps most: nobody loses, by what
 * others import, the passwords of a few devices that he has not read yet. Throws 100019 where there is no room all the same.
 */
export function makingRoom(all: readonly KeptImport[], user_id: number, bytes: number): number[] {
  const own = goneFor(
    all.filter((one) => one.user_id === user_id),
    { user_id, bytes },
    'ofUser',
  )
  const left = all.filter((one) => !own.includes(one))
  return [...own, ...goneFor(left, { user_id, bytes }, 'ofAll')].map(({ import_id }) => import_id)
}

type More = Pick<KeptImport, 'user_id' | 'bytes'>

const isOver = ({ state }: KeptImport) => state !== 'running' && state !== 'preparing'
const bytesOf = (imports: readonly More[]) => imports.reduce((sum, one) => sum + one.bytes, 0)

function goneFor(imports: readonly KeptImport[], more: More, of: keyof typeof MOST): KeptImport[] {
  const { open, kept, bytes } = MOST[of]
  if (imports.filter((one) => !isOver(one)).length >= open) throw new ApiError('100019')
  const left = [...imports]
  const gone: KeptImport[] = []
  const isTooMany = () => left.length + 1 > kept
  const isTooLarge = () => bytesOf(left) + more.bytes > bytes
  while (isTooMany() || isTooLarge()) {
    const next = nextToGo(left, more, isTooMany() ? (imports) => imports.length : bytesOf)
    if (!next) break
    left.splice(left.indexOf(next), 1)
    gone.push(next)
  }
  if (!isTooMany() && !isTooLarge()) return gone
  throw new WrongField(
    'file',
    {
      zh: '进行中的导入和他人保留的导入已占满空间，请等待其完成或过期后再导入',
      en: 'has no room beside imports that are under way or that others keep: wait until they are done or forgotten',
    },
    '100019',
  )
}

/** The oldest that is over of whoever keeps most, of those who keep no less than who imports. */
function nextToGo(left: readonly KeptImport[], more: More, sizeOf: (imports: readonly More[]) => number) {
  const keptBy = (user_id: number) => sizeOf([...left, more].filter((one) => one.user_id === user_id))
  const least = keptBy(more.user_id)
  const may = left.filter((one) => isOver(one) && keptBy(one.user_id) >= least)
  const largest = Math.max(...may.map(({ user_id }) => keptBy(user_id)))
  return may.find(({ user_id }) => keptBy(user_id) === largest)
}
