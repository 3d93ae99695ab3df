import { defineElement } from '../../define/index.ts'
import { api } from './api.ts'
import { Roles } from './Roles.tsx'
import sheet from './roles.css?sheet'

/**
 * `<sg-roles search="night" page="2">`: the roles of the organisation and the rights that each carries: permissions,
 * device groups, templates, the page shown first. Made, copied, changed and deleted by who holds P52100; others read.
 * Search and page can be set from outside and follow what the user chooses, reported by `sg-view-change` with both.
 */
export const RolesElement = defineElement('sg-roles', Roles, { ...api, css: [sheet] })
