import * as z from 'zod/mini'
import { byKey, DevState, Quality, SnCode, type Value } from './telemetry.ts'

export const REALTIME_PATH = '/v2/ws/web/rtd'

/**
 * Names of the events by which a connection hands its socket's frames to a page's own scripts, the frame as `detail`:
 * every frame; values of any device; values of one device with all its points (a snapshot); a device's state.
 */
export const REALTIME_EVENTS = {
  frame: 'getDataWebsocket',
  values: 'getRTDWS',
  snapshot: 'getDevRealTimeDataWS',
  state: 'getStatusWebsocket',
} as const

/** Bounds of the socket: ms to authenticate, deltas a second at most, channels a socket may hold, bytes of a client's frame. */
export const REALTIME_LIMITS = {
  authMs: 10_000,
  defaultRate: 4,
  maxRate: 20,
  channels: 2000,
  frameBytes: 65_536,
  heartbeatMs: 15_000,
} as const

/** `[value, quality, data_time]` */
export type LiveValue = [value: Value, quality: Quality, data_time: number]
/** Thousands come in a second: validated by hand. */
export const LiveValue = z.custom<LiveValue>((sent) => {
  if (!Array.isArray(sent) || sent.length !== 3) return false
  const [value, quality, data_time] = sent
  const isValue = value === null || ['number', 'boolean', 'string'].includes(typeof value)
  return isValue && Quality.def.entries[quality as Quality] === quality && Number.isInteger(data_time)
})

/** A channel's newest: `snapshot` holds every point of the device, `delta` only those that changed. */
export const ValuesFrame = z.object({
  type: z.enum(['snapshot', 'delta']),
  channel: z.string(),
  seq: z.int(),
  server_time: z.int(),
  dev_state: z.optional(DevState),
  report_time: z.optional(z.nullable(z.int())),
  /** When the device's name or points were changed last, since the server's start; whoever shows them asks again when it is another. */
  described_time: z.optional(z.int()),
  values: byKey(LiveValue),
})
export type ValuesFrame = z.infer<typeof ValuesFrame>

export const ServerFrame = z.union([
  z.object({ type: z.enum(['ready', 'pong']), server_time: z.int() }),
  ValuesFrame,
  /** An `Alarm` of the contract: who shows more than of which device it is reads the rest by that schema. */
  z.object({ type: z.literal('alarm'), alarm: z.looseObject({ alarm_id: z.string(), sn_code: SnCode }) }),
  /** A write's next step. */
  z.object({ type: z.literal('command'), sn_code: SnCode, id: z.string(), status: z.string() }),
  /** How many notices and system messages the user has not read, and the newest of each. */
  z.object({
    type: z.literal('message'),
    channel: z.literal('messages'),
    inbox: z.int(),
    system: z.int(),
    newest_inbox: z.nullable(z.int()),
    newest_system: z.nullable(z.int()),
    /** Counts saves of the organisation's settings; null before the first. */
    settings: z.optional(z.nullable(z.int())),
    /** When the shift log was changed last; null before the first entry, and for who may not read it. */
    shift_log: z.optional(z.nullable(z.int())),
  }),
  /** Without a channel it is the token that is refused; `fault` says what is wrong with a guest's (TokenFault). */
  z.object({
    type: z.literal('refused'),
    code: z.string(),
    channel: z.optional(z.string()),
    fault: z.optional(z.string()),
  }),
])
export type ServerFrame = z.infer<typeof ServerFrame>

/** A tick's frames to one socket travel as one JSON array; a single frame may stand alone. */
export const ServerMessage = z.union([ServerFrame, z.array(ServerFrame)])
