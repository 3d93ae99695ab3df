import type { Translated } from '../../../core/text/define-text.ts'
import { type ScreenSize, sizeId } from './screen-sizes.ts'
import type { text } from './text.ts'

export const OWN = 'own'

/** The size of a drawing, as a form holds it. */
export interface SizeDraft {
  /** `1120x630`, or `own` for the two numbers below. */
  size: string
  width: number | null
  height: number | null
}

export const sizeDraft = (size: ScreenSize): SizeDraft => ({ size: sizeId(size), width: size[0], height: size[1] })

const isSide = (px: number | null) => px !== null && Number.isInteger(px) && px >= 16 && px <= 20_000

export const checkSize = (
  { width, height }: SizeDraft,
  t: Translated<(typeof text)['rows']>,
): { width?: string; height?: string } => ({
  ...(!isSide(width) && { width: t.sizeWrong }),
  ...(!isSide(height) && { height: t.sizeWrong }),
})
