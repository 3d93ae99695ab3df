import { defineElement } from '../../define/index.ts'
import { api } from './api.ts'
import { TemplateBinding } from './TemplateBinding.tsx'
import sheet from './template-binding.css?sheet'

/**
 * `<sg-template-binding search="pump" template="12" group="3" bound="no" page="2">`: the devices that the user may see,
 * each with its template; bound and unbound one by one or many at once. What the user chooses is reported by
 * `sg-view-change` with all of it.
 */
export const TemplateBindingElement = defineElement('sg-template-binding', TemplateBinding, { ...api, css: [sheet] })
