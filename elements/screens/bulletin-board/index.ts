import { defineElement } from '../../define/index.ts'
import { Bulletins } from '../../parts/bulletins/Bulletins.tsx'

/**
 * `<sg-bulletin-board>`: what concerns everybody in the organisation, pinned bulletins first, then the newest; who may
 * publish bulletins writes, plans, pins and deletes them here. For signed-in users.
 */
export const BulletinBoardElement = defineElement('sg-bulletin-board', Bulletins, {})
