import { defineElement } from '../../define/index.ts'
import { OrganisationSettingsPage } from './OrganisationSettingsPage.tsx'
import sheet from './organisation-settings.css?sheet'

/**
 * `<sg-organisation-settings>`: what an organisation sets for itself: names, pictures, colours, language, time zone and week, and the
 * hosts that media and web pages may come from, with a preview of all before it is saved. For who holds P81000.
 */
export const OrganisationSettingsElement = defineElement('sg-organisation-settings', OrganisationSettingsPage, {
  css: [sheet],
})
