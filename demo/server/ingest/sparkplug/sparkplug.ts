import { SnCode } from '../../../../core/contract/telemetry.ts'
import { isSameSn, snKey } from '../../../../core/rules/sn.ts'
import type { Uplink } from '../../broker/uplink.ts'
import { isAwaited } from '../../db/unregistered-rows.ts'
import type { Fleet, LiveDevice } from '../../fleet/fleet.ts'
import type { FindRoute } from '../command-route.ts'
import type { RawReading } from '../parse.ts'
import type { Sender, Senders } from '../senders.ts'
import { type Birth, birthOf, isOfProtocol, keyOf } from './birth.ts'
import { createNodes, type Node } from './nodes.ts'
import { decodeSparkplug, encodeSparkplug, type SparkplugMetric } from './payload.ts'
import { encodeWrite, isSameValue, isWritable } from './write.ts'

export interface SparkplugParts {
  fleet: Fleet
  senders: Senders
  send: (topic: string, payload: Uint8Array, withinMs?: number) => Promise<void>
  /** Takes readings of whoever sends them, registered or not. */
  takeFrom: (from: Sender, readings: readonly RawReading[], received: number) => Promise<void>
  /** Counts a message of a sender that has its SN no longer. */
  drop: (from: Sender) => Promise<void>
  /** A node announces a device that waits for its first sign of life; `false` where it may not speak for it. */
  announced: (sn_code: string, node_sn: string) => Promise<boolean>
  refuse: Uplink['refuse']
  now: () => number
}

interface SparkplugMessage {
  topic: string
  payload: Uint8Array
  received: number
  /** Who had the SN of the device that it is about when it came. */
  subject: LiveDevice | undefined
}

const REBIRTH_AGAIN_MS = 10_000

/** Readings by their times, oldest first; null when an alias is of no birth certificate. */
function readingsOf(metrics: readonly SparkplugMetric[], birth: Birth | undefined): RawReading[] | null {
  const byTime = new Map<number | null, RawReading>()
  const readings: RawReading[] = []
  for (const { name, alias, datatype, sent_time, quality, read } of metrics) {
    const known = name ?? (alias === null ? undefined : birth?.names.get(alias))
    if (known === undefined) return null
    const value = read(datatype ?? birth?.types.get(known) ?? null)
    if (isOfProtocol(known) || value === undefined) continue
    const key = keyOf(known)
    let reading = byTime.get(sent_time)
    // Without a time, a metric's second value is one more reading.
    if (!reading || (sent_time === null && key in reading.values)) {
      reading = { sent_time, values: Object.create(null) as Record<string, unknown> }
      byTime.set(sent_time, reading)
      readings.push(reading)
    }
    reading.values[key] = { value, quality }
  }
  return readings.sort((a, b) => (a.sent_time ?? Infinity) - (b.sent_time ?? Infinity))
}

/**
 * Sparkplug B 3.0 beside plain JSON: `spBv1.0/{group}/{type}/{node}[/{device}]`. A device's SN is its device id, an edge
 * node's own the node id. The client that signed in is the node: topics carry its SN as node id, and it speaks for
 * itself and, when it is registered, for devices that it announced by DBIRTH: unregistered ones, of which so many are
 * kept with the node's password, and those of its own tenant that were kept so before they were registered, or that
 * were registered before they appeared. None of them is one that signed in itself. Birth certificates create points, by way of what a device reports and its template
 * lacks. After a gap in `seq`,
 * or an alias without a birth, the node is asked for a rebirth, at most every 10 s. A death counts by its receipt.
 * Births are kept while the node is connected, in bounds; a node that gives way to another organisation's is dead until it
 * reports again, and its next message asks it for a rebirth. Metrics of a birth are written by NCMD and DCMD.
 */
