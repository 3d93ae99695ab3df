import { HOUR_S } from '../../core/catalogue/durations.ts'
import type { SentValue } from '../../core/contract/telemetry.ts'
import { episode, type Fault, type Point, type Value, type Values } from './kind.ts'
import { mix } from './random.ts'
import type { Simulated } from './simulation.ts'

/** A sensor that gives nothing, and one whose value does not move any more though the device thinks it is good. */
export const sensorFaults = {
  broken: {
    everyS: 26 * HOUR_S,
    lastsS: 300,
    level: 'error',
    text: { zh: '传感器断线', en: 'A sensor is broken' },
  },
  stuck: {
    everyS: 34 * HOUR_S,
    lastsS: 1200,
    level: 'info',
    text: { zh: '传感器读数不变', en: 'A sensor does not move' },
  },
} as const satisfies Record<string, Fault>

const POWERS = Array.from({ length: 10 }, (_, n) => 10 ** n)

/** What the instruments of a device show, which is not always what is. */
export function instruments({ kind, state }: Pick<Simulated, 'kind' | 'state'>) {
  const sensors = kind.points.filter(
    ({ data_type, access, isKept, key }) =>
      data_type === 'number' && access === 'r' && !isKept && key !== 'lat' && key !== 'lng',
  )
  const failing = (fault: Fault, time: number): Point | null => {
    const now = episode(state.seed, fault, time)
    return now && sensors.length > 0 ? (sensors[mix(state.seed, now.nth) % sensors.length] ?? null) : null
  }
  let held: { key: string; value: Value | null } | null = null

  return {
    /** The values at `time`, rounded as the instrument shows them; null where a sensor is broken. */
    read(time: number): Values {
      const truth = kind.read ? kind.read(state) : (state as unknown as Values)
      const values: Values = {}
      for (const { key, data_type, decimals } of kind.points) {
        const value = truth[key] as Value
        const power = POWERS[decimals ?? 0] as number
        values[key] = data_type === 'number' ? Math.round((value as number) * power) / power : value
      }
      const stuck = failing(sensorFaults.stuck, time)
      if (!stuck) held = null
      else {
        if (held?.key !== stuck.key) held = { key: stuck.key, value: values[stuck.key] ?? null }
        values[stuck.key] = held.value
      }
      const broken = failing(sensorFaults.broken, time)
      if (broken) values[broken.key] = null
      return values
    },
  }
}

/** As it is sent: a value that a sensor could not give says so. */
export function asSent(values: Values): Record<string, SentValue> {
  const sent: Record<string, SentValue> = {}
  for (const key in values) {
    const value = values[key] ?? null
    sent[key] = value === null ? { value, quality: 'bad' } : value
  }
  return sent
}
