import type { Action, Binding, Control, ControlEvent } from '../contract/documents/screen.ts'
import type { RawProps } from './kind.ts'
import { isSame } from './props-path.ts'

/** Properties that hold points or expressions by their name, at any depth: `series.0.point`. `points` are lists or tables of them. */
const POINTS = new Set(['point', 'points'])
const EXPRESSIONS = new Set(['expression'])

/** Props with each point and expression in them changed; what has none stays the same object. */
function inProps(
  props: RawProps,
  expression: (expression: string) => string,
  point: (point: string) => string,
): Record<string, unknown> {
  const change = (value: unknown, by: ((text: string) => string) | null): unknown => {
    if (typeof value === 'string') return by ? by(value) : value
    if (typeof value !== 'object' || value === null) return value
    if (Array.isArray(value)) {
      const list = value.map((item) => change(item, by))
      return list.every((item, at) => item === value[at]) ? value : list
    }
    const next = Object.entries(value).map(([key, held]): [string, unknown] => {
      const own = POINTS.has(key) ? point : EXPRESSIONS.has(key) ? expression : by
      return [key, change(held, own)]
    })
    return next.every(([key, held]) => held === (value as RawProps)[key]) ? value : Object.fromEntries(next)
  }
  return change(props, null) as Record<string, unknown>
}

/**
 * A control with each of its expressions, and each of its names of points, as the functions make it; the same one where
 * they change nothing.
 */
export function withExpressions(
  control: Control,
  expression: (expression: string) => string,
  point: (point: string) => string,
): Control {
  const bindings: Record<string, Binding> = {}
  for (const [path, binding] of Object.entries(control.bindings))
    bindings[path] = { ...binding, expression: expression(binding.expression) }
  const events = control.events.map(
    (event): ControlEvent => ({
      ...event,
      ...(event.when === undefined ? {} : { when: expression(event.when) }),
      actions: event.actions.map((action) => withActionPoints(action, expression, point)),
    }),
  )
  const alarm_of = control.alarm_of === null ? null : point(control.alarm_of)
  const changed = { ...control, bindings, events, alarm_of, props: inProps(control.props, expression, point) }
  return isSame(changed, control) ? control : changed
}

function withActionPoints(
  action: Action,
  expression: (text: string) => string,
  point: (name: string) => string,
): Action {
  if (action.does === 'write') return { ...action, point: point(action.point), value: expression(action.value) }
  if (action.does === 'acknowledge' && action.point !== undefined) return { ...action, point: point(action.point) }
  return action
}
