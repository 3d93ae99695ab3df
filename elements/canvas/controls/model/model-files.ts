/** A file of the gallery; `content` is base64. */
export interface ModelFile {
  readonly name: string
  readonly mime: string
  readonly content: string
}

/** A model by itself: nothing of it is left to be fetched. */
export interface ReadModel {
  /** The document; its buffers are one, its pictures `sg-picture:<place>`. */
  readonly json: Gltf
  readonly binary: Uint8Array<ArrayBuffer>
  readonly pictures: readonly ModelPicture[]
}
export interface ModelPicture {
  /** As the document calls it, for the message where it cannot be read. */
  readonly name: string
  readonly mime: string
  readonly bytes: Uint8Array<ArrayBuffer>
}

/** What is wrong with a model, and of which of its files. */
export type ModelFault = 'noScene' | 'manyScenes' | 'twice' | 'missing' | 'remote' | 'broken' | 'unreadable'
export class ModelError extends Error {
  override name = 'ModelError'
  readonly fault: ModelFault
  readonly file: string
  constructor(fault: ModelFault, file: string) {
    super(`${fault}: ${file}`)
    this.fault = fault
    this.file = file
  }
}

export interface Gltf {
  nodes?: readonly { name?: string }[]
  buffers?: readonly { uri?: string; byteLength: number }[]
  bufferViews?: readonly { buffer: number; byteOffset?: number; byteLength: number }[]
  images?: readonly { uri?: string; bufferView?: number; mimeType?: string; name?: string }[]
  extensionsRequired?: readonly string[]
  [more: string]: unknown
}

const GLB = 0x46546c67
const JSON_CHUNK = 0x4e4f534a
const BINARY_CHUNK = 0x004e4942
/** They need workers and programs that are not loaded here. */
const UNREADABLE = [
  'KHR_draco_mesh_compression',
  'KHR_texture_basisu',
  'EXT_meshopt_compression',
  'KHR_meshopt_compression',
]
export const PICTURE_SCHEME = 'sg-picture:'

const isScene = ({ name }: ModelFile) => /\.(gltf|glb)$/i.test(name)

/** Puts a model together from its files: exactly one gltf or glb, and the parts that it names. Throws a `ModelError`. */
export function readModel(files: readonly ModelFile[]): ReadModel {
  const scene = sceneFile(files)
  const { json, binary } = sceneOf(scene)
  const required = json.extensionsRequired?.find((name) => UNREADABLE.includes(name))
  if (required) throw new ModelError('unreadable', required)
  const bytesOf = (uri: string) => partBytes(uri, scene, files)
  const buffers = (json.buffers ?? []).map(({ uri, byteLength }, at) => {
    const bytes = uri === undefined ? (at === 0 ? binary : null) : bytesOf(uri)
    if (!bytes || bytes.length < byteLength) throw new ModelError('broken', uri ?? scene.name)
    return bytes
  })
  const joined = join(buffers)
  const bufferViews = (json.bufferViews ?? []).map((view) => {
    const start = joined.starts[view.buffer]
    const end = (view.byteOffset ?? 0) + view.byteLength
    if (start === undefined || end > (buffers[view.buffer]?.length ?? 0)) throw new ModelError('broken', scene.name)
    return { ...view, buffer: 0, byteOffset: start + (view.byteOffset ?? 0) }
  })
  const pictures = (json.images ?? []).map(({ uri, bufferView, mimeType, name }): ModelPicture => {
    const view = bufferView === undefined ? undefined : bufferViews[bufferView]
    const bytes = view
      ? joined.bytes.slice(view.byteOffset, view.byteOffset + view.byteLength)
      : bytesOf(uri ?? `${name ?? ''}?`)
    const named = uri === undefined || uri.startsWith('data:') ? (name ?? scene.name) : decoded(uri)
    return { name: named, mime: mimeType ?? mimeOf(uri ?? ''), bytes }
  })
  return {
    json: {
      ...json,
      buffers: joined.bytes.length > 0 ? [{ byteLength: joined.bytes.length }] : [],
      bufferViews,
      images: pictures.map((_, at) => ({ uri: `${PICTURE_SCHEME}${at}` })),
    },
    binary: joined.bytes,
    pictures,
  }
}

/** The nodes of a model that can be coloured, hidden and moved, by the names that its document gives them. */
export function nodesOf(files: readonly ModelFile[]): string[] {
  const { json } = sceneOf(sceneFile(files))
  return [...new Set((json.nodes ?? []).flatMap(({ name }) => name || []))]
}

