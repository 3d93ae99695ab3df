import type { Runtime } from '../../../core/canvas/runtime.ts'
import type { Control } from '../../../core/contract/documents/screen.ts'
import { kindOf } from '../controls/kinds.ts'
import { placeholderOf, type SceneControl } from '../scene/index.ts'

/** A screen's controls as a scene paints them; one that this program does not know has its place all the same. */
export function sceneControls(controls: readonly Control[], runtime: Runtime): SceneControl[] {
  return controls.flatMap((control) => {
    const state = runtime.state(control.control_id)
    if (!state) return []
    const kind = kindOf(control.kind)
    const definition = kind && control.version <= kind.version ? kind : placeholderOf(control.kind)
    const isStatic = Object.keys(control.bindings).length === 0 && !control.alarm_of
    return [{ control_id: control.control_id, definition, state, isStatic }]
  })
}
