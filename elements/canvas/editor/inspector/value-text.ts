import type { Value } from '../../../../core/contract/telemetry.ts'
import { numberFrom } from './faults.ts'

/** What a person means by a typed value: a number, on and off, else a text; nothing is no value. A text in quotes stays one. */
export function valueFrom(typed: string): Value {
  const plain = typed.trim()
  if (plain === '') return null
  if (plain === 'true' || plain === 'false') return plain === 'true'
  const quoted = /^"(.*)"$/.exec(plain)
  if (quoted) return quoted[1] as string
  return numberFrom(plain) ?? typed
}

/** The same as it is shown to be typed: a text that would be read as something else is in quotes. */
export function valueShown(value: Value | undefined): string {
  if (value === null || value === undefined) return ''
  if (typeof value !== 'string') return String(value)
  return valueFrom(value) === value ? value : `"${value}"`
}
