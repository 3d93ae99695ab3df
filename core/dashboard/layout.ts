import { withMembers } from '../canvas/arrangement.ts'
import { LIMITS } from '../catalogue/limits.ts'
import { DashboardLayouts, LAYOUT_WIDTHS, type LayoutItem, type LayoutName } from '../contract/documents/dashboard.ts'
import type { Control, ScreenDocument } from '../contract/documents/screen.ts'

/** Columns of a narrow layout, and px between its components and around them. */
export const LAYOUT_COLUMNS: Readonly<Record<LayoutName, number>> = { tablet: LIMITS.containerColumns, phone: 2 }
const GAP = 8
const LEAST_HEIGHT = 32
/** What is drawn at least so high, as tables and curves are, has at least the second height where it takes a whole row. */
const HIGH = 120
const WHOLE_ROW_HEIGHT = 220

/** The layout for a page of this width; null where it is shown as it is drawn. */
export const layoutOf = (width: number): LayoutName | null =>
  width <= LAYOUT_WIDTHS.phone * 1.5 ? 'phone' : width <= LAYOUT_WIDTHS.tablet * 1.1 ? 'tablet' : null

/** What the document says of its layouts; nothing of what cannot be read. */
function layoutsOf(document: ScreenDocument): DashboardLayouts {
  const { layouts } = (document.dashboard ?? {}) as { layouts?: unknown }
  const parsed = DashboardLayouts.safeParse(layouts)
  return parsed.success ? parsed.data : {}
}

/** Components as one reads them: line by line. Two stand on one line where their middles are beside each other. */
export function inReadingOrder(controls: readonly Control[]): Control[] {
  const byTop = [...controls].sort((a, b) => a.y - b.y || a.x - b.x)
  const lines: { bottom: number; controls: Control[] }[] = []
  for (const control of byTop) {
    const line = lines.at(-1)
    if (line && control.y + control.height / 2 <= line.bottom) {
      line.controls.push(control)
      line.bottom = Math.max(line.bottom, control.y + control.height)
    } else lines.push({ bottom: control.y + control.height, controls: [control] })
  }
  return lines.flatMap(({ controls: line }) => line.sort((a, b) => a.x - b.x))
}

/** What a layout shows, in its order: what it names, then all others as one reads them. Members of groups go with their group. */
export function layoutItems(document: ScreenDocument, name: LayoutName): LayoutItem[] {
  const whole = document.controls.filter(({ parent }) => parent === null)
  const there = new Map(whole.map((control) => [control.control_id, control]))
  const named = (layoutsOf(document)[name]?.items ?? []).filter(
    ({ control_id }, at, all) =>
      there.has(control_id) && all.findIndex((other) => other.control_id === control_id) === at,
  )
  const known = new Set(named.map(({ control_id }) => control_id))
  const rest = inReadingOrder(whole.filter(({ control_id }) => !known.has(control_id)))
  return [...named, ...rest.map(({ control_id }) => ({ control_id, is_hidden: false }))]
}

interface Placed {
  readonly control: Control
  readonly span: number
  /** Whether its author said how wide it is. */
  readonly isFixed: boolean
  readonly height: number
}

/**
 * The document as a narrow page shows it: its components below each other, those that are drawn small side by side, each in
 * the proportions that it is drawn with. `width` is that of the page, px.
 */
export function laidOut(
  document: ScreenDocument,
  name: LayoutName,
  width: number = LAYOUT_WIDTHS[name],
): ScreenDocument {
  const columns = LAYOUT_COLUMNS[name]
  const column = (width - GAP * (columns + 1)) / columns
  const widthOf = (span: number) => span * column + (span - 1) * GAP
  const byId = new Map(document.controls.map((control) => [control.control_id, control]))
  const placed = new Map<string, Control>()
  const rows: Placed[][] = []
  let used = columns
  for (const { control_id, is_hidden, span: own, height: ownHeight } of layoutItems(document, name)) {
    const control = byId.get(control_id)
    if (!control) continue
    if (is_hidden) {
      placed.set(control_id, { ...control, hidden: true })
      continue
    }
    const span = Math.min(columns, own ?? naturalSpan(control, document.width, name))
    const natural = (control.height * widthOf(span)) / Math.max(1, control.width)
    const least = span === columns && control.height >= HIGH ? WHOLE_ROW_HEIGHT : LEAST_HEIGHT
    if (used + span > columns) {
      rows.push([])
      used = 0
    }
    used += span
    rows.at(-1)?.push({ control, span, isFixed: own !== undefined, height: ownHeight ?? Math.max(least, natural) })
  }
  let y = GAP
  for (const row of rows) {
    // The last one takes what is left of its row.
    const left = columns - row.reduce((sum, { span }) => sum + span, 0)
    let at = 0
    for (const one of row) {
      const { control, isFixed, height } = one
      const span = one === row.at(-1) && !isFixed ? one.span + left : one.span
      const to = { x: GAP + at * (column + GAP), y, width: widthOf(span), height }
      for (const member of withMembers(document, [control.control_id]))
        placed.set(member.control_id, inBox(member, control, to))
      at += span
    }
    y += Math.max(...row.map(({ height }) => height)) + GAP
  }
  return { ...document, width, height: y, controls: document.controls.map((own) => placed.get(own.control_id) ?? own) }
}

/** Columns by the part of the dashboard's width that it is drawn with. */
function naturalSpan(control: Control, width: number, name: LayoutName): number {
  const share = control.width / Math.max(1, width)
  if (name === 'phone') return share <= 0.3 ? 1 : 2
  return share <= 0.16 ? 2 : share <= 0.55 ? 4 : 8
}

type Box = Pick<Control, 'x' | 'y' | 'width' | 'height'>

/** A control as it stands when what it is part of, or it itself, takes another box. */
function inBox(control: Control, from: Box, to: Box): Control {
  const [across, down] = [to.width / Math.max(1, from.width), to.height / Math.max(1, from.height)]
  return {
    ...control,
    x: to.x + (control.x - from.x) * across,
    y: to.y + (control.y - from.y) * down,
    width: control.width * across,
    height: control.height * down,
  }
}
