import * as z from 'zod/mini'
import { LIMITS } from '../../catalogue/limits.ts'
import { DashboardLayouts } from './dashboard.ts'

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
  layouts: DashboardLayouts,
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
