import { defineElement } from '../../define/index.ts'
import sheet from '../../parts/group-screen/group-screen.css?sheet'
import { api } from './api.ts'
import { UserGroups } from './UserGroups.tsx'

/**
 * `<sg-user-groups search="east" group="3">`: the organisation as a tree of user groups, with what is in each. Made,
 * renamed, moved (dragged, or by the menu) and deleted by who holds P51100; others read. Search and group can be set
 * from outside and follow what the user chooses, reported by `sg-view-change` with both. The users of a group are opened
 * by `sg-navigate` `{path}`.
 */
export const UserGroupsElement = defineElement('sg-user-groups', UserGroups, { ...api, css: [sheet] })
