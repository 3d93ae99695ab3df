export { changePeople, lockPeople, requireSession } from './change-people.ts'
export { choosableUsers, chosenUsers, NOBODY_THERE } from './choosable.ts'
export { type EndedShare, endShare, endSharesOf, endSharesUntil, sharedWithWhom } from './end-shares.ts'
export {
  beyond,
  eachOnce,
  givableBy,
  reachesMoreDevices,
  reachesMoreTemplates,
  requireGivable,
  requireGivableRoles,
  rightsOfRoles,
  rolesBeyond,
} from './givable.ts'
export { closedPoints, closedTemplates, heldItems, requireOpen } from './held-items.ts'
export { type CarriedRights, heldBy, heldByEach, holdersOf, reachingNow } from './held-rights.ts'
export {
  areOverseen,
  groupsUnder,
  isOfUsers,
  type Overseen,
  overseenBy,
  overseenUsers,
  oversees,
  requireGroup,
  seenRoles,
  type Target,
  targetOf,
  targetsOf,
} from './overseen.ts'
