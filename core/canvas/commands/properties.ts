import { Binding, Control, ControlEvent, isSound } from '../../contract/documents/screen.ts'
import { controlOf, isGroup, withControls, withMembers } from '../arrangement.ts'
import { checksPath } from '../drawn-props.ts'
import type { Commands, SettableField } from '../editor-api.ts'
import { middleOf } from '../geometry.ts'
import { withLookOf } from '../look.ts'
import { isSame, withValueAt } from '../props-path.ts'
import { meant, movable } from '../selected.ts'
import type { Session } from '../session.ts'
import { flippedBy, movedBy, resizedWith, turnedBy } from '../transforms.ts'

const MOST_EVENTS = 20

type Properties = Pick<Commands, 'set' | 'setProp' | 'setBinding' | 'setEvents' | 'copyLook'>

export function propertyCommands(session: Session): Properties {
  const { kinds } = session
  const controlsOf = (ids: readonly string[]) =>
    ids.map((id) => controlOf(session.state().document, id)).filter((control) => control !== undefined)
  const keyOf = (what: string, ids?: readonly string[]) => `${what} ${ids?.join() ?? ''}`

  return {
    set(field, value, ids) {
      const fits = Control.shape[field].safeParse(value)
      if (!fits.success) return false
      // What is locked can still be named, shown and unlocked.
      const isLockable = ['x', 'y', 'width', 'height', 'angle', 'flip_x', 'flip_y'].includes(field)
      const controls = controlsOf(isLockable ? movable(session, ids) : meant(session, ids))
      const changed = controls.flatMap((control) =>
        isGroup(control) ? groupWith(session, control, field, value) : [{ ...control, [field]: value }],
      )
      const differing = changed.filter((next) => !isSame(next, controlOf(session.state().document, next.control_id)))
      const key = typeof value === 'boolean' ? undefined : keyOf(`set ${field}`, ids)
      return session.edit(
        'stepChanged',
        controls.length,
        (before) => withControls(before, differing),
        key ? { key } : {},
      )
    },
    setProp(path, value, ids) {
      const changed = controlsOf(movable(session, ids)).flatMap((control) => {
        const props = withValueAt(control.props, path, value)
        return props !== control.props && !isSame(props, control.props) && checksPath(kinds, control, props, path)
          ? [{ ...control, props }]
          : []
      })
      const key = typeof value === 'boolean' ? {} : { key: keyOf(`prop ${path}`, ids) }
      return session.edit('stepChanged', changed.length, (before) => withControls(before, changed), key)
    },
    setBinding(path, binding, ids) {
      if (path === '__proto__' || (binding && !(Binding.safeParse(binding).success && isSound(binding)))) return false
      const changed = controlsOf(movable(session, ids)).flatMap((control) => {
        const { [path]: old, ...others } = control.bindings
        const had = Object.hasOwn(control.bindings, path) ? old : null
        if (isSame(had ?? null, binding)) return []
        return [{ ...control, bindings: binding ? { ...control.bindings, [path]: binding } : others }]
      })
      return session.edit('stepBound', changed.length, (before) => withControls(before, changed), {
        key: keyOf(`bind ${path}`, ids),
      })
    },
    setEvents(events, ids) {
      if (events.length > MOST_EVENTS || !events.every((event) => ControlEvent.safeParse(event).success)) return false
      const changed = controlsOf(movable(session, ids)).flatMap((control) =>
        isSame(control.events, events) ? [] : [{ ...control, events: [...events] }],
      )
      return session.edit('stepEvents', changed.length, (before) => withControls(before, changed), {
        key: keyOf('events', ids),
      })
    },
    copyLook(from, to) {
      const { document } = session.state()
      const source = controlOf(document, from)
      if (!source) return false
      const targets = withMembers(document, movable(session, to)).filter(({ control_id }) => control_id !== from)
      const changed = targets.map((control) => withLookOf(control, source, kinds))
      const count = changed.filter((control, at) => control !== targets[at]).length
      return session.edit('stepLook', count, (before) => withControls(before, changed))
    },
  }
}

/** A group's place and size are its members'. */
function groupWith(session: Session, group: Control, field: SettableField, value: unknown): Control[] {
  const members = withMembers(session.state().document, [group.control_id])
  const frame = { ...group, angle: 0 }
  switch (field) {
    case 'x':
    case 'y':
      return members.map((control) => movedBy(control, { x: 0, y: 0, [field]: (value as number) - group[field] }))
    case 'width':
    case 'height':
      return resizedWith(members, frame, { ...frame, [field]: value as number })
    case 'angle':
      return turnedBy(members, middleOf(group), value as number)
    case 'flip_x':
    case 'flip_y':
      return value === group[field] ? [] : flippedBy(members, field === 'flip_x' ? 'x' : 'y', middleOf(group))
    default:
      return [{ ...group, [field]: value }]
  }
}
