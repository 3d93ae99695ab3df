import type { ClientFrame } from '../contract/client-frame.ts'
import { REALTIME_LIMITS } from '../contract/realtime.ts'

/** Without any frame for this long after a ping the line is dead, whatever the socket says. */
const SILENCE_MS = 10_000

/** The part of a WebSocket that is used. */
export interface Socket {
  send(text: string): void
  close(): void
  onopen: (() => void) | null
  onmessage: ((event: { data: unknown }) => void) | null
  onclose: (() => void) | null
}

export interface WireParts {
  open(): Socket
  /** `isStillOpen`: no other was opened meanwhile, and this one not closed. */
  onOpen(isStillOpen: () => boolean): void
  onText(text: unknown): void
  onLost(): void
}

/** One socket at a time. A line that is dead is lost, whether the socket says so or not. */
export function createWire({ open, onOpen, onText, onLost }: WireParts) {
  let socket: Socket | null = null
  let heardAt: number | null = null
  let heartbeat: ReturnType<typeof setInterval> | undefined
  let silence: ReturnType<typeof setTimeout> | undefined

  const endSilence = () => {
    clearTimeout(silence)
    silence = undefined
  }
  const send = (frame: ClientFrame) => socket?.send(JSON.stringify(frame))

  return {
    send,
    isOpen: (): boolean => socket !== null,
    open(): void {
      const opened = open()
      socket = opened
      opened.onclose = onLost
      opened.onmessage = ({ data }) => {
        endSilence()
        heardAt = Date.now()
        onText(data)
      }
      opened.onopen = () => onOpen(() => socket === opened)
    },
    /** From here on the server has to answer. */
    startPings(): void {
      heartbeat = setInterval(() => {
        send({ type: 'ping' })
        silence ??= setTimeout(onLost, SILENCE_MS)
      }, REALTIME_LIMITS.heartbeatMs)
    },
    close(): void {
      endSilence()
      clearInterval(heartbeat)
      if (!socket) return
      const closing = socket
      socket = null
      closing.onopen = closing.onmessage = closing.onclose = null
      closing.close()
    },
    /** Milliseconds since the last message came; null before the first. */
    silentMs: (): number | null => heardAt && Date.now() - heardAt,
  }
}
