import { LIMITS } from '../catalogue/limits.ts'
import type { AlarmLoad } from '../contract/alarm-rules.ts'

const STEP_MS = LIMITS.floodWindowMs
/** ISA-18.2, for one operator in 10 minutes: about one is acceptable, two can be managed, more than ten is a flood. */
const [ACCEPTABLE, MANAGEABLE] = [1, 2]

/** Alarms of [start, end) by their times, ascending, against the targets; those that nobody was notified of are only counted. */
export function loadOf(
  times: readonly number[] | Float64Array,
  suppressed: number,
  start: number,
  end: number,
): AlarmLoad {
  const steps = new Array<number>(Math.max(1, Math.ceil((end - start) / STEP_MS))).fill(0)
  let [peak, first] = [0, 0]
  let peak_time: number | null = null
  let i = -1
  for (const time of times) {
    i += 1
    const step = Math.floor((time - start) / STEP_MS)
    steps[step] = (steps[step] ?? 0) + 1
    while ((times[first] as number) <= time - STEP_MS) first += 1
    if (i - first + 1 <= peak) continue
    peak = i - first + 1
    peak_time = times[first] as number
  }
  const among = (least: number, most: number) => steps.filter((count) => count >= least && count <= most).length
  return {
    total: times.length,
    suppressed,
    peak,
    peak_time,
    acceptable: among(0, ACCEPTABLE),
    manageable: among(ACCEPTABLE + 1, MANAGEABLE),
    busy: among(MANAGEABLE + 1, LIMITS.floodAlarms),
    flood: among(LIMITS.floodAlarms + 1, Number.POSITIVE_INFINITY),
  }
}
