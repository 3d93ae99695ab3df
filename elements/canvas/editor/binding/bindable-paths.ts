import type { KindTable } from '../../../../core/canvas/kind.ts'
import { isSame } from '../../../../core/canvas/props-path.ts'
import { OWN_PROPERTIES } from '../../../../core/canvas/runtime/fitting.ts'
import type { Binding, Control } from '../../../../core/contract/documents/screen.ts'
import { type PropertyField, propertiesOf } from '../../../kinds/property-fields.ts'

/** What can be bound of all these controls: the kind's own, the main one first, what every control has, and what is bound already. */
export function bindablePaths(
  controls: readonly Control[],
  kinds: KindTable,
  requested: string | null,
): readonly string[] {
  const lead = controls.at(-1)
  if (!lead) return []
  const kindsOf = [...new Set(controls.map(({ kind }) => kind))].map((kind) => kinds.get(kind))
  const own =
    kinds.get(lead.kind)?.bindable.filter((path) => kindsOf.every((kind) => kind?.bindable.includes(path))) ?? []
  const bound = controls.flatMap(({ bindings }) => Object.keys(bindings))
  const known: readonly string[] = [...own, ...OWN_PROPERTIES]
  const further = [...bound, ...(requested === null ? [] : [requested])].filter((path) => !known.includes(path))
  return [...own, ...new Set(further), ...OWN_PROPERTIES]
}

/** The field that a property is edited with, whose values a binding gives; null for what is not of this kind. */
export function fieldAt(kind: string, path: string, kinds: KindTable): PropertyField | null {
  const simple = { path, group: 'value', isNullable: false, isOptional: false } as const
  if (path === 'visible') return { ...simple, type: 'boolean' }
  if ((OWN_PROPERTIES as readonly string[]).includes(path)) return { ...simple, type: 'number' }
  const table = kinds.get(kind)
  if (!table) return null
  const fields = propertiesOf(table)
  const whole = fields.find((field) => field.path === path)
  if (whole) return whole
  const [, list, inner] = /^(.+?)\.\d+\.(.+)$/.exec(path) ?? []
  return fields.find((field) => field.path === list)?.item?.find((field) => field.path === inner) ?? null
}

/** The name of a property's path, with the row's number in a list: "State 2: Text". */
export const rowIn = (path: string): number | null => {
  const row = /\.(\d+)\./.exec(path)?.[1]
  return row === undefined ? null : Number(row)
}

/** How a binding's value becomes the property's. */
export type BindingMode = 'plain' | 'ranges' | 'scale'
export const modeOf = ({ ranges, scale }: Binding): BindingMode => (scale ? 'scale' : ranges ? 'ranges' : 'plain')

/** The binding in another way; the expression stays. */
export function withMode(binding: Binding, mode: BindingMode, gives: unknown): Binding {
  const { expression } = binding
  if (mode === 'plain') return { expression }
  if (mode === 'scale') return { expression, scale: { from: [0, 100], to: [0, 100] } }
  return { expression, ranges: [{ gives }] }
}

export { isSame }
