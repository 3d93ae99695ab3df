import { defineElement } from '../../define/index.ts'
import { DeliveredMessages } from './DeliveredMessages.tsx'
import sheet from './delivered-messages.css?sheet'

/**
 * `<sg-delivered-messages>`: what the organisation's people and programs were sent (codes, alarms, escalations) and what
 * became of each, newest first; of what was not sent, why. Where no provider is set up to carry them, messages are read
 * here. For administrators.
 */
export const DeliveredMessagesElement = defineElement('sg-delivered-messages', DeliveredMessages, { css: [sheet] })
