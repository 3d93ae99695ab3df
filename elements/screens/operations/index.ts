import { defineElement } from '../../define/index.ts'
import { api } from './api.ts'
import { Operations } from './Operations.tsx'
import sheet from './operations.css?sheet'

/**
 * `<sg-operations search="li" page="2" kind="device">`: who may do what with users, or with devices: a table of users by
 * operations, each box granted and revoked at once. What a role gives is shown and stays. Search, page and kind can be set
 * from outside and follow what the user chooses, reported by `sg-view-change` with all of them. Needs P54000.
 */
export const OperationsElement = defineElement('sg-operations', Operations, { ...api, css: [sheet] })
