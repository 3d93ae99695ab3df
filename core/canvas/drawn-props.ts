import type { Control } from '../contract/documents/screen.ts'
import { BROKEN_KIND } from './copies.ts'
import type { ControlKind, KindTable, RawProps } from './kind.ts'
import { valueAt, withValueAt } from './props-path.ts'

/** Rounds of mending: each settles at least one path, deeper ones first. */
const MOST_ROUNDS = 50

export interface CheckedProps {
  /** What is drawn: as stored where that is sound, the default where it is not. */
  readonly props: RawProps
  /** The paths that were not. */
  readonly bad: readonly string[]
}

const checked = new WeakMap<Control, { readonly kind: ControlKind; readonly checked: CheckedProps }>()

/** A control's props as its kind draws them. The stored ones stay as they are. */
export function checkedProps(control: Control, kind: ControlKind): CheckedProps {
  const known = checked.get(control)
  if (known?.kind === kind) return known.checked
  const fresh = check(kind, control.props)
  checked.set(control, { kind, checked: fresh })
  return fresh
}

/** The same of a table of kinds; the stored props of a kind that is not known. */
export function drawnProps(control: Control, kinds: KindTable): RawProps {
  const kind = kinds.get(control.kind)
  return kind ? checkedProps(control, kind).props : control.props
}

/** Whether a control is drawn as a placeholder: of an unknown kind, of a newer version of its kind, or broken. */
export function isPlaceholder(control: Control, kinds: KindTable): boolean {
  const kind = kinds.get(control.kind)
  return control.kind === BROKEN_KIND || !kind || control.version > kind.version
}

function check(kind: ControlKind, stored: RawProps): CheckedProps {
  const defaults = kind.defaults as RawProps
  const bad = new Set<string>()
  let props: RawProps = { ...defaults, ...stored }
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const result = kind.props.safeParse(props)
    if (result.success) return { props: result.data as RawProps, bad: [...bad] }
    const before = props
    for (const { path } of result.error.issues) props = mended(props, defaults, path.map(String), bad)
    if (props === before) break
  }
  return { props: defaults, bad: bad.size > 0 ? [...bad] : [''] }
}

/** The default in place of what is at fault; where that was tried already, or there is none, in place of what holds it. */
function mended(props: RawProps, defaults: RawProps, path: readonly string[], bad: Set<string>): RawProps {
  for (let length = path.length; length > 0; length -= 1) {
    const name = path.slice(0, length).join('.')
    if (bad.has(name)) continue
    bad.add(name)
    const otherwise = defaultAt(defaults, path.slice(0, length))
    // Out of a list nothing is taken: the rows behind it would become other ones.
    if (otherwise === undefined && isPlace(path[length - 1])) continue
    const next = withValueAt(props, name, otherwise)
    if (next !== props) {
      for (const deeper of [...bad]) if (deeper.startsWith(`${name}.`)) bad.delete(deeper)
      return next
    }
  }
  return props
}

const isPlace = (key: string | undefined): boolean => key !== undefined && /^\d+$/.test(key)

/** What the kind has at a path; for a row further down a list what it has in the first one. */
const defaultAt = (defaults: RawProps, path: readonly string[]): unknown =>
  valueAt(defaults, path.join('.')) ?? valueAt(defaults, path.map((key) => (isPlace(key) ? '0' : key)).join('.'))

/** Whether a kind takes what was put at a path of a control's props. What was unsound before elsewhere does not count. */
export function checksPath(kinds: KindTable, control: Control, props: RawProps, path: string): boolean {
  const kind = kinds.get(control.kind)
  if (!kind) return true
  const name = path.split('.')[0] as string
  const defaults = kind.defaults as RawProps
  // A property that the kind does not have belongs to others that are selected with it.
  const isKnown = Object.hasOwn(defaults, name) || Object.hasOwn(control.props, name) || isOptional(kind, name)
  if (!isKnown) return false
  const result = kind.props.safeParse({ ...defaults, ...props })
  return result.success || !result.error.issues.some((issue) => String(issue.path[0] ?? name) === name)
}

const isOptional = (kind: ControlKind, name: string): boolean =>
  Object.hasOwn((kind.props as { shape?: object }).shape ?? {}, name)
