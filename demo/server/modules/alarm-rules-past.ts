import type { TimelineSample } from '../../../core/rules/alarm-timeline.ts'
import { type Expression, evaluate, parseExpression } from '../../../core/rules/expression/expression.ts'
import { overTime, type Samples, sampleOf } from '../../../core/rules/expression/samples.ts'
import type { LiveDevice, LivePoint } from '../fleet.ts'
import type { TenantHistory } from '../telemetry/telemetry.ts'
import { asValue } from './raw-history.ts'

/** What a device's points were, each read once. */
export interface PastOf {
  /** Of the range, and before them the one that held at its start. */
  samples(point: LivePoint): Promise<readonly TimelineSample[]>
  /** The first moment of [from, to] at which an expression is not true; null where it is true all the time. */
  firstUnsuppressed(source: string, from: number, to: number): Promise<number | null>
}

/** The place of the newest sample at or before a time; -1 for none. */
function placeAt(samples: readonly TimelineSample[], time: number): number {
  let [low, high] = [0, samples.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((samples[middle] as TimelineSample)[0] <= time) low = middle + 1
    else high = middle
  }
  return low - 1
}

const asPast = (samples: readonly TimelineSample[]): Samples => ({
  over(start, end) {
    const numberAt = (i: number) => sampleOf((samples[i] as TimelineSample)[1])
    return overTime(
      samples.length,
      (i) => (samples[i] as TimelineSample)[0],
      numberAt,
      (i) => [numberAt(i), numberAt(i)],
      samples[0]?.[0] ?? Number.POSITIVE_INFINITY,
      start,
      end,
    )
  },
})

/** How closely an expression is looked at that changes with time alone. */
const STEP_MS = 10_000

export function pastOf(
  history: Pick<TenantHistory, 'many'>,
  { points }: LiveDevice,
  { from, to }: { from: number; to: number },
): PastOf {
  const read = new Map<number, Promise<readonly TimelineSample[]>>()
  const parsed = new Map<string, Expression | null>()

  function samples(point: LivePoint): Promise<readonly TimelineSample[]> {
    const { point_id } = point
    const known = read.get(point_id)
    if (known) return known
    const found = history.many([point_id], from, to).then((all) =>
      (all.get(point_id) ?? []).map((sample): TimelineSample => {
        const { data_time, value, quality } = asValue(point, sample)
        return [data_time, value, quality]
      }),
    )
    read.set(point_id, found)
    return found
  }

  function expressionOf(source: string): Expression | null {
    const known = parsed.get(source)
    if (known !== undefined) return known
    const result = source.trim() === '' ? null : parseExpression(source)
    const expression = result?.ok ? result.expression : null
    parsed.set(source, expression)
    return expression
  }

  return {
    samples,
    async firstUnsuppressed(source, from, to) {
      const expression = expressionOf(source)
      if (!expression) return from
      const its = new Map<string, readonly TimelineSample[]>()
      for (const { key } of expression.points) {
        const point = points.get(key)
        if (point) its.set(key, await samples(point))
      }
      const isTrueAt = (now: number) => {
        const { value } = evaluate(expression, {
          now,
          timezone: 'UTC',
          read({ key }) {
            const some = its.get(key)
            const sample = some?.[placeAt(some, now)]
            if (!sample) return null
            return { value: sample[1], quality: sample[2], data_time: sample[0], alarm_level: 0 }
          },
          past: ({ key }) => asPast(its.get(key) ?? []),
        })
        return value === true || (typeof value === 'number' && value !== 0)
      }
      if (!isTrueAt(from)) return from
      for (const time of momentsOf(expression.isOverTime, [...its.values()], from, to)) {
        if (!isTrueAt(time)) return time
      }
      return null
    },
  }
}

/** When an expression may have another value than before, in (from, to]. */
function momentsOf(
  isOverTime: boolean,
  all: readonly (readonly TimelineSample[])[],
  from: number,
  to: number,
): number[] {
  const times = all.flatMap((samples) => {
    return samples.slice(placeAt(samples, from) + 1, placeAt(samples, to) + 1).map(([time]) => time)
  })
  if (isOverTime) for (let time = from + STEP_MS; time <= to; time += STEP_MS) times.push(time)
  return [...new Set(times)].sort((a, b) => a - b)
}
