import type { KindTable } from '../../../../core/canvas/kind.ts'
import type { Control } from '../../../../core/contract/documents/screen.ts'
import { type PropertyField, propertiesOf } from '../../../kinds/property-fields.ts'

/** Properties that all of them have, as the one picked last has them. Uses of symbols have what the symbol leaves open. */
export function sharedFields(controls: readonly Control[], kinds: KindTable): readonly PropertyField[] {
  const kindsOf = [...new Set(controls.map(({ kind }) => kind))]
  const tables = kindsOf.map((name) => {
    const kind = kinds.get(name)
    return new Map(kind ? propertiesOf(kind).map((field) => [field.path, field]) : [])
  })
  const lead = controls.at(-1)
  const leadKind = lead && kinds.get(lead.kind)
  if (!lead || !leadKind) return []
  // A group of controls has no symbol to say anything for; lists are compared by the kind that has them.
  const isPlainGroup = lead.kind === 'group' && lead.props.symbol === undefined
  if (isPlainGroup) return []
  return propertiesOf(leadKind).filter((field) =>
    tables.every((table) => {
      const other = table.get(field.path)
      if (other?.type !== field.type) return false
      return (field.type !== 'list' && field.type !== 'states') || kindsOf.length === 1
    }),
  )
}
