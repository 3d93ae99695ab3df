import type { Domain } from '../../contract/contract.ts'
import { collection } from '../collection.ts'

/** Domains whose calls change which items there are, and who may open them. */
const CHANGE_MENUS: readonly Domain[] = [
  'customMenu',
  'dashboard',
  'organisationSettings',
  'role',
  'screen',
  'template',
]

/** The organisation's own items of the console's menu, as far as the caller may open them. */
export const ownMenu = collection({
  load: ({ customMenu }, _, options) => customMenu.own({}, options),
  changedBy: CHANGE_MENUS,
})

/** The organisation's own menu and custom page, for who may change them. */
export const keptMenu = collection({
  load: ({ customMenu }, _, options) => customMenu.read({}, options),
  changedBy: CHANGE_MENUS,
})
