import { type Action, type Control, isRising } from '../../contract/documents/screen.ts'
import { parseExpression } from '../../rules/expression/expression.ts'
import { pointNamed, writePoint } from '../../rules/expression/points.ts'
import type { ExpressionError, PointRef } from '../../rules/expression/syntax.ts'
import { isPlaceholder } from '../drawn-props.ts'
import type { KindTable } from '../kind.ts'
import type { PointSource } from '../point-source.ts'
import { fitFor } from './live-control.ts'

/** What of a document cannot work; `unresolvedText` says it. */
export interface Unresolved {
  readonly control_id: string
  /** Its path; `events.0.actions.1.value` and `alarm_of` beside the bound ones. */
  readonly property: string
  readonly source: string
  readonly reason:
    | 'syntax'
    | 'unknown_point'
    | 'unknown_device'
    | 'no_device'
    | 'unknown_parameter'
    | 'unknown_property'
    | 'scale_bounds'
    | 'range_bounds'
  readonly error?: ExpressionError
  readonly point?: PointRef
  /** What was meant, perhaps: `[pump1.flow]` for `pump1.flow`. */
  readonly suggestion?: string
  readonly parameter?: string
}

type Facts = Pick<PointSource, 'device' | 'isRefused'>

/** Looks through all that names points. Devices that are not known yet are passed over. */
export function unresolvedIn(
  controls: Iterable<Control>,
  kinds: KindTable,
  facts: Facts,
  sn_code: string,
): readonly Unresolved[] {
  const found: Unresolved[] = []
  for (const control of controls) {
    const { control_id } = control
    const report = (property: string, source: string, more: Omit<Unresolved, 'control_id' | 'property' | 'source'>) =>
      found.push({ control_id, property, source, ...more })
    const checkPoint = (property: string, source: string, point: PointRef) => {
      const problem = problemOf(point, facts, sn_code)
      if (problem) report(property, source, { ...problem, point })
    }
    const check = (property: string, source: string) => {
      const parsed = parseExpression(source)
      if (!parsed.ok) return void report(property, source, { reason: 'syntax', error: parsed.error })
      const { points, parameters } = parsed.expression
      for (const parameter of parameters) report(property, source, { reason: 'unknown_parameter', parameter })
      for (const point of points) if (!point.key.includes('$')) checkPoint(property, source, point)
    }
    const kind = isPlaceholder(control, kinds) ? undefined : kinds.get(control.kind)
    for (const [path, binding] of Object.entries(control.bindings)) {
      const { expression, scale, ranges } = binding
      // What a newer program's kind has is not known here.
      if (kind && !fitFor(kind, path)) report(path, expression, { reason: 'unknown_property' })
      check(path, expression)
      if (scale && !(scale.from[0] < scale.from[1])) report(path, expression, { reason: 'scale_bounds' })
      if (ranges?.some(({ from, to }) => !isRising(from, to))) report(path, expression, { reason: 'range_bounds' })
    }
    control.events.forEach(({ when, actions }, i) => {
      if (when !== undefined && when.trim() !== '') check(`events.${i}.when`, when)
      actions.forEach((action, j) => {
        checkAction(`events.${i}.actions.${j}`, action, check, checkPoint)
      })
    })
    if (control.alarm_of) {
      const point = pointNamed(control.alarm_of)
      if (point) checkPoint('alarm_of', control.alarm_of, point)
      else check('alarm_of', control.alarm_of)
    }
  }
  return found
}

function checkAction(
  property: string,
  action: Action,
  check: (property: string, source: string) => void,
  checkPoint: (property: string, source: string, point: PointRef) => void,
): void {
  if (action.does === 'write') check(`${property}.value`, action.value)
  const named = action.does === 'write' || action.does === 'acknowledge' ? action.point : undefined
  if (named === undefined || named === '') return
  const point = pointNamed(named)
  if (point) checkPoint(`${property}.point`, named, point)
  else check(`${property}.point`, named)
}

function problemOf(
  { sn_code, key }: PointRef,
  facts: Facts,
  opened: string,
): Pick<Unresolved, 'reason' | 'suggestion'> | null {
  const device = sn_code || opened
  const known = facts.device(device)
  if (known) return key === '*' || known.points.has(key) ? null : { reason: 'unknown_point' }
  const isRefused = facts.isRefused ? facts.isRefused(device) : true
  if (!isRefused) return null
  // `pump1.flow` is the point `flow` of a device `pump1`, and was perhaps not meant to be.
  const dotted = `${sn_code}.${key}`
  if (sn_code !== '' && facts.device(opened)?.points.has(dotted))
    return { reason: 'unknown_device', suggestion: writePoint({ sn_code: '', key: dotted }) }
  return { reason: device === '' ? 'no_device' : 'unknown_device' }
}
