export interface Arc {
  /** Shares of the whole, 0 to 1. */
  readonly from: number
  readonly share: number
}

/** Where each value begins around a whole, and how much of it is its; null for what has no share: nothing, and less than nothing. */
export function arcs(values: readonly (number | null)[]): (Arc | null)[] {
  const sum = values.reduce<number>((all, value) => all + positive(value), 0)
  let from = 0
  return values.map((value) => {
    if (value === null || value < 0 || sum === 0) return null
    const share = value / sum
    from += share
    return { from: from - share, share }
  })
}

const positive = (value: number | null): number => (value !== null && value > 0 ? value : 0)

const STEPS = [1, 2, 2.5, 5, 10]

/** Round numbers from below the least value to above the most, 0 among them; about `wanted` steps apart. */
export function valueTicks(least: number, most: number, wanted = 4): number[] {
  const low = Math.min(0, least)
  const high = Math.max(0, most) || (low === 0 ? 1 : 0)
  const span = high - low || 1
  const power = 10 ** Math.floor(Math.log10(span / wanted))
  const step = (STEPS.find((one) => one * power * wanted >= span) ?? 10) * power
  const first = Math.floor(low / step + 1e-9)
  const last = Math.max(first + 1, Math.ceil(high / step - 1e-9))
  return [...Array(last - first + 1)].map((_, at) => Number(((first + at) * step).toPrecision(12)))
}
