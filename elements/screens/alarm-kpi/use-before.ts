import type { alarmMeasure } from '../../../core/contract/alarm-measure.ts'
import type { InputOf } from '../../../core/contract/endpoint.ts'
import { useConnection } from '../../define/index.ts'
import { useCall } from '../../parts/use-call.ts'

/** A window that moves is compared anew this often. */
const STEP_MS = 600_000
/** With less of a window there is nothing to compare. */
const LEAST_COVERED = 0.5

/** The measures of the window before one, and as long; null until they are known and where no data reaches back. */
export function useBefore(query: InputOf<typeof alarmMeasure.measure>, span: number, isWanted: boolean) {
  const { api } = useConnection()
  const end = query.end === undefined ? Math.floor(query.start / STEP_MS) * STEP_MS : query.start
  const { data } = useCall(
    api.alarmMeasure.measure,
    isWanted ? { ...query, start: Math.max(0, end - span), end } : null,
  )
  return data && data.covered_ms >= (data.end - data.start) * LEAST_COVERED ? data : null
}
