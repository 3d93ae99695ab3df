import type { LiveDevice } from '../fleet/fleet.ts'
import { createDeadlines } from '../jobs/deadlines.ts'
import type { SharedTime } from '../limits/shared-time.ts'
import type { RuleAtDevice } from './place.ts'

/**
 * Alarms that wait for room. Those of a device are raised one after the other, until there is no room for one: there is none
 * for the others of it either, however many they are. `raise` leaves one waiting that cannot be raised now.
 */
export function createWaiting(
  time: Pick<SharedTime, 'slice'>,
  raise: (at: RuleAtDevice) => void,
  report: (error: unknown) => void,
) {
  const all = new Map<LiveDevice, Set<RuleAtDevice>>()
  const deadlines = createDeadlines<LiveDevice>()

  const raiseSome = (device: LiveDevice, now: number, isOver: () => boolean) => {
    const its = all.get(device) ?? new Set()
    for (const at of its) {
      if (isOver()) return deadlines.add(device, now)
      if (at.waitsForRoom) raise(at)
      if (at.waitsForRoom) return deadlines.add(device, at.dueAt ?? now)
      its.delete(at)
    }
    all.delete(device)
  }

  return {
    add(at: RuleAtDevice, time: number): void {
      const its = all.get(at.device)
      if (its?.has(at)) return
      if (its) its.add(at)
      else all.set(at.device, new Set([at]))
      deadlines.add(at.device, time)
    },
    delete(at: RuleAtDevice): void {
      all.get(at.device)?.delete(at)
    },
    /** Raises those of devices whose time has come, within the share of their organisation. */
    go(now: number): void {
      for (const device of deadlines.take(now)) {
        const work = (isOver: () => boolean) => raiseSome(device, now, isOver)
        time.slice(device.tenant_id, work, device.sn_code).catch(report)
      }
    },
    close: (): void => all.clear(),
  }
}
