import sheet from '../../canvas/editor/editor.css?sheet'
import barSheet from '../../canvas/editor/editor-bar.css?sheet'
import listSheet from '../../canvas/editor/editor-lists.css?sheet'
import { defineElement, event, prop } from '../../define/index.ts'
import { DashboardEditor } from './DashboardEditor.tsx'

/**
 * `<sg-dashboard-editor dashboard="12">`: draws a dashboard: its components, what they are bound to, how phones and tablets
 * lay it out, versions. It keeps drafts by itself; others see what is saved.
 */
export const DashboardEditorElement = defineElement('sg-dashboard-editor', DashboardEditor, {
  props: {
    /** The dashboard's id. */
    dashboard: prop.number(),
  },
  events: {
    /** The server has taken what was drawn: a draft, or what others see from now on. */
    onSaved: event<{ dashboard_id: number; revision: number; is_draft: boolean }>(),
    /** The user went on with another dashboard, a copy of this one. */
    onViewChange: event<{ dashboard: number }>(),
    /** The user wants to leave the editor. */
    onClose: event<null>(),
  },
  css: [sheet, barSheet, listSheet],
})
