export { alarmsKept, notifyAlarmsDeleted } from './alarm-kept.ts'
export { dropHistoryBeyondQuotas } from './history-kept.ts'
export { requireHistorySpace, requireSpaceForMoved } from './history-space.ts'
export { keptBy } from './kept-by.ts'
export { requirePointRoom, requireRoomForTemplate } from './point-room.ts'
export {
  dropBeyondQuotas,
  quotasOf,
  requireQuota,
  requireRoom,
  requireRoomOf,
  requireScreenSpace,
  setInstallationQuotas,
  setQuotas,
  spendQuota,
} from './quotas.ts'
export { dropOldRecords } from './records-kept.ts'
export { requireRuleRoom, requireRuleTextRoom } from './rule-room.ts'
