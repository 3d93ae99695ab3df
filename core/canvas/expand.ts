import type { Control, ScreenDocument } from '../contract/documents/screen.ts'
import { type ParameterValue, withParameters } from '../rules/expression/points.ts'
import { symbolOf } from './arrangement.ts'
import { copiesOf } from './copies.ts'
import { type Box, middleOf } from './geometry.ts'
import { withExpressions } from './point-places.ts'
import { symbolIn } from './symbol-scope.ts'
import { flippedBy, resizedWith, turnedBy } from './transforms.ts'

/** Symbols in symbols deeper than this, or more controls than this, are a mistake: the rest is not drawn. */
const DEEPEST = 8
const MOST = 20_000

/** Controls with the members of symbols in the place where they are used, right in front of their group; ids `group/member`. */
export function expandDocument(document: ScreenDocument): readonly Control[] {
  if (!document.controls.some((control) => symbolOf(control) !== null)) return document.controls
  const controls: Control[] = []
  for (const control of document.controls) {
    controls.push(control)
    if (controls.length < MOST) controls.push(...membersOfUse(document.symbols, control))
  }
  return controls.slice(0, MOST)
}

const made = new WeakMap<
  Control,
  { readonly symbols: ScreenDocument['symbols']; readonly members: readonly Control[] }
>()

/** The members that a use of a symbol shows; the same objects until the use or a symbol changes. */
export function membersOfUse(symbols: ScreenDocument['symbols'], use: Control): readonly Control[] {
  if (symbolOf(use) === null) return []
  const known = made.get(use)
  if (known?.symbols === symbols) return known.members
  const members = expandUse(symbols, use, [])
  made.set(use, { symbols, members })
  return members
}

function expandUse(symbols: ScreenDocument['symbols'], use: Control, around: readonly string[]): Control[] {
  const symbol = symbolOf(use)
  const content = symbol === null ? undefined : symbolIn({ symbols }, symbol)
  if (symbol === null || !content || around.includes(symbol) || around.length >= DEEPEST) return []
  const prefix = `${use.control_id}/`
  const own = copiesOf(content.controls, ({ control_id }) => prefix + control_id, { x: 0, y: 0 }).map((member) => ({
    ...member,
    parent: member.parent?.startsWith(prefix) ? member.parent : use.control_id,
    layer_id: use.layer_id,
  }))
  const parameters = parametersOf(use)
  const members = Object.keys(parameters).length === 0 ? own : own.map((member) => filledIn(member, parameters))
  const placed = placedIn(members, content, use)
  const inner = [...around, symbol]
  const expanded: Control[] = []
  for (const member of placed) {
    expanded.push(member)
    if (expanded.length < MOST) expanded.push(...expandUse(symbols, member, inner))
  }
  return expanded
}

/** Scaled into the box of the use, then flipped and turned as it is. */
function placedIn(members: readonly Control[], size: { width: number; height: number }, use: Control): Control[] {
  const page = { x: 0, y: 0, width: size.width, height: size.height, angle: 0 }
  const box: Box & { angle: number } = { x: use.x, y: use.y, width: use.width, height: use.height, angle: 0 }
  const middle = middleOf(box)
  let placed = members.map((member) => resizedWith([member, member], page, box)[0] as Control)
  if (use.flip_x) placed = flippedBy(placed, 'x', middle)
  if (use.flip_y) placed = flippedBy(placed, 'y', middle)
  return use.angle === 0 ? placed : turnedBy(placed, middle, use.angle)
}

/** What a use says for the parameters of its symbol: `props.points: { name: 'WW0001.flow' }`. */
export function parametersOf(use: Control): Readonly<Record<string, ParameterValue>> {
  const { points } = use.props
  if (typeof points !== 'object' || points === null || Array.isArray(points)) return {}
  const parameters = Object.entries(points).filter(([, value]) => isParameter(value) && value !== '')
  return Object.fromEntries(parameters) as Record<string, ParameterValue>
}

const isParameter = (value: unknown): value is ParameterValue =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'

function filledIn(member: Control, parameters: Readonly<Record<string, ParameterValue>>): Control {
  const fill = (expression: string) => withParameters(expression, parameters)
  return withExpressions(member, fill, fill)
}
