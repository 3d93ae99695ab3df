export { alarmsKept, alarmTally, notifyAlarmsDeleted } from './alarm-kept.ts'
export { dropHistoryBeyondQuotas } from './history-kept.ts'
export { requireHistorySpace, requireSpaceForMoved } from './history-space.ts'
export { limitsOf } from './kept-by.ts'
export { requirePointRoom, requireRoomForTemplate } from './point-room.ts'
export {
  dropBeyondQuotas,
  quotasOf,
  requireGallerySpace,
  requireQuota,
  requireRoom,
  requireRoomOf,
  requireScreenSpace,
  setInstallationQuotas,
  setQuotas,
  spendQuota,
} from './quotas.ts'
export { dropOldRecords, recordTallies } from './records-kept.ts'
export { requireRoomFor } from './rooms.ts'
export { requireRuleRoom, requireRuleTextRoom } from './rule-room.ts'
