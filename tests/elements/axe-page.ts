import type { ElementState } from '../../elements/context/element-context.ts'
import type { PlayedServer, playServer } from './played-server.ts'

export type Answers = NonNullable<Parameters<typeof playServer>[0]>

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
  /** What each state needs over what all elements have in common; false for one that it cannot be in. */
  states?: Partial<Record<ElementState, Situation | false>>
  /** Until it shows more than its state. */
  reach?: Then
}
