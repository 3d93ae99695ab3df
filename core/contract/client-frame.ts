import * as z from 'zod/mini'
import type { Permission } from '../catalogue/permissions.ts'
import { DEVICE_READERS } from '../catalogue/readers.ts'
import { REALTIME_LIMITS } from './realtime.ts'

/*
 * What a client says on the socket. In a file of its own: no client checks what it says itself.
 */

/**
 * `device/{sn}`: a device's values and state. `alarms`: every alarm event that the user may see. `messages`: how many of
 * the user's own messages are unread, which nobody else receives. Any one of these rights opens a channel of its kind;
 * they are the rights of the calls that answer the same.
 */
export const CHANNEL_NEEDS = {
  device: DEVICE_READERS,
  alarms: DEVICE_READERS,
} as const satisfies Record<string, readonly Permission[]>

export const ClientFrame = z.union([
  /** The first frame. Later ones bring a fresh token of the same user, or of the same embed key, for the socket as it is. */
  z.object({ type: z.literal('auth'), token: z.string().check(z.maxLength(4096)) }),
  z.object({
    type: z.literal('subscribe'),
    channels: z.array(z.string()).check(z.maxLength(REALTIME_LIMITS.channels)),
    /** Deltas a second, for the whole socket. */
    rate: z.optional(z.number().check(z.minimum(0.1), z.maximum(REALTIME_LIMITS.maxRate))),
  }),
  z.object({
    type: z.literal('unsubscribe'),
    channels: z.array(z.string()).check(z.maxLength(REALTIME_LIMITS.channels)),
  }),
  /** After a reconnect: the last `seq` that was seen. A gap is answered with a snapshot, no gap with nothing. */
  z.object({ type: z.literal('resume'), channel: z.string(), seq: z.int() }),
  z.object({ type: z.literal('ping') }),
])
export type ClientFrame = z.infer<typeof ClientFrame>
