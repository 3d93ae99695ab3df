import type { ShownDashboard } from '../../../core/contract/dashboard.ts'
import type { ShownScreen } from '../../../core/contract/screen.ts'

/** What draws screens draws dashboards: they are screens without a template. */
export function screenOf({ dashboard, document, items, asks }: ShownDashboard): ShownScreen {
  const { dashboard_name: screen_name, width, height, revision, shown_revision, changed_time, changed_by } = dashboard
  return {
    document,
    screen: {
      screen_id: 0,
      template_id: 0,
      screen_name,
      variant: 'desktop',
      is_start: true,
      width,
      height,
      revision,
      published_revision: shown_revision,
      changed_time,
      changed_by,
      thumbnail: null,
    },
    screens: [],
    template: { template_id: 0, module_name: screen_name, is_published: true },
    items,
    videos: [],
    asks,
  }
}
