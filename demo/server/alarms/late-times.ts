import { isEvaluated } from '../../../core/rules/alarm-machine.ts'
import { placeOf } from '../../../core/rules/alarm-measure/calendar.ts'
import type { TimelineSample } from '../../../core/rules/alarm-timeline.ts'
import { metresFromFence } from '../../../core/rules/geofence.ts'
import type { CheckedReading } from '../fleet/fleet.ts'
import { inPieces } from '../limits/turns.ts'
import { placeIn } from './fence-values.ts'
import type { RuleAtDevice } from './place.ts'

/** When readings came that were late for a rule; there is one at least. */
export interface LateTimes {
  first: number
  last: number
  /** Whether one is of a time in [from, to]. */
  isAnyIn(from: number, to: number): boolean
}

/** What came late for a rule, and what it says of the rule's own point. */
export async function lateOf(
  { rule, device }: Pick<RuleAtDevice, 'rule' | 'device'>,
  parts: readonly (readonly CheckedReading[])[],
) {
  const times: number[] = []
  const samples: TimelineSample[] = []
  await inPieces(parts.flat(), (reading) => {
    const { data_time, values } = reading
    times.push(data_time)
    if (rule.fence) {
      // One coordinate alone is joined with the other in the history.
      const place = values.filter(({ point: { key } }) => key === 'lat' || key === 'lng').length === 2
      const at = place ? placeIn(reading, device) : null
      if (at) samples.push([data_time, metresFromFence(rule.fence, at.lat, at.lng), 'good'])
      return
    }
    const said = values.find(({ point }) => point.key === rule.key)
    if (!said?.point.is_added || said.quality === 'bad' || !isEvaluated(rule, said.value)) return
    samples.push([data_time, said.value, said.quality])
  })
  times.sort((a, b) => a - b)
  return {
    samples,
    first: times[0] ?? 0,
    last: times.at(-1) ?? 0,
    isAnyIn: (from: number, to: number) => (times[placeOf(times, to)] ?? Number.NEGATIVE_INFINITY) >= from,
  }
}
