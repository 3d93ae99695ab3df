import { parseExpression } from '../../../../core/rules/expression/expression.ts'
import type { PointRef } from '../../../../core/rules/expression/syntax.ts'

/** A view's point: whose it is, and what it was called in the properties. */
export interface ViewPoint extends PointRef {
  /** `SN.key`: unlike any other of a view. */
  readonly id: string
  /** '' for the point's own name. */
  readonly label: string
}

interface NamedPoint {
  /** `flow` of the screen's device, `SN.flow` of a fixed one. */
  readonly point: string
  readonly label: string
}

/**
 * The points that rows of a view's properties name, each once; rows that name none are left out, and those of the screen's
 * device while it has none.
 */
export function pointsOf(rows: readonly NamedPoint[], sn_code: string): ViewPoint[] {
  const found = new Map<string, ViewPoint>()
  for (const { point, label } of rows) {
    const read = point.trim() === '' ? null : parseExpression(point)
    const plain = read?.ok ? read.expression.plain : null
    if (!plain) continue
    const of = plain.sn_code || sn_code
    if (of === '') continue
    const id = `${of}.${plain.key}`
    if (!found.has(id)) found.set(id, { id, sn_code: of, key: plain.key, label })
  }
  return [...found.values()]
}
