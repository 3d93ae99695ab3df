import type { text } from './text.ts'

export type StepKey = Extract<keyof (typeof text)['rows'], `step${string}`>

/** A step of the history: what the undo menu says. Its words: `stepName(step, lang)` of text.ts. */
export interface Step {
  readonly key: StepKey
  readonly count: number
}
