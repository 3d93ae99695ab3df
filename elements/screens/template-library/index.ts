import { defineElement } from '../../define/index.ts'
import { api } from './api.ts'
import { TemplateLibrary } from './TemplateLibrary.tsx'
import sheet from './template-library.css?sheet'

/**
 * `<sg-template-library of="shared" search="pump" page="2">`: templates that others made public or shared with the user,
 * by their pictures, to look at and to copy into the own ones. What the user chooses is reported by `sg-view-change`.
 */
export const TemplateLibraryElement = defineElement('sg-template-library', TemplateLibrary, { ...api, css: [sheet] })
