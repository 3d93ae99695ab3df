import { snKey } from '../../../../core/rules/sn.ts'
import type { Birth } from './birth.ts'

/** Bytes of birth certificates as they were sent, which is about what they take in memory. */
interface Room {
  node: number
  total: number
}
const MB = 1_048_576
/** Anybody can be an unregistered node: one of them has room for one message of the largest size. */
const ROOM: Record<'registered' | 'unregistered', Room> = {
  registered: { node: 8 * MB, total: 256 * MB },
  unregistered: { node: MB / 4, total: 8 * MB },
}
/** Devices behind one node. */
const MAX_DEVICES = 1000
const MAX_NODES = 50_000

interface Kept {
  birth: Birth
  bytes: number
}

/** An edge node since its birth certificate. */
export interface Node {
  seq: number
  rebirthTime: number
  /** By device SN in lower case, the node's own under ''. */
  births: Map<string, Kept>
  bytes: number
  kind: keyof typeof ROOM
}

/** The edge nodes that are connected, and what they and the devices behind them declared at their births. */
export function createNodes(isRegistered: (sn_code: string) => boolean) {
  const nodes = new Map<string, Node>()
  /** SNs of devices with the node that announced them last. */
  const nodeOf = new Map<string, string>()
  const total = { registered: 0, unregistered: 0 }

  const forget = (node_sn: string, device_sn: string): void => {
    const node = nodes.get(snKey(node_sn))
    const device = snKey(device_sn)
    const kept = node?.births.get(device)
    if (!node || !kept) return
    node.births.delete(device)
    node.bytes -= kept.bytes
    total[node.kind] -= kept.bytes
    // Another node may have announced the device since.
    if (nodeOf.get(device) === snKey(node_sn)) nodeOf.delete(device)
  }

  const drop = (node_sn: string): void => {
    for (const device_sn of nodes.get(snKey(node_sn))?.births.keys() ?? []) forget(node_sn, device_sn)
    nodes.delete(snKey(node_sn))
  }

  return {
    get: (node_sn: string): Node | undefined => nodes.get(snKey(node_sn)),
    /** The node without births; null when there is no room for another one. */
    open: (node_sn: string, seq: number): Node | null => {
      drop(node_sn)
      if (nodes.size >= MAX_NODES) return null
      const kind = isRegistered(node_sn) ? 'registered' : 'unregistered'
      const node: Node = { seq, rebirthTime: 0, births: new Map(), bytes: 0, kind }
      nodes.set(snKey(node_sn), node)
      return node
    },
    /** Keeps the birth of a device, or of the node itself under ''; false when there is no room for it. */
    bear: (node_sn: string, device_sn: string, birth: Birth, bytes: number): boolean => {
      forget(node_sn, device_sn)
      const node = nodes.get(snKey(node_sn))
      if (!node || node.births.size > MAX_DEVICES) return false
      const room = ROOM[node.kind]
      if (node.bytes + bytes > room.node || total[node.kind] + bytes > room.total) return false
      node.births.set(snKey(device_sn), { birth, bytes })
      node.bytes += bytes
      total[node.kind] += bytes
      if (device_sn !== '') nodeOf.set(snKey(device_sn), snKey(node_sn))
      return true
    },
    forget,
    drop,
    /** The node that announced a device last. */
    nodeOf: (device_sn: string): string | undefined => nodeOf.get(snKey(device_sn)),
    /** The devices that the node announced, and that no other has announced since. */
    devicesOf: (node_sn: string): string[] =>
      [...(nodes.get(snKey(node_sn))?.births.keys() ?? [])].filter((device) => nodeOf.get(device) === snKey(node_sn)),
  }
}
