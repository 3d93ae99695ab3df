import { openLanes } from '../limits/limiter.ts'
import type { SharedTime } from '../limits/shared-time.ts'
import type { Member } from './member.ts'

/** Bytes of frames that wait, of all sockets of one organisation or of one network, and of all. */
const WAITING_BYTES = 8 * 1_048_576
const WAITING_BYTES_IN_ALL = 64 * 1_048_576
/** What a frame that waits costs beside its bytes. */
const FRAME_BYTES = 256

interface HearingParts {
  time: Pick<SharedTime, 'slice' | 'atOnce'>
  /** Does what a frame asks for. A sign-in ends later: what follows it waits for that. */
  hear(member: Member, text: string): undefined | Promise<void>
  /** Sends at once what is due. */
  flush(member: Member): void
  /** Something is due, in the next round of all. */
  mark(member: Member): void
  /** A defect in hearing this socket. */
  fail(member: Member, error: unknown): void
}

/**
 * Hears what sockets say, in the time of the organisation that they belong to, whose users take turns; those that have not
 * signed in are their network's. Frames of one socket are heard in their order.
 */
export function createHearing({ time, hear, flush, mark, fail }: HearingParts) {
  const room = openLanes(WAITING_BYTES, WAITING_BYTES_IN_ALL, true)

  /** Where it has to wait, nothing more is read from the socket meanwhile: it waits with its sender. */
  async function inTime<T>(member: Member, work: () => T): Promise<T> {
    const { holder, socket } = member
    const done: T[] = []
    if (time.atOnce(holder.name, () => void done.push(work()), holder.principal)) return done[0] as T
    socket.pause()
    try {
      return await time.slice(holder.name, work, holder.principal)
    } finally {
      if (!member.isGone) socket.resume()
    }
  }

  /** Who asks is answered at once, where there is time for it: only what changes by itself waits for its turn. */
  function answer(member: Member): void {
    const { name, principal } = member.holder
    if (!time.atOnce(name, () => flush(member), principal)) mark(member)
  }

  return {
    /** Has a frame heard after those before it; false where so much waits already that it cannot be kept. */
    take(member: Member, text: string): boolean {
      const { name } = member.holder
      const bytes = text.length + FRAME_BYTES
      if (!room.enter(name, bytes)) return false
      member.waiting += 1
      member.heard = member.heard
        .then(async () => {
          if (!member.isGone) await inTime(member, () => hear(member, text))
        })
        .catch((error) => fail(member, error))
        .finally(() => {
          member.waiting -= 1
          room.leave(name, bytes)
          if (member.waiting === 0 && !member.isGone) answer(member)
        })
      return true
    },
  }
}
