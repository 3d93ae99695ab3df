import type { Control, ScreenDocument } from '../../contract/documents/screen.ts'
import { parseExpression } from '../../rules/expression/expression.ts'
import { drawnProps, isPlaceholder } from '../drawn-props.ts'
import { expandDocument } from '../expand.ts'
import { type Box, boundsOf } from '../geometry.ts'
import type { ControlKind, KindTable, RawProps } from '../kind.ts'
import { type Rgb, readColour } from './colours.ts'

/** Colours as they are drawn: of a theme. */
export interface CheckPalette {
  /** A document's colour as one of CSS: a token becomes what it is in the theme. */
  colour(named: string): string
}

/** A control that is checked. */
export interface CheckedControl {
  readonly control: Control
  readonly kind: ControlKind
  readonly props: RawProps
  readonly box: Box
  /** Of the document itself: of a symbol's member that of its use. */
  readonly control_id: string
  /** Its place in the painting order. */
  readonly place: number
}

/** What all rules look at. */
export interface Page {
  readonly document: ScreenDocument
  readonly variant: 'desktop' | 'mobile'
  /** All that there is, groups, placeholders and hidden ones too. */
  readonly all: readonly Pick<CheckedControl, 'control' | 'control_id'>[]
  /** What is seen, the hindmost first; without groups and placeholders. */
  readonly controls: readonly CheckedControl[]
  colour(named: unknown): Rgb | null
}

export function pageOf(
  document: ScreenDocument,
  kinds: KindTable,
  look: CheckPalette,
  variant: 'desktop' | 'mobile',
): Page {
  const shown = expandDocument(document)
  const byId = new Map(shown.map((control) => [control.control_id, control]))
  const hiddenLayers = new Set(document.layers.filter(({ hidden }) => hidden).map(({ layer_id }) => layer_id))
  const isHidden = (control: Control): boolean => {
    let above: Control | undefined = control
    for (let i = 0; above && i < 64; i++) {
      if (above.hidden && !above.bindings.visible) return true
      above = above.parent === null ? undefined : byId.get(above.parent)
    }
    return hiddenLayers.has(control.layer_id)
  }
  const all = shown.map((control) => ({ control, control_id: control.control_id.split('/')[0] as string }))
  const controls = all.flatMap(({ control, control_id }, place): CheckedControl[] => {
    const kind = kinds.get(control.kind)
    if (!kind || control.kind === 'group' || isPlaceholder(control, kinds) || isHidden(control)) return []
    return [{ control, kind, props: drawnProps(control, kinds), box: boundsOf(control), control_id, place }]
  })
  const colours = new Map<string, Rgb | null>()
  const colour = (named: unknown): Rgb | null => {
    if (typeof named !== 'string' || named === '') return null
    const known = colours.get(named)
    if (known !== undefined) return known
    const read = readColour(look.colour(named))
    colours.set(named, read)
    return read
  }
  return { document, variant, all, controls, colour }
}

/** The property that a point is bound to first; null for kinds that show none. */
export function mainOf({ kind }: CheckedControl): 'value' | 'currStateIndex' | null {
  const [main] = kind.bindable
  return main === 'value' || main === 'currStateIndex' ? main : null
}

/** Whether it shows one point, whose name and unit then stand in for its own. */
export function isPlain({ control }: CheckedControl, path: string): boolean {
  const binding = control.bindings[path]
  if (!binding || binding.ranges?.length || binding.scale) return false
  const parsed = parseExpression(binding.expression)
  return parsed.ok && parsed.expression.plain !== null
}

/** A text somewhere in a control: with its colour, its size, and what the control itself paints behind it. */
export interface Words {
  readonly colour: string
  /** '' where what is behind the control is behind the words. */
  readonly background: string
  /** px. */
  readonly size: number
  readonly isBold: boolean
}

const TEXTS = ['text', 'label', 'title', 'onText', 'offText', 'value', 'writes']
const SIZE_DEFAULT = 15

/** Words that are, or may come to be, seen. */
export function wordsOf(checked: CheckedControl): readonly Words[] {
  const { control, props } = checked
  const found: Words[] = []
  const isBound = (path: string) => path in control.bindings
  const main = mainOf(checked)
  let hasOwnWords = false
  const read = (holder: RawProps, path: string, behind: string, size: number) => {
    const at = (name: string) => (path === '' ? name : `${path}.${name}`)
    const isSaid = (name: string) =>
      isBound(at(name)) ||
      (typeof holder[name] === 'string' && holder[name] !== '') ||
      (name === 'value' && at(name) === main)
    const own =
      typeof holder.backgroundColor === 'string' && holder.backgroundColor !== '' ? holder.backgroundColor : ''
    // A state's box is drawn only where the control says so.
    const background = props.shapeShow === false ? behind : own || behind
    const font = holder.font as RawProps | undefined
    const fontSize = [holder.fontSize, font?.size, size].find((one) => typeof one === 'number') as number
    const isBold = holder.isBold === true || font?.isBold === true
    const hasWords = TEXTS.some(isSaid)
    if (path === '') hasOwnWords = hasWords
    if (hasWords && !isBound(at('fontColor')) && typeof holder.fontColor === 'string' && holder.fontColor !== '')
      found.push({ colour: holder.fontColor, background, size: fontSize, isBold })
    const isNamed = isSaid('label') || (path === '' && main !== null && isPlain(checked, main))
    if (isNamed && !isBound(at('labelColor')) && typeof holder.labelColor === 'string' && holder.labelColor !== '')
      found.push({ colour: holder.labelColor, background, size: fontSize, isBold: false })
    for (const [name, value] of Object.entries(holder))
      if (Array.isArray(value))
        value.forEach((row, i) => {
          if (typeof row === 'object' && row !== null) read(row as RawProps, at(`${name}.${i}`), background, fontSize)
        })
  }
  read(props, '', '', SIZE_DEFAULT)
  // Kinds that choose the colour themselves choose a legible one: only the size is checked.
  if (found.length === 0 && hasOwnWords && typeof props.fontSize === 'number')
    found.push({ colour: '', background: '', size: props.fontSize, isBold: false })
  return found
}
