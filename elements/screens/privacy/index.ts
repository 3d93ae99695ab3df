import { defineElement } from '../../define/index.ts'
import { Privacy } from './Privacy.tsx'
import sheet from './privacy.css?sheet'

/** `<sg-privacy>`: the privacy policy: what this product keeps of whom, where, for how long, and how it is deleted. */
export const PrivacyElement = defineElement('sg-privacy', Privacy, { css: [sheet] })
