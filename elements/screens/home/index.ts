import { defineElement } from '../../define/index.ts'
import { api } from './api.ts'
import { Home } from './Home.tsx'
import sheet from './home.css?sheet'

/**
 * `<sg-home>`: how many devices are in which state, the newest bulletin, the worst open alarms, and the devices that need
 * somebody.
 * Each number and row asks for its page by `sg-navigate` `{path}`; a page that does not handle that shows it as is.
 */
export const HomeElement = defineElement('sg-home', Home, { ...api, css: [sheet] })
