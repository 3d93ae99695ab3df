export { amongOpen, type BoundPoints, openedFor, openToVisitors, placesOf } from './bound-points.ts'
export { renamed } from './document-copy.ts'
export { drawnVideos } from './drawn-videos.ts'
export { type FreezeWork, frozenDocument } from './freeze-work.ts'
export type { Guard } from './guards.ts'
export { type DocumentLocks, lockAnswer, openDocumentLocks, requireTurn } from './locks.ts'
export { type Picture, readPicture } from './picture.ts'
export type { FrozenDocument } from './read-frozen.ts'
export { readSent, readVersion, requireNewRanges } from './read-work.ts'
export { openRemembered, pointsIn } from './remembered.ts'
export {
  addUse,
  groupsOfScreens,
  isNamedBy,
  isShownBy,
  keepUse,
  keepUseOfNew,
  type NamedResource,
  namedBy,
  resourcesIn,
  usersOf,
  withResources,
} from './resource-use.ts'
export type { ServerAct, ServerActs } from './server-acts.ts'
export type { DocumentSummary } from './summary.ts'
export { textPieces } from './text-pieces.ts'
export {
  asColumns,
  guardsOfVersions,
  pointsOfVersion,
  pointsOfVersions,
  summaryOf,
  withVersionsRead,
} from './version-summary.ts'
export {
  dropOldPublished,
  dropOldVersions,
  keepVersion,
  versionAsRow,
  versionsOf,
  type WholeVersion,
} from './versions.ts'
