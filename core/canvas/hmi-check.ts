import type { ScreenDocument } from '../contract/documents/screen.ts'
import { type CheckLook, type Judged, type Page, pageOf } from './hmi-check/page.ts'
import { alarmColours, manyColours, tooSmall, unreadable } from './hmi-check/rules-of-looks.ts'
import { flicker, outside, overlaps, touchTargets, values } from './hmi-check/rules-of-use.ts'
import type { KindTable } from './kind.ts'

export type { CheckLook }

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
  | 'off_page'
  | 'over_edge'
  | 'overlap'
  | 'small_target'

/** Something of a screen that operators will stumble over; `findingText` says it, and what to do. */
export interface Finding {
  readonly rule: HmiRule
  /** `error`: it cannot be seen. `warning`: it will be misread or missed. `hint`: perhaps meant so. */
  readonly level: 'error' | 'warning' | 'hint'
  /** Of the document; of a symbol's member that of its use. */
  readonly control_ids: readonly string[]
  readonly values: Readonly<Record<string, string | number>>
}

/** A finding before its controls are named. */
export interface Draft extends Omit<Finding, 'control_ids'> {
  readonly controls: readonly Judged[]
}

/** Findings of one rule beyond this are one and the same mistake. */
const MOST_OF_A_RULE = 100

const RULES: readonly ((page: Page) => Draft[])[] = [
  ...[outside, unreadable, overlaps, values, tooSmall],
  ...[alarmColours, manyColours, flicker, touchTargets],
]
const LEVELS = ['error', 'warning', 'hint']

/** Judges a screen as ISA-101 and WCAG would: the worst first. `look` is of the theme that it is judged in. */
export function checkHmi(
  document: ScreenDocument,
  kinds: KindTable,
  look: CheckLook,
  variant: 'desktop' | 'mobile' = 'desktop',
): readonly Finding[] {
  const page = pageOf(document, kinds, look, variant)
  const found = RULES.flatMap((rule) => {
    const seen = new Set<string>()
    return rule(page)
      .map(({ controls, ...draft }): Finding => {
        return { ...draft, control_ids: [...new Set(controls.map(({ control_id }) => control_id))] }
      })
      .filter(({ rule: name, control_ids }) => {
        // Members of one use of a symbol have the same id.
        const own = `${name} ${control_ids.join(' ')}`
        if (seen.has(own)) return false
        seen.add(own)
        return true
      })
      .slice(0, MOST_OF_A_RULE)
  })
  return found.sort((a, b) => LEVELS.indexOf(a.level) - LEVELS.indexOf(b.level))
}
