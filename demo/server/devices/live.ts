import { HOUR_MS } from '../../../core/catalogue/durations.ts'
import { ApiError } from '../../../core/contract/api-error.ts'
import type { Contract } from '../../../core/contract/contract.ts'
import type { Answers } from '../../../core/contract/endpoint.ts'
import { staleAfterMs } from '../../../core/rules/staleness.ts'
import type { Fleet } from '../fleet/fleet.ts'
import { onlyDevice, seenDevice } from '../fleet/seen-devices.ts'
import type { Telemetry } from '../history/telemetry.ts'
import type { Caller } from '../http/caller.ts'
import { requireRange } from './history-rows.ts'
import { readCurve } from './history-turns.ts'

const TREND_MS = HOUR_MS

export interface LiveParts {
  fleet: Fleet
  telemetry: Pick<Telemetry, 'of'>
}

export function liveAnswers({ fleet, telemetry }: LiveParts): Answers<Contract['live'], Caller> {
  return {
    async device({ sn_code }, caller) {
      const { dev_alias, report_interval_s, points } = seenDevice(fleet, caller, sn_code)
      return { dev_alias, report_interval_s, points: [...points.values()].filter(({ is_added }) => is_added) }
    },

    async trend({ sn_code, key, end, width }, caller) {
      const device = onlyDevice(fleet, caller, sn_code)
      const point = device.points.get(key)
      if (!point?.is_added || !point.keep_history) throw new ApiError('110544')
      requireRange(end - TREND_MS, end)
      const history = telemetry.of(caller.tenant_id)
      const staleMs = staleAfterMs(device.report_interval_s)
      const { rows } = await readCurve(caller, history, point.point_id, end - TREND_MS, end, width, staleMs)
      // Of a text or a switch there is nothing to draw.
      return rows.flatMap(([time, ...values]) => {
        const [min, max, first, last] = values
        const isDrawn = [time, min, max, first, last].every((value) => typeof value === 'number')
        return isDrawn ? [[time, min, max, first, last] as [number, number, number, number, number]] : []
      })
    },
  }
}
