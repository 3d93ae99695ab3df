export { findDashboards } from './find.ts'
export { dashboardForVisitors, dashboardToShare } from './for-visitors.ts'
export { type DashboardsOfGuests, openDashboardsOfGuests } from './guest-dashboards.ts'
