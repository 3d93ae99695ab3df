/** The bytes of a part, both ends included. */
export interface ByteRange {
  first: number
  last: number
}

/**
 * Which part of `size` bytes a Range header asks for (RFC 9110, 14.2). Null for the whole: where it asks for none, for several
 * parts, or in another way than by bytes; 'beyond' where there is nothing of what it asks for.
 */
export function byteRange(header: string | undefined, size: number): ByteRange | 'beyond' | null {
  const [, from = '', to = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '') ?? []
  if (from === '' && to === '') return null
  if (from === '') {
    // The last so many.
    const count = Math.min(Number(to), size)
    return count === 0 ? 'beyond' : { first: size - count, last: size - 1 }
  }
  const first = Number(from)
  const last = to === '' ? size - 1 : Math.min(Number(to), size - 1)
  if (to !== '' && Number(to) < first) return null
  return first >= size ? 'beyond' : { first, last }
}

/** The same, for whoever has no part of an older file: a map in one file is read so. */
export function partOf(
  { range, 'if-range': ifRange }: { range?: string | undefined; 'if-range'?: string | undefined },
  etag: string,
  size: number,
): ByteRange | 'beyond' | null {
  return ifRange === undefined || ifRange === etag ? byteRange(range, size) : null
}
