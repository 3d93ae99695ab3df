import { html } from 'lit/html.js'
import { prop } from '../define/props.ts'
import { defineLeaf } from './leaf.ts'
import { ageNote, spoken, valueRow } from './leaf-parts.ts'

/**
 * `<sg-value sn="WW0001" point="flow">`: one live value with its unit, its quality and, where it is old, its age. It
 * takes the type and colour of the text around it, so that it can stand in a sentence.
 *
 * @csspart value - The number or word.
 * @csspart unit - Its unit.
 * @csspart age - What is not well with it, and since when.
 */
export const ValueElement = defineLeaf(
  'sg-value',
  {
    props: {
      /** Serial number of the device. */
      sn: prop.string(''),
      /** Key of the point. */
      point: prop.string(''),
    },
  },
  (view) => html`<span role="img" aria-label=${spoken(view)}>${valueRow(view)}${ageNote(view)}</span>`,
)
