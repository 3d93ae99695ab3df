import { pointNamed, withParameters } from '../../../core/rules/expression/points.ts'
import type { PointRef } from '../../../core/rules/expression/syntax.ts'
import { controlsIn } from './bound-points.ts'

type Plain = Record<string, unknown>
const isPlain = (value: unknown): value is Plain => typeof value === 'object' && value !== null && !Array.isArray(value)
const listOf = (value: unknown): Plain[] => (Array.isArray(value) ? value.filter(isPlain) : [])

/** A point that a control writes for holders of a permission item alone. */
export interface Guard {
  point: PointRef
  item_id: number
}

/** The points that controls of a document write, where the control or its event asks for a permission item. */
export function guardsIn(document: unknown): Guard[] {
  const guards: Guard[] = []
  const add = (text: unknown, items: readonly unknown[], parameters: Parameters<typeof withParameters>[1]) => {
    const point = typeof text === 'string' && text !== '' ? pointNamed(withParameters(text, parameters)) : null
    if (point) for (const item_id of items) if (typeof item_id === 'number') guards.push({ point, item_id })
  }
  for (const { control, parameters } of controlsIn(document)) {
    // What a press of the control itself writes: inputs and switches.
    if (isPlain(control.props)) add(control.props.writes, [control.item_id], parameters)
    for (const { actions, item_id } of listOf(control.events))
      for (const { does, point } of listOf(actions))
        if (does === 'write') add(point, [control.item_id, item_id], parameters)
  }
  return guards
}
