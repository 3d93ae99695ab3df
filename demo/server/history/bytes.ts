import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'

/** A growing buffer. Integers are variable-length: 7 bits a byte, least first. */
export class ByteWriter {
  /** From Node's pool: memory of its own for each of a hundred thousand small chunks costs more than filling it. */
  #bytes: Uint8Array = Buffer.allocUnsafe(256)
  #length = 0

  reserve(count: number): void {
    if (this.#length + count <= this.#bytes.length) return
    const larger = new Uint8Array(Math.max(this.#bytes.length * 2, this.#length + count))
    larger.set(this.#bytes)
    this.#bytes = larger
  }

  byte(value: number): void {
    this.reserve(1)
    this.#bytes[this.#length++] = value
  }

  /** A non-negative integer below 2^53. */
  unsigned(value: number): void {
    this.reserve(8)
    let rest = value
    while (rest > 0x7fffffff) {
      this.#bytes[this.#length++] = (rest % 128) | 128
      rest = Math.floor(rest / 128)
    }
    while (rest > 127) {
      this.#bytes[this.#length++] = (rest & 127) | 128
      rest >>>= 7
    }
    this.#bytes[this.#length++] = rest
  }

  /** An integer of at most 52 bits, zigzag: small numbers of both signs are short. */
  signed(value: number): void {
    this.unsigned(value < 0 ? -2 * value - 1 : 2 * value)
  }

  append(bytes: Uint8Array): void {
    this.reserve(bytes.length)
    this.#bytes.set(bytes, this.#length)
    this.#length += bytes.length
  }

  /** A view that is valid until the next write. */
  written(): Uint8Array {
    return this.#bytes.subarray(0, this.#length)
  }
}

export class ByteReader {
  readonly bytes: Uint8Array
  at = 0

  constructor(bytes: Uint8Array) {
    this.bytes = bytes
  }

  byte(): number {
    const value = this.bytes[this.at++]
    if (value === undefined) throw new RangeError('a chunk of history ends too early')
    return value
  }

  unsigned(): number {
    let value = this.byte()
    if (value < 128) return value
    value &= 127
    let factor = 128
    for (;;) {
      const next = this.byte()
      value += (next & 127) * factor
      if (next < 128) return value
      factor *= 128
    }
  }

  signed(): number {
    const value = this.unsigned()
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2
  }

  take(length: number): Uint8Array {
    if (this.at + length > this.bytes.length) throw new RangeError('a chunk of history ends too early')
    this.at += length
    return this.bytes.subarray(this.at - length, this.at)
  }
}

const plain = 0
const zstd = 1
/** Below this, zstd's frame costs more than it saves (measured on minutes of 6 to 60 samples). */
const worthCompressing = 200

/** A payload with its method and length in front: frames may be put one after another and can still be separated. */
export function frame(payload: Uint8Array): Buffer {
  const compressed = payload.length < worthCompressing ? payload : zstdCompressSync(payload)
  const isShorter = compressed.length < payload.length
  const body = isShorter ? compressed : payload
  const writer = new ByteWriter()
  writer.byte(isShorter ? zstd : plain)
  writer.unsigned(body.length)
  writer.append(body)
  return Buffer.from(writer.written())
}

/** The payloads of one or several frames. */
export function* unframe(bytes: Uint8Array): Generator<ByteReader> {
  const reader = new ByteReader(bytes)
  while (reader.at < bytes.length) {
    const method = reader.byte()
    const body = reader.take(reader.unsigned())
    yield new ByteReader(method === zstd ? zstdDecompressSync(body) : body)
  }
}
