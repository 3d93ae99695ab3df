import { defineElement } from '../../define/index.ts'
import { Audit } from './Audit.tsx'
import { api } from './api.ts'
import sheet from './audit.css?sheet'

/**
 * `<sg-audit search="li" action="user-create,user-delete" start="1763600000000" end="1763700000000" page="2">`: who
 * changed what about accounts and rights, newest first; a line opens with all that changed, before and after. Every
 * choice is reported by `sg-view-change` with all of them.
 */
export const AuditElement = defineElement('sg-audit', Audit, { ...api, css: [sheet] })
