import type { Curve, TenantHistory } from '../history/telemetry.ts'
import type { Caller } from '../http/caller.ts'
import { openCallerTurns, turnHolderOf } from '../http/caller-turns.ts'
import { openFairTurns } from '../limits/fair-turns.ts'
import { RATES } from '../limits/rates.ts'

/** Calls of one user in a minute. */
const MOST_WAITING = RATES.callsOfUser.most

/** Reads of much history, of which each takes a second or more at the store: few at once, and fewer of one who asks. */
export const longReads = openCallerTurns({ atOnce: 4, ofOrganisation: 3, ofOne: 2, waitingOfOne: 20, waiting: 200 })

/** Loads of history, one of an organisation at a time. */
export const loads = openFairTurns({ atOnce: 2, ofOne: 1, waitingOfOne: 50, waiting: 500 })

/**
 * Reads of one point, of some milliseconds each: a screen shows dozens of them, and dozens of screens may be signed in as one
 * user. As many wait as he may call for in a minute: what waits has read nothing.
 */
const shortReads = openCallerTurns({
  atOnce: 8,
  ofOrganisation: 6,
  ofOne: 4,
  waitingOfOne: MOST_WAITING,
  waiting: 10 * MOST_WAITING,
})

/** Samples that are read in about a millisecond. */
const SAMPLES_OF_CALL = 10_000

/** Reads something of one point when the caller's turn comes. Many samples cost as much as several calls. */
export const shortRead = <T>(caller: Caller, read: () => Promise<T>, samplesIn: (found: T) => number): Promise<T> =>
  shortReads.run(
    turnHolderOf(caller),
    async () => {
      const found = await read()
      caller.spend?.(Math.floor(samplesIn(found) / SAMPLES_OF_CALL))
      return found
    },
    caller.gone,
  )

/** Of minutes and hours a curve reads few. */
const samplesOfCurve = ({ source, rows }: Curve): number =>
  source === 'raw' ? rows.reduce((sum, [, , , , , count]) => sum + count, 0) : 0

export const readCurve = (caller: Caller, history: TenantHistory, ...range: Parameters<TenantHistory['curve']>) =>
  shortRead(caller, () => history.curve(...range), samplesOfCurve)
