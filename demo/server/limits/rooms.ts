/** From this size on something is large: the last quarter of each room is kept for what is smaller, which waits for nothing large. */
export const LARGE_BYTES = 16_384

/**
 * Room for what owners have under way, in bytes: whoever has used his own up waits until something of it has come to its
 * end, and nobody waits for another's.
 */
export interface Rooms<Owner> {
  /** `true`: it has room, which `leave` gives back; else it waits for that. One thing alone always finds room. */
  enter(owner: Owner, bytes: number): true | Wait
  /** Takes room for what is there already. */
  add(owner: Owner, bytes: number): void
  leave(owner: Owner, bytes: number): void
  /** What waits is rejected: the server closes. */
  close(): void
}

export interface Wait {
  /** Resolves as soon as there is room. */
  readonly entered: Promise<void>
  /** It waits no more, and nothing of it is kept. What has entered already is left with `leave`. */
  giveUp(): void
}

interface Waiting {
  bytes: number
  enter(): void
  refuse(): void
}

/** `bytes`: in use. What is small and what is large waits in lines of their own. */
interface Room {
  bytes: number
  small: Set<Waiting>
  large: Set<Waiting>
}

export function openRooms<Owner>(most: number): Rooms<Owner> {
  const rooms = new Map<Owner, Room>()

  const hasRoom = ({ bytes: used }: Room, bytes: number) =>
    used === 0 || used + bytes <= (bytes < LARGE_BYTES ? most : most * 0.75)

  const roomOf = (owner: Owner): Room => rooms.get(owner) ?? { bytes: 0, small: new Set(), large: new Set() }

  function use(owner: Owner, room: Room, bytes: number): void {
    room.bytes += bytes
    if (room.bytes > 0) rooms.set(owner, room)
    else rooms.delete(owner)
  }

  const lineOf = ({ small, large }: Room, bytes: number) => (bytes < LARGE_BYTES ? small : large)

  function letIn(room: Room, line: Set<Waiting>): void {
    for (const next of line) {
      if (!hasRoom(room, next.bytes)) return
      line.delete(next)
      room.bytes += next.bytes
      next.enter()
    }
  }

  return {
    enter(owner, bytes) {
      const room = roomOf(owner)
      const line = lineOf(room, bytes)
      if (line.size === 0 && hasRoom(room, bytes)) {
        use(owner, room, bytes)
        return true
      }
      const waiting: Waiting = { bytes, enter() {}, refuse() {} }
      const entered = new Promise<void>((resolve, reject) => {
        waiting.enter = resolve
        waiting.refuse = () => reject(new Error('The server is closing.'))
      })
      line.add(waiting)
      return {
        entered,
        giveUp() {
          if (line.delete(waiting)) letIn(room, line)
        },
      }
    },
    add: (owner, bytes) => use(owner, roomOf(owner), bytes),
    leave(owner, bytes) {
      const room = roomOf(owner)
      use(owner, room, -bytes)
      letIn(room, room.small)
      letIn(room, room.large)
      use(owner, room, 0)
    },
    close() {
      for (const { small, large } of rooms.values()) {
        for (const { refuse } of [...small, ...large]) refuse()
        small.clear()
        large.clear()
      }
    },
  }
}
