export { copyPoints } from './add-devices.ts'
export { openDeviceLog } from './device-log.ts'
export {
  asVisited,
  lockOwnDevice,
  mayGiveAway,
  ownDevice,
  requireMayGiveAway,
  requireMayLeave,
  seenDevice,
  takenName,
} from './find-device.ts'
export { groupForDevice } from './group.ts'
export { requireRange } from './history-rows.ts'
export { type DeviceImports, openDeviceImports } from './import/imports.ts'
export { notifyGaveWay } from './listing.ts'
export { deleteOldOffers, endOffersOfDevice } from './offers.ts'
export { openShareEnds, type ShareEnds } from './share-ends.ts'
export { endSharesOfDevice } from './shares.ts'
