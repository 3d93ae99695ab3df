import { defineElement } from '../../define/index.ts'
import { api } from './api.ts'
import { FirstAdministrator } from './FirstAdministrator.tsx'
import sheet from './first-administrator.css?sheet'

/**
 * `<sg-first-administrator sign-in-path="/login">`: makes the first administrator of an installation, by the one-time link
 * that the server prints at its start. The link's key stands behind the `#` of the page's address.
 */
export const FirstAdministratorElement = defineElement('sg-first-administrator', FirstAdministrator, {
  ...api,
  css: [sheet],
})
