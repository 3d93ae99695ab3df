import { openFairTurns } from '../limits/fair-turns.ts'

/** Reads of much history, of which each takes a second or more at the store: few at once, and fewer of one who asks. */
export const longReads = openFairTurns({ atOnce: 4, ofOne: 2, waitingOfOne: 20, waiting: 200 })

/** Loads of history, one of an organisation at a time. */
export const loads = openFairTurns({ atOnce: 2, ofOne: 1, waitingOfOne: 50, waiting: 500 })
