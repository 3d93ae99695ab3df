export { changedRows, changesOf, writeAudit, writeChange } from './audit-trail.ts'
