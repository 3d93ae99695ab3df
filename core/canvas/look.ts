import type { Control } from '../contract/documents/screen.ts'
import type { ControlKind, KindTable, RawProps } from './kind.ts'
import { isSame } from './props-path.ts'

/** Names of properties that say how a control looks, not what it shows. */
const LOOK =
  /(colou?r|fill|stroke|border|background|font|shadow|radius|align|gradient|dash)|^(size|style|padding|bold|italic|underline|is_?bold|is_?italic|is_?underline)$/i

export const isLook = (property: string): boolean => LOOK.test(property)

/** A control with the look of another: what both kinds have, as long as its own kind takes it. The same one where nothing differs. */
export function withLookOf(control: Control, from: Control, kinds: KindTable): Control {
  const kind = kinds.get(control.kind)
  const own: RawProps = { ...(kind?.defaults as object | undefined), ...control.props }
  const source: RawProps = { ...(kinds.get(from.kind)?.defaults as object | undefined), ...from.props }
  let props = control.props
  for (const [name, value] of Object.entries(source)) {
    if (!isLook(name) || !Object.hasOwn(own, name) || isSame(own[name], value)) continue
    const next = { ...props, [name]: value }
    if (takes(kind, next)) props = next
  }
  return props === control.props && control.opacity === from.opacity
    ? control
    : { ...control, props, opacity: from.opacity }
}

const takes = (kind: ControlKind | undefined, props: RawProps): boolean =>
  kind === undefined || kind.props.safeParse({ ...(kind.defaults as object), ...props }).success
