import { setTimeout as sleep } from 'node:timers/promises'
import { openFairTurns, type TurnLimits } from '../limits/fair-turns.ts'
import { organisationNow } from '../limits/turns.ts'
import type { Writer } from './writer.ts'

/**
 * Something that is done to alarms of an organisation, in a turn of the writer. All organisations wait for it meanwhile: its
 * transactions have priority 'ingest'.
 */
export type Act = <T>(tenant_id: number, work: () => Promise<T>) => Promise<T>

/** What an organisation does, and what its guests do, is done one after the other, of few enough that none waits for long. */
const OF_ONE: TurnLimits = { atOnce: Number.POSITIVE_INFINITY, ofOne: 1, waitingOfOne: 200, waiting: 5000 }

/** What one person does with one alarm takes less. */
const SHORT_MS = 5

/**
 * Acts wait for the store, one of an organisation at a time, and of few enough (`atOnce`) that alarms which come are written
 * in between. Whoever waits until alarms of his own organisation are written keeps nobody else waiting. After a long act its
 * organisation has no other for `rest` times as long: that time of the store is others'.
 */
export function openActs({ persistOf, step }: Pick<Writer, 'persistOf' | 'step'>, atOnce: number, rest = 0): Act {
  const own = openFairTurns(OF_ONE)
  const places = openFairTurns({ atOnce, ofOne: 1, waitingOfOne: 1, waiting: Number.POSITIVE_INFINITY })
  return (tenant_id, work) => {
    const organisation = organisationNow(tenant_id)
    return new Promise((resolve, reject) => {
      const acted = async () => {
        await persistOf(tenant_id)
        let began = 0
        const begin = () => {
          began = performance.now()
          return work()
        }
        await places.run(organisation, () => step(begin)).then(resolve, reject)
        const tookMs = performance.now() - began
        if (rest > 0 && tookMs > SHORT_MS) await sleep(rest * tookMs, undefined, { ref: false })
      }
      own.run(organisation, acted).catch(reject)
    })
  }
}
