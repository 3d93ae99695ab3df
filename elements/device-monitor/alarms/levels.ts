/** Alarm levels as a list of choices has them, the worst first. */
export const LEVELS = ['5', '4', '3', '2', '1'] as const
export type Level = (typeof LEVELS)[number]
