export { alarmsKept } from './alarm-kept.ts'
export {
  dropBeyondQuotas,
  dropOldRecords,
  quotasOf,
  requireQuota,
  requireRoom,
  requireScreenSpace,
  setInstallationQuotas,
  setQuotas,
  spendQuota,
} from './quotas.ts'
