import { crc32, deflateSync } from 'node:zlib'

function chunk(type: string, content: Buffer): Buffer {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(content.length)
  head.write(type, 4, 'latin1')
  const check = Buffer.alloc(4)
  check.writeUInt32BE(crc32(Buffer.concat([head.subarray(4), content])))
  return Buffer.concat([head, content, check])
}

/** A PNG of one colour. `says` is the size in its header. */
export function png(width = 4, height = 3, says: readonly [number, number] = [width, height]): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(says[0])
  head.writeUInt32BE(says[1], 4)
  head.set([8, 2, 0, 0, 0], 8)
  const rows = Buffer.alloc((1 + width * 3) * height)
  const parts = [chunk('IHDR', head), chunk('IDAT', deflateSync(rows)), chunk('IEND', Buffer.alloc(0))]
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...parts])
}

export const gif = (width: number, height: number): Buffer => {
  const bytes = Buffer.alloc(20)
  bytes.write('GIF89a', 'latin1')
  bytes.writeUInt16LE(width, 6)
  bytes.writeUInt16LE(height, 8)
  return bytes
}

/** Of a JPEG, what stands before its picture: an application's segment with a look-alike in it, then the frame. */
export const jpeg = (width: number, height: number): Buffer => {
  const before = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 6, 0xff, 0xc0, 1, 1, 0xff])
  const frame = Buffer.from([0xff, 0xc2, 0, 17, 8, height >> 8, height & 255, width >> 8, width & 255])
  return Buffer.concat([before, frame, Buffer.alloc(12)])
}

export const svg = (inner: string, root = ''): Buffer =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 10" ${root}>${inner}</svg>`)

/** The bytes of one triangle: three corners, three indices. */
export const triangle = (): Buffer => {
  const bytes = Buffer.alloc(44)
  for (const [i, value] of [0, 0, 0, 1, 0, 0, 0, 1, 0].entries()) bytes.writeFloatLE(value, i * 4)
  for (const [i, value] of [0, 1, 2].entries()) bytes.writeUInt16LE(value, 36 + i * 2)
  return bytes
}

/** A scene of one triangle whose bytes are at `uri`. */
export const gltf = (uri: string, more: object = {}): Buffer =>
  Buffer.from(
    JSON.stringify({
      asset: { version: '2.0' },
      scenes: [{ nodes: [0] }],
      nodes: [{ mesh: 0 }],
      meshes: [{ primitives: [{ attributes: { POSITION: 0 }, indices: 1 }] }],
      buffers: [{ uri, byteLength: 44 }],
      bufferViews: [
        { buffer: 0, byteOffset: 0, byteLength: 36, target: 34962 },
        { buffer: 0, byteOffset: 36, byteLength: 6, target: 34963 },
      ],
      accessors: [
        { bufferView: 0, componentType: 5126, count: 3, type: 'VEC3', min: [0, 0, 0], max: [1, 1, 0] },
        { bufferView: 1, componentType: 5123, count: 3, type: 'SCALAR' },
      ],
      ...more,
    }),
  )
