import { defineElement } from '../../define/index.ts'
import { api } from './api.ts'
import { TemplateGroups } from './TemplateGroups.tsx'
import sheet from './template-groups.css?sheet'

/** `<sg-template-groups>`: the groups that device templates are kept in; made, renamed and deleted. */
export const TemplateGroupsElement = defineElement('sg-template-groups', TemplateGroups, { ...api, css: [sheet] })
