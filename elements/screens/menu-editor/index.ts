import { defineElement } from '../../define/index.ts'
import { MenuEditor } from './MenuEditor.tsx'
import sheet from './menu-editor.css?sheet'

/**
 * `<sg-menu-editor>`: an organisation's custom page, and the items that it adds to the console's menu, in two levels: their order,
 * icons, targets and roles, with a preview for each role before they are saved. For who holds P86000.
 */
export const MenuEditorElement = defineElement('sg-menu-editor', MenuEditor, { css: [sheet] })
