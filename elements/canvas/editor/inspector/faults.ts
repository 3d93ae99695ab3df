import type { ControlKind, RawProps } from '../../../../core/canvas/kind.ts'
import { valueAt } from '../../../../core/canvas/props-path.ts'
import { fitOf } from '../../../../core/canvas/runtime/fitting.ts'
import type { Translated } from '../../../../core/text/define-text.ts'
import type { PropertyField } from '../../../kinds/property-fields.ts'
import type { text } from './text.ts'

export type Words = Translated<(typeof text)['rows']>
export type CheckedField = Pick<PropertyField, 'type' | 'min' | 'max' | 'maxLength' | 'isNullable' | 'isOptional'>

/** Why a property does not take a value; null where it does. `own` are the control's props as they are drawn. */
export function faultOf(
  field: CheckedField,
  path: string,
  value: unknown,
  kind: ControlKind,
  own: RawProps,
  t: Words,
): string | null {
  const found = boundsFault(field, value, t)
  if (found !== null) return found
  const check = fitOf(kind, path)
  if (check === null || check(value, own) !== undefined) return null
  if (field.type === 'colour') return t.notColour
  if (field.type === 'address') return t.notAddress
  // It is sound by itself: a rule about several properties refuses it.
  if (field.type === 'number' || field.type === 'integer') return t.order
  return valueAt(own, path) === value ? null : t.notTaken
}

/** What a field's own bounds say of a value. */
export function boundsFault(
  { type, min, max, maxLength, isNullable }: CheckedField,
  value: unknown,
  t: Words,
): string | null {
  if (value === null || value === undefined) return isNullable ? null : t.needed
  if (typeof value === 'string' && maxLength !== undefined && value.length > maxLength)
    return t.tooLong({ max: maxLength })
  if (typeof value !== 'number') return null
  if (type === 'integer' && !Number.isInteger(value)) return t.notInteger
  const isOut = (min !== undefined && value < min) || (max !== undefined && value > max)
  if (!isOut) return null
  if (min !== undefined && max !== undefined) return t.range({ min, max })
  return min !== undefined ? t.atLeast({ min }) : t.atMost({ max: max ?? 0 })
}

/** A number as people type it: full-width digits and a Chinese full stop too. Null where it is none, NaN never. */
export function numberFrom(typed: string): number | null {
  const plain = typed.normalize('NFKC').replaceAll('。', '.').replaceAll('−', '-').trim()
  if (!/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(plain)) return null
  const number = Number(plain)
  return Number.isFinite(number) ? number : null
}

/** Without the noise of binary fractions. */
export const shownNumber = (value: number): string => String(Number(value.toFixed(4)))

/** A step up or down, on the step's own grid where it stands on it, within the bounds. */
export function stepped(
  value: number,
  by: number,
  { min = -Infinity, max = Infinity }: { min?: number; max?: number },
) {
  const next = Number((value + by).toFixed(6))
  return Math.min(max, Math.max(min, next))
}
