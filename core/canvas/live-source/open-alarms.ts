import { ApiError, ConnectionError } from '../../contract/api-error.ts'
import type { ServerFrame } from '../../contract/realtime.ts'
import type { LiveConnection } from './live-connection.ts'
import type { ShownAlarm } from './shown-alarm.ts'

interface OpenAlarms {
  /** Those of a device that is followed. */
  of(sn_code: string): readonly ShownAlarm[]
  /** Until the returned function is called. */
  follow(sn_code: string): () => void
  reload(sn_code: string): void
  dispose(): void
}

const PAGE_SIZE = 100
/** A device with more open alarms than these pages hold has its highest among them: they come by time, and newer ones are heard. */
const MOST_PAGES = 5

/** An event of a server that says less, or more, is passed over. */
function shownIn(alarm: Extract<ServerFrame, { type: 'alarm' }>['alarm']): ShownAlarm | null {
  const { alarm_id, sn_code, rule_id, state, key, alarm_level, alarm_time, alarm_name, alarm_name_en } = alarm
  if (typeof rule_id !== 'string' || typeof state !== 'string' || typeof key !== 'string') return null
  if (typeof alarm_level !== 'number' || typeof alarm_time !== 'number' || typeof alarm_name !== 'string') return null
  const named = { alarm_name, alarm_name_en: typeof alarm_name_en === 'string' ? alarm_name_en : null }
  return { alarm_id, rule_id, sn_code, state, key, alarm_level, alarm_time, ...named }
}

/** Not recovered, or not confirmed; one that is kept from operators is not drawn. */
const OPEN = new Set(['UNACK', 'ACKED', 'RTNUN'])

/** The levels of open alarms by device and point. `changed` hears all of a device's at each change. */
export function openAlarms(
  connection: LiveConnection,
  changed: (sn_code: string, levels: ReadonlyMap<string, number>) => void,
): OpenAlarms {
  /** By device and rule. */
  const devices = new Map<string, Map<string, ShownAlarm>>()
  let unwatch: (() => void) | null = null

  function notify(sn_code: string): void {
    const levels = new Map<string, number>()
    for (const { key, alarm_level } of devices.get(sn_code)?.values() ?? [])
      levels.set(key, Math.max(alarm_level, levels.get(key) ?? 0))
    changed(sn_code, levels)
  }

  /** The newest occurrence stands for those before it. */
  const put = (alarms: Map<string, ShownAlarm>, alarm: ShownAlarm) => {
    const known = alarms.get(alarm.rule_id)
    if (known && Number(known.alarm_id) > Number(alarm.alarm_id)) return
    if (OPEN.has(alarm.state)) alarms.set(alarm.rule_id, alarm)
    else alarms.delete(alarm.rule_id)
  }

  async function load(sn_code: string): Promise<void> {
    const own = devices.get(sn_code)
    const found: ShownAlarm[] = []
    /** Heard while the pages were on their way: newer than what they say. */
    const heard = new Set<string>()
    loading.set(sn_code, heard)
    try {
      for (let page = 1; page <= MOST_PAGES; page++) {
        const { rows, total } = await connection.api.alarm.open({ sn_code, page, page_size: PAGE_SIZE })
        found.push(...rows)
        if (rows.length < PAGE_SIZE || found.length >= total) break
      }
    } catch (error) {
      // Who may not see alarms sees none; one who is offline sees them when the line is back.
      if (error instanceof ApiError || error instanceof ConnectionError) return
      throw error
    } finally {
      if (loading.get(sn_code) === heard) loading.delete(sn_code)
    }
    const alarms = devices.get(sn_code)
    if (!alarms || alarms !== own) return
    for (const rule_id of alarms.keys()) if (!heard.has(rule_id)) alarms.delete(rule_id)
    for (const alarm of found) if (!heard.has(alarm.rule_id)) put(alarms, alarm)
    notify(sn_code)
  }
  const loading = new Map<string, Set<string>>()

  function hear(frame: ServerFrame): void {
    const alarm = frame.type === 'alarm' ? shownIn(frame.alarm) : null
    const alarms = alarm && devices.get(alarm.sn_code)
    if (!alarm || !alarms) return
    loading.get(alarm.sn_code)?.add(alarm.rule_id)
    put(alarms, alarm)
    notify(alarm.sn_code)
  }

  const leave = () => {
    if (devices.size > 0) return
    unwatch?.()
    unwatch = null
  }

  return {
    of: (sn_code) => [...(devices.get(sn_code)?.values() ?? [])],
    follow(sn_code) {
      devices.set(sn_code, new Map())
      unwatch ??= connection.realtime.watch('alarms', hear)
      void load(sn_code)
      return () => {
        devices.delete(sn_code)
        loading.delete(sn_code)
        changed(sn_code, new Map())
        leave()
      }
    },
    reload(sn_code) {
      if (devices.has(sn_code)) void load(sn_code)
    },
    dispose() {
      devices.clear()
      leave()
    },
  }
}
