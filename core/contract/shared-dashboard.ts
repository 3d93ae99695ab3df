import * as z from 'zod/mini'
import { ShownDashboard } from './dashboard.ts'
import { endpoint } from './endpoint.ts'
import { LinkOpening, OpenedLink } from './share-link.ts'

export const sharedDashboard = {
  open: endpoint({
    method: 'POST',
    path: '/yun/shared/dashboard',
    needs: 'public',
    // But for the count of views.
    changesNothing: true,
    summary:
      'Opens a share link of a dashboard: the dashboard as it was saved last, its devices, and a token for its values, of 10 ' +
      'minutes, which `renew` replaces. One view is counted.',
    input: LinkOpening,
    output: z.extend(OpenedLink, { shown: ShownDashboard }),
    refusals: ['118301', '118302', '118303', '100019'],
  }),
}
