import type { FastifyReply } from 'fastify'
import { openLanes, tooOften } from '../limits/limiter.ts'
import { type Caller, organisationOf } from './caller.ts'
import { whenOver } from './when-over.ts'

const MB = 1 << 20
/** Answers up to this have room of their own: those that are large do not keep them out. */
const SMALL = 65_536
/** Whoever finds no room tries again after this. */
const RETRY_MS = 2000

/** Answers that were made and have not gone out yet: they are kept as long as their askers read. */
export interface HeldAnswers {
  /**
   * Keeps room for an answer of so many bytes until it has gone out. Throws 100019 with HTTP 429 where the organisation,
   * its guests, or the network of somebody unknown have as much as they may. If the call `hasChanged` something its caller
   * has to know: a small answer goes out all the same, for a large one it throws `NoRoomForReply`.
   */
  hold(reply: FastifyReply, caller: Caller, bytes: number, hasChanged: boolean): HeldRoom
}

/**
 * A call that has changed something, and whose long answer has no room. Its connection ends without one, so that its caller
 * knows that it may have been done; a refusal would say that it was not.
 */
export class NoRoomForReply extends Error {}

/** Says of how many bytes the answer is from now on: compressed, it needs less room than while it was made. */
export type HeldRoom = (bytes: number) => void

export function openHeldAnswers(): HeldAnswers {
  const large = openLanes(64 * MB, 512 * MB, true)
  const small = openLanes(32 * MB, 512 * MB, true)
  return {
    hold(reply, caller, bytes, hasChanged) {
      const lanes = bytes > SMALL ? large : small
      const key = roomOf(caller)
      if (!lanes.enter(key, bytes)) {
        if (!hasChanged) throw tooOften(RETRY_MS)
        if (bytes > SMALL) throw new NoRoomForReply()
        return () => {}
      }
      let held = bytes
      const shrink = (to: number) => {
        if (to >= held) return
        lanes.leave(key, held - to)
        held = to
      }
      whenOver(reply, () => shrink(0))
      return shrink
    },
  }
}

/** Whose room the answer to a caller takes. */
export const roomOf = (caller: Caller): string => (caller.tenant_id === 0 ? caller.from : organisationOf(caller))
