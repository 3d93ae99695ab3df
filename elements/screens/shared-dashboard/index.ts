import { defineElement } from '../../define/index.ts'
import { api } from './api.ts'
import { SharedDashboard } from './SharedDashboard.tsx'
import sheet from './shared-dashboard.css?sheet'

/**
 * `<sg-shared-dashboard base-url="https://console.example.com">`: the dashboard of a share link, for whoever has the link,
 * laid out for the width that it has. Its secret stands behind the # of the page's own address (`…/share-db#…`), which is
 * sent to no server and written into no log; where the link has a password, the element asks for it.
 */
export const SharedDashboardElement = defineElement('sg-shared-dashboard', SharedDashboard, { ...api, css: [sheet] })
