import { LIMITS } from '../../../core/catalogue/limits.ts'
import type { Screen } from '../../../core/contract/screen.ts'
import type { Translated } from '../../../core/text/define-text.ts'
import type { text } from './page-text.ts'

type Words = Translated<(typeof text)['rows']>
type Variant = Screen['variant']

/** Sizes that screens usually have, in px. */
export const SIZES: Record<Variant, readonly (readonly [width: number, height: number])[]> = {
  desktop: [
    [1920, 1080],
    [1600, 900],
    [1366, 768],
    [1280, 1024],
    [3840, 2160],
  ],
  mobile: [
    [390, 844],
    [375, 667],
    [414, 896],
  ],
}
export const OWN = 'own'
export const sizeId = ([width, height]: readonly [number, number]) => `${width}x${height}`

/** What the form of a new screen holds. */
export interface Draft {
  screen_name: string
  variant: Variant
  /** `1920x1080`, or `own` for the two numbers below. */
  size: string
  width: number | null
  height: number | null
}
export const FIELDS = ['screen_name', 'variant', 'width', 'height'] as const
export type Field = (typeof FIELDS)[number]

export const draftOf = (variant: Variant): Draft => {
  const [first = [1920, 1080]] = SIZES[variant]
  return { screen_name: '', variant, size: sizeId(first), width: first[0], height: first[1] }
}

export function judgeScreenName(typed: string, t: Words): string | undefined {
  const name = typed.trim()
  if (name === '') return t.screenMissing
  return name.length > LIMITS.genericName ? t.tooLong : undefined
}

const isSide = (px: number | null) => px !== null && Number.isInteger(px) && px >= 16 && px <= 20_000

export function judge(draft: Draft, t: Words): Partial<Record<Field, string>> {
  const screen_name = judgeScreenName(draft.screen_name, t)
  return {
    ...(screen_name && { screen_name }),
    ...(!isSide(draft.width) && { width: t.sizeWrong }),
    ...(!isSide(draft.height) && { height: t.sizeWrong }),
  }
}
