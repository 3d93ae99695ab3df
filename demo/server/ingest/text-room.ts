import type { CheckedReading } from '../fleet/fleet.ts'
import { lengthOf } from '../fleet/text-room.ts'

/**
 * Readings without the texts that do not fit in memory, and the keys of those. `hasRoom`: for so many characters more. What takes
 * the place of a longer text always fits.
 */
export function withinTextRoom(
  readings: readonly CheckedReading[],
  hasRoom: (length: number) => boolean,
): { fitting: readonly CheckedReading[]; refused: ReadonlySet<string> } {
  const refused = new Set<string>()
  if (!readings.some(({ values }) => values.some(({ value }) => typeof value === 'string')))
    return { fitting: readings, refused }
  let growth = 0
  const isFitting = ({ point, value }: CheckedReading['values'][number]) => {
    if (typeof value !== 'string') return true
    const more = value.length - lengthOf(point.value)
    if (more <= 0) return true
    if (!hasRoom(growth + more)) return !refused.add(point.key)
    growth += more
    return true
  }
  const fitting = readings.map(({ data_time, values }) => ({ data_time, values: values.filter(isFitting) }))
  return { fitting, refused }
}