export function createSparkplug({ fleet, senders, send, takeFrom, drop, announced, refuse, now }: SparkplugParts) {
  const nodes = createNodes({
    tenantOf: (node_sn) => fleet.get(node_sn)?.tenant_id,
    gaveWay(node_sn, devices) {
      dead(node_sn, devices)
      refuse(node_sn, 'too_many_births', {})
    },
  })

  const speaksFor = (node_sn: string, device_sn: string): boolean => {
    const device = fleet.get(device_sn)
    if (!device) return true
    return isSameSn(device.behind, node_sn) && device.tenant_id === fleet.get(node_sn)?.tenant_id
  }

  const askRebirth = (group: string, node_sn: string, node: Node) => {
    // Also where the clock was set back since.
    if (Math.abs(now() - node.rebirthTime) < REBIRTH_AGAIN_MS) return
    node.rebirthTime = now()
    const metrics = [{ name: 'Node Control/Rebirth', type: 'Boolean' as const, value: true }]
    // Whether it arrives shows at the birth certificate that follows, or at the next gap.
    send(`spBv1.0/${group}/NCMD/${node_sn}`, encodeSparkplug({ timestamp: now(), metrics })).catch(() => {})
  }

  const die = (sn_code: string) => {
    const device = fleet.get(sn_code)
    if (device) fleet.setDead(device, now())
  }

  /** The node after a message's `seq`; null when there is no room for another one. */
  const follow = (group: string, node_sn: string, isBirth: boolean, seq: number | null): Node | null => {
    const known = nodes.get(node_sn)
    const isNext = known !== undefined && (seq === null || seq === (known.seq + 1) % 256)
    const node = known && !isBirth ? known : nodes.open(node_sn, seq ?? 0)
    if (!node) return null
    if (seq !== null) node.seq = seq
    if (!isBirth && !isNext) askRebirth(group, node_sn, node)
    return node
  }

  const dead = (node_sn: string, devices: readonly string[]) => {
    die(node_sn)
    // Since it announced them, somebody else may have registered some.
    for (const device_sn of devices) if (speaksFor(node_sn, device_sn)) die(device_sn)
  }

  const nodeDeath = (node_sn: string) => dead(node_sn, nodes.drop(node_sn))

  const stops = [
    /** Somebody else's device is none that a node has announced. */
    fleet.on('reloaded', ({ sn_code }) => {
      const node_sn = nodes.nodeOf(sn_code)
      if (node_sn !== undefined && !speaksFor(node_sn, sn_code)) nodes.forget(node_sn, sn_code)
    }),
    /** What it declared is nothing of whoever has its SN next. */
    fleet.on('removed', ({ sn_code }) => void nodes.drop(sn_code)),
  ]

  /** Takes a message of the client that signed in as a node, and is that now. */
  const take = async (from: Sender, { topic, payload, received, subject }: SparkplugMessage): Promise<void> => {
    // As the node spells it: commands reach it under no other spelling.
    const [, group = '', type = '', node_sn = '', device_id = ''] = topic.split('/')
    const where = { topic: topic.slice(0, 200) }
    const refused = (why: string) => refuse(node_sn, 'sparkplug', { ...where, why })
    const isOfDevice = type.startsWith('D')
    const born = isOfDevice ? snKey(device_id) : ''
    if (!isSameSn(node_sn, from.sn_code)) return refuse(from.sn_code, 'topic', where)
    if (isOfDevice && !fleet.get(node_sn)) return refused('the node is not registered')
    const device = isOfDevice ? fleet.get(device_id) : undefined
    const mayAnnounce = type === 'DBIRTH' && device !== undefined && isAwaited(device)
    if (isOfDevice && !mayAnnounce && !speaksFor(node_sn, device_id)) return refuse(node_sn, 'topic', where)
    if (subject && subject !== device) return refuse(node_sn, 'topic', where)
    if (isOfDevice ? !SnCode.safeParse(device_id).success : device_id !== '') return refused('not an SN')

    const message = decodeSparkplug(payload)
    if (!message) return refused('not a payload')
    if (message === 'too_many_keys') return refuse(node_sn, message, where)
    if (type === 'NDEATH') return nodeDeath(node_sn)

    const node = follow(group, node_sn, type === 'NBIRTH', message.seq)
    if (!node) return refused('too many nodes')
    if (mayAnnounce) {
      const isIts = await announced(device_id, node_sn)
      if (senders.current(from) !== from) return drop(from)
      if (!isIts && !speaksFor(node_sn, device_id)) return refuse(node_sn, 'topic', where)
    }
    if (type.endsWith('BIRTH')) {
      const ids = isOfDevice ? `DCMD/${node_sn}/${device_id}` : `NCMD/${node_sn}`
      const birth = birthOf(message.metrics, `spBv1.0/${group}/${ids}`)
      if (!nodes.bear(node_sn, born, birth, payload.length)) return refuse(node_sn, 'too_many_births', where)
    }
    const birth = node.births.get(born)?.birth
    if (isOfDevice && !birth) {
      askRebirth(group, node_sn, node)
      return refused('not announced')
    }
    if (type === 'DDEATH') {
      nodes.forget(node_sn, born)
      return die(device_id)
    }
    const readings = readingsOf(message.metrics, birth)
    if (!readings) {
      askRebirth(group, node_sn, node)
      return refused('unknown alias')
    }
    if (readings.length === 0) return
    await takeFrom(isOfDevice ? senders.of(device_id, undefined, from) : from, readings, received)
  }

  /** The birth certificate of a device: as a node, or behind one that may speak for it. */
  const birthFor = (sn_code: string): Birth | undefined => {
    const own = nodes.get(sn_code)?.births.get('')
    if (own) return own.birth
    const node_sn = nodes.nodeOf(sn_code)
    if (node_sn === undefined || !speaksFor(node_sn, sn_code)) return undefined
    return nodes.get(node_sn)?.births.get(snKey(sn_code))?.birth
  }

  /** A write goes to the node as NCMD, or as DCMD for a device behind it; Sparkplug has no reply to either. */
  const routeTo: FindRoute = ({ sn_code }, { key }, value) => {
    const birth = birthFor(sn_code)
    const metric = birth?.metrics.get(key)
    if (!birth || !metric || !isWritable(metric)) return null
    const payload = encodeWrite(metric, value, now())
    return {
      send: (withinMs) => send(birth.command_topic, payload, withinMs),
      isReported: (reported) => isSameValue(metric, reported, value),
    }
  }

  return {
    take,
    /** Who has the SN of the device that a message is about, undefined where that is the node itself, or nobody registered it. */
    subjectOf: (topic: string): LiveDevice | undefined => {
      const device_id = topic.split('/')[4]
      return device_id === undefined ? undefined : fleet.get(device_id)
    },
    routeTo,
    /** A node that has no connection any more is dead, also without its last will. */
    left: (sn_code: string): void => {
      if (nodes.get(sn_code)) nodeDeath(sn_code)
    },
    close: (): void => {
      for (const stop of stops) stop()
    },
  }
}
