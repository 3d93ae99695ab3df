import type { Alarm } from '../../../core/contract/alarm.ts'
import { alarmsOf, standingOf } from '../db/alarm-writes.ts'
import type { Db } from '../db/db.ts'
import type { Metrics } from '../diagnostics/metrics.ts'
import type { AlarmEventName, Fleet, LiveDevice } from '../fleet/fleet.ts'
import type { FleetRules } from './fleet-rules.ts'
import { alarmOf, type RuleAtDevice } from './place.ts'
import { type AlarmRow, asAlarm } from './rows.ts'

/** What others have written of alarms than the writer itself: it is noted at the rules that stand, and announced. */
export function createRowNotices(db: Db, fleet: Fleet, metrics: Metrics, rules: FleetRules) {
  /** What somebody has said of an alarm. */
  const seen = (row: AlarmRow): RuleAtDevice | null => {
    const at = rules.at(row)
    if (at) at.writes += 1
    return at
  }

  return {
    confirmed(row: AlarmRow): void {
      const at = seen(row)
      if (at?.alarm?.alarm_id === row.alarm_id) at.alarm = row.recover_time === null ? standingOf(row) : null
    },
    noted(row: AlarmRow): void {
      const at = seen(row)
      if (at?.alarm?.alarm_id === row.alarm_id) at.alarm = standingOf(row)
    },
    /** The notice carries the alarm's current occurrence, whichever of them it happened to. */
    async announce(device: LiveDevice, row: AlarmRow, event: AlarmEventName): Promise<Alarm> {
      const at = rules.at(row)
      const alarm = at ? alarmOf(row, at) : asAlarm(row, device.dev_alias, null)
      const { tenant_id, group_id } = device
      const { rule_id } = row
      const channels = at?.rule.channels ?? []
      const other = at?.alarm && at.alarm.alarm_id !== row.alarm_id ? at.alarm : null
      const [whole] = other ? await db.systemFor(tenant_id, (q) => alarmsOf(q, [other]), 'ingest') : []
      const current = at && whole ? alarmOf(whole, at) : alarm
      metrics.alarms.inc({ event })
      fleet.emit('alarm', { tenant_id, group_id, alarm: current, event, isReleased: false, rule_id, channels })
      return alarm
    },
  }
}

export type RowNotices = ReturnType<typeof createRowNotices>
