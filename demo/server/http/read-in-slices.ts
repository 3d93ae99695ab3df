import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { Duplex } from 'node:stream'
import type { Owner } from '../limits/loop-accounts.ts'
import { networkOf } from '../limits/network-of.ts'
import type { SharedTime } from '../limits/shared-time.ts'
import type { Organisation } from '../limits/turns.ts'

/** So much is read at a time: at most 100 requests or 300 chunks of a body, which take a millisecond or two. */
const PIECE_BYTES = 2048
/**
 * What accepting and ending a connection takes, paid when something of it is read: whoever opens them without end does not
 * use up the time in which others are read. What they take unpaid is bounded, as few are accepted in a turn of the event loop.
 */
const CONNECTION_MS = 0.15

/** So much of what is sent goes out within `SEND_MS`, some 9 KB a second: an answer is not kept for somebody who does not read it. */
const SENT_BYTES = 262_144
const SEND_MS = 30_000

type Time = Pick<SharedTime, 'slice' | 'atOnce' | 'charge'>

/** All unknown callers together: from however many networks a flood comes, organisations go on beside it. */
const STRANGERS = 'strangers'

interface Parts {
  /** Of unknown callers, whose networks take turns; and of organisations, in which those take turns who call for them. */
  time: { strangers: Time; organisations: Time }
  /**
   * Proxies stand before the server: a connection is theirs, and who sends is known only when it was read. Each connection
   * has a share of its own. The requests are counted by network when they are read; the proxy bounds how many connections
   * there are.
   */
  isBehindProxy: boolean
  /** Something thrown by what reads a connection, which ends. */
  onDefect(message: string, error: unknown): void
  sendMs?: number
}

/** Whose time it takes to read a connection. */
interface Reader {
  time: Time
  owner: Owner
  member: string
}

/**
 * Has a server read what arrives in pieces, each in its sender's share of the event loop, and nothing more of a connection
 * that has ended. Whatever bytes make the server do at once (parsing, JSON, refusals, frames of web sockets) is their
 * sender's time, so that the others are not kept waiting by any of it. A connection that does not take what is sent ends.
 */
export function readInSlices(server: Server, parts: Parts): void {
  const serve = server.listeners('connection')
  server.removeAllListeners('connection')
  let opened = 0
  const { sendMs = SEND_MS } = parts
  const open = new Set<SlicedSocket>()
  const check = setInterval(() => {
    for (const socket of open) socket.endIfStuck(sendMs)
  }, sendMs / 6).unref()
  server.once('close', () => clearInterval(check))
  server.on('connection', (socket) => {
    opened += 1
    const time = parts.time.strangers
    const reader: Reader = parts.isBehindProxy
      ? { time, owner: `${opened}`, member: '' }
      : { time, owner: STRANGERS, member: networkOf(socket.remoteAddress ?? '') }
    const sliced = new SlicedSocket(socket, parts, reader)
    open.add(sliced)
    sliced.once('close', () => open.delete(sliced))
    for (const listener of serve) listener.call(server, sliced)
  })
}

/** A connection over which somebody calls who is known: from now on it is read in his turns, but where it is a proxy's. */
export function readInTurnsOf(socket: Socket, organisation: Organisation, caller: string): void {
  if (socket instanceof SlicedSocket) socket.readInTurnsOf(organisation, caller)
}

/** A socket as Node's HTTP server and `ws` use it. What is written goes through at once; what arrives waits for its turn. */
class SlicedSocket extends Duplex {
  readonly remoteAddress: string | undefined
  readonly #socket: Socket
  readonly #parts: Parts
  #reader: Reader
  /** Bytes that came and are not read yet. */
  readonly #unread: Buffer[] = []
  /** Whoever reads has paused. */
  #isFull = false
  #isTurnRequested = false
  #isPaid = false
  /** Nothing more comes. */
  #isOver = false
  /** When the piece that is being sent was written; null when all has gone out. */
  #sendingSince: number | null = null

  constructor(socket: Socket, parts: Parts, reader: Reader) {
    super({
      readableHighWaterMark: PIECE_BYTES,
      writableHighWaterMark: socket.writableHighWaterMark,
    })
    this.remoteAddress = socket.remoteAddress
    this.#socket = socket
    this.#parts = parts
    this.#reader = reader
    socket.on('data', (bytes: Buffer) => {
      const isNext = this.#unread.length === 0 && !this.#isTurnRequested
      this.#unread.push(bytes)
      const { time, owner, member } = this.#reader
      if (isNext && !this.#isFull) time.atOnce(owner, (isOver) => this.#readSome(isOver), member)
      this.#readOn()
    })
    socket.on('end', () => {
      this.#isOver = true
      this.#readOn()
    })
    socket.on('timeout', () => this.emit('timeout'))
    socket.on('error', (error) => this.destroy(error))
    socket.on('close', () => this.destroy())
    // Each answer that waits on it listens.
    this.setMaxListeners(0)
    // Between those that listen, as before an upgrade: a reset would end the process.
    this.on('error', () => {})
  }

  readInTurnsOf(organisation: Organisation, caller: string): void {
    const { isBehindProxy, time } = this.#parts
    if (!isBehindProxy) this.#reader = { time: time.organisations, owner: organisation, member: caller }
  }

  #pay(): void {
    this.#isPaid = true
    this.#reader.time.charge(this.#reader.owner, CONNECTION_MS, this.#reader.member)
  }

  #readSome(isOver: () => boolean): void {
    if (!this.#isPaid) this.#pay()
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
    const { time, owner, member } = this.#reader
    void time
      .slice(owner, (isOver) => this.#readSome(isOver), member)
      .then(() => {
        this.#isTurnRequested = false
        this.#readOn()
      })
  }

  #send(bytes: Buffer, done: (error?: Error | null) => void): void {
    this.#sendingSince = performance.now()
    this.#socket.write(bytes.subarray(0, SENT_BYTES), (error) => {
      this.#sendingSince = null
      if (error || bytes.length <= SENT_BYTES) done(error)
      else this.#send(bytes.subarray(SENT_BYTES), done)
    })
  }

  endIfStuck(sendMs: number): void {
    if (this.#sendingSince !== null && performance.now() - this.#sendingSince > sendMs) this.destroy()
  }

  get remotePort(): number | undefined {
    return this.#socket.remotePort
  }

  override _read(): void {
    this.#isFull = false
    this.#readOn()
  }
  override _write(bytes: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#send(bytes, done)
  }
  /** What is written between cork and uncork is one system call, but for large pieces, which are sent as they are. */
  override _writev(chunks: { chunk: Buffer }[], done: (error?: Error | null) => void): void {
    const pieces: Buffer[] = []
    let small: Buffer[] = []
    const gather = () => {
      if (small.length > 0) pieces.push(Buffer.concat(small))
      small = []
    }
    for (const { chunk } of chunks) {
      if (chunk.length <= SENT_BYTES) small.push(chunk)
      else {
        gather()
        pieces.push(chunk)
      }
    }
    gather()
    this.#sendAll(pieces, done)
  }
  #sendAll([piece, ...others]: Buffer[], done: (error?: Error | null) => void): void {
    if (!piece) done()
    else this.#send(piece, (error) => (error ? done(error) : this.#sendAll(others, done)))
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
