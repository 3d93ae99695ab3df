import { defineElement } from '../../define/index.ts'
import { api } from './api.ts'
import { Gallery } from './Gallery.tsx'
import sheet from './gallery.css?sheet'

/**
 * `<sg-gallery type="symbol" category="3" search="pump" page="2">`: the pictures, symbols, groups of controls and 3D
 * models that screens are drawn with; uploaded, renamed, sorted into categories and deleted. What the user chooses is
 * reported by `sg-view-change`.
 */
export const GalleryElement = defineElement('sg-gallery', Gallery, { ...api, css: [sheet] })
