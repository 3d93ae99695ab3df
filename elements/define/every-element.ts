import type { Connection } from '../../core/connection/connection.ts'
import type { ElementState } from '../context/element-context.ts'
import type { ProblemDetail } from '../context/problem.ts'

/**
 * What every element that draws something has beside its own. The package's typings and documents are made from this.
 *
 * @slot header - Of the page: stands above what the element shows.
 * @slot empty - Of the page: shown in place of the element's own words when there is nothing to show.
 * @slot error - Of the page: shown in place of the element's own words when it cannot show what it should.
 * @csspart base - The box that holds all of the element.
 * @csspart empty - The words when there is nothing to show.
 * @csspart error - The words when something went wrong.
 */
export interface EveryElement {
  attributes: {
    /**
     * Colours; followed on the element or anywhere above it. `auto` follows the system. When left out, the `color-scheme`
     * of the page's style sheet counts where the element stands: `dark`, `light dark` as the system, else light.
     */
    theme?: 'auto' | 'light' | 'dark' | 'hp'
    /** Height of rows and controls: 28, 36 or 44 px; `touch` by itself where the pointer is coarse. */
    density?: 'compact' | 'comfortable' | 'touch'
    /** Language and number format, BCP 47; followed on the element or anywhere above it. */
    lang?: string
    /** Writing direction; followed on the element or anywhere above it. */
    dir?: 'ltr' | 'rtl' | 'auto'
    /** IANA name; followed on the element or anywhere above it. The tenant's own when left out. */
    'time-zone'?: string
    /** Written by the element, for a page's style sheets: what it shows now. */
    readonly 'data-sg-state'?: ElementState
    /** Written by elements that show one of many, such as a device: what it is called. */
    readonly 'data-sg-title'?: string
    /** Written by elements that show a screen, while they show its past. */
    readonly 'data-sg-past'?: ''
    /** Written by elements in which something is typed that is not saved: a page asks before it takes them away. */
    readonly 'data-sg-unsaved'?: ''
    /** Written by the element, for a page's style sheets: the `theme` that it found; absent where the page's colour scheme counts. */
    readonly 'data-sg-theme'?: string
  }
  properties: {
    /** Which connection the element belongs to; set it to choose one other than the nearest. */
    connection: Connection | null
  }
  events: {
    /** The element shows something other than loading for the first time. */
    'sg-ready': null
    /** Something that the page's author can mend, or a refusal. */
    'sg-error': ProblemDetail
  }
}
