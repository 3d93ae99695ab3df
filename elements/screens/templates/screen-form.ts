import { LIMITS } from '../../../core/catalogue/limits.ts'
import type { Screen } from '../../../core/contract/screen.ts'
import type { Translated } from '../../../core/text/define-text.ts'
import { SCREEN_SIZES } from '../../parts/screen-size/screen-sizes.ts'
import { type SizeDraft, sizeDraft } from '../../parts/screen-size/size-draft.ts'
import type { text } from './page-text.ts'

type Words = Translated<(typeof text)['rows']>
type Variant = Screen['variant']

/** What the form of a new screen holds. */
export interface Draft extends SizeDraft {
  screen_name: string
  variant: Variant
}
export const FIELDS = ['screen_name', 'variant', 'width', 'height'] as const
export type Field = (typeof FIELDS)[number]

export const draftOf = (variant: Variant): Draft => ({
  screen_name: '',
  variant,
  ...sizeDraft(SCREEN_SIZES[variant][0]),
})

export function checkScreenName(typed: string, t: Words): string | undefined {
  const name = typed.trim()
  if (name === '') return t.screenMissing
  return name.length > LIMITS.genericName ? t.tooLong : undefined
}
