import type { DeviceListView } from './api.ts'

/** Fields that the list can be sorted by; another one in an old address is passed over, the server would refuse it. */
const SORTABLE = ['dev_alias', 'sn_code', 'dev_model', 'dev_state', 'group_name', 'report_time', 'open_alarms']

/** Which page, and in which order, as the call for devices takes it. */
export function orderOf({ sort, page }: Pick<DeviceListView, 'sort' | 'page'>) {
  const isSortable = SORTABLE.includes(sort.replace(/^-/, ''))
  return { page: Math.max(1, Math.trunc(page ?? 1)), ...(isSortable && { sort }) }
}
