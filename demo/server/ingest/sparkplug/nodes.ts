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
  node_sn: string
  /** Undefined for an unregistered node. */
  tenant_id: number | undefined
  seq: number
  rebirthTime: number
  /** By device SN in lower case, the node's own under ''. */
  births: Map<string, Kept>
  bytes: number
}

const kindOf = ({ tenant_id }: Node) => (tenant_id === undefined ? 'unregistered' : 'registered')

export interface NodesParts {
  /** Undefined for an unregistered node. */
  tenantOf: (node_sn: string) => number | undefined
  /** Called for a node that was forgotten for another organisation's, with the devices that it had announced. */
  gaveWay: (node_sn: string, devices: string[]) => void
}

/**
 * The edge nodes that are connected, and what they and the devices behind them declared at their births. The room for
 * births is shared by all organisations: where it is full, the one that holds most gives way to one that holds less.
 */
export function createNodes({ tenantOf, gaveWay }: NodesParts) {
  const nodes = new Map<string, Node>()
  /** SNs of devices with the node that announced them last. */
  const nodeOf = new Map<string, string>()
  const total = { registered: 0, unregistered: 0 }
  /** Bytes of births by tenant. */
  const held = new Map<number, number>()

  const count = (node: Node, bytes: number): void => {
    node.bytes += bytes
    total[kindOf(node)] += bytes
    if (node.tenant_id === undefined) return
    const left = (held.get(node.tenant_id) ?? 0) + bytes
    if (left === 0) held.delete(node.tenant_id)
    else held.set(node.tenant_id, left)
  }

  const forget = (node_sn: string, device_sn: string): void => {
    const node = nodes.get(snKey(node_sn))
    const device = snKey(device_sn)
    const kept = node?.births.get(device)
    if (!node || !kept) return
    node.births.delete(device)
    count(node, -kept.bytes)
    // Another node may have announced the device since.
    if (nodeOf.get(device) === snKey(node_sn)) nodeOf.delete(device)
  }

  /** Forgets the node. Returns the devices that it announced, and that no other has announced since. */
  const drop = (node_sn: string): string[] => {
    const announced = [...(nodes.get(snKey(node_sn))?.births.keys() ?? [])]
    const devices = announced.filter((device) => nodeOf.get(device) === snKey(node_sn))
    for (const device_sn of announced) forget(node_sn, device_sn)
    nodes.delete(snKey(node_sn))
    return devices
  }

  /** Drops the largest nodes of the tenant that holds most; none where without `lack` it would hold less than `own`. */
  const takeRoom = (lack: number, own: number): boolean => {
    let fullest: [tenant_id: number, bytes: number] = [0, 0]
    for (const entry of held) if (entry[1] > fullest[1]) fullest = entry
    const [tenant_id, bytes] = fullest
    if (bytes - lack < own) return false
    const ofTenant = [...nodes.values()].filter((node) => node.tenant_id === tenant_id)
    let freed = 0
    for (const node of ofTenant.sort((a, b) => b.bytes - a.bytes)) {
      if (freed >= lack) break
      freed += node.bytes
      gaveWay(node.node_sn, drop(node.node_sn))
    }
    return true
  }

  const makeRoom = (node: Node, bytes: number): boolean => {
    const kind = kindOf(node)
    if (node.births.size > MAX_DEVICES || node.bytes + bytes > ROOM[kind].node) return false
    const lack = total[kind] + bytes - ROOM[kind].total
    if (lack <= 0) return true
    return node.tenant_id !== undefined && takeRoom(lack, (held.get(node.tenant_id) ?? 0) + bytes)
  }

  return {
    get: (node_sn: string): Node | undefined => nodes.get(snKey(node_sn)),
    /** The node without births; null when there is no room for another one. */
    open: (node_sn: string, seq: number): Node | null => {
      drop(node_sn)
      if (nodes.size >= MAX_NODES) return null
      const node: Node = { node_sn, tenant_id: tenantOf(node_sn), seq, rebirthTime: 0, births: new Map(), bytes: 0 }
      nodes.set(snKey(node_sn), node)
      return node
    },
    /** Keeps the birth of a device, or of the node itself under ''; false when there is no room for it. */
    bear: (node_sn: string, device_sn: string, birth: Birth, bytes: number): boolean => {
      forget(node_sn, device_sn)
      const node = nodes.get(snKey(node_sn))
      if (!node || !makeRoom(node, bytes)) return false
      node.births.set(snKey(device_sn), { birth, bytes })
      count(node, bytes)
      if (device_sn !== '') nodeOf.set(snKey(device_sn), snKey(node_sn))
      return true
    },
    forget,
    drop,
    /** The node that announced a device last. */
    nodeOf: (device_sn: string): string | undefined => nodeOf.get(snKey(device_sn)),
  }
}
