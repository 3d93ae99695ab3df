import { HOUR_MS } from '../../../core/catalogue/durations.ts'
import { openBudget, takeAll } from '../limits/limiter.ts'
import type { Change } from './changeset.ts'
import type { RuleAtDevice } from './place.ts'

/**
 * Occurrences that a device, and an organisation, may have written each by itself, beside the first one of each rule at a
 * device in an hour: some that chatter, or what came of nights that many devices kept. Each takes a row and its events.
 */
export const OF_DEVICE = { most: 2000, perMs: HOUR_MS }
export const OF_ORGANISATION = { most: 20_000, perMs: HOUR_MS }

/** Makes of a change that comes too often a repeat of the last occurrence; any other one stays as it is. */
export type Weigh = (change: Change) => Change

export function openRepeats(now = () => performance.now()): Weigh {
  const ofDevice = openBudget(OF_DEVICE, now)
  const ofOrganisation = openBudget(OF_ORGANISATION, now)
  const cameAt = new WeakMap<RuleAtDevice, number>()

  /** The first one is new to people, however many others there are. */
  const isFirst = (at: RuleAtDevice): boolean => {
    const time = now()
    const before = cameAt.get(at)
    if (before !== undefined && time - before < HOUR_MS) return false
    cameAt.set(at, time)
    return true
  }

  return (change) => {
    if (change.is !== 'produced' || isFirst(change.at)) return change
    const { device_id, tenant_id } = change.at.device
    const wait = takeAll([
      [ofDevice, String(device_id)],
      [ofOrganisation, String(tenant_id)],
    ])
    return wait === 0 ? change : repeated(change)
  }
}

/** What came, as a repeat of the occurrence before it. */
export const repeated = (came: Change & { is: 'produced' }): Change & { is: 'repeated' } => ({
  ...came,
  is: 'repeated',
  further: 1,
  recover_time: null,
})
