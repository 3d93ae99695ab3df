import * as z from 'zod/mini'
import { LIMITS } from '../catalogue/limits.ts'
import { endpoint, Nothing } from './endpoint.ts'
import { Line } from './plain-text.ts'
import { ScreenLock, ScreenVersion, StoredDocument, thumbnail } from './screen.ts'
import { SnCode } from './telemetry.ts'

/** P101200 for equipment dashboards, P21200 for all others: the server checks which of the two a call needs. */
const mayDesign = ['P21200', 'P101200'] as const
const mayWatch = ['P20000', 'P100000'] as const
const dashboardName = Line(LIMITS.dashboardName)
const folderName = z.union([z.literal(''), Line(LIMITS.genericName)])

/** Who sees a dashboard, beside the administrators and whoever made it. */
export const DashboardVisibility = z.object({
  /** `chosen`: the users below, and those who are in one of the groups or have one of the roles. */
  visible_to: z.enum(['all', 'chosen']),
  user_ids: z.array(z.int()).check(z.maxLength(500)),
  group_ids: z.array(z.int()).check(z.maxLength(500)),
  role_ids: z.array(z.int()).check(z.maxLength(500)),
})
export type DashboardVisibility = z.infer<typeof DashboardVisibility>

/** One dashboard, without what is on it. Times are epoch ms. */
export const Dashboard = z.object({
  dashboard_id: z.int(),
  dashboard_name: z.string(),
  /** '' for none. */
  folder_name: z.string(),
  /** The template whose devices it shows, each by itself: an equipment dashboard. Null for all others. */
  template_id: z.nullable(z.int()),
  module_name: z.nullable(z.string()),
  width: z.number(),
  height: z.number(),
  visible_to: DashboardVisibility.shape.visible_to,
  /** The caller's own mark. */
  is_favourite: z.boolean(),
  /** Counts up with every save: a save names the one that it is based on. */
  revision: z.int(),
  /** The revision that others see: the last that somebody saved. Null where only drafts are kept so far. */
  shown_revision: z.nullable(z.int()),
  changed_time: z.int(),
  changed_by: z.string(),
  /** Who made it. */
  user_name: z.string(),
  thumbnail: z.nullable(z.string()),
  /** Whether the caller may draw it, and who sees it is the caller's to say. */
  may_edit: z.boolean(),
  may_grant: z.boolean(),
})
export type Dashboard = z.infer<typeof Dashboard>

/** A dashboard as it is watched: what was saved last, never a draft. */
export const ShownDashboard = z.object({
  dashboard: Dashboard,
  document: StoredDocument,
  /** Permission items that the caller holds, of the template of an equipment dashboard. */
  items: z.array(z.int()),
  /** What a press asks before it does: not for whoever saved what is shown. */
  asks: z.object({ write: z.boolean(), acknowledge: z.boolean() }),
})
export type ShownDashboard = z.infer<typeof ShownDashboard>

/** Who may be chosen to see a dashboard. */
export const DashboardCandidates = z.object({
  users: z.array(z.object({ user_id: z.int(), user_name: z.string(), name: z.string() })),
  groups: z.array(z.object({ group_id: z.int(), group_name: z.string() })),
  roles: z.array(z.object({ role_id: z.int(), role_name: z.string() })),
})
export type DashboardCandidates = z.infer<typeof DashboardCandidates>

const byId = z.object({ dashboard_id: z.int() })
const editor_id = z.string().check(z.regex(/^[A-Za-z0-9-]{8,64}$/))

