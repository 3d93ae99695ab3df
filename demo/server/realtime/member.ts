import type { WebSocket } from 'ws'
import type { Caller } from '../http/caller.ts'
import type { Listener } from './channels.ts'
import type { Outbox } from './outbox.ts'
import type { Place } from './places.ts'
import type { Holder } from './unsent.ts'

/** One socket, and what it has still to get. */
export interface Member extends Listener {
  /** Of this hub, for its budget. */
  id: string
  socket: Pick<WebSocket, 'bufferedAmount' | 'send' | 'close' | 'terminate' | 'pause' | 'resume'>
  place: Place
  outbox: Outbox
  /** Whose room its unsent bytes take. */
  holder: Holder
  /** Of the page that opened it. */
  origin: string | undefined
  /** Opened where visitors of share links come in, and nobody else. */
  isShared: boolean
  token: string
  caller: Caller | null
  tickMs: number
  sentAt: number
  /** Its place among the alarms of its organisation; null where it does not listen to them. */
  alarmsFrom: number | null
  /** Frames that were heard and not yet worked on. */
  waiting: number
  /** Ends when all of them were worked on. */
  heard: Promise<void>
  heardAt: number
  /** Closed, or being closed: nothing that is still on its way counts. */
  isGone: boolean
}
