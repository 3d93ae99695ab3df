/** Colours that a part of a bar may have: those of alarms by their level, and shades of one. */
export type BarColour = 'alarm-1' | 'alarm-2' | 'alarm-3' | 'alarm-4' | 'alarm-5'

/** Words below the bars, at most. */
const MOST_LABELS = 6

/** What the highest bar may hold: a round number, at least the most there is. */
export function roundAbove(most: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, most)))
  return [1, 1.5, 2, 3, 5, 10].map((step) => step * power).find((round) => round >= most) ?? most
}

/** Which of so many bars are named, evenly apart. */
export function labelledPlaces(count: number): number[] {
  const every = Math.max(1, Math.ceil(count / MOST_LABELS))
  return [...Array(Math.ceil(count / every))].map((_, i) => i * every)
}
