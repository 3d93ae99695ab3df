import { defineElement } from '../../define/index.ts'
import { api } from './api.ts'
import { Messages } from './Messages.tsx'
import sheet from './messages.css?sheet'

/**
 * `<sg-messages box="inbox" search="pump" filter="unread" sort="read_time" page="2">`: what others wrote to the user, what
 * the user wrote, and the form to write. Every choice is reported by `sg-view-change` with all of them. What is being written
 * is kept in this tab until it is saved, sent or discarded. For signed-in users.
 */
export const MessagesElement = defineElement('sg-messages', Messages, { ...api, css: [sheet] })
