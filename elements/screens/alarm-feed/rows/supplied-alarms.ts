import { atom } from 'nanostores'
import { ALARM_LEVELS } from '../../../../core/catalogue/limits.ts'
import { ALARM_STATES, type Alarm } from '../../../../core/contract/alarm.ts'
import type { AlarmBatch, AlarmChange, AlarmStore } from '../../../../core/stores/alarms.ts'

export interface SuppliedAlarms extends AlarmStore {
  /** The page has others now: what is the same stays in its place. */
  set(rows: readonly Alarm[]): void
}

const TEXTS = ['alarm_id', 'sn_code', 'dev_alias', 'alarm_name'] as const satisfies readonly (keyof Alarm)[]

/** Whether a row that a page gives has what every alarm has. The contract's own schema is too large for that. */
export function isAlarm(row: unknown): row is Alarm {
  const alarm = Object(row) as Partial<Alarm>
  const { alarm_level = 0, alarm_time, state } = alarm
  return (
    TEXTS.every((name) => typeof alarm[name] === 'string') &&
    (ALARM_STATES as readonly unknown[]).includes(state) &&
    ALARM_LEVELS.some((level) => level === alarm_level) &&
    Number.isFinite(alarm_time)
  )
}

/** Rows that the page gives, where others come from the server. Each row is its own alarm. */
export function suppliedAlarms(): SuppliedAlarms {
  const alarms = new Map<string, Alarm>()
  const listeners = new Set<(batch: AlarmBatch) => void>()
  return {
    alarms,
    $status: atom({ isLoaded: true, failure: null, as_of: null }),
    set(rows) {
      const changes: AlarmChange[] = []
      const arrived: Alarm[] = []
      const isFirst = alarms.size === 0
      const wanted = new Map(rows.map((alarm) => [alarm.alarm_id, alarm]))
      for (const [key, alarm] of alarms) {
        if (wanted.has(key)) continue
        alarms.delete(key)
        changes.push({ key, alarm, isGone: true })
      }
      for (const [key, alarm] of wanted) {
        const known = alarms.get(key)
        if (known === alarm) continue
        alarms.set(key, alarm)
        changes.push({ key, alarm, isGone: false })
        if (!known && !isFirst && alarm.state === 'UNACK') arrived.push(alarm)
      }
      for (const listener of [...listeners]) listener({ changes, arrived })
    },
    onBatch(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    reload() {},
  }
}
