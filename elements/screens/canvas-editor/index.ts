import sheet from '../../canvas/editor/editor.css?sheet'
import barSheet from '../../canvas/editor/editor-bar.css?sheet'
import listSheet from '../../canvas/editor/editor-lists.css?sheet'
import { defineElement, event, prop } from '../../define/index.ts'
import { CanvasEditor } from './CanvasEditor.tsx'

/**
 * `<sg-canvas-editor screen="12">`: draws a configuration screen of a template: controls, bindings, events, versions. It
 * saves by itself, and takes the keyboard only while the focus is in it. With `template` alone it opens that template's
 * start screen.
 */
export const CanvasEditorElement = defineElement('sg-canvas-editor', CanvasEditor, {
  props: {
    /** The screen's id. */
    screen: prop.number(),
    /** The template's id, where no screen is named. */
    template: prop.number(),
  },
  events: {
    /** The server has taken what was drawn. */
    onSaved: event<{ screen_id: number; revision: number }>(),
    /** The user went to another screen of the template. */
    onScreenChange: event<{ screen_id: number }>(),
    /** The user wants to leave the editor. */
    onClose: event<null>(),
  },
  css: [sheet, barSheet, listSheet],
})
