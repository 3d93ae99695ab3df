import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { Duplex } from 'node:stream'
import { networkOf } from '../limits/network-of.ts'
import type { SharedTime } from '../limits/shared-time.ts'

/** So much is read at a time: at most 100 requests or 300 chunks of a body, which take a millisecond or two. */
const PIECE_BYTES = 2048
/** What accepting and ending a connection takes, whatever is sent over it. */
const CONNECTION_MS = 0.15

interface Parts {
  /** Of networks that send. */
  time: Pick<SharedTime, 'slice' | 'atOnce' | 'charge'>
  /** Proxies stand before the server: connections are theirs, and say nothing about who sends. */
  isBehindProxy: boolean
  /** Something thrown by what reads a connection, which ends. */
  onDefect(message: string, error: unknown): void
}

/**
 * Has a server read what arrives in pieces, each in its network's share of the event loop, and nothing more of a connection
 * that has ended. Whatever bytes make the server do at once (parsing, JSON, refusals, frames of web sockets) is their
 * network's time, so that the others are not kept waiting by any of it.
 */
export function readInSlices(server: Server, parts: Parts): void {
  const serve = server.listeners('connection')
  server.removeAllListeners('connection')
  let opened = 0
  server.on('connection', (socket) => {
    opened += 1
    const member = `${opened}`
    const owner = parts.isBehindProxy ? member : networkOf(socket.remoteAddress ?? '')
    parts.time.charge(owner, CONNECTION_MS)
    const slow = new SlicedSocket(socket, { ...parts, owner, member })
    for (const listener of serve) listener.call(server, slow)
  })
}

/** A socket as Node's HTTP server and `ws` use it. What is written goes through at once; what arrives waits for its turn. */
class SlicedSocket extends Duplex {
  readonly remoteAddress: string | undefined
  readonly #socket: Socket
  readonly #parts: Parts & { owner: string; member: string }
  /** Bytes that came and are not read yet. */
  readonly #unread: Buffer[] = []
  /** Whoever reads has paused. */
  #isFull = false
  #isTurnRequested = false
  /** Nothing more comes. */
  #isOver = false

  constructor(socket: Socket, parts: Parts & { owner: string; member: string }) {
    super({
      readableHighWaterMark: PIECE_BYTES,
      writableHighWaterMark: socket.writableHighWaterMark,
      decodeStrings: false,
    })
    this.remoteAddress = socket.remoteAddress
    this.#socket = socket
    this.#parts = parts
    socket.on('data', (bytes: Buffer) => {
      const isNext = this.#unread.length === 0 && !this.#isTurnRequested
      this.#unread.push(bytes)
      if (isNext && !this.#isFull) parts.time.atOnce(parts.owner, (isOver) => this.#readSome(isOver), parts.member)
      this.#readOn()
    })
    socket.on('end', () => {
      this.#isOver = true
      this.#readOn()
    })
    socket.on('timeout', () => this.emit('timeout'))
    socket.on('error', (error) => this.destroy(error))
    socket.on('close', () => this.destroy())
    // Between those that listen, as before an upgrade: a reset would end the process.
    this.on('error', () => {})
  }

  #readSome(isOver: () => boolean): void {
    try {
      while (!this.destroyed && !this.#isFull) {
        const [bytes] = this.#unread
        if (!bytes) return
        if (bytes.length <= PIECE_BYTES) this.#unread.shift()
        else this.#unread[0] = bytes.subarray(PIECE_BYTES)
        if (!this.push(bytes.subarray(0, PIECE_BYTES))) this.#isFull = true
        if (isOver()) return
      }
    } catch (error) {
      this.#parts.onDefect('reading a connection failed', error)
      this.destroy()
    }
  }

  /** Goes on with what came, in its turn; receives more when nothing is left of that. */
  #readOn(): void {
    if (this.destroyed || this.#isTurnRequested) return
    if (this.#unread.length === 0) {
      if (this.#isOver) this.push(null)
      else if (this.#isFull) this.#socket.pause()
      else this.#socket.resume()
      return
    }
    this.#socket.pause()
    if (this.#isFull) return
    this.#isTurnRequested = true
    const { time, owner, member } = this.#parts
    void time
      .slice(owner, (isOver) => this.#readSome(isOver), member)
      .then(() => {
        this.#isTurnRequested = false
        this.#readOn()
      })
  }

  get remotePort(): number | undefined {
    return this.#socket.remotePort
  }

  override _read(): void {
    this.#isFull = false
    this.#readOn()
  }
  override _write(chunk: Buffer | string, encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#socket.write(chunk, encoding, done)
  }
  /** What is written between cork and uncork is one system call. */
  override _writev(
    chunks: { chunk: Buffer | string; encoding: BufferEncoding }[],
    done: (error?: Error | null) => void,
  ): void {
    const last = chunks.pop()
    this.#socket.cork()
    for (const { chunk, encoding } of chunks) this.#socket.write(chunk, encoding)
    this.#socket.write(last?.chunk ?? '', last?.encoding, done)
    this.#socket.uncork()
  }
  override _final(done: () => void): void {
    this.#socket.end(done)
  }
  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#unread.length = 0
    this.#socket.destroy()
    done(error)
  }

  /** As `net.Socket`: ends when all that was written has gone out. */
  destroySoon(): void {
    if (this.writable) this.end()
    if (this.writableFinished) this.destroy()
    else this.once('finish', () => this.destroy())
  }
  setTimeout(ms: number, onTimeout?: () => void): this {
    this.#socket.setTimeout(ms)
    if (onTimeout) this.once('timeout', onTimeout)
    return this
  }
  setNoDelay(isOn?: boolean): this {
    this.#socket.setNoDelay(isOn)
    return this
  }
}
