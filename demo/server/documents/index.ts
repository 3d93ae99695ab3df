export { type BoundPoints, boundPoints, placeOf, TooManyControls } from './bound-points.ts'
export { renamed, thawed } from './document-copy.ts'
export { dropOldVersions } from './drop-versions.ts'
export { type FreezeWork, frozenText } from './freeze-work.ts'
export { type Guard, guardsIn } from './guards.ts'
export {
  isNamedBy,
  isShownBy,
  keepUse,
  type NamedResource,
  namedBy,
  resourcesIn,
  usersOf,
  withResources,
} from './resource-use.ts'
export { summaryOf } from './summary.ts'
