import type { CheckedControl } from './page.ts'

export type HmiRule =
  | 'contrast'
  | 'small_text'
  | 'many_colours'
  | 'alarm_colour'
  | 'fast_flicker'
  | 'many_flickers'
  | 'no_label'
  | 'no_unit'
  | 'unbound'
  | 'no_points'
  | 'off_page'
  | 'over_edge'
  | 'overlap'
  | 'small_target'
  | 'needs_press'

/** Something of a screen that operators will stumble over; `findingText` says it, and what to do. */
export interface Finding {
  readonly rule: HmiRule
  /** `error`: it cannot be seen, or is not done. `warning`: it will be misread or missed. `hint`: perhaps meant so. */
  readonly level: 'error' | 'warning' | 'hint'
  /** Of the document; of a symbol's member that of its use. */
  readonly control_ids: readonly string[]
  readonly values: Readonly<Record<string, string | number>>
}

/** A finding before its controls are named. */
export interface Draft extends Omit<Finding, 'control_ids'> {
  readonly controls: readonly Pick<CheckedControl, 'control_id'>[]
}
