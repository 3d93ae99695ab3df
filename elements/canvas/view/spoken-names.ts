import type { PointSource } from '../../../core/canvas/point-source.ts'
import type { Runtime } from '../../../core/canvas/runtime.ts'
import type { Control } from '../../../core/contract/documents/screen.ts'
import { pointNamed, pointsOf } from '../../../core/rules/expression/points.ts'
import type { PointRef } from '../../../core/rules/expression/syntax.ts'
import type { Lang } from '../../../core/text/define-text.ts'
import { pointName } from '../../parts/point-text.ts'
import { kindOf } from '../controls/kinds.ts'

/** The points that a control is about: what it shows first, then what it writes. */
function* pointsOfControl(control: Control): Generator<PointRef> {
  const main = kindOf(control.kind)?.bindable[0]
  const bound = (main && control.bindings[main]) || Object.values(control.bindings)[0]
  if (bound) yield* pointsOf(bound.expression)
  const { writes } = control.props
  const written = typeof writes === 'string' ? pointNamed(writes) : null
  if (written) yield written
}

/** What a control is called: by its author, by what is written on it, else by the point that it is about. */
export function nameOf(
  control: Control,
  runtime: Pick<Runtime, 'state'>,
  source: PointSource,
  sn_code: string,
  lang: Lang,
): string {
  const { label, text } = (runtime.state(control.control_id)?.props ?? {}) as { label?: unknown; text?: unknown }
  const own = [control.name, label, text].find((one) => typeof one === 'string' && one.trim() !== '')
  if (own) return String(own)
  for (const { sn_code: named, key } of pointsOfControl(control)) {
    const facts = source.device(named || sn_code)
    const point = facts?.points.get(key)
    if (!facts || !point) continue
    const name = pointName(point, lang)
    return named && named !== sn_code ? `${facts.dev_alias} ${name}` : name
  }
  return ''
}

/** The devices that controls read or write. */
export function devicesIn(controls: Iterable<Control>, sn_code: string): Set<string> {
  const found = new Set<string>()
  const add = (point: PointRef | null) => {
    const device = point && (point.sn_code || sn_code)
    if (device) found.add(device)
  }
  for (const control of controls) {
    for (const { expression } of Object.values(control.bindings)) for (const point of pointsOf(expression)) add(point)
    if (control.alarm_of) add(pointNamed(control.alarm_of))
    if (typeof control.props.writes === 'string') add(pointNamed(control.props.writes))
    for (const { actions } of control.events)
      for (const action of actions) if (action.does === 'write') add(pointNamed(action.point))
  }
  return found
}
