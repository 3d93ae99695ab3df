import { createDeadlines } from '../jobs/deadlines.ts'
import { type HoldRow, placeOf } from './rows.ts'

/** An alarm of a device that the caller may see. */
export interface AlarmPlace {
  device_id: number
  rule_id: number
}

/** Holds as SQL has them: by their place, by their device, and by when they end. */
export class KnownHolds {
  readonly #byDevice = new Map<number, Map<string, HoldRow>>()
  readonly #ends = createDeadlines<HoldRow>()

  constructor(open: readonly HoldRow[]) {
    open.forEach(this.set)
  }

  at({ rule_id, device_id }: AlarmPlace): HoldRow | null {
    return this.#byDevice.get(device_id)?.get(placeOf(rule_id, device_id)) ?? null
  }

  of(device_id: number): HoldRow[] {
    return [...(this.#byDevice.get(device_id)?.values() ?? [])]
  }

  readonly has = (hold: HoldRow): boolean => this.at(hold) === hold

  /** Takes the place of the one before it. */
  readonly set = (hold: HoldRow): void => {
    const before = this.at(hold)
    if (before) this.delete(before)
    const its = this.#byDevice.get(hold.device_id) ?? new Map<string, HoldRow>()
    this.#byDevice.set(hold.device_id, its)
    its.set(placeOf(hold.rule_id, hold.device_id), hold)
    this.watch(hold)
  }

  readonly delete = (hold: HoldRow): void => {
    const { rule_id, device_id } = hold
    this.#ends.delete(hold)
    const its = this.#byDevice.get(device_id)
    if (its?.delete(placeOf(rule_id, device_id)) && its.size === 0) this.#byDevice.delete(device_id)
  }

  readonly watch = (hold: HoldRow): void => {
    this.#ends.add(hold, hold.end_time)
  }

  /** Those that end by now; each comes up again only where it is watched again. */
  due(now: number): HoldRow[] {
    return this.#ends.take(now)
  }
}
