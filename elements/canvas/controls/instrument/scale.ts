import type { Lang } from '../../../../core/text/define-text.ts'
import { numberFormatFor } from '../../../../core/text/number-format.ts'

export interface Scale {
  readonly min: number
  readonly max: number
  readonly most: number
  readonly lang: Lang
  /** Round values between the ends, both ends among them where they are round. */
  readonly ticks: readonly number[]
  readonly labels: readonly string[]
  /** Between two ticks, into how many parts shorter ticks divide. */
  readonly parts: number
}

const KEPT = 128
const kept: Scale[] = []
let next = 0

const STEPS = [
  [1, 5],
  [2, 4],
  [2.5, 5],
  [5, 5],
  [10, 5],
] as const

/** A scale with at most so many labels; the same object for the same numbers, so that a repaint makes nothing. */
export function scaleOf(min: number, max: number, most: number, lang: Lang): Scale {
  for (const scale of kept)
    if (scale.min === min && scale.max === max && scale.most === most && scale.lang === lang) return scale
  const made = make(min, max, most, lang)
  kept[next] = made
  next = (next + 1) % KEPT
  return made
}

function make(min: number, max: number, most: number, lang: Lang): Scale {
  const span = max - min
  if (!(span > 0) || !Number.isFinite(span) || most < 2)
    return { min, max, most, lang, ticks: [], labels: [], parts: 1 }
  const power = 10 ** Math.floor(Math.log10(span / (most - 1)))
  const [factor, parts] =
    STEPS.find(
      ([size]) => Math.floor(max / (size * power) + 1e-9) - Math.ceil(min / (size * power) - 1e-9) + 1 <= most,
    ) ?? STEPS[4]
  const step = factor * power
  const decimals = Math.max(0, -Math.floor(Math.log10(step) + 1e-9) + (factor === 2.5 ? 1 : 0))
  const ticks: number[] = []
  for (let at = Math.ceil(min / step - 1e-9); at * step <= max + step * 1e-9; at += 1) ticks.push(at * step)
  const format = numberFormatFor(lang)
  const labels = ticks.map((tick) => format.number(Math.abs(tick) < step * 1e-9 ? 0 : tick, Math.min(decimals, 9)))
  return { min, max, most, lang, ticks, labels, parts }
}

/** Where a value is between two ends, 0 to 1 and never beyond. */
export function shareOf(value: number, min: number, max: number): number {
  const span = max - min
  if (!(span > 0)) return 0
  const share = (value - min) / span
  return Math.min(1, Math.max(0, share))
}
