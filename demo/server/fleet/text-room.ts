import { LIMITS } from '../../../core/catalogue/limits.ts'
import type { Value } from '../../../core/contract/telemetry.ts'
import type { LiveDevice } from './fleet.ts'

/** Characters of a value that is a text. */
export const lengthOf = (value: Value): number => (typeof value === 'string' ? value.length : 0)

function lengthOfAll(device: LiveDevice): number {
  let length = 0
  for (const { value } of device.points.values()) length += lengthOf(value)
  return length
}

/** Characters of the newest values of devices that are texts, which are in memory: of each device and organisation. */
export class TextRoom {
  readonly #ofDevices = new Map<LiveDevice, number>()
  readonly #ofTenants = new Map<number, number>()

  #add(device: LiveDevice, length: number): void {
    this.#ofDevices.set(device, (this.#ofDevices.get(device) ?? 0) + length)
    this.#ofTenants.set(device.tenant_id, (this.#ofTenants.get(device.tenant_id) ?? 0) + length)
  }

  /** Whether a device's organisation has room for so many characters more. */
  has(device: LiveDevice, length: number): boolean {
    return (this.#ofTenants.get(device.tenant_id) ?? 0) + length <= LIMITS.newestTexts
  }

  /** A value takes the place of another. */
  replace(device: LiveDevice, before: Value, now: Value): void {
    const change = lengthOf(now) - lengthOf(before)
    if (change !== 0) this.#add(device, change)
  }

  /** Counts a device that was read, once more where it is known. Texts that its organisation has no room for are no values any more. */
  count(device: LiveDevice): void {
    this.forget(device)
    if (!this.has(device, lengthOfAll(device)))
      for (const point of device.points.values())
        if (typeof point.value === 'string') Object.assign(point, { value: null, quality: 'bad' })
    const length = lengthOfAll(device)
    if (length > 0) this.#add(device, length)
  }

  forget(device: LiveDevice): void {
    const length = this.#ofDevices.get(device) ?? 0
    if (length > 0) this.#add(device, -length)
    this.#ofDevices.delete(device)
  }
}
