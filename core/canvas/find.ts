import type { Control, ScreenDocument } from '../contract/documents/screen.ts'
import { pointNamed, pointsOf } from '../rules/expression/points.ts'
import type { FindQuery, Found } from './editor-api.ts'
import { withExpressions } from './point-places.ts'

const EXCERPT = 60

/** Controls that a query means, the foremost first, as the list of objects shows them. */
export function findControls(document: ScreenDocument, query: FindQuery): Found[] {
  const words = query.search?.trim().toLowerCase() ?? ''
  const named = query.point?.trim() ? query.point.trim() : null
  const found: Found[] = []
  for (const control of document.controls.toReversed()) {
    if (query.kind !== undefined && control.kind !== query.kind) continue
    if (query.layer_id !== undefined && control.layer_id !== query.layer_id) continue
    if (query.isBound !== undefined && Object.keys(control.bindings).length > 0 !== query.isBound) continue
    if (named !== null && !names(control, named)) continue
    const hit = words === '' ? null : firstText(control, words)
    if (words !== '' && !hit) continue
    found.push({ control_id: control.control_id, where: hit?.where ?? null, excerpt: hit?.text ?? '' })
  }
  return found
}

/** Whether a control names a point anywhere. */
function names(control: Control, wanted: string): boolean {
  const point = pointNamed(wanted)
  if (!point) return false
  const isIt = (other: { sn_code: string; key: string } | null) =>
    other?.sn_code === point.sn_code && (point.key === '*' || other.key === '*' || other.key === point.key)
  let isNamed = false
  const look = (isSeen: boolean, text: string) => {
    isNamed ||= isSeen
    return text
  }
  withExpressions(
    control,
    (expression) => look(pointsOf(expression).some(isIt), expression),
    (text) => look(isIt(pointNamed(text)) || pointsOf(text).some(isIt), text),
  )
  return isNamed
}

function firstText(control: Control, words: string): { where: string; text: string } | null {
  for (const [where, text] of textsOf(control)) {
    const at = text.toLowerCase().indexOf(words)
    if (at === -1) continue
    const from = Math.max(0, at - EXCERPT / 2)
    return { where, text: text.slice(from, from + EXCERPT) }
  }
  return null
}

/** Every text of a control with where it stands, what a person would look for first. */
function* textsOf(control: Control): Generator<readonly [where: string, text: string]> {
  yield ['name', control.name]
  yield* textsIn('', control.props)
  yield ['tooltip', control.tooltip]
  for (const [path, { expression }] of Object.entries(control.bindings)) yield [`bindings.${path}`, expression]
  yield* textsIn('bindings.', control.bindings)
  yield* textsIn('events.', control.events)
  if (control.alarm_of) yield ['alarm_of', control.alarm_of]
  yield ['kind', control.kind]
  yield ['id', control.control_id]
}

function* textsIn(prefix: string, holder: object): Generator<readonly [string, string]> {
  for (const [key, value] of Object.entries(holder)) {
    if (typeof value === 'string') yield [prefix + key, value]
    else if (typeof value === 'object' && value !== null) yield* textsIn(`${prefix}${key}.`, value)
  }
}
