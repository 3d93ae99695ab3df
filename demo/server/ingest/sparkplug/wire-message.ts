const [VARINT, FIXED_64, DELIMITED, FIXED_32] = [0, 1, 2, 5] as const
/** Bytes of a number of 64 bits. */
const LONGEST = 10
/** Says that another byte follows, as there does where the message ends too early. */
const GOES_ON = 128

/**
 * A message of Protocol Buffers, read field by field: only what is requested of it is made. The usual decoders make an
 * object of each message within it, and 256 KB have room for 131,000. Throws where the bytes are no message.
 */
export class WireMessage {
  readonly #bytes: Buffer
  /** Where the next field begins, which is where the value of this one ends. */
  #next = 0
  #type = 0
  #start = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }

  /** The number of the next field; 0 after the last one. */
  next(): number {
    if (this.#next === this.#bytes.length) return 0
    const tag = this.#readNumber()
    this.#type = tag % 8
    const length = this.#type === DELIMITED ? this.#readNumber() : 0
    this.#start = this.#next
    if (this.#type === VARINT) while ((this.#bytes[this.#next++] ?? 0) >= GOES_ON);
    else if (this.#type === FIXED_64) this.#next += 8
    else if (this.#type === FIXED_32) this.#next += 4
    else if (this.#type === DELIMITED) this.#next += length
    else throw new Error('a field of an unknown type')
    if (tag < 8 || this.#next > this.#bytes.length) throw new Error('a message that is cut off')
    return Math.floor(tag / 8)
  }

  /** A tag or a length. */
  #readNumber(): number {
    let number = 0
    for (let factor = 1; factor < 2 ** 35; factor *= 128) {
      const byte = this.#bytes[this.#next++] ?? GOES_ON
      number += (byte % GOES_ON) * factor
      if (byte < GOES_ON) return number
    }
    throw new Error('a number without an end')
  }

  #require(isSo: boolean): void {
    if (!isSo) throw new Error('a field of another type')
  }

  /** Of 64 bits, without a sign. */
  integer(): bigint {
    this.#require(this.#type === VARINT && this.#next - this.#start <= LONGEST)
    let value = 0n
    for (let at = this.#next - 1; at >= this.#start; at--)
      value = (value << 7n) | BigInt((this.#bytes[at] ?? 0) % GOES_ON)
    return BigInt.asUintN(64, value)
  }

  float(): number {
    this.#require(this.#type === FIXED_32)
    return this.#bytes.readFloatLE(this.#start)
  }

  double(): number {
    this.#require(this.#type === FIXED_64)
    return this.#bytes.readDoubleLE(this.#start)
  }

  text(): string {
    return this.#delimited().toString()
  }

  message(): WireMessage {
    return new WireMessage(this.#delimited())
  }

  #delimited(): Buffer {
    this.#require(this.#type === DELIMITED)
    return this.#bytes.subarray(this.#start, this.#next)
  }
}
