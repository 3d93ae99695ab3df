import { defineElement } from '../../define/index.ts'
import { api } from './api.ts'
import { TemplateSources } from './TemplateSources.tsx'
import sheet from './template-sources.css?sheet'

/**
 * `<sg-template-sources template="3">`: the data sources of a template, each a set of points that are collected from all
 * of its devices; made, changed, deleted, and shown with what they come to now.
 */
export const TemplateSourcesElement = defineElement('sg-template-sources', TemplateSources, { ...api, css: [sheet] })
