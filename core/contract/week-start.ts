import * as z from 'zod/mini'

/** The day with which weeks begin. */
export const WeekStart = z.enum(['monday', 'sunday', 'saturday'])
export type WeekStart = z.infer<typeof WeekStart>
