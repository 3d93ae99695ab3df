import { defineElement } from '../../define/index.ts'
import { api } from './api.ts'
import { WebPage } from './WebPage.tsx'
import sheet from './web-page.css?sheet'

/**
 * `<sg-web-page name="Manual" src="https://wiki.plant.example">`: a web page of https within this one, shut off from it, with
 * the way to it in a tab of its own. Where it may not be shown, or does not load, it says why.
 */
export const WebPageElement = defineElement('sg-web-page', WebPage, { ...api, css: [sheet] })