export const dashboard = {
  list: endpoint({
    method: 'GET',
    path: '/yun/dashboard',
    needs: [...mayWatch, ...mayDesign],
    summary: 'Dashboards that the caller may see, in the order of the organisation; equipment dashboards only by `of`.',
    input: z.object({ of: z._default(z.enum(['organisation', 'devices', 'all']), 'organisation') }),
    output: z.array(Dashboard),
  }),
  ofDevice: endpoint({
    method: 'GET',
    path: '/yun/dev/dashboard',
    needs: mayWatch,
    summary: "Equipment dashboards of a device: those that are bound to the device's template.",
    input: z.object({ sn_code: SnCode }),
    output: z.array(Dashboard),
    refusals: ['110509'],
  }),
  show: endpoint({
    method: 'GET',
    path: '/yun/dashboard/show',
    needs: mayWatch,
    summary: 'A dashboard to watch, as it was saved last.',
    input: byId,
    output: ShownDashboard,
    refusals: ['118001'],
  }),
  open: endpoint({
    method: 'GET',
    path: '/yun/dashboard/document',
    needs: mayDesign,
    summary: 'A dashboard as it is drawn now, for the editor, and who has it open.',
    input: byId,
    output: z.object({
      dashboard: Dashboard,
      document: StoredDocument,
      lock: z.nullable(ScreenLock),
      may_edit: z.boolean(),
    }),
    refusals: ['118001', '118003'],
  }),
  create: endpoint({
    method: 'POST',
    path: '/yun/dashboard',
    needs: mayDesign,
    summary: 'Adds a dashboard behind the others.',
    input: z.object({
      dashboard_name: dashboardName,
      folder_name: z._default(folderName, ''),
      template_id: z._default(z.nullable(z.int()), null),
      width: z.optional(z.number().check(z.minimum(16), z.maximum(20_000))),
      height: z.optional(z.number().check(z.minimum(16), z.maximum(20_000))),
      /** A document to begin with: an imported file. */
      document: z.optional(StoredDocument),
      thumbnail,
      /** `chosen`: by nobody yet, beside its maker and administrators. */
      visible_to: z._default(DashboardVisibility.shape.visible_to, 'all'),
    }),
    output: Dashboard,
    refusals: ['115005', '118002', '118003', '118004', '118005', '201801', '100019'],
  }),
  edit: endpoint({
    method: 'PUT',
    path: '/yun/dashboard',
    needs: mayDesign,
    summary: 'Renames a dashboard, or moves it to a folder.',
    input: z.object({
      dashboard_id: z.int(),
      dashboard_name: z.optional(dashboardName),
      folder_name: z.optional(folderName),
    }),
    output: Dashboard,
    refusals: ['118001', '118002', '118003', '100019'],
  }),
  copy: endpoint({
    method: 'POST',
    path: '/yun/dashboard/copy',
    needs: mayDesign,
    summary: "Adds a copy of a dashboard that the caller may see: the caller's own, which nobody else sees yet.",
    input: z.object({ dashboard_id: z.int(), dashboard_name: dashboardName }),
    output: Dashboard,
    refusals: ['118001', '118002', '118003', '118004', '100019'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/yun/dashboard',
    needs: mayDesign,
    summary: 'Deletes a dashboard and its versions.',
    input: byId,
    output: Nothing,
    refusals: ['118001', '118003'],
  }),
  reorder: endpoint({
    method: 'PUT',
    path: '/yun/dashboard/reorder',
    needs: mayDesign,
    summary: 'Puts a dashboard before another one, or last.',
    input: z.object({ dashboard_id: z.int(), before_id: z.nullable(z.int()) }),
    output: Nothing,
    refusals: ['118001', '118003'],
  }),
  favourite: endpoint({
    method: 'PUT',
    path: '/yun/dashboard/favourite',
    needs: mayWatch,
    ownOnly: true,
    summary: "Sets the caller's own mark.",
    input: z.object({ dashboard_id: z.int(), is_favourite: z.boolean() }),
    output: Nothing,
    refusals: ['118001'],
  }),
  granted: endpoint({
    method: 'GET',
    path: '/yun/dashboard/granted',
    needs: mayDesign,
    summary: 'Who sees a dashboard, for whoever made it and for administrators.',
    input: byId,
    output: z.object({
      ...DashboardVisibility.shape,
      /** The same by their names, also those whom the caller could not choose himself. */
      chosen: z._default(DashboardCandidates, { users: [], groups: [], roles: [] }),
    }),
    refusals: ['118001', '118003'],
  }),
  grant: endpoint({
    method: 'PUT',
    path: '/yun/dashboard/granted',
    needs: mayDesign,
    summary: 'Says who sees a dashboard. Pages of others go dark when they read it next.',
    input: z.object({ ...byId.shape, ...DashboardVisibility.shape }),
    output: Dashboard,
    refusals: ['118001', '118003', '118006'],
  }),
  candidates: endpoint({
    method: 'GET',
    path: '/yun/dashboard/candidate',
    needs: mayDesign,
    summary: 'Users, user groups and roles that a dashboard can be shown to: those that the caller may see.',
    input: z.object({ search: z._default(z.string().check(z.maxLength(64)), '') }),
    output: DashboardCandidates,
  }),
  save: endpoint({
    method: 'PUT',
    path: '/yun/dashboard/save',
    needs: mayDesign,
    summary:
      'Saves a document over the revision that it was made from; others see `saved` ones only. 100027 with nothing saved where another one came in between, or another page holds the dashboard.',
    input: z.object({
      dashboard_id: z.int(),
      revision: z.int(),
      document: StoredDocument,
      kind: z._default(z.enum(['autosave', 'saved']), 'saved'),
      note: z._default(z.string().check(z.maxLength(LIMITS.description)), ''),
      thumbnail,
      editor_id,
    }),
    output: Dashboard,
    refusals: ['118001', '118003', '118004', '118005', '100027', '201801', '100019'],
  }),
  versions: endpoint({
    method: 'GET',
    path: '/yun/dashboard/versions',
    needs: mayDesign,
    summary: 'The stored states of a dashboard, newest first.',
    input: byId,
    output: z.array(ScreenVersion),
    refusals: ['118001', '118003'],
  }),
  version: endpoint({
    method: 'GET',
    path: '/yun/dashboard/version',
    needs: mayDesign,
    summary: 'One stored state with its document.',
    input: z.object({ version_id: z.int() }),
    output: z.object({ version: ScreenVersion, document: StoredDocument }),
    refusals: ['118001', '118003'],
  }),
  restore: endpoint({
    method: 'POST',
    path: '/yun/dashboard/restore',
    needs: mayDesign,
    summary: 'Makes a stored state the newest one again, which others see; what was the newest is kept as a version.',
    input: z.object({ version_id: z.int(), revision: z.int(), editor_id }),
    output: Dashboard,
    refusals: ['118001', '118003', '118004', '118005', '100027', '201801', '100019'],
  }),
  lock: endpoint({
    method: 'POST',
    path: '/yun/dashboard/lock',
    needs: mayDesign,
    summary:
      'Takes a dashboard for drawing, or keeps it: repeated every 10 s, it ends 30 s after the last. With `take` it is taken from whoever has it. Answers who has it, and who else looks.',
    input: z.object({
      dashboard_id: z.int(),
      editor_id,
      take: z._default(z.boolean(), false),
      release: z._default(z.boolean(), false),
    }),
    output: z.object({ lock: z.nullable(ScreenLock), present: z.array(ScreenLock), revision: z.int() }),
    refusals: ['118001', '118003'],
  }),
  thumbnail: endpoint({
    method: 'GET',
    path: '/yun/dashboard/thumbnail',
    needs: [...mayWatch, ...mayDesign],
    summary: 'The picture of a dashboard, or of a version, as a data URL; null where there is none.',
    input: z.object({ dashboard_id: z.optional(z.int()), version_id: z.optional(z.int()) }),
    output: z.object({ picture: z.nullable(z.string()) }),
    refusals: ['118001', '118003'],
  }),
}
