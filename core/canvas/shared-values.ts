import type { Control } from '../contract/documents/screen.ts'
import { controlOf } from './arrangement.ts'
import { checkedProps } from './drawn-props.ts'
import type { Editor, Shared } from './editor-api.ts'
import { isSame, valueAt } from './props-path.ts'
import type { Session } from './session.ts'

/** What several controls have in common: the values that a panel shows for all of them. The one picked last leads. */
export function sharedReaders(session: Session): Pick<Editor, 'readField' | 'readProp' | 'readBinding'> {
  const controls = (ids: readonly string[] = session.state().selection): Control[] =>
    ids.map((id) => controlOf(session.state().document, id)).filter((control) => control !== undefined)
  const shared = <Value>(values: readonly Value[], none: Value): Shared<Value> => {
    const lead = values.length === 0 ? none : (values.at(-1) as Value)
    return values.every((value) => isSame(value, lead)) ? { isMixed: false, value: lead } : { isMixed: true }
  }

  return {
    readField: (field, ids) => {
      const values = controls(ids).map((control) => control[field])
      return shared(values, undefined as (typeof values)[number])
    },
    readProp: (path, ids) =>
      shared(
        controls(ids).map((control) => {
          const kind = session.kinds.get(control.kind)
          return valueAt(kind ? checkedProps(control, kind).props : control.props, path)
        }),
        undefined,
      ),
    readBinding: (path, ids) =>
      shared(
        controls(ids).map(({ bindings }) => (Object.hasOwn(bindings, path) ? (bindings[path] ?? null) : null)),
        null,
      ),
  }
}
