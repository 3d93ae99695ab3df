import type { ByteReader, ByteWriter } from './bytes.ts'

const mostDecimals = 6
const floats = 255
/** Scaled values stay so small that their differences, zigzagged, are still exact. */
const largestScaled = 2 ** 50
const powers = Array.from({ length: mostDecimals + 1 }, (_, decimals) => 10 ** decimals)

/**
 * Writes finite numbers so that each comes back as it was (-0 may become 0). Readings mostly have few decimals: then they are integers
 * times a power of ten, kept as differences. Else their 64 bits, each exclusive-or the one before, byte plane by plane.
 */
export function writeNumbers(writer: ByteWriter, values: readonly number[]): void {
  const decimals = fewDecimals(values)
  writer.byte(decimals)
  if (decimals === floats) writeFloats(writer, values)
  else writeScaled(writer, values, powers[decimals] as number)
}

function writeScaled(writer: ByteWriter, values: readonly number[], power: number): void {
  let last = 0
  writer.reserve(values.length * 2)
  for (const value of values) {
    const scaled = Math.round(value * power)
    writer.signed(scaled - last)
    last = scaled
  }
}

export function readNumbers(reader: ByteReader, count: number): number[] {
  const decimals = reader.byte()
  if (decimals === floats) return readFloats(reader, count)
  const power = powers[decimals] as number
  const values = new Array<number>(count)
  let scaled = 0
  for (let i = 0; i < count; i++) {
    scaled += reader.signed()
    values[i] = scaled / power
  }
  return values
}

/** The decimals that all values have at most, or `floats` when it takes more than six. */
function fewDecimals(values: readonly number[]): number {
  let decimals = 0
  for (const value of values) {
    while (!isExact(value, powers[decimals] as number)) if (++decimals > mostDecimals) return floats
  }
  // A value that fits two decimals need not fit four, in binary.
  const power = powers[decimals] as number
  return values.every((value) => isExact(value, power)) ? decimals : floats
}

function isExact(value: number, power: number): boolean {
  const scaled = Math.round(value * power)
  return scaled / power === value && Math.abs(scaled) < largestScaled
}

function writeFloats(writer: ByteWriter, values: readonly number[]): void {
  const bits = new Uint8Array(Float64Array.from(values).buffer)
  const planes = new Uint8Array(bits.length)
  for (let i = 0; i < bits.length; i++) {
    planes[(i % 8) * values.length + (i >> 3)] = (bits[i] as number) ^ (i < 8 ? 0 : (bits[i - 8] as number))
  }
  writer.append(planes)
}

function readFloats(reader: ByteReader, count: number): number[] {
  const planes = reader.take(count * 8)
  const bits = new Uint8Array(count * 8)
  for (let i = 0; i < bits.length; i++) {
    bits[i] = (planes[(i % 8) * count + (i >> 3)] as number) ^ (i < 8 ? 0 : (bits[i - 8] as number))
  }
  return Array.from(new Float64Array(bits.buffer))
}
