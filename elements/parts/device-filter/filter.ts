import { LIMITS } from '../../../core/catalogue/limits.ts'
import type { DevState } from '../../../core/contract/device.ts'

/** Which devices are shown: an empty string or null where nothing is chosen. */
export interface DeviceFilter {
  /** In name, SN or model. */
  search: string
  /** A group's id. */
  group: number | null
  /** Any of online, offline, faulty, comma-separated. */
  state: string
}

/** The same of a list that filters by a tag, whatever its case, and by a region too. */
export interface TagFilter extends DeviceFilter {
  tag: string
  /** The code of a division of China. */
  region: string
}

export const NO_FILTER: DeviceFilter = { search: '', group: null, state: '' }
export const NO_TAG_FILTER: TagFilter = { ...NO_FILTER, tag: '', region: '' }

export const STATE_IDS = ['online', 'offline', 'faulty'] as const
export type StateId = (typeof STATE_IDS)[number]
const NUMBERS: Record<StateId, DevState> = { online: 1, offline: 2, faulty: 3 }

/** The states that a `state` attribute names; words that are none are passed over. */
export const statesOf = (state: string): StateId[] => {
  const words = state.split(',').map((word) => word.trim())
  return STATE_IDS.filter((id) => words.includes(id))
}

/** The filter as the call for devices takes it. */
export function queryOf({ search, group, state, tag = '', region = '' }: DeviceFilter & Partial<TagFilter>) {
  const dev_state = statesOf(state).map((id) => NUMBERS[id])
  return {
    ...(search.trim() && { search: search.trim().slice(0, 64) }),
    ...(group !== null && { group_id: group }),
    ...(dev_state.length > 0 && { dev_state }),
    ...(tag.trim() && { tag: tag.trim().slice(0, LIMITS.deviceTag) }),
    ...(/^\d{6}$/.test(region) && { region_code: region }),
  }
}

export const isFiltered = (filter: DeviceFilter): boolean => Object.keys(queryOf(filter)).length > 0
