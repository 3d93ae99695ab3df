import { defineElement } from '../../define/index.ts'
import { api } from './api.ts'
import { MessageCenter } from './MessageCenter.tsx'
import sheet from './message-center.css?sheet'

/**
 * `<sg-message-center>`: the way into the section of messages: its pages with what waits on each, and the bulletin board. A page is
 * opened by `sg-navigate` `{path}`. For signed-in users.
 */
export const MessageCenterElement = defineElement('sg-message-center', MessageCenter, { ...api, css: [sheet] })
