export { fencesFor, requireFences, shapesOf } from './fences.ts'
export { findTemplates } from './find.ts'
export { POINTS_AT_ONCE, pointCounts, upsertPoints } from './give-points.ts'
export { hasScreen } from './has-screen.ts'
export { pointColumns } from './point-columns.ts'
export { devicesBoundTo, refuseTwice } from './points.ts'
export {
  editableTemplate,
  isSeen,
  lockTemplate,
  mayPassOnTemplate,
  pointsOf,
  seenTemplate,
  shownTemplate,
  templatesAsRows,
  withDetail,
} from './rows.ts'
export { requireNoTwins, requirePointsOfRules, requireRules } from './rule-check.ts'
export { describedRules, type OwnerIds, replaceRules, ruleColumns, rulesOf } from './rule-rows.ts'
export { requireSourceRoom } from './source-room.ts'
