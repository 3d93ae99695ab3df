/** A number as Protocol Buffers and PMTiles write it. */
function varint(value: number): Buffer {
  const bytes: number[] = []
  let rest = value
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 128)
  return Buffer.from([...bytes, rest])
}

const varints = (values: readonly number[]) => Buffer.concat(values.map(varint))
const field = (id: number, content: Buffer) => Buffer.concat([varint(id * 8 + 2), varint(content.length), content])
const number = (id: number, value: number) => Buffer.concat([varint(id * 8), varint(value)])

const EXTENT = 4096
/** Corners of a square as wide as its tile, in the zigzag of MVT. */
const SQUARE = [9, 0, 0, 26, 2 * EXTENT, 0, 0, 2 * EXTENT, 2 * EXTENT - 1, 0, 15]

/** A vector tile (MVT) that is all water. */
export function oceanTile(): Buffer {
  const water = Buffer.concat([number(3, 3), field(4, varints(SQUARE))])
  const layer = [field(1, Buffer.from('water')), field(2, water), number(5, EXTENT), number(15, 2)]
  return field(3, Buffer.concat(layer))
}

/** A map in a file (PMTiles 3) whose one tile, the world's, is all water. */
export function oceanFile(): Buffer {
  const tile = oceanTile()
  // One entry: its number, how many tiles it is of, its length and its place, one more.
  const directory = varints([1, 0, 1, tile.length, 1])
  const metadata = Buffer.from('{}')
  const header = Buffer.alloc(127)
  header.write('PMTiles')
  header[7] = 3
  const tileAt = header.length + directory.length + metadata.length
  const metadataAt = header.length + directory.length
  const places = [header.length, directory.length, metadataAt, metadata.length, tileAt, 0, tileAt, tile.length, 1, 1, 1]
  places.forEach((value, at) => {
    header.writeBigUInt64LE(BigInt(value), 8 + 8 * at)
  })
  // In order, nothing compressed, MVT, of zoom 0 alone.
  header.set([1, 1, 1, 1, 0, 0], 96)
  return Buffer.concat([header, directory, metadata, tile])
}
