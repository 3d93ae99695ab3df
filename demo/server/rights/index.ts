export { changePeople, lockPeople, requireSession } from './change-people.ts'
export {
  beyond,
  eachOnce,
  givableBy,
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
