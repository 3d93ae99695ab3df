import { openFairTurns, type TurnLimits } from '../limits/fair-turns.ts'
import { openRestingTurns } from '../limits/resting-turns.ts'
import { organisationNow } from '../limits/turns.ts'
import type { Writer } from './writer.ts'

/**
 * What is done to alarms of organisations, in a turn of the writer. Its transactions have priority 'ingest': all organisations
 * wait for them meanwhile.
 */
export interface Acts {
  /** What somebody does to so many alarms. */
  act<T>(tenant_id: number, alarms: number, work: () => Promise<T>): Promise<T>
  /** What follows of it by itself, one piece after the other. */
  follow<T>(tenant_id: number, work: () => Promise<T>): Promise<T>
  /** What is begun is not followed by a rest any more. */
  close(): void
}

/** What an organisation does, and what its guests do, is done one after the other, of few enough that none waits for long. */
const OF_ONE: TurnLimits = { atOnce: Number.POSITIVE_INFINITY, ofOne: 1, waitingOfOne: 200, waiting: 5000 }
/** Whoever waits in a place is bounded by what he waits for before. */
const UNBOUNDED = { waitingOfOne: Number.POSITIVE_INFINITY, waiting: Number.POSITIVE_INFINITY }
/** Acts that wait for the store, each of another organisation: few enough that alarms which come are written in between. */
const ACTS_AT_ONCE = 8

/**
 * What is done to one alarm passes what is done to many. After that the store is left to others for a while, whichever
 * organisation did it: they have one place together. Whoever waits until alarms of his own organisation are written keeps
 * nobody else waiting.
 */
export function openActs({ persistOf, step }: Pick<Writer, 'persistOf' | 'step'>): Acts {
  const short = openRestingTurns(OF_ONE)
  const shortPlaces = openFairTurns({ atOnce: ACTS_AT_ONCE, ofOne: 1, ...UNBOUNDED })
  const long = openFairTurns(OF_ONE)
  const longPlace = openRestingTurns({ atOnce: 1, ofOne: 1, ...UNBOUNDED })

  const follow: Acts['follow'] = async (tenant_id, work) => {
    await persistOf(tenant_id)
    return longPlace.run(organisationNow(tenant_id), (timed) => step(tenant_id, () => timed(work)))
  }
  return {
    act: (tenant_id, alarms, work) => {
      const organisation = organisationNow(tenant_id)
      if (alarms > 1) return long.run(organisation, () => follow(tenant_id, work))
      return short.run(organisation, async (timed) => {
        await persistOf(tenant_id)
        return shortPlaces.run(organisation, () => step(tenant_id, () => timed(work)))
      })
    },
    follow,
    close() {
      short.close()
      longPlace.close()
    },
  }
}
