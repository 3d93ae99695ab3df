import { addressOf, glbBinaryOf, type Scene } from './gltf.ts'

export type Entry = Readonly<Record<string, unknown>>
export const entry = (value: unknown): Entry => (typeof value === 'object' && value !== null ? (value as Entry) : {})
export const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** Negative numbers, which the validator refuses, must not make up for others. */
export const countOf = ({ count }: Entry): number => Math.max(0, Number(count) || 0)

export const NUMBERS_OF: Readonly<Record<string, number>> = {
  SCALAR: 1,
  VEC2: 2,
  VEC3: 3,
  VEC4: 4,
  MAT2: 4,
  MAT3: 9,
  MAT4: 16,
}

interface Reader {
  bytes: number
  /** What a normalized one is divided by. */
  most: number
  read(view: DataView, at: number): number
}
const READERS: Readonly<Record<number, Reader>> = {
  5120: { bytes: 1, most: 127, read: (view, at) => view.getInt8(at) },
  5121: { bytes: 1, most: 255, read: (view, at) => view.getUint8(at) },
  5122: { bytes: 2, most: 32_767, read: (view, at) => view.getInt16(at, true) },
  5123: { bytes: 2, most: 65_535, read: (view, at) => view.getUint16(at, true) },
  5125: { bytes: 4, most: 4_294_967_295, read: (view, at) => view.getUint32(at, true) },
  5126: { bytes: 4, most: 1, read: (view, at) => view.getFloat32(at, true) },
}

/** The numbers of a model's accessors, as pages read them. For a model that the validator has found nothing wrong with. */
export class Numbers {
  readonly #scene: Entry
  readonly #buffers: readonly DataView[]

  constructor(scene: Scene, bytes: Buffer, parts: ReadonlyMap<string, Uint8Array>) {
    this.#scene = entry(scene)
    this.#buffers = list(this.#scene.buffers).map((buffer) => {
      const found = bufferOf(entry(buffer).uri, bytes, parts)
      return new DataView(found.buffer, found.byteOffset, found.byteLength)
    })
  }

  /** Null for an accessor that there is none of. */
  of(at: unknown): Float64Array | null {
    const known = list(this.#scene.accessors)[Number(at ?? -1)]
    if (known === undefined) return null
    const accessor = entry(known)
    const width = NUMBERS_OF[String(accessor.type)] ?? 1
    const numbers = new Float64Array(countOf(accessor) * width)
    const { componentType, normalized } = accessor
    if (accessor.bufferView !== undefined)
      this.#fill(numbers, accessor, componentType, width, (i) => i * width, normalized)
    const { count, indices, values } = entry(accessor.sparse)
    if (indices === undefined) return numbers
    const places = new Float64Array(Number(count) || 0)
    this.#fill(places, entry(indices), entry(indices).componentType, 1, (i) => i)
    this.#fill(numbers, entry(values), componentType, width, (i) => (places[i] ?? 0) * width, normalized, places.length)
    return numbers
  }

  #fill(
    into: Float64Array,
    { bufferView, byteOffset }: Entry,
    componentType: unknown,
    width: number,
    place: (i: number) => number,
    normalized: unknown = false,
    count = into.length / width,
  ): void {
    const view = entry(list(this.#scene.bufferViews)[Number(bufferView ?? -1)])
    const buffer = this.#buffers[Number(view.buffer ?? -1)]
    const reader = READERS[Number(componentType)]
    if (!buffer || !reader) return
    const { bytes, most, read } = reader
    const stride = Number(view.byteStride ?? width * bytes)
    const start = Number(view.byteOffset ?? 0) + Number(byteOffset ?? 0)
    if (start + (count - 1) * stride + width * bytes > buffer.byteLength) return
    const unit = normalized === true ? most : 1
    for (let i = 0; i < count; i++)
      for (let n = 0; n < width; n++) into[place(i) + n] = read(buffer, start + i * stride + n * bytes) / unit
  }
}

const NOTHING = new Uint8Array(0)

function bufferOf(uri: unknown, bytes: Buffer, parts: ReadonlyMap<string, Uint8Array>): Uint8Array {
  if (uri === undefined) return glbBinaryOf(bytes) ?? NOTHING
  const address = addressOf(uri, false)
  if (address.kind === 'inline') return address.content
  return (address.kind === 'part' && parts.get(address.name)) || NOTHING
}
