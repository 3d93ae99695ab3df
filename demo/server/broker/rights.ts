import { SN_PATTERN } from '../../../core/contract/telemetry.ts'
import { isSameSn } from '../../../core/rules/sn.ts'
/** What an up-going topic carries. */
export type UpKind = 'telemetry' | 'status' | 'log' | 'reply' | 'sparkplug'

export interface UpTopic {
  kind: UpKind
  /** Only the device's state is kept by the broker for who comes later. */
  mayRetain: boolean
  /** The command of a `reply`. */
  command_id?: string
}

/** Where a device may publish, below `v1/devices/{sn}/`. */
const MAY_PUBLISH: readonly { rest: RegExp; kind: UpKind; mayRetain: boolean }[] = [
  { rest: /^telemetry$/, kind: 'telemetry', mayRetain: false },
  { rest: /^status$/, kind: 'status', mayRetain: true },
  { rest: /^log$/, kind: 'log', mayRetain: false },
  { rest: /^command\/(?<id>[A-Za-z0-9-]{1,64})\/reply$/, kind: 'reply', mayRetain: false },
]

const SPARKPLUG = /^spBv1\.0\/[^/]{1,64}\/(NBIRTH|NDATA|NDEATH|DBIRTH|DDATA|DDEATH)\/[^/]{1,64}(\/[^/]{1,64})?$/

const BELOW_SN = new RegExp(`^v1/devices/(${SN_PATTERN})/`)

/** The device that a topic of ours names, null when it is none of ours. */
export function snOf(topic: string): string | null {
  return BELOW_SN.exec(topic)?.[1] ?? null
}

/** What a device may do with a topic; null when it may not publish there. SNs are compared without case. */
export function upTopic(sn_code: string, topic: string): UpTopic | null {
  const sn = snOf(topic)
  if (sn === null) return SPARKPLUG.test(topic) ? { kind: 'sparkplug', mayRetain: false } : null
  if (!isSameSn(sn, sn_code)) return null
  const rest = topic.slice(`v1/devices/${sn}/`.length)
  for (const { rest: pattern, kind, mayRetain } of MAY_PUBLISH) {
    const match = pattern.exec(rest)
    if (match) return { kind, mayRetain, ...(match.groups?.id && { command_id: match.groups.id }) }
  }
  return null
}

/**
 * Whether a device may subscribe: below its own SN, or a Sparkplug node's own commands and the host's state. A filter's
 * wildcards stand below the SN only, so `v1/devices/+/command` is nobody's.
 */
export function maySubscribe(sn_code: string, filter: string): boolean {
  if (isSameSn(snOf(`${filter}/`), sn_code)) return true
  const [space, group, type, node] = filter.split('/')
  if (space === 'STATE' || (space === 'spBv1.0' && group === 'STATE')) return !/[+#]/.test(filter)
  return (
    space === 'spBv1.0' && !/[+#]/.test(group ?? '#') && (type === 'NCMD' || type === 'DCMD') && isSameSn(node, sn_code)
  )
}

/** The filters of an external broker's subscriber: everything that devices publish. */
export const EVERY_DEVICE = ['v1/devices/+/#', 'spBv1.0/#'] as const
