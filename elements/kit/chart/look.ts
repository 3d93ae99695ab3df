import type { ChartTheme } from '../../../core/catalogue/themes.ts'
import { plainColour, tokensAt } from '../tokens-at.ts'

/** The theme as a canvas needs it: colours resolved where the chart stands. */
export interface Look {
  readonly surface: string
  readonly text: string
  /** For what must be read first. */
  readonly strong: string
  readonly line: string
  readonly font: string
  readonly fontSize: number
  readonly series: readonly string[]
  /** From notice to critical. */
  readonly alarms: readonly string[]
}

/** Reads the tokens where the element stands; a palette's own colours instead of the theme's when given. */
export function readLook(element: HTMLElement, palette?: ChartTheme): Look {
  const token = tokensAt(element)
  const own = palette?.light.map((light, n) => plainColour(element, `light-dark(${light}, ${palette.dark[n]})`))
  return {
    surface: token('surface-2'),
    text: token('text-2'),
    strong: token('text-1'),
    line: token('line'),
    font: token('font'),
    fontSize: Number.parseFloat(token('size-1')),
    series: own ?? [...Array(10)].map((_, index) => token(`series-${index + 1}`)),
    alarms: [...Array(5)].map((_, index) => token(`alarm-${index + 1}`)),
  }
}

/**
 * Calls back when the theme changes, by an attribute, by the page's own tokens or by the system: the chart's place has
 * a transition on its colours (chart.css), and the browser reports when one begins.
 */
export function watchLook(element: HTMLElement, changed: () => void): () => void {
  let queued = 0
  const queue = (event: Event) => {
    if (event.target !== element) return
    cancelAnimationFrame(queued)
    queued = requestAnimationFrame(changed)
  }
  element.addEventListener('transitionend', queue)
  return () => {
    cancelAnimationFrame(queued)
    element.removeEventListener('transitionend', queue)
  }
}
