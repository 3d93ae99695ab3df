import { openFairTurns } from '../limits/fair-turns.ts'
import { type Caller, organisationOf, principalOf } from './caller.ts'

export interface CallerTurnLimits {
  /** How many run at once. */
  atOnce: number
  /** Of these, how many of one organisation, and of one who calls for it. */
  ofOrganisation: number
  ofOne: number
  /** How many of one who calls may wait, and how many of one organisation. */
  waitingOfOne: number
  waiting: number
}

/** Who takes turns: an organisation, whose guests are apart from its people, and within it whoever calls. */
export interface TurnHolder {
  organisation: string
  principal: string
}

/** Long work of calls, of which only some runs at once. */
export interface CallerTurns {
  /**
   * Runs work when its turn comes: organisations take turns, and within each of them those who call, however many names these
   * have. Refuses with 100019 what would wait behind too much of its own organisation, and what waits for somebody who is gone.
   */
  run<T>(holder: TurnHolder, work: () => Promise<T>, gone?: AbortSignal): Promise<T>
}

export const turnHolderOf = (caller: Caller): TurnHolder => {
  return { organisation: organisationOf(caller), principal: principalOf(caller) }
}

export function openCallerTurns({ atOnce, ofOrganisation, ...ofCallers }: CallerTurnLimits): CallerTurns {
  // No more of an organisation come here than may run of it.
  const all = openFairTurns({ atOnce, ofOne: ofOrganisation, waitingOfOne: ofOrganisation, waiting: Infinity })
  const within = new Map<string, { turns: ReturnType<typeof openFairTurns>; works: number }>()
  return {
    async run({ organisation, principal }, work, gone) {
      const own = within.get(organisation) ?? {
        turns: openFairTurns({ atOnce: ofOrganisation, ...ofCallers }),
        works: 0,
      }
      within.set(organisation, own)
      own.works += 1
      try {
        return await own.turns.run(principal, () => all.run(organisation, work, gone), gone)
      } finally {
        own.works -= 1
        if (own.works === 0) within.delete(organisation)
      }
    },
  }
}
