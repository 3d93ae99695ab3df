import { withMembers } from '../canvas/arrangement.ts'
import { DashboardFields, LAYOUT_WIDTHS, type LayoutItem, type LayoutName } from '../contract/documents/dashboard.ts'
import type { Control, ScreenDocument } from '../contract/documents/screen.ts'

/** Columns of a narrow layout, and px between its components and around them. */
const COLUMNS: Record<LayoutName, number> = { tablet: 8, phone: 2 }
const GAP = 8
/** What is drawn smaller than this part of the dashboard's width may share a row. */
const HALF = 0.5

/** The layout for a page of this width; null where it is shown as it is drawn. */
export const layoutOf = (width: number): LayoutName | null =>
  width <= LAYOUT_WIDTHS.phone * 1.5 ? 'phone' : width <= LAYOUT_WIDTHS.tablet * 1.1 ? 'tablet' : null

/** What the document says of its layouts; nothing of what cannot be read. */
export const fieldsOf = (document: ScreenDocument): DashboardFields => {
  const parsed = DashboardFields.safeParse(document.dashboard ?? {})
  return parsed.success ? parsed.data : { layouts: {} }
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
  const named = (fieldsOf(document).layouts[name]?.items ?? []).filter(
    ({ control_id }, at, all) =>
      there.has(control_id) && all.findIndex((other) => other.control_id === control_id) === at,
  )
  const known = new Set(named.map(({ control_id }) => control_id))
  const rest = inReadingOrder(whole.filter(({ control_id }) => !known.has(control_id)))
  return [...named, ...rest.map(({ control_id }) => ({ control_id, is_hidden: false }))]
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
  const columns = COLUMNS[name]
  const column = (width - GAP * (columns + 1)) / columns
  const byId = new Map(document.controls.map((control) => [control.control_id, control]))
  const placed = new Map<string, Control>()
  let y = GAP
  let used = 0
  let rowHeight = 0
  for (const item of layoutItems(document, name)) {
    const control = byId.get(item.control_id)
    if (!control) continue
    if (item.is_hidden) {
      placed.set(item.control_id, { ...control, hidden: true })
      continue
    }
    const span = Math.min(columns, item.span ?? naturalSpan(control, document.width, columns))
    if (used + span > columns) {
      y += rowHeight + GAP
      used = 0
      rowHeight = 0
    }
    const boxWidth = span * column + (span - 1) * GAP
    const height = item.height ?? Math.max(MIN_HEIGHT, (control.height * boxWidth) / Math.max(1, control.width))
    const to = { x: GAP + used * (column + GAP), y, width: boxWidth, height }
    for (const member of withMembers(document, [control.control_id]))
      placed.set(member.control_id, inBox(member, control, to))
    used += span
    rowHeight = Math.max(rowHeight, height)
  }
  const height = y + rowHeight + GAP
  return { ...document, width, height, controls: document.controls.map((own) => placed.get(own.control_id) ?? own) }
}

const MIN_HEIGHT = 32

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

function naturalSpan(control: Control, width: number, columns: number): number {
  const share = control.width / Math.max(1, width)
  return share < HALF ? Math.max(1, Math.round(columns / 2)) : columns
}
