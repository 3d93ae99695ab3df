import { openLines } from '../limits/lines.ts'
import type { Owner } from '../limits/loop-accounts.ts'
import { openRooms } from '../limits/rooms.ts'
import type { SharedTime } from '../limits/shared-time.ts'
import type { Patience } from './patience.ts'
import type { Sender, Senders } from './senders.ts'

/** What is done of a message by whoever sent it. */
export type Work = (sender: Sender) => Promise<void> | undefined

/**
 * Messages of one organisation that are worked on, in bytes: parsed, they take some twenty times as much until they are done.
 * Others wait as they came.
 */
const ROOM_BYTES = 2_097_152
/** What a message costs there beside its bytes. */
const MESSAGE_BYTES = 1024

/** When messages are worked on: where their organisation has room for them, and within its share of the event loop. */
export function openTurns(parts: {
  senders: Senders
  time: SharedTime
  patience: Patience
  ownerOf: (from: Sender) => Owner
  /** Whether a virtual device reads it. */
  isRead: (from: Sender) => boolean
  /** Whether its organisation has to wait until the history has taken some of what it sent. */
  isHeld: (from: Sender) => boolean
  /** Waits a second; rejects when the server closes. */
  pause: () => Promise<void>
  /** The message is from nobody who has the SN by now. */
  drop: (from: Sender) => Promise<void>
  /** Its organisation has made others wait for too long. */
  refuse: (from: Sender) => void
}) {
  const { senders, time, patience, ownerOf, isRead, isHeld, pause, drop, refuse } = parts
  /** For messages of an organisation; what its virtual devices read, which may take them long, has room apart. */
  const rooms = openRooms<string>(ROOM_BYTES)
  /** Messages of each sender that wait for room: they keep their order. */
  const entering = openLines<string>()
  /** Messages of each organisation that wait for the history. */
  const held = openLines<Owner>()

  async function enter(from: Sender, room: string, cost: number): Promise<boolean> {
    const { key } = from
    const place = entering.has(key) ? undefined : rooms.enter(room, cost)
    if (place === true) return true
    let hasBegun = false
    const isIn = await patience.wait(ownerOf(from), 'turn', (signal) => {
      hasBegun = true
      return entering.run(key, async () => {
        if (!place && signal.aborted) return
        const its = place ?? rooms.enter(room, cost)
        if (its !== true) await its.entered
        if (signal.aborted) rooms.leave(room, cost)
      })
    })
    if (!hasBegun) place?.giveUp()
    return isIn
  }

  /** Waits while its organisation is held; false where that is given up. */
  async function passes(from: Sender): Promise<boolean> {
    const owner = ownerOf(from)
    if (!isHeld(from) && !held.has(owner)) return true
    return patience.wait(owner, 'turn', (signal) =>
      held.run(owner, async () => {
        while (isHeld(from) && !signal.aborted) await pause()
      }),
    )
  }

  /**
   * Does the work of a message, up to where it waits, within its organisation's share of the event loop: of whoever sent it,
   * where that is who has the SN by then.
   */
  async function begin(from: Sender, work: Work) {
    const owner = ownerOf(from)
    // A failure is the caller's, who awaits it later.
    const begun: { done?: Promise<void> | undefined } = {}
    const start = () => {
      const sender = senders.current(from)
      begun.done = sender ? work(sender) : drop(from)
      begun.done?.catch(() => {})
    }
    if (time.atOnce(owner, start, from.key)) return begun
    const inSlice = (signal: AbortSignal) => time.slice(owner, () => void (signal.aborted || start()), from.key)
    if (!(await patience.wait(owner, 'turn', inSlice))) refuse(from)
    return begun
  }

  return {
    begin,
    async inShare(from: Sender, work: Work): Promise<void> {
      await (await begin(from, work)).done
    },
    /** Works on a message where its organisation has room for it. */
    async inRoom(from: Sender, bytes: number, work: () => Promise<void>): Promise<void> {
      const room = `${ownerOf(from)}${isRead(from) ? ' read' : ''}`
      const cost = bytes + MESSAGE_BYTES
      if (!(await enter(from, room, cost))) return refuse(from)
      try {
        if (!(await passes(from))) return refuse(from)
        await work()
      } finally {
        rooms.leave(room, cost)
      }
    },
    close: rooms.close,
  }
}
