import { defineElement } from '../../define/index.ts'
import { api } from './api.ts'
import { SystemMessages } from './SystemMessages.tsx'
import sheet from './system-messages.css?sheet'

/**
 * `<sg-system-messages search="boiler" filter="unread" page="2">`: messages of the product to the user: what others did with
 * the account, what was shared and what expires; new ones arrive by themselves. A page with more about one is opened
 * by `sg-navigate` `{path}`. For signed-in users.
 */
export const SystemMessagesElement = defineElement('sg-system-messages', SystemMessages, { ...api, css: [sheet] })
