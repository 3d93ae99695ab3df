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

/** A device with nothing but the points that a shared screen binds. */
export function asVisited(device: LiveDevice, { points }: Visitor): LiveDevice {
  const keys = points.get(snKey(device.sn_code))
  return { ...device, points: new Map([...device.points].filter(([key]) => keys?.has(key))) }
}

/** Ids of the templates of the devices that the caller may see. */
export function templatesOfDevices(fleet: Fleet, caller: Caller): Set<number> {
  const seen = [...fleet.devices(caller.tenant_id)].filter((device) => canSee(caller, device))
  return new Set(seen.flatMap(({ template_id }) => template_id ?? []))
}
