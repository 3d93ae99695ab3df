import type { AlarmRule, Text } from './kind.ts'

/** Rows of the alarm rules, one word a sort of condition. */

type Level = AlarmRule['alarm_level']
type Pair = readonly [zh: string, en: string]

/** What a rule says beside its condition. Delays are in seconds: before it is an alarm, and before it is over. */
export interface More {
  delays?: readonly [on: number, off: number]
  text?: Pair
  /** What brings it about, what it leads to, what the operator does. */
  why?: readonly [cause: Pair, consequence: Pair, response: Pair]
  suppress_when?: string
  channels?: AlarmRule['channels']
}

const text = ([zh, en]: Pair): Text => ({ zh, en })

type Condition = Pick<AlarmRule, 'condition' | 'threshold' | 'threshold_high' | 'no_data_s' | 'dead_band'>
const NOTHING: Omit<Condition, 'condition'> = { threshold: null, threshold_high: null, no_data_s: null, dead_band: 0 }

function rule(key: string, condition: Condition, alarm_level: Level, name: Pair, more: More): AlarmRule {
  const [on_delay_s, off_delay_s] = more.delays ?? [0, 0]
  return {
    key,
    ...condition,
    alarm_level,
    on_delay_s,
    off_delay_s,
    name: text(name),
    text: text(more.text ?? ['', '']),
    why: (more.why ?? []).map(text),
    suppress_when: more.suppress_when ?? '',
    channels: more.channels ?? [],
  }
}

export const above = (key: string, threshold: number, dead_band: number, level: Level, name: Pair, more: More = {}) =>
  rule(key, { ...NOTHING, condition: 'above', threshold, dead_band }, level, name, more)

export const below = (key: string, threshold: number, dead_band: number, level: Level, name: Pair, more: More = {}) =>
  rule(key, { ...NOTHING, condition: 'below', threshold, dead_band }, level, name, more)

export const outside = (
  key: string,
  [threshold, threshold_high]: readonly [low: number, high: number],
  dead_band: number,
  level: Level,
  name: Pair,
  more: More = {},
) => rule(key, { ...NOTHING, condition: 'outside', threshold, threshold_high, dead_band }, level, name, more)

export const equals = (key: string, threshold: number, level: Level, name: Pair, more: More = {}) =>
  rule(key, { ...NOTHING, condition: 'equals', threshold }, level, name, more)

export const changes = (key: string, level: Level, name: Pair, more: More = {}) =>
  rule(key, { ...NOTHING, condition: 'changes' }, level, name, more)

/** The point has been silent for so many seconds. */
export const silent = (key: string, no_data_s: number, level: Level, name: Pair, more: More = {}) =>
  rule(key, { ...NOTHING, condition: 'no_data', no_data_s }, level, name, more)
