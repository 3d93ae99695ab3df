import type { SparkplugMetric } from './payload.ts'

/** A metric as its birth certificate declared it. */
export interface BornMetric {
  name: string
  alias: number | null
  /** Of Sparkplug's data types. */
  datatype: number
}

/** What a birth certificate declared, and where its commands go. */
export interface Birth {
  /** `…/NCMD/{node}` or `…/DCMD/{node}/{device}`, in the birth's own spelling, which its subscription has too. */
  command_topic: string
  names: Map<number, string>
  types: Map<string, number>
  /** By the keys of points. */
  metrics: Map<string, BornMetric>
}

/** `bdSeq` and controls are the protocol's, not the plant's. */
export const isOfProtocol = (name: string): boolean => name === 'bdSeq' || /^(Node|Device) Control\//.test(name)

/** Keys of points have no blanks, nor other signs that Sparkplug allows in names. */
export const keyOf = (name: string): string => name.replace(/[^A-Za-z0-9_.:/-]/g, '_').slice(0, 64)

export function birthOf(metrics: readonly SparkplugMetric[], command_topic: string): Birth {
  const birth: Birth = { command_topic, names: new Map(), types: new Map(), metrics: new Map() }
  for (const { name, alias, datatype } of metrics) {
    if (name === null) continue
    if (alias !== null) birth.names.set(alias, name)
    if (datatype === null) continue
    birth.types.set(name, datatype)
    if (!isOfProtocol(name)) birth.metrics.set(keyOf(name), { name, alias, datatype })
  }
  return birth
}
