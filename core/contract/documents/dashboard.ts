import * as z from 'zod/mini'
import { LIMITS } from '../../catalogue/limits.ts'
import { ControlId } from './screen.ts'

/** Widths that a dashboard is laid out for by itself: px of the page. Wider than a tablet, it is shown as it is drawn. */
export const LAYOUT_WIDTHS = { tablet: 768, phone: 375 } as const
export type LayoutName = keyof typeof LAYOUT_WIDTHS

/** Where a component stands in a narrow layout: what is not named here follows in the order of reading, as the kind wants it. */
export const LayoutItem = z.object({
  control_id: ControlId,
  is_hidden: z._default(z.boolean(), false),
  /** Columns that it takes: all of them where it is left out. */
  span: z.optional(z.int().check(z.minimum(1), z.maximum(LIMITS.containerColumns))),
  /** px of the layout; in the proportions that it is drawn with where it is left out. */
  height: z.optional(z.number().check(z.minimum(16), z.maximum(4000))),
})
export type LayoutItem = z.infer<typeof LayoutItem>

const Layout = z.object({ items: z._default(z.array(LayoutItem).check(z.maxLength(LIMITS.dashboardComponents)), []) })
export type Layout = z.infer<typeof Layout>

/** How a dashboard is laid out on narrow pages. */
export const DashboardLayouts = z._default(z.object({ tablet: z.optional(Layout), phone: z.optional(Layout) }), {})
export type DashboardLayouts = z.infer<typeof DashboardLayouts>
