import { defineElement } from '../../define/index.ts'
import { api } from './api.ts'
import { ShareLinks } from './ShareLinks.tsx'
import sheet from './share-links.css?sheet'

/**
 * `<sg-share-links>`: the links by which screens and dashboards are seen without signing in, until when they are, and who opened them;
 * ended here. Administrators see those of the organisation, others those of their own, and of their templates and dashboards. For
 * signed-in users.
 */
export const ShareLinksElement = defineElement('sg-share-links', ShareLinks, { ...api, css: [sheet] })
