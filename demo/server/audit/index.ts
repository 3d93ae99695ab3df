export { changedRows, changesOf, writeAudit, writeAudits, writeChange } from './audit-trail.ts'
