import type { Control } from '../../../../core/contract/documents/screen.ts'
import { pointNamed, pointsOf } from '../../../../core/rules/expression/points.ts'
import { kindOf } from '../../controls/kinds.ts'
import type { NamedPoint } from '../run-actions.ts'

/** The points that a control is bound to, each once: what it shows, what it follows, what it writes, whose alarm it marks. */
export function shownPoints(control: Control, sn_code: string): NamedPoint[] {
  const main = kindOf(control.kind)?.bindable[0] ?? ''
  const bindings = Object.entries(control.bindings).sort(([a], [b]) => Number(b === main) - Number(a === main))
  const { writes } = control.props
  const named = [
    ...bindings.flatMap(([, { expression }]) => [...pointsOf(expression)]),
    ...[writes, control.alarm_of].map((one) => (typeof one === 'string' ? pointNamed(one) : null)),
  ]
  const found = new Map<string, NamedPoint>()
  for (const point of named) {
    if (point === null || point.key === '*') continue
    const at = { sn_code: point.sn_code || sn_code, key: point.key }
    if (at.sn_code !== '') found.set(`${at.sn_code} ${at.key}`, at)
  }
  return [...found.values()]
}
