import { defineElement } from '../../define/index.ts'
import groupSheet from '../../parts/group-screen/group-screen.css?sheet'
import { api } from './api.ts'
import { DeviceGroups } from './DeviceGroups.tsx'
import sheet from './device-groups.css?sheet'

/**
 * `<sg-device-groups search="east" group="3">`: the tree of device groups, with how many devices of each are online,
 * offline and faulty. Made, renamed, moved (dragged, or by the menu) and deleted by who holds P31100 and may write the
 * devices of the group; others read. Search and group can be set from outside and follow what the user chooses, reported
 * by `sg-view-change` with both. The devices of a group are opened by `sg-navigate` `{path}`.
 */
export const DeviceGroupsElement = defineElement('sg-device-groups', DeviceGroups, { ...api, css: [groupSheet, sheet] })
