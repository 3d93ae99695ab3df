import { defineElement } from '../../define/index.ts'
import { api } from './api.ts'
import { Dashboards } from './Dashboards.tsx'
import sheet from './dashboards.css?sheet'

/**
 * `<sg-dashboards dashboard="12">`: the dashboards that the user may see, by folder, and the chosen one beside them. Those who
 * may design them make, copy, rename and delete them here, say who sees them, and put them in order.
 */
export const DashboardsElement = defineElement('sg-dashboards', Dashboards, { ...api, css: [sheet] })
