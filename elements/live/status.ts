import { html, nothing } from 'lit/html.js'
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
  ({ device, readings, now, format }) => {
    const words = WORDS[format.lang]
    const state = readings.is_live ? STATES[readings.dev_state] : 'away'
    const age = readings.report_time === null ? '' : format.ago(readings.report_time, now)
    const label = [device.dev_alias, words[state], age].filter(Boolean).join(words.comma)
    return html`<span role="img" aria-label=${label}
      ><span class="mark ${state}" part="value">${shape(state)}${words[state]}</span>${
        age ? html` <span class="age" part="age">${age}</span>` : nothing
      }</span
    >`
  },
)
