/** WCAG 2.3.1: whatever a document asks for, nothing flashes more often than this in a second. */
export const MOST_FLASHES = 3

/** Milliseconds of one flash; `periodS` is what a document asks for. */
export const flashMs = (periodS: number): number => Math.max(periodS * 1000, 1000 / MOST_FLASHES)
