import { defineElement } from '../../define/index.ts'
import { api } from './api.ts'
import { SharedCanvas } from './SharedCanvas.tsx'
import sheet from './shared-canvas.css?sheet'

/**
 * `<sg-shared-canvas base-url="https://console.example.com">`: the screen of a share link, for whoever has the link. Its
 * secret stands behind the # of the page's own address (`…/share-cfg#…`), which is sent to no server and written into no
 * log; where the link has a password, the element asks for it.
 */
export const SharedCanvasElement = defineElement('sg-shared-canvas', SharedCanvas, { ...api, css: [sheet] })
