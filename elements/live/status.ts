import { html, nothing } from 'lit/html.js'
import { LINE_WORDS } from '../../core/connection/line.ts'
import { prop } from '../define/props.ts'
import { defineLeaf } from './leaf.ts'
import { type Mark, shape, WORDS } from './leaf-parts.ts'

const STATES = { 1: 'online', 2: 'offline', 3: 'faulty', 4: 'unregistered' } as const satisfies Record<number, Mark>

/**
 * `<sg-status sn="WW0001">`: the state of one device by shape, word and colour, and how long ago it reported.
 *
 * @csspart value - The state in a word.
 * @csspart age - How long ago the device reported.
 */
export const StatusElement = defineLeaf(
  'sg-status',
  {
    props: {
      /** Serial number of the device. */
      sn: prop.string(''),
    },
  },
  ({ device, readings, line, now, format }) => {
    const words = WORDS[format.lang]
    const state = STATES[readings.dev_state]
    const mark = line ? 'away' : state
    const word = line ? LINE_WORDS[line][format.lang] : words[state]
    const age = readings.report_time === null ? '' : format.ago(readings.report_time, now)
    const label = [device.dev_alias, word, age].filter(Boolean).join(words.comma)
    return html`<span role="img" aria-label=${label}
      ><span class="mark ${mark}" part="value">${shape(mark)}${word}</span>${
        age ? html` <span class="age" part="age">${age}</span>` : nothing
      }</span
    >`
  },
)
