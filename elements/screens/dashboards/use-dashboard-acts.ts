import type { Dashboard } from '../../../core/contract/dashboard.ts'
import { attempt } from '../../../core/stores/attempt.ts'
import { useConnection } from '../../define/index.ts'
import { useDialog } from '../../parts/form/use-dialog.ts'
import type { DashboardAct } from './DashboardList.tsx'
import { beforeAfter, foldersOf } from './shelves.ts'

interface ActParts {
  dashboards: readonly Dashboard[]
  onChanged: () => void
  onEdit: (dashboard_id: number) => void
}

/** What a dialog of the list is about: null for a new dashboard. */
export interface Asked {
  what: 'create' | 'settings' | 'grant' | 'copy' | 'remove'
  dashboard: Dashboard | null
}

/** What can be done with the dashboards of a list: at once, or after a dialog. */
export function useDashboardActs({ dashboards, onChanged, onEdit }: ActParts) {
  const { api } = useConnection()
  const dialog = useDialog<Asked>()
  const now = async (call: Promise<unknown>) => {
    await attempt(call)
    onChanged()
  }
  return {
    dialog,
    folders: foldersOf(dashboards),
    create: () => dialog.open({ what: 'create', dashboard: null }),
    act(what: DashboardAct, dashboard: Dashboard) {
      const { dashboard_id, is_favourite } = dashboard
      switch (what) {
        case 'edit':
          return onEdit(dashboard_id)
        case 'favourite':
          return void now(api.dashboard.favourite({ dashboard_id, is_favourite: !is_favourite }))
        case 'up':
        case 'down': {
          return void now(api.dashboard.reorder({ dashboard_id, before_id: beforeAfter(dashboards, dashboard, what) }))
        }
        default:
          return dialog.open({ what, dashboard })
      }
    },
  }
}
export type DashboardActs = ReturnType<typeof useDashboardActs>
