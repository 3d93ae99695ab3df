import { type ByteReader, ByteWriter, frame, unframe } from './bytes.ts'
import { readNumbers, writeNumbers } from './numbers.ts'
import type { Sample, StoredQuality } from './sample.ts'

const none = 4
const text = 8

/** The samples of one flush, of many points, in the order in which they came. */
export function encodeJournal(samples: readonly Sample[]): Buffer {
  const writer = new ByteWriter()
  writer.unsigned(samples.length)
  let point = 0
  let time = 0
  for (const { point_id, data_time, value, text: words, quality } of samples) {
    writer.signed(point_id - point)
    writer.signed(data_time - time)
    writer.byte(quality + (value === null ? none : 0) + (words === undefined ? 0 : text))
    point = point_id
    time = data_time
  }
  writeNumbers(
    writer,
    samples.flatMap(({ value }) => value ?? []),
  )
  for (const { text: words } of samples) {
    if (words === undefined) continue
    const bytes = Buffer.from(words, 'utf8')
    writer.unsigned(bytes.length)
    writer.append(bytes)
  }
  return frame(writer.written())
}

export function decodeJournal(bytes: Uint8Array): Sample[] {
  return [...unframe(bytes)].flatMap(decodeFlush)
}

function decodeFlush(reader: ByteReader): Sample[] {
  const samples: Sample[] = []
  const flags: number[] = []
  const count = reader.unsigned()
  let point_id = 0
  let data_time = 0
  for (let i = 0; i < count; i++) {
    point_id += reader.signed()
    data_time += reader.signed()
    const flag = reader.byte()
    flags.push(flag)
    samples.push({ point_id, data_time, value: null, quality: (flag % none) as StoredQuality })
  }
  const values = readNumbers(reader, flags.filter((flag) => (flag & none) === 0).length)
  let next = 0
  for (const [i, sample] of samples.entries()) {
    if (((flags[i] as number) & none) === 0) sample.value = values[next++] as number
  }
  for (const [i, sample] of samples.entries()) {
    if ((flags[i] as number) & text) sample.text = Buffer.from(reader.take(reader.unsigned())).toString('utf8')
  }
  return samples
}
