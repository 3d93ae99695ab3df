import { defineElement } from '../../define/index.ts'
import { EmbedKeys } from './EmbedKeys.tsx'
import sheet from './embed-keys.css?sheet'

/**
 * `<sg-embed-keys>`: the embed keys of the tenant, with which portals sign tokens for their users: made, changed, given a
 * new secret, revoked. For administrators.
 */
export const EmbedKeysElement = defineElement('sg-embed-keys', EmbedKeys, { css: [sheet] })
