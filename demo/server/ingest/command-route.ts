import type { Value } from '../../../core/contract/telemetry.ts'
import type { LiveDevice, LivePoint } from '../fleet/fleet.ts'

/** A way to a device other than its `command` topic, on which it gives no replies: a write is done once it is reported. */
export interface Route {
  /** What is not on its way within `withinMs` is not sent any more. */
  send(withinMs: number): Promise<void>
  /** Whether a value that the device reports is the written one. */
  isReported(value: Value): boolean
}

/** Null for a device that this way does not reach. Throws an ApiError for a value that it cannot carry. */
export type FindRoute = (device: LiveDevice, point: LivePoint, value: Value) => Route | null
