import * as z from 'zod/mini'

/** The end of the year 9999: later ones are no date to most programs, and beyond 8.64e15 to none. */
const LAST = 253_402_300_799_999

/** A time in a call's input, epoch milliseconds, UTC. */
export const Timestamp = z.int().check(z.minimum(0), z.maximum(LAST))
