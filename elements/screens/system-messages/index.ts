import { defineElement } from '../../define/index.ts'
import { api } from './api.ts'
import { SystemMessages } from './SystemMessages.tsx'
import sheet from './system-messages.css?sheet'

/**
 * `<sg-system-messages search="boiler" filter="unread" page="2">`: what the product told the user, of what others did with
 * the account, what was shared and what runs out; new ones arrive by themselves. The way to where more is said is asked
 * for by `sg-navigate` `{path}`. For signed-in users.
 */
export const SystemMessagesElement = defineElement('sg-system-messages', SystemMessages, { ...api, css: [sheet] })
