import { defineElement } from '../../define/index.ts'
import { DeliveredMessages } from './DeliveredMessages.tsx'
import sheet from './delivered-messages.css?sheet'

/**
 * `<sg-delivered-messages>`: the SMS and e-mails of the organisation and what became of each, newest first. Where no
 * provider is set up to carry them, they are read here. For administrators.
 */
export const DeliveredMessagesElement = defineElement('sg-delivered-messages', DeliveredMessages, { css: [sheet] })
