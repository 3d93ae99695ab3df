import { both, type Point, type Text, type Value } from './kind.ts'
import type { Simulated } from './simulation.ts'

const refused = (zh: string, en: string) => ({ reason: both(zh, en) })

function misfit({ data_type, write_min, write_max, unit }: Point, value: unknown) {
  if (data_type === 'boolean') return typeof value === 'boolean' ? null : refused('需要布尔值', 'A boolean is needed')
  if (typeof value !== 'number' || !Number.isFinite(value)) return refused('需要数值', 'A number is needed')
  if (data_type === 'enum' && !Number.isInteger(value)) return refused('需要整数', 'A whole number is needed')
  const min = write_min ?? Number.NEGATIVE_INFINITY
  const max = write_max ?? Number.POSITIVE_INFINITY
  if (value >= min && value <= max) return null
  const range = `${min} … ${max}${unit ? ` ${unit}` : ''}`
  return refused(`超出范围 ${range}`, `Out of range ${range}`)
}

/** Carries out a command, or says why not. */
export function write(device: Simulated, key: string, value: unknown): { value: Value } | { reason: Text } {
  const { kind, state } = device
  const point = kind.points.find((p) => p.key === key)
  if (!point) return refused(`没有数据项 ${key}`, `No point ${key}`)
  if (point.access !== 'rw') return refused('只读数据项', 'Read only')
  const wrong = misfit(point, value)
  if (wrong) return wrong
  const interlock = kind.refuse?.(state, key, value as Value)
  if (interlock) return { reason: interlock }
  put(device, key, value as Value)
  return { value: value as Value }
}

function put({ kind, state }: Simulated, key: string, value: Value) {
  if (kind.put) kind.put(state, key, value)
  else Object.assign(state, { [key]: value })
}

/** Gives a device back what it kept over a restart: its counters and settings. */
export function restore(device: Simulated, kept: Record<string, unknown>) {
  for (const { key, isKept, data_type } of device.kind.points) {
    const value = kept[key]
    if (!isKept || typeof value !== (data_type === 'boolean' ? 'boolean' : 'number')) continue
    put(device, key, value as Value)
  }
}
