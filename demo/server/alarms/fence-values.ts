import { isFenceCondition } from '../../../core/catalogue/fence-conditions.ts'
import type { AlarmCondition } from '../../../core/contract/alarm-rule.ts'
import type { Value } from '../../../core/contract/telemetry.ts'
import { type EvaluatedRule, keptValue } from '../../../core/rules/alarm-machine.ts'
import type { TimelineSample } from '../../../core/rules/alarm-timeline.ts'
import { type FenceShape, metresFromFence, metresOver } from '../../../core/rules/geofence.ts'
import { isPlace } from '../../../core/rules/places.ts'
import type { CheckedReading, LiveDevice, LivePoint } from '../fleet/fleet.ts'
import { inPieces } from '../limits/turns.ts'
import type { RuleRow } from './rows.ts'

/** What an alarm is shown with: of a geofence there is no value that its point's unit fits. */
export const shownValue = ({ condition }: { condition: AlarmCondition }, value: Value): Value =>
  isFenceCondition(condition) ? null : value

type Coordinate = Pick<LivePoint, 'is_added' | 'quality' | 'value'>
const degrees = (point: Coordinate | undefined): number | null =>
  point?.is_added && point.quality !== 'bad' && typeof point.value === 'number' ? point.value : null

/** Where a device is by a reading, which may say one coordinate alone: the other is then as it was. Null for one that says neither. */
export function placeIn({ values }: CheckedReading, device: LiveDevice | undefined) {
  const point = device?.points.get('lat')
  const said = values.filter(({ point: { key } }) => key === 'lat' || key === 'lng')
  if (!device || !point || said.length === 0) return null
  const coordinate = (key: string) => {
    const of = said.find((one) => one.point.key === key)
    return degrees(of ? { ...of, is_added: of.point.is_added } : device.points.get(key))
  }
  const [lat, lng] = [coordinate('lat'), coordinate('lng')]
  return isPlace(lat, lng) ? { point, lat: lat as number, lng: lng as number } : null
}

/** Metres from the fence to where a device is by its newest values; null where that is unknown. */
export function newestMetres(fence: FenceShape, { points }: LiveDevice): number | null {
  const [lat, lng] = [degrees(points.get('lat')), degrees(points.get('lng'))]
  return isPlace(lat, lng) ? metresFromFence(fence, lat as number, lng as number) : null
}

/** What a rule that begins knows: of a geofence whether the device was last seen inside, so that it can leave or enter. */
export function knownBefore(rule: EvaluatedRule & Pick<RuleRow, 'fence'>, device: LiveDevice): Value {
  const metres = rule.fence && newestMetres(rule.fence, device)
  return metres === null ? null : keptValue(rule, metres, null)
}

/** What the rule at a device compares of its stored samples, ascending: those of its point, or how far from its fence the device was. */
export async function comparedSamples(
  { rule: { key, fence } }: { rule: Pick<RuleRow, 'key' | 'fence'> },
  samplesOf: (key: string) => Promise<readonly TimelineSample[]> | readonly TimelineSample[],
): Promise<readonly TimelineSample[]> {
  if (!fence) return samplesOf(key)
  const metres: TimelineSample[] = []
  await inPieces(metresOver(fence, await samplesOf('lat'), await samplesOf('lng')), (sample) => metres.push(sample))
  return metres
}

/** The same for one rule of a device after the other: samples are read once, and metres found once for rules in a row about the same fence. */
export function openCompared(samplesOf: (key: string) => readonly TimelineSample[]) {
  const read = new Map<string, readonly TimelineSample[]>()
  const readOnce = (key: string) => {
    const samples = read.get(key) ?? samplesOf(key)
    read.set(key, samples)
    return samples
  }
  let last: { fence: FenceShape; metres: readonly TimelineSample[] } | null = null
  return async (at: { rule: Pick<RuleRow, 'key' | 'fence'> }): Promise<readonly TimelineSample[]> => {
    const { fence } = at.rule
    if (!fence) return readOnce(at.rule.key)
    if (last?.fence !== fence) last = { fence, metres: await comparedSamples(at, readOnce) }
    return last.metres
  }
}
