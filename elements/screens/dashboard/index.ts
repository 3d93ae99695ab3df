import { defineElement } from '../../define/index.ts'
import { api } from './api.ts'
import { Dashboard } from './Dashboard.tsx'
import sheet from './dashboard.css?sheet'

/**
 * `<sg-dashboard dashboard="12" sn="WW0001">`: a dashboard, live: laid out for the width that it has. A device that is chosen
 * in one of its components is shown by the others. Where it is not there, or not for this user, it says so. In
 * a portal it is for guests whose token names it (`resources.dashboards`), with the values that it binds.
 */
export const DashboardElement = defineElement('sg-dashboard', Dashboard, { ...api, css: [sheet] })
