import type { ScreenDocument } from '../contract/documents/screen.ts'
import type { Draft, Finding } from './hmi-check/finding.ts'
import { type CheckPalette, type Page, pageOf } from './hmi-check/page.ts'
import { alarmColours, manyColours, tooSmall, unreadable } from './hmi-check/rules-of-looks.ts'
import { flicker, outside, overlaps, touchTargets, unpressed, values } from './hmi-check/rules-of-use.ts'
import type { KindTable } from './kind.ts'

export type { CheckPalette }

/** Findings of one rule beyond this are one and the same mistake. */
const MOST_OF_A_RULE = 100

const RULES: readonly ((page: Page) => Draft[])[] = [
  outside,
  unreadable,
  overlaps,
  values,
  tooSmall,
  alarmColours,
  manyColours,
  flicker,
  touchTargets,
  unpressed,
]
const LEVELS = ['error', 'warning', 'hint']

/** Checks a screen by ISA-101 and WCAG; the worst findings first. `look` is of the theme that it is checked in. */
export function checkHmi(
  document: ScreenDocument,
  kinds: KindTable,
  look: CheckPalette,
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
