import { CHOSEN_GROUP } from '../../../kinds/property-schema.ts'
import { useLinks } from './view-context.ts'

/**
 * The group that a property names; null for all. A variable that stands here still is none of the dashboard: it has been
 * filled in where it is one.
 */
export function useGroupId(named: number | string | null): number | null {
  const { group_id } = useLinks()
  if (named === CHOSEN_GROUP) return group_id
  return typeof named === 'number' ? named : null
}
