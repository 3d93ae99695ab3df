import { HOUR_MS } from '../../../core/catalogue/durations.ts'
import { MOST_RULES } from '../../../core/contract/alarm-rules.ts'
import { openBudget, takeAll } from '../limits/limiter.ts'
import type { Change } from './changeset.ts'
import type { RuleAtDevice } from './place.ts'

/**
 * Occurrences that a device, and an organisation, may have written each by itself, beside first ones: some that chatter, or
 * what came of nights that many devices kept. Each takes a row and its events.
 */
export const OF_DEVICE = { most: 2000, perMs: HOUR_MS }
export const OF_ORGANISATION = { most: 20_000, perMs: HOUR_MS }
/** First occurrences that a device may have written beside these: of each rule of its own and of its template. */
export const FIRSTS_OF_DEVICE = { most: 2 * MOST_RULES, perMs: HOUR_MS }
/** The same of an organisation, for each device that it has: whichever these are, new ones bring no further room. */
export const FIRSTS_A_DEVICE = { most: 20, perMs: HOUR_MS }
/** An organisation has as much room as with so many devices. */
export const DEVICES_LEAST = 100

/**
 * How an occurrence of a rule at a device is written: by itself, or as a repeat of the one before it. Null for the first one
 * in an hour where there is no room: it is new to people, and waits.
 */
export type Weigh = (at: RuleAtDevice, isLate: boolean) => 'itself' | 'repeat' | null

export function openRepeats(devicesOf: (tenant_id: number) => number, now = () => performance.now()): Weigh {
  const ofDevice = openBudget(OF_DEVICE, now)
  const ofOrganisation = openBudget(OF_ORGANISATION, now)
  const firstsOfDevice = openBudget(FIRSTS_OF_DEVICE, now)
  const firstsOfOrganisation = openBudget(FIRSTS_A_DEVICE, now)
  const cameAt = new WeakMap<RuleAtDevice, number>()
  /** What came late notifies nobody: the first one in time is new after it. */
  const cameLateAt = new WeakMap<RuleAtDevice, number>()

  return (at, isLate) => {
    const time = now()
    const came = isLate ? cameLateAt : cameAt
    const before = came.get(at)
    const isFirst = before === undefined || time - before >= HOUR_MS
    const [device, organisation] = [String(at.device.device_id), String(at.device.tenant_id)]
    const isWritten =
      (isFirst &&
        takeAll([
          [firstsOfDevice, device],
          [firstsOfOrganisation, organisation, 1 / Math.max(DEVICES_LEAST, devicesOf(at.device.tenant_id))],
        ]) === 0) ||
      takeAll([
        [ofDevice, device],
        [ofOrganisation, organisation],
      ]) === 0
    if (!isWritten) return isFirst ? null : 'repeat'
    if (isFirst) came.set(at, time)
    return 'itself'
  }
}

/** What came, as a repeat of the occurrence before it. */
export const repeated = (came: Change & { is: 'produced' }): Change & { is: 'repeated' } => ({
  ...came,
  is: 'repeated',
  further: 1,
  recover_time: null,
})
