import type { LiveDevice } from '../fleet/fleet.ts'
import type { AlarmPlace } from './known-holds.ts'
import type { RuleAtDevice } from './place.ts'
import { type DeviceRules, NO_RULES } from './placed.ts'

/** The rules of all devices, each as it stands. */
export class FleetRules {
  readonly #rules = new WeakMap<LiveDevice, DeviceRules>()
  readonly #devices = new Map<number, LiveDevice>()

  has = (device: LiveDevice): boolean => this.#rules.has(device)
  of = (device: LiveDevice): DeviceRules => this.#rules.get(device) ?? NO_RULES
  allOf = (device: LiveDevice): readonly RuleAtDevice[] => this.of(device).all
  devices = (): Iterable<LiveDevice> => this.#devices.values()

  /** Null where the device has no such rule, or it is disabled. */
  at = ({ device_id, rule_id }: AlarmPlace): RuleAtDevice | null => {
    const device = this.#devices.get(device_id)
    return (device && this.allOf(device).find(({ rule }) => rule.rule_id === rule_id)) ?? null
  }

  set(device: LiveDevice, rules: DeviceRules): void {
    this.#rules.set(device, rules)
    this.#devices.set(device.device_id, device)
  }

  /** Until they are read again. */
  drop(device: LiveDevice): void {
    this.#rules.delete(device)
  }

  /** The device is gone. */
  forget(device: LiveDevice): void {
    this.#rules.delete(device)
    if (this.#devices.get(device.device_id) === device) this.#devices.delete(device.device_id)
  }
}
