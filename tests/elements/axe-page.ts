import type { ServerFrame } from '../../core/contract/realtime.ts'
import type { ElementState } from '../../elements/context/element-context.ts'
import { until } from './check.ts'
import type { Answers, PlayedServer } from './played-server.ts'

export interface Played {
  server: PlayedServer
  element: HTMLElement & { shadowRoot: ShadowRoot }
}

export type Then = (played: Played) => void | Promise<void>

/** How an element comes into a state, from what its page says. */
export interface Situation {
  answers?: Answers
  /** Over those of the page; null takes one away. */
  attributes?: Record<string, string | null>
  reach?: Then
}

/** An element in one of its shapes, with what a console answers it. */
export interface Page {
  /** For the test's name, where an element has several. */
  shape?: string
  /** What the page is told by the console meanwhile. */
  complaint?: RegExp
  attributes?: Record<string, string>
  answers: Answers
  /**
   * What each state needs over what all elements have in common; false for one that it cannot be in. Without it, a shape
   * is only seen when it is ready.
   */
  states?: Partial<Record<ElementState, Situation | false>>
  /** Until it shows more than its state. */
  reach?: Then
  /** It is a list: the walk through all lists brings it into its states. */
  list?: ListPage
}

export interface ListPage {
  /** The file of `elements` that has the list. */
  file: string
  call: string
  /** Its rows are searched by a word. */
  hasSearch?: true
  /** One of its rows, where they are in no table. */
  row?: string
  /** Until the list is asked for again, where no button does that; false where it never is. */
  again?: Then | false
  /** Its answer has all rows on one page, though it counts them. */
  isWhole?: true
  /** Rows of three pages, where a page has not 20 of them. */
  total?: number
}

export const ONLY_READY: Page['states'] = {
  loading: false,
  empty: false,
  stale: false,
  offline: false,
  forbidden: false,
  expired: false,
  error: false,
}
export const ROW = '.table-rows [role=row]'

export const has =
  (selector: string): Then =>
  async ({ element }) =>
    void (await until(selector, () => element.shadowRoot.querySelector(selector)))

/** What happened elsewhere, as this channel says. */
export const pushed =
  (channel: string, frame: ServerFrame): Then =>
  async ({ server }) => {
    await until(`${channel} is watched`, () => server.watched.has(channel))
    server.push(frame)
  }

/** Presses one after the other, until the last is shown. */
export const seen =
  (steps: readonly string[], last: string): Then =>
  async (played) => {
    for (const selector of steps)
      (await until(selector, () => played.element.shadowRoot.querySelector<HTMLElement>(selector))).click()
    await has(last)(played)
  }
