import * as z from 'zod/mini'
import { CONNECTION_LIMITS } from '../catalogue/connection-limits.ts'

/** How far a value can be trusted. `stale` is never sent by a device: it is said of a value that has not come for 3 report intervals. */
export const Quality = z.enum(['good', 'uncertain', 'bad', 'stale'])
export type Quality = z.infer<typeof Quality>

/** 1 online, 2 offline, 3 faulty (an alarm of level 4 or 5 is open), 4 unregistered. */
export const DevState = z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4)])
export type DevState = z.infer<typeof DevState>

/** Signs of a value that is a text. */
export const MOST_TEXT = 1024

/** A value as devices and people exchange it; null is "no value", never 0. */
export const Value = z.union([z.number(), z.boolean(), z.string().check(z.maxLength(MOST_TEXT)), z.null()])
export type Value = z.infer<typeof Value>

/** Keys of one map that a caller sends. */
export const MOST_KEYS = 1000

/**
 * Values by key. Written as an object of unknown keys, since zod's own record is a twelfth of what a page with one value
 * loads.
 */
export const byKey = <Held extends z.ZodMiniType>(held: Held) => z.catchall(z.object({}), held)

/** A row of as many cells; `Row` says more of each than the schema, whose tuple weighs as much as its record. */
export const rowOf = <Row extends readonly unknown[]>(cell: z.ZodMiniType, cells: Row['length']) =>
  z.array(cell).check(z.minLength(cells), z.maxLength(cells)) as unknown as z.ZodMiniType<Row, Row>

/** Letters or digits, under 20 characters: an SN within a pattern. */
export const SN_PATTERN = `[A-Za-z0-9]{1,${CONNECTION_LIMITS.snCode}}`
export const SnCode = z.string().check(z.regex(new RegExp(`^${SN_PATTERN}$`)))
/** What every object of JavaScript has (`constructor`, `__proto__`): as a key of values it would not be the device's. */
const isOfObjects = (key: string): boolean => key in Object.prototype
/** The name of a point within its device, as the device writes it. */
export const PointKey = z.string().check(
  z.regex(/^[A-Za-z0-9_.:/-]{1,64}$/),
  z.refine((key) => !isOfObjects(key), 'is a name that no point may have'),
)

/** Bounds of what a device may send in one message. 256 KB and 1,000 keys are far above any controller's whole image. */
export const TELEMETRY_LIMITS = { messageBytes: 262_144, keys: 1000, readings: 5000 } as const

/** A value, or a value with what the device itself thinks of it. */
export const SentValue = z.union([Value, z.object({ value: Value, quality: z.enum(['good', 'uncertain', 'bad']) })])
export type SentValue = z.infer<typeof SentValue>

/**
 * `v1/devices/{sn}/telemetry`: one reading or an array of stored-and-forwarded ones. `ts` is epoch ms; of two readings of
 * a point with the same `ts` the later one replaces the earlier, so a device may send again what was not acknowledged.
 * Without `ts` the time of arrival counts, at least 1 ms after the point's arrival before, so that each is kept: one that
 * is sent again is one more. More than 1,000 such readings a second of a point run ahead of the clock, by 60 s at most;
 * what goes beyond is refused. Values are checked one by one after this: one bad value does not lose its neighbours.
 */
export const SentReading = z.object({
  ts: z.optional(z.number().check(z.minimum(0))),
  // Taken as it is: a message has thousands of keys, and each is checked later anyway.
  values: z.custom<Record<string, unknown>>(
    (sent) => typeof sent === 'object' && sent !== null && !Array.isArray(sent),
  ),
})
export type SentReading = z.infer<typeof SentReading>
export const TelemetryMessage = z.union([
  SentReading,
  z.array(SentReading).check(z.maxLength(TELEMETRY_LIMITS.readings)),
])

/**
 * `v1/devices/{sn}/command`, down, QoS 1. `ts` is when the server sent it and `expires` when it is over, both epoch ms by
 * the server's clock: a device must not carry out what reaches it later, and answers `failed`. One whose clock is not set
 * counts `expires - ts` from the receipt. The same `id` twice is one command.
 */
export const CommandMessage = z.object({
  id: z.string(),
  key: PointKey,
  value: Value,
  ts: z.number(),
  expires: z.number(),
})
export type CommandMessage = z.infer<typeof CommandMessage>

/** `v1/devices/{sn}/command/{id}/reply`, up: `acknowledged` when taken, then `done` or `failed`. */
export const CommandReply = z.object({
  status: z.enum(['acknowledged', 'done', 'failed']),
  value: z.optional(Value),
  reason: z.optional(z.string().check(z.maxLength(400))),
})
export type CommandReply = z.infer<typeof CommandReply>

/** `v1/devices/{sn}/log`, up. */
export const LogMessage = z.object({
  ts: z.optional(z.number()),
  level: z._default(z.enum(['debug', 'info', 'warning', 'error']), 'info'),
  text: z.string().check(z.maxLength(2000)),
})

/** `v1/devices/{sn}/status`, up, retained; `offline` is also the last will. */
export const StatusMessage = z.enum(['online', 'offline'])

/** A device's topics. A device may publish and subscribe below its own SN only. */
export const topics = {
  telemetry: (sn: string) => `v1/devices/${sn}/telemetry`,
  status: (sn: string) => `v1/devices/${sn}/status`,
  log: (sn: string) => `v1/devices/${sn}/log`,
  command: (sn: string) => `v1/devices/${sn}/command`,
  reply: (sn: string, id: string) => `v1/devices/${sn}/command/${id}/reply`,
} as const