function sceneFile(files: readonly ModelFile[]): ModelFile {
  const names = files.map(({ name }) => name)
  const twice = names.find((name, at) => names.indexOf(name) !== at)
  if (twice !== undefined) throw new ModelError('twice', twice)
  const [scene, ...others] = files.filter(isScene)
  if (!scene) throw new ModelError('noScene', '')
  if (others.length > 0) throw new ModelError('manyScenes', others.map(({ name }) => name).join(', '))
  return scene
}

function sceneOf(file: ModelFile): { json: Gltf; binary: Uint8Array<ArrayBuffer> | null } {
  const bytes = bytesIn(file.content, file.name)
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.length < 20 || view.getUint32(0, true) !== GLB) return { json: parsed(bytes, file.name), binary: null }
  let json: Gltf | null = null
  let binary: Uint8Array<ArrayBuffer> | null = null
  for (let at = 12; at + 8 <= bytes.length; ) {
    const length = view.getUint32(at, true)
    const kind = view.getUint32(at + 4, true)
    const chunk = bytes.subarray(at + 8, at + 8 + length)
    if (kind === JSON_CHUNK) json = parsed(chunk, file.name)
    if (kind === BINARY_CHUNK) binary ??= chunk
    at += 8 + length
  }
  if (!json) throw new ModelError('broken', file.name)
  return { json, binary }
}

function parsed(bytes: Uint8Array, name: string): Gltf {
  try {
    const json: unknown = JSON.parse(new TextDecoder().decode(bytes))
    if (typeof json === 'object' && json !== null && !Array.isArray(json)) return json as Gltf
  } catch {}
  throw new ModelError('broken', name)
}

/** Of a part among the model's own files, or of the document itself: from nowhere else. */
function partBytes(uri: string, scene: ModelFile, files: readonly ModelFile[]): Uint8Array<ArrayBuffer> {
  const inline = /^data:[^,]*;base64,/i.exec(uri)
  if (inline) return bytesIn(uri.slice(inline[0].length), scene.name)
  if (/^[a-z][a-z\d+.-]*:/i.test(uri) || uri.startsWith('//')) throw new ModelError('remote', uri.slice(0, 80))
  const name = decoded(uri).replace(/^\.\//, '')
  const part = files.find((file) => file !== scene && file.name === name)
  if (!part) throw new ModelError('missing', name)
  return bytesIn(part.content, name)
}

function decoded(uri: string): string {
  try {
    return decodeURIComponent(uri)
  } catch {
    return uri
  }
}

function bytesIn(base64: string, name: string): Uint8Array<ArrayBuffer> {
  try {
    const text = atob(base64)
    const bytes = new Uint8Array(text.length)
    for (let at = 0; at < text.length; at += 1) bytes[at] = text.charCodeAt(at)
    return bytes
  } catch {
    throw new ModelError('broken', name)
  }
}

/** One behind the other; numbers of any kind begin where they may. */
function join(buffers: readonly Uint8Array[]): { bytes: Uint8Array<ArrayBuffer>; starts: number[] } {
  const starts: number[] = []
  let length = 0
  for (const buffer of buffers) {
    starts.push(length)
    length += Math.ceil(buffer.length / 8) * 8
  }
  const bytes = new Uint8Array(length)
  buffers.forEach((buffer, at) => {
    bytes.set(buffer, starts[at] as number)
  })
  return { bytes, starts }
}

const mimeOf = (uri: string) => {
  if (uri.startsWith('data:')) return /^data:([^;,]*)/.exec(uri)?.[1] ?? ''
  return /\.jpe?g$/i.test(uri) ? 'image/jpeg' : /\.webp$/i.test(uri) ? 'image/webp' : 'image/png'
}

/** A model as one file of the binary format. */
export function glbOf({ json, binary }: Pick<ReadModel, 'json' | 'binary'>): ArrayBuffer {
  const text = new TextEncoder().encode(JSON.stringify(json))
  const textLength = Math.ceil(text.length / 4) * 4
  const length = 12 + 8 + textLength + (binary.length > 0 ? 8 + binary.length : 0)
  const glb = new Uint8Array(length).fill(0x20)
  const view = new DataView(glb.buffer)
  const head = [GLB, 2, length, textLength, JSON_CHUNK]
  head.forEach((value, at) => {
    view.setUint32(at * 4, value, true)
  })
  glb.set(text, 20)
  if (binary.length > 0) {
    view.setUint32(20 + textLength, binary.length, true)
    view.setUint32(24 + textLength, BINARY_CHUNK, true)
    glb.set(binary, 28 + textLength)
  }
  return glb.buffer
}
