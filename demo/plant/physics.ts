/** Moves `value` towards `target` with the time constant `tauS`; exact for any length of step, so never unstable. */
export const approach = (value: number, target: number, tauS: number, dtS: number) =>
  target + (value - target) * Math.exp(-dtS / tauS)

export const clamp = (value: number, min: number, max: number) => Math.min(max, Math.max(min, value))

/** 0 at `hour` far from `peak`, 1 at it; a bell of `width` hours that goes on past midnight. */
export function bell(hour: number, peak: number, width: number): number {
  const away = Math.abs(((hour - peak + 36) % 24) - 12)
  return Math.exp(-((away / width) ** 2))
}
