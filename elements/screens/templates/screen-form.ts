import { LIMITS } from '../../../core/catalogue/limits.ts'
import type { Screen } from '../../../core/contract/screen.ts'
import type { Translated } from '../../../core/text/define-text.ts'
import { SCREEN_SIZES, sizeId } from '../../parts/screen-sizes.ts'
import type { text } from './page-text.ts'

type Words = Translated<(typeof text)['rows']>
type Variant = Screen['variant']

export const OWN = 'own'

/** What the form of a new screen holds. */
export interface Draft {
  screen_name: string
  variant: Variant
  /** `1120x630`, or `own` for the two numbers below. */
  size: string
  width: number | null
  height: number | null
}
export const FIELDS = ['screen_name', 'variant', 'width', 'height'] as const
export type Field = (typeof FIELDS)[number]

export const draftOf = (variant: Variant): Draft => {
  const [first] = SCREEN_SIZES[variant]
  return { screen_name: '', variant, size: sizeId(first), width: first[0], height: first[1] }
}

export function checkScreenName(typed: string, t: Words): string | undefined {
  const name = typed.trim()
  if (name === '') return t.screenMissing
  return name.length > LIMITS.genericName ? t.tooLong : undefined
}

const isSide = (px: number | null) => px !== null && Number.isInteger(px) && px >= 16 && px <= 20_000

export function check(draft: Draft, t: Words): Partial<Record<Field, string>> {
  const screen_name = checkScreenName(draft.screen_name, t)
  return {
    ...(screen_name && { screen_name }),
    ...(!isSide(draft.width) && { width: t.sizeWrong }),
    ...(!isSide(draft.height) && { height: t.sizeWrong }),
  }
}
