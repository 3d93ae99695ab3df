import type { FastifyReply } from 'fastify'
import { type Lanes, openLanes, tooOften } from '../limits/limiter.ts'
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
   * its guests, or the network of somebody unknown have as much as they may; what an organisation shows to somebody unknown
   * takes the room of its links (`owner`), so that those who do not read it keep nobody else out. If the call `hasChanged` something its caller
   * has to know: a small answer goes out all the same, for a large one it throws `NoRoomForReply`.
   */
  hold(reply: FastifyReply, caller: Caller, bytes: number, hasChanged: boolean, owner?: number): HeldRoom
}

/**
 * A call that has changed something, and whose long answer has no room. Its connection ends without one, so that its caller
 * knows that it may have been done; a refusal would say that it was not.
 */
export class NoRoomForReply extends Error {}

/** Says of how many bytes the answer is from now on: compressed, it needs less room than while it was made. */
export type HeldRoom = (bytes: number) => void

/** Of unknown callers who open nothing of an organisation, all together. */
const OF_UNKNOWN = 128 * MB
/** Of the links of all organisations, which have room beside their users'. */
const OF_LINKS = 128 * MB
/** Of one network, of the links of one organisation, which have room beside its own. */
const OF_NETWORK_BY_LINK = 16 * MB

/** Room of large answers, or of small ones: so much for each organisation, or network. */
function openRooms(mostOfOne: number) {
  const organisations = openLanes(mostOfOne, 512 * MB, true)
  const unknown = openLanes(mostOfOne, OF_UNKNOWN, true)
  const links = openLanes(mostOfOne, OF_LINKS, true)
  const byLink = openLanes(OF_NETWORK_BY_LINK, Number.POSITIVE_INFINITY)
  /** Where an answer needs room: in all of these, or nowhere. */
  return (caller: Caller, owner: number | undefined): readonly (readonly [Lanes, string])[] => {
    if (caller.tenant_id !== 0) return [[organisations, roomOf(caller)]]
    if (owner === undefined) return [[unknown, caller.from]]
    return [
      [byLink, `${owner} ${caller.from}`],
      [links, String(owner)],
    ]
  }
}

function enterAll(lanes: readonly (readonly [Lanes, string])[], bytes: number): boolean {
  for (const [i, [lane, key]] of lanes.entries()) {
    if (lane.enter(key, bytes)) continue
    for (const [entered, its] of lanes.slice(0, i)) entered.leave(its, bytes)
    return false
  }
  return true
}

export function openHeldAnswers(): HeldAnswers {
  const large = openRooms(64 * MB)
  const small = openRooms(32 * MB)
  return {
    hold(reply, caller, bytes, hasChanged, owner) {
      const lanes = (bytes > SMALL ? large : small)(caller, owner)
      if (!enterAll(lanes, bytes)) {
        if (!hasChanged) throw tooOften(RETRY_MS)
        if (bytes > SMALL) throw new NoRoomForReply()
        return () => {}
      }
      let held = bytes
      const shrink = (to: number) => {
        if (to >= held) return
        for (const [lane, key] of lanes) lane.leave(key, held - to)
        held = to
      }
      whenOver(reply, () => shrink(0))
      return shrink
    },
  }
}

/** Whose room the answer to a caller takes. */
export const roomOf = (caller: Caller): string => (caller.tenant_id === 0 ? caller.from : organisationOf(caller))
