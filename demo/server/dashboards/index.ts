export { findDashboards } from './find.ts'
