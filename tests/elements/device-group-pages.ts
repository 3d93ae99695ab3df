import type { DeviceGroupRow } from '../../core/contract/device-group.ts'
import { who } from './account-pages.ts'
import { type Page, seen, type Then } from './axe-page.ts'
import { type Answers, holding } from './played-server.ts'

export const EDITOR = ['P00000', 'P30000', 'P31000', 'P31100']

export const deviceGroup = (
  group_id: number,
  parent_id: number | null,
  group_name: string,
  more: Partial<DeviceGroupRow> = {},
): DeviceGroupRow => ({
  group_id,
  parent_id,
  group_name,
  remarks: '',
  is_default: false,
  device_count: 0,
  online: 0,
  offline: 0,
  faulty: 0,
  may_edit: true,
  may_move: true,
  ...more,
})
/** All (the default one), Plant (East (Line 1), West) and Office. */
export const deviceGroups = () => [
  deviceGroup(9, null, 'All', { is_default: true, may_move: false, device_count: 1, online: 1 }),
  deviceGroup(1, null, 'Plant', { device_count: 4, online: 2, offline: 1, faulty: 1, remarks: 'By the river' }),
  deviceGroup(2, 1, 'East', { device_count: 2, offline: 2 }),
  deviceGroup(3, 2, 'Line 1'),
  deviceGroup(4, 1, 'West'),
  deviceGroup(5, null, 'Office'),
]

/** The same for whoever signs in. */
export const grouped: Answers = {
  'GET /yun/userInfo': () => who(),
  'GET /yun/dev/group/tree': deviceGroups,
}
const answers: Answers = { ...holding(EDITOR), ...grouped }

const shape = (name: string, reach: Then): Page => ({ shape: name, answers, reach })

export const DEVICE_GROUP_PAGES: Record<string, readonly Page[]> = {
  'sg-device-groups': [
    {
      answers: grouped,
      states: { empty: { answers: { ...answers, 'GET /yun/dev/group/tree': () => [] } }, stale: false },
      reach: seen([], '[role=treeitem]'),
    },
    shape('with one beside', seen(['[data-id="1"]'], '.side-panel .fact')),
    shape('with a new one beside', seen(['.list-page-actions .button'], '.side-panel form')),
  ],
}
