import { useCallback } from 'react'
import { WEEK_MS } from '../../../../core/catalogue/durations.ts'
import { ALARM_LEVELS } from '../../../../core/catalogue/limits.ts'
import type { CallOptions } from '../../../../core/connection/client.ts'
import type { Alarm } from '../../../../core/contract/alarm.ts'
import { openAlarmsOf } from '../../../../core/stores/open-alarms.ts'
import { useConnection } from '../../../define/index.ts'
import { useAlarmEvents } from '../../../parts/use-alarm-events.ts'
import { type Called, useCall } from '../../../parts/use-call.ts'
import type { Scope } from '../view/use-device-scope.ts'
import { inOrder, openAt } from './open-alarms.ts'

export interface ShownAlarms {
  readonly alarms: readonly Alarm[]
  /** Alarms that there are beside those. */
  readonly more: number
}

/** Rows that are read at most, by pages of 100. */
const MOST_PAGES = 5
/** A replay shows alarms that were produced no longer than this before its time. */
const REACH_MS = WEEK_MS
/** A replay is requested in steps of this. */
const STEP_MS = 10_000

interface AlarmsQuery extends Scope {
  readonly minLevel: number
  readonly time: number | null
}

/** Open alarms of a scope, live; with a `time`, as they were then. */
export function useAlarms(scope: Scope, minLevel: number, replayTime: number | null): Called<ShownAlarms> {
  const connection = useConnection()
  const call = useCallback(
    async ({ of, sn_code, group_id, minLevel, time }: AlarmsQuery, options?: CallOptions): Promise<ShownAlarms> => {
      const { api } = connection
      const alarm_level = ALARM_LEVELS.filter((level) => level >= minLevel)
      const filters = { ...(minLevel > 1 && { alarm_level }), ...(of === 'device' && { sn_code }) }
      const inGroup = of === 'group' && group_id !== null ? await devicesOf(group_id) : null
      // By id: a page may begin with what the last one ended with, when an alarm comes in between.
      const found = new Map<string, Alarm>()
      let all = 0
      for (let page = 1; page <= MOST_PAGES; page += 1) {
        const query = { ...filters, page, page_size: 100 }
        // The screen itself asks for those of its device.
        const isOfScreen = of === 'device' && minLevel === 1
        const { rows, total } =
          time === null
            ? await (isOfScreen
                ? openAlarmsOf(connection, { sn_code, page, page_size: 100 })
                : api.alarm.open(query, options))
            : await api.alarm.history({ ...query, start: time - REACH_MS, end: time }, options)
        for (const row of rows) found.set(row.alarm_id, row)
        all = total
        if (rows.length < query.page_size) break
      }
      const alarms = [...found.values()]
      const own = inGroup ? alarms.filter((alarm) => inGroup.has(alarm.sn_code)) : alarms
      return {
        alarms: inOrder(time === null ? own : openAt(own, time)),
        more: inGroup || time !== null ? 0 : Math.max(0, all - found.size),
      }

      async function devicesOf(wanted: number): Promise<Set<string>> {
        const devices = new Set<string>()
        for (let page = 1; page <= MOST_PAGES * 2; page += 1) {
          const { rows, total } = await api.device.list({ page, page_size: 100, group_id: wanted }, options)
          for (const device of rows) devices.add(device.sn_code)
          if (rows.length === 0 || devices.size >= total) break
        }
        return devices
      }
    },
    [connection],
  )
  const time = replayTime === null ? null : Math.floor(replayTime / STEP_MS) * STEP_MS
  const called = useCall(call, { ...scope, minLevel, time })
  useAlarmEvents(scope.of === 'device' ? scope.sn_code : null, () => time === null && called.reload())
  return called
}
