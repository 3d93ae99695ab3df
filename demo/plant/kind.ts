import type { PlantState } from './plant-state.ts'
import { chance, mix } from './random.ts'

/** A text in both languages of the console. */
export interface Text {
  zh: string
  en: string
}

export type Language = keyof Text

export const both = (zh: string, en: string): Text => ({ zh, en })

/**
 * By what something of the plant is found: its name in the language, in the other one, and in both at once, as the demo
 * once gave it. An organisation that changed its language keeps what it has.
 */
export const namesOf = (text: Text, language: Language): string[] => [
  text[language],
  text.zh,
  text.en,
  `${text.zh} ${text.en}`,
]

/** What of these has one of the names. */
export function foundBy<Found>(names: readonly string[], of: ReadonlyMap<string, Found>): Found | undefined {
  const name = names.find((one) => of.has(one))
  return name === undefined ? undefined : of.get(name)
}

export type Value = number | boolean | string
export type Values = Record<string, Value | null>

/** A named value of a device, in the words of the contract. */
export interface Point {
  key: string
  name: Text
  data_type: 'number' | 'boolean' | 'string' | 'enum'
  unit?: string
  decimals?: number
  access: 'r' | 'rw'
  write_min?: number
  write_max?: number
  enum_text?: Record<string, Text>
  /** A write is selected first and then confirmed. */
  two_step?: true
  /** Kept by the device over a restart: counters and settings. */
  isKept?: true
}

/** When a point is an alarm, in the words of the contract. */
export interface AlarmRule {
  key: string
  condition: 'above' | 'below' | 'outside' | 'equals' | 'changes' | 'no_data'
  /** A boolean point is compared as 0 or 1. */
  threshold: number | null
  threshold_high: number | null
  no_data_s: number | null
  dead_band: number
  on_delay_s: number
  off_delay_s: number
  /** 1 (notice) to 5 (critical). */
  alarm_level: 1 | 2 | 3 | 4 | 5
  name: Text
  /** What operators read; empty for value and limit. */
  text: Text
  /** Cause, consequence and response; none where it needs no explanation. */
  why: readonly Text[]
  suppress_when: string
  channels: readonly ('email' | 'sms' | 'wechat' | 'webhook')[]
}

/** Something that goes wrong by itself: once in every window of `everyS`, for `lastsS`, at a time that the seed decides. */
export interface Fault {
  everyS: number
  lastsS: number
  level: 'info' | 'warning' | 'error'
  text: Text
  /** How many alike parts of the device can have it, each by itself; one when absent. */
  units?: number
}

/** A kind of device. `State` is whatever its physics need; points are read from it by their keys. */
export interface Kind<State extends { seed: number } = { seed: number }> {
  kind: string
  sn_prefix: string
  dev_model: string
  /** The template's name. */
  module_name: Text
  group: Text
  report_interval_s: number
  points: readonly Point[]
  alarm_rules: readonly AlarmRule[]
  faults: Record<string, Fault>
  /** How often the device loses its connection on average, seconds. */
  linkLostEveryS: number
  start(seed: number, at: PlantState): State
  /** The value of each point; when absent, the state's own fields of those names. */
  read?(state: State): Values
  /** Sets a writable or kept point; when absent, the state's own field of that name. */
  put?(state: State, key: string, value: Value): void
  /** Why a write that is within its range cannot be done now, or null. */
  refuse?(state: State, key: string, value: Value): Text | null
}

/** One happening of a fault: which one it is, counted from 1970, and how long it has lasted, seconds. */
export interface Episode {
  nth: number
  since: number
}

/** The fault's episode at `time` (epoch ms), or null while there is none. `unit` distinguishes like parts of one device. */
export function episode(seed: number, fault: Pick<Fault, 'everyS' | 'lastsS'>, time: number, unit = 0): Episode | null {
  const own = mix(mix(seed, fault.everyS * 31 + fault.lastsS), unit)
  const t = time / 1000 + chance(own, -1) * fault.everyS
  const nth = Math.floor(t / fault.everyS)
  const since = t - nth * fault.everyS - chance(own, nth) * (fault.everyS - fault.lastsS)
  return since >= 0 && since < fault.lastsS ? { nth, since } : null
}

export const isFaulty = (seed: number, fault: Fault, time: number, unit = 0) =>
  episode(seed, fault, time, unit) !== null
