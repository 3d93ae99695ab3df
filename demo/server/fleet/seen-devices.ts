import { ApiError } from '../../../core/contract/api-error.ts'
import { snKey } from '../../../core/rules/sn.ts'
import { type Caller, canSee, type Visitor } from '../http/caller.ts'
import { readsOnly } from '../limits/call-now.ts'
import type { Fleet, LiveDevice } from './fleet.ts'

/** The device, when the caller may see it. Refuses with 110509 alike when there is none and when it is not theirs. */
export function seenDevice(fleet: Fleet, caller: Caller, sn_code: string): LiveDevice {
  const device = fleet.get(sn_code)
  if (!device || !canSee(caller, device)) throw new ApiError('110509')
  return caller.visitor ? asVisited(device, caller.visitor) : device
}

/** The same, for a call that reads of this device alone. */
export function onlyDevice(fleet: Fleet, caller: Caller, sn_code: string): LiveDevice {
  const device = seenDevice(fleet, caller, sn_code)
  readsOnly([device.device_id])
  return device
}

/** A device with nothing but the points that a shared page binds. */
export function asVisited(device: LiveDevice, { points }: Pick<Visitor, 'points'>): LiveDevice {
  const keys = points.get(snKey(device.sn_code))
  return { ...device, points: new Map([...device.points].filter(([key]) => keys?.has(key))) }
}

/**
 * Of a device that a guest does not see itself, the points that a dashboard binds which his token names; undefined of all
 * others. Only what such a dashboard reads asks for it: every other call finds no such device.
 */
export function boundPoints(caller: Caller, device: LiveDevice): ReadonlySet<string> | undefined {
  const { guest, tenant_id } = caller
  if (!guest?.dashboards || tenant_id !== device.tenant_id || canSee(caller, device)) return undefined
  return guest.actions.includes('read') ? guest.dashboards.points.get(snKey(device.sn_code)) : undefined
}

/** What the caller may read the points of: a device that he sees, or the part of one that a dashboard of his binds; else null. */
export function readDevice(fleet: Fleet, caller: Caller, sn_code: string): LiveDevice | null {
  const device = fleet.get(sn_code)
  if (!device) return null
  if (canSee(caller, device)) return caller.visitor ? asVisited(device, caller.visitor) : device
  return boundPoints(caller, device) && caller.guest?.dashboards ? asVisited(device, caller.guest.dashboards) : null
}

/** Ids of the templates of the devices that the caller may see. */
export function templatesOfDevices(fleet: Fleet, caller: Caller): Set<number> {
  const seen = [...fleet.devices(caller.tenant_id)].filter((device) => canSee(caller, device))
  return new Set(seen.flatMap(({ template_id }) => template_id ?? []))
}

/** The SN of the first device of a template that the caller may see; null where there is none. */
export function firstDeviceOf(fleet: Fleet, caller: Caller, template_id: number): string | null {
  for (const device of fleet.devices(caller.tenant_id))
    if (device.template_id === template_id && canSee(caller, device)) return device.sn_code
  return null
}
