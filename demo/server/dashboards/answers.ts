import { openDocumentLocks } from '../documents/index.ts'
import type { ServerAnswers } from '../http/http.ts'
import { dashboardKeepAnswers } from './dashboard.ts'
import type { DashboardParts } from './rows.ts'
import { dashboardSaveAnswers } from './save.ts'
import { dashboardShowAnswers } from './show.ts'
import { dashboardGrantAnswers } from './visibility.ts'

export function dashboardAnswers({ db, fleet, now }: Omit<DashboardParts, 'locks'>): ServerAnswers['dashboard'] {
  const parts = { db, fleet, now, locks: openDocumentLocks(now) }
  return {
    ...dashboardShowAnswers(parts),
    ...dashboardKeepAnswers(parts),
    ...dashboardSaveAnswers(parts),
    ...dashboardGrantAnswers(parts),
  }
}
