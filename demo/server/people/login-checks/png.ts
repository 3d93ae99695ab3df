import { crc32, deflateSync } from 'node:zlib'

/** A picture of 8-bit RGBA pixels, row by row. */
export class Picture {
  readonly width: number
  readonly height: number
  readonly pixels: Uint8Array

  constructor(width: number, height: number) {
    this.width = width
    this.height = height
    this.pixels = new Uint8Array(width * height * 4)
  }

  /** Sets a pixel, or mixes it with what is there where `alpha` (0 to 255) is below 255. Outside: nothing. */
  paint(x: number, y: number, [r, g, b]: readonly [number, number, number], alpha = 255): void {
    const [column, row] = [Math.round(x), Math.round(y)]
    if (column < 0 || row < 0 || column >= this.width || row >= this.height) return
    const at = (row * this.width + column) * 4
    const part = alpha / 255
    const mix = (i: number, value: number) => Math.round((this.pixels[at + i] ?? 0) * (1 - part) + value * part)
    this.pixels.set([mix(0, r), mix(1, g), mix(2, b), Math.max(this.pixels[at + 3] ?? 0, alpha)], at)
  }

  /** PNG (ISO/IEC 15948), in base64. */
  toPng(): string {
    const { width, height, pixels } = this
    const header = Buffer.alloc(13)
    header.writeUInt32BE(width, 0)
    header.writeUInt32BE(height, 4)
    // 8 bits a sample, colour with alpha.
    header.set([8, 6], 8)
    const rows = Buffer.alloc((width * 4 + 1) * height)
    for (let y = 0; y < height; y++) {
      const [to, from] = [y * (width * 4 + 1), y * width * 4]
      // Filter "sub": smooth pictures get a third smaller.
      rows[to] = 1
      for (let i = 0; i < width * 4; i++)
        rows[to + 1 + i] = ((pixels[from + i] ?? 0) - (i < 4 ? 0 : (pixels[from + i - 4] ?? 0))) & 0xff
    }
    const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
    const parts = [
      chunk('IHDR', header),
      chunk('IDAT', deflateSync(rows, { level: 6 })),
      chunk('IEND', Buffer.alloc(0)),
    ]
    return Buffer.concat([signature, ...parts]).toString('base64')
  }
}

function chunk(type: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), content])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(content.length)
  check.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, check])
}
