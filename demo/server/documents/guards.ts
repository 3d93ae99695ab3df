import { pointNamed, withParameters } from '../../../core/rules/expression/points.ts'
import type { PointRef } from '../../../core/rules/expression/syntax.ts'
import { type Bounds, controlsIn, MOST, openCharacters, TooManyControls } from './bound-points.ts'

type Plain = Record<string, unknown>
const isPlain = (value: unknown): value is Plain => typeof value === 'object' && value !== null && !Array.isArray(value)
const listOf = (value: unknown): Plain[] => (Array.isArray(value) ? value.filter(isPlain) : [])

/** A point that a control writes for holders of a permission item alone. */
export interface Guard {
  point: PointRef
  item_id: number
}

/**
 * The points that controls of a document write, where the control or its event asks for a permission item, each once.
 * Throws TooManyControls where that is more than anybody can show.
 */
export function guardsIn(document: unknown, bounds: Bounds = MOST): Guard[] {
  const guards = new Map<string, Guard>()
  const count = openCharacters(bounds)
  const add = (text: unknown, items: readonly unknown[], parameters: Parameters<typeof withParameters>[1]) => {
    const named = items.filter((item_id) => typeof item_id === 'number')
    if (typeof text !== 'string' || text === '' || named.length === 0) return
    count(text)
    const written = withParameters(text, parameters)
    if (written !== text) count(written)
    const point = pointNamed(written)
    if (!point) return
    for (const item_id of named) guards.set(JSON.stringify([item_id, point.sn_code, point.key]), { point, item_id })
    if (guards.size > bounds.points) throw new TooManyControls()
  }
  for (const { control, parameters } of controlsIn(document, bounds)) {
    // What a press of the control itself writes: inputs and switches.
    if (isPlain(control.props)) add(control.props.writes, [control.item_id], parameters)
    for (const { actions, item_id } of listOf(control.events))
      for (const { does, point } of listOf(actions))
        if (does === 'write') add(point, [control.item_id, item_id], parameters)
  }
  return [...guards.values()]
}
