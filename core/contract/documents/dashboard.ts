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

/** Ranges that a dashboard may be opened with. */
export const DASHBOARD_RANGES = ['hour', 'hours6', 'day', 'week', 'month', 'today'] as const

/** How texts of a dashboard name a variable: `${area}`. */
export const VARIABLE_NAME = /^[\p{L}_][\p{L}\p{N}_]{0,31}$/u
export const VARIABLE_KINDS = ['text', 'choice', 'group', 'template'] as const

/** What whoever looks at a dashboard chooses for all of it. */
export const DashboardVariable = z.object({
  name: z.string().check(z.regex(VARIABLE_NAME)),
  kind: z.enum(VARIABLE_KINDS),
  /** Of a choice. */
  options: z._default(
    z
      .array(z.string().check(z.minLength(1), z.maxLength(LIMITS.variableValue)))
      .check(z.maxLength(LIMITS.variableOptions)),
    [],
  ),
  /** Until another is chosen: a text, or the number of a group or template; '' for none. */
  value: z._default(z.string().check(z.maxLength(LIMITS.variableValue)), ''),
})
export type DashboardVariable = z.infer<typeof DashboardVariable>

/**
 * What the document of a dashboard has beside those of screens (`ScreenDocument.dashboard`). Its components are controls: what
 * draws and edits screens draws and edits dashboards too.
 */
export const DashboardFields = z.object({
  layouts: z._default(z.object({ tablet: z.optional(Layout), phone: z.optional(Layout) }), {}),
  variables: z._default(
    z.array(DashboardVariable).check(
      z.maxLength(LIMITS.dashboardVariables),
      z.refine((all) => new Set(all.map(({ name }) => name)).size === all.length, 'has a name twice'),
    ),
    [],
  ),
  /** The time that its components show that have none of their own, until whoever looks chooses another. */
  range: z._default(z.enum(DASHBOARD_RANGES), 'day'),
})
export type DashboardFields = z.infer<typeof DashboardFields>
