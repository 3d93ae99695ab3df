import { defineElement } from '../../define/index.ts'
import { api } from './api.ts'
import { Canvas } from './Canvas.tsx'
import sheet from './canvas.css?sheet'

/**
 * `<sg-canvas sn="WW0001">`: a device's configuration screen, live: values, writing, pop-up screens, the past. Where there
 * is no published screen, or the device is not to be seen, it says so; `sg-error` has the server's code.
 */
export const CanvasElement = defineElement('sg-canvas', Canvas, { ...api, css: [sheet] })
