import { defineElement } from '../../define/index.ts'
import { api } from './api.ts'
import { Templates } from './Templates.tsx'
import pageSheet from './template-page.css?sheet'
import sheet from './templates.css?sheet'

/**
 * `<sg-templates search="pump" group="3" type="standard" published="yes" page="2">`: the templates that the user may see,
 * made, copied, shared, transferred, published and deleted; with `template="12" tab="points"` one of them with its points,
 * alarm rules, screens, permission items and videos. What the user chooses is reported by `sg-view-change` with all of it.
 * Drawing a screen sends `sg-design` `{screen_id}` and, unless that was prevented, asks by `sg-navigate` `{path}` for the
 * editor.
 */
export const TemplatesElement = defineElement('sg-templates', Templates, { ...api, css: [sheet, pageSheet] })
