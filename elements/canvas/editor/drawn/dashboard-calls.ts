import type { Client } from '../../../../core/connection/client.ts'
import type { Dashboard } from '../../../../core/contract/dashboard.ts'
import type { Drawn, DrawnCalls } from './drawn.ts'

export const drawnDashboard = (dashboard: Dashboard): Drawn => ({
  is: 'dashboard',
  id: dashboard.dashboard_id,
  name: dashboard.dashboard_name,
  template_id: dashboard.template_id,
  variant: dashboard.height > dashboard.width ? 'mobile' : 'desktop',
  revision: dashboard.revision,
  changed_time: dashboard.changed_time,
  changed_by: dashboard.changed_by,
  dashboard,
})

export const dashboardCalls = ({ dashboard }: Client): DrawnCalls => ({
  open: async ({ id }, options) => {
    const { dashboard: opened, ...rest } = await dashboard.open({ dashboard_id: id }, options)
    return { ...rest, drawn: drawnDashboard(opened) }
  },
  save: async ({ id, ...sent }, options) =>
    drawnDashboard(await dashboard.save({ ...sent, dashboard_id: id }, options)),
  copy: async ({ drawn, name, document }, options) => {
    const { template_id } = drawn
    const folder_name = drawn.is === 'dashboard' ? drawn.dashboard.folder_name : ''
    // As a copy from the list: whom the first one is shown to may not be whom this one is for.
    const made = { template_id, folder_name, document, dashboard_name: name, visible_to: 'chosen' as const }
    return drawnDashboard(await dashboard.create(made, options))
  },
  versions: ({ id }, options) => dashboard.versions({ dashboard_id: id }, options),
  version: dashboard.version,
  restore: dashboard.restore,
  lock: ({ id, ...input }, options) => dashboard.lock({ ...input, dashboard_id: id }, options),
  thumbnail: dashboard.thumbnail,
})
