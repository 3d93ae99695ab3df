import type { Control, ControlEvent } from '../contract/documents/screen.ts'
import type { Spot } from './geometry.ts'
import { movedBy } from './transforms.ts'

/** What stands for a control that could not be read: it is kept as it was stored, in one place only. */
export const BROKEN_KIND = 'broken'

/** Controls with new ids. Groups and events of theirs that name one another name the copies; what they name beside stays. */
export function copiesOf(controls: readonly Control[], newId: (of: Control) => string, by: Spot): Control[] {
  const whole = controls.filter(({ kind }) => kind !== BROKEN_KIND)
  const ids = new Map(whole.map((control) => [control.control_id, newId(control)]))
  return whole.map((control) => {
    const copy: Control = {
      ...control,
      control_id: ids.get(control.control_id) as string,
      parent: control.parent === null ? null : (ids.get(control.parent) ?? control.parent),
      events: withRenamedControls(control.events, ids),
      props: withRenamedRows(control.props, ids),
    }
    return movedBy(copy, by)
  })
}

/** Events whose actions show and hide other controls instead. */
export function withRenamedControls(events: readonly ControlEvent[], ids: ReadonlyMap<string, string>): ControlEvent[] {
  return events.map((event) => ({
    ...event,
    actions: event.actions.map((action) =>
      action.does === 'show' || action.does === 'hide'
        ? { ...action, control_id: ids.get(action.control_id) ?? action.control_id }
        : action,
    ),
  }))
}

/** Properties whose rows name other controls by `control_id`, as tabs do, with the other ones instead. */
function withRenamedRows(props: Control['props'], ids: ReadonlyMap<string, string>): Control['props'] {
  const renamed = (row: unknown) => {
    const named = typeof row === 'object' && row !== null && 'control_id' in row ? row.control_id : undefined
    const other = typeof named === 'string' ? ids.get(named) : undefined
    return other === undefined ? row : { ...(row as object), control_id: other }
  }
  const rows = Object.entries(props).filter((entry): entry is [string, unknown[]] => Array.isArray(entry[1]))
  return { ...props, ...Object.fromEntries(rows.map(([name, value]) => [name, value.map(renamed)])) }
}
