import { readJson } from '../../../core/contract/json.ts'

/** What of a glTF document is looked at here; the validator looks at all of it. */
export interface Scene {
  buffers?: unknown
  images?: unknown
  extensionsRequired?: readonly unknown[]
  nodes?: unknown
}

/** Where a scene has something from. `broken`: no address at all. */
export type Address =
  | { kind: 'part'; name: string }
  | { kind: 'inline'; bytes: number; content: Buffer; picture: boolean }
  | { kind: 'remote' }
  | { kind: 'broken' }

const GLB = 0x46546c67
const JSON_CHUNK = 0x4e4f534a
const BINARY_CHUNK = 0x004e4942

function parsed(text: string): Scene | null {
  const value = readJson(text)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
  const { extensionsRequired } = value as Scene
  return { ...value, ...(extensionsRequired !== undefined && { extensionsRequired: listOf(extensionsRequired) }) }
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** The JSON of a .gltf or .glb; null for neither. */
export function sceneOf(bytes: Buffer): Scene | null {
  const isBinary = bytes.length >= 20 && bytes.readUInt32LE(0) === GLB
  if (!isBinary) return parsed(bytes.toString('utf8'))
  const length = bytes.readUInt32LE(12)
  if (bytes.readUInt32LE(16) !== JSON_CHUNK || length > bytes.length - 20) return null
  return parsed(bytes.toString('utf8', 20, 20 + length))
}

/** The bytes that stand in a .glb beside its JSON; null where there are none. */
export function glbBinaryOf(bytes: Buffer): Buffer | null {
  if (bytes.length < 20 || bytes.readUInt32LE(0) !== GLB) return null
  for (let at = 12; at + 8 <= bytes.length; at += 8 + bytes.readUInt32LE(at))
    if (bytes.readUInt32LE(at + 4) === BINARY_CHUNK) return bytes.subarray(at + 8, at + 8 + bytes.readUInt32LE(at))
  return null
}

/** Documents of models are some ten levels deep, and scenes some tens of nodes: whoever draws them goes down level by level. */
const MOST_LEVELS = 64
const MOST_NODE_LEVELS = 256
/** Whether a model goes deeper than pages can draw. */
export const isTooDeep = (scene: Scene): boolean => isDeeper(scene, MOST_LEVELS) || hasDeepNodes(listOf(scene.nodes))

function isDeeper(value: unknown, levels: number): boolean {
  let level: unknown[] = [value]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > levels) return true
    level = level.flatMap((one) => (typeof one === 'object' && one !== null ? Object.values(one) : []))
  }
  return false
}

/** Each node stands in one other at most; where that is not so, the validator refuses it. */
function hasDeepNodes(nodes: readonly unknown[]): boolean {
  const parents = new Map<unknown, number>()
  nodes.forEach((node, at) => {
    for (const child of listOf((node as { children?: unknown } | null)?.children)) parents.set(child, at)
  })
  const depths = new Map<unknown, number>()
  const depthOf = (node: unknown): number => {
    const way: unknown[] = []
    let at: unknown = node
    for (; !depths.has(at) && parents.has(at) && way.length <= MOST_NODE_LEVELS; at = parents.get(at)) way.push(at)
    const top = depths.get(at) ?? 0
    way.reverse().forEach((one, i) => void depths.set(one, top + i + 1))
    return top + way.length
  }
  return nodes.some((_, at) => depthOf(at) > MOST_NODE_LEVELS)
}

/** The addresses of a scene's buffers and pictures. */
export function addressesOf({ buffers, images }: Scene): Address[] {
  const of = (list: unknown, picture: boolean) =>
    listOf(list).flatMap((entry) => {
      if (typeof entry !== 'object' || entry === null || !('uri' in entry)) return []
      return [addressOf(entry.uri, picture)]
    })
  return [...of(buffers, false), ...of(images, true)]
}

export function addressOf(uri: unknown, picture: boolean): Address {
  if (typeof uri !== 'string' || uri === '') return { kind: 'broken' }
  if (/^data:/i.test(uri)) return inlineOf(uri, picture)
  const name = decoded(uri)
  if (name === null) return { kind: 'broken' }
  // A scheme, another folder, or what a browser would complete with its own address.
  const isOutside = /^[a-z][a-z0-9+.-]*:/i.test(name) || /[/\\?#]/.test(name) || name.startsWith('.')
  return isOutside ? { kind: 'remote' } : { kind: 'part', name }
}

function inlineOf(uri: string, picture: boolean): Address {
  const [, base64] = /^data:[\w.+/-]*;base64,([A-Za-z0-9+/]*={0,2})$/.exec(uri) ?? []
  if (base64 === undefined) return { kind: 'broken' }
  return { kind: 'inline', bytes: Math.floor((base64.length * 3) / 4), content: Buffer.from(base64, 'base64'), picture }
}

function decoded(uri: string): string | null {
  try {
    return decodeURIComponent(uri)
  } catch {
    return null
  }
}
