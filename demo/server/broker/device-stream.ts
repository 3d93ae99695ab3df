import type { Socket } from 'node:net'
import { Duplex } from 'node:stream'
import { generate, type Packet, parser } from 'mqtt-packet'
import type { Owner } from '../limits/loop-accounts.ts'
import { networkOf } from '../limits/network-of.ts'
import type { Newcomer } from '../limits/newcomers.ts'
import { LARGE_BYTES, type Rooms, type Wait } from '../limits/rooms.ts'
import type { SharedTime } from '../limits/shared-time.ts'
import { lengthGuard } from './length-guard.ts'
import { translator } from './mqtt5.ts'
import { numberedIn } from './numbered.ts'
import { type PacketFault, packetFault } from './packet-faults.ts'
import { readProxyHeader } from './proxy-header.ts'

const PENDING_BYTES = 262_144
/** What a message that waits costs beside its bytes. */
const MESSAGE_BYTES = 256
/** What the server has sent and the device did not read yet: some 10,000 commands. */
const UNREAD_BYTES = 1_048_576
/** So much is parsed at a time: a quarter of a thousand packets at most, of two bytes each. */
const PIECE_BYTES = 512
/** What the broker does with a packet after it was parsed, whatever it holds. */
const PACKET_COST_MS = 0.03
/** A turn ends after so many, however fast they were parsed: what they set off takes about as long as a slice. */
const PACKETS_A_TURN = 160
/** What a device sent before its line was gone is read within this, or not at all. */
const REST_MS = 10_000

export type StreamFault =
  | PacketFault
  | 'too_large'
  | 'no proxy header'
  | 'unfinished packet'
  | 'does not read'
  | 'does not acknowledge'
  | 'defect'

export interface DeviceStreamParts {
  /** Called once, before the connection ends for a fault of the device's, or of ours (`defect`). */
  onFault(fault: StreamFault): void
  report(error: unknown): void
  /** A device acknowledges a message within this. */
  receiptMs: number
  /** A packet comes whole within this. */
  packetMs: number
  /** Whether a device of that address may try to sign in. */
  mayEnter(address: string): Newcomer | null
  /** A header of the PROXY protocol comes before the device's bytes. */
  isBehindProxy: boolean
  /** For reading packets, which cost the same whatever is in them. */
  time: Pick<SharedTime, 'slice' | 'atOnce' | 'charge'>
  /** For messages that are on their way, of all connections of whoever the device belongs to. */
  rooms: Rooms<Owner>
}

/**
 * A device's socket as aedes reads it: packets of bearable length that were parsed, checked and written anew, MQTT 5 as
 * 3.1.1. aedes never meets bytes that the device chose. Whatever is thrown on the way ends this connection and no other.
 * Packets are read in slices of the time of whoever the device belongs to, and where there is room for them: nothing more
 * is read from the device meanwhile.
 */
export class DeviceStream extends Duplex {
  remoteAddress: string | undefined
  readonly #socket: Socket
  readonly #parts: DeviceStreamParts
  readonly #parser = parser()
  /** Messages that the device has not acknowledged, by number. */
  readonly #sent = new Map<number, NodeJS.Timeout>()
  readonly #guard = lengthGuard()
  /** Bytes that came and are not parsed yet. */
  readonly #unread: Buffer[] = []
  /** Those of one network who have not signed in share the time of one. */
  #owner: Owner = 'newcomers'
  /** Connections of one device take turns with those of others as one. */
  #member = ''
  #isTurnRequested = false
  /** aedes has as much as it reads at a time. */
  #isFull = false
  #packets = 0
  /** The device sends no more: what it sent before is read first. */
  #isOver: 'ended' | 'closed' | null = null
  #isEndSaid = false
  #translator: ReturnType<typeof translator> | undefined
  #newcomer: Newcomer | null = null
  /** The proxy's header as far as it has come; null when it is read, or there is none. */
  #header: Buffer | null
  /** Runs while the rest of a packet is still to come. */
  #lateness: NodeJS.Timeout | undefined
  #isFirst = true
  #isSignedIn = false
  #pendingBytes = 0
  #waitForRoom: Wait | null = null
  /** Room for the rest of a large packet. */
  #roomOfPacket = 0
  /** Room for messages that aedes has not handed over yet. */
  #roomOfMessages = 0

  constructor(socket: Socket, parts: DeviceStreamParts) {
    super()
    this.#socket = socket
    this.#parts = parts
    this.remoteAddress = socket.remoteAddress
    this.#header = parts.isBehindProxy ? Buffer.alloc(0) : null
    if (!this.#header) this.#enter()
    this.#parser.on('packet', (packet) => this.#take(packet))
    this.#parser.on('error', () => this.#end('not MQTT'))
    socket.on('data', (chunk: Buffer) =>
      this.guarded(() => {
        const bytes = this.#afterHeader(chunk)
        if (this.destroyed || bytes.length === 0) return
        const isNext = this.#unread.length === 0
        this.#unread.push(bytes)
        if (isNext && this.#mayParse())
          parts.time.atOnce(this.#owner, (isOver) => this.#parseSome(isOver), this.#member)
        this.#readOn()
      }),
    )
    socket.on('end', () => this.#endAfterRest('ended'))
    socket.on('error', (error) => this.destroy(error))
    socket.on('close', () => this.#endAfterRest('closed'))
  }

  #endAfterRest(how: 'ended' | 'closed'): void {
    this.#isOver = how
    // What a device that nobody registered sent is nobody's loss.
    if (how === 'closed' && typeof this.#owner === 'string') return void this.destroy()
    if (this.#unread.length > 0) this.#readOn()
    else this.#endNow()
  }

  /** Nothing more comes: what aedes has not read yet of it, it still reads. */
  #endNow(): void {
    if (this.destroyed) return
    if (!this.#isEndSaid) this.push(null)
    this.#isEndSaid = true
    if (this.#isOver !== 'closed') return
    if (this.readableLength === 0) return void this.destroy()
    this.once('end', () => this.destroy())
    this.#lateness ??= setTimeout(() => this.destroy(), REST_MS)
  }

  #mayParse(): boolean {
    return !this.destroyed && !this.#isHeld() && !this.#isFull
  }

  /** Parses what came, until it is time for others. */
  #parseSome(isOver: () => boolean): void {
    this.guarded(() => {
      this.#packets = 0
      while (this.#mayParse() && this.#packets < PACKETS_A_TURN && !isOver()) {
        const [bytes] = this.#unread
        if (!bytes) break
        // A large packet in many pieces would be put together anew for each of its parts.
        const piece = bytes.subarray(0, Math.max(PIECE_BYTES, this.#guard.left()))
        if (piece.length === bytes.length) this.#unread.shift()
        else this.#unread[0] = bytes.subarray(piece.length)
        if (!this.#guard.take(piece)) this.#end('too_large')
        else this.#parser.parse(piece)
        this.#requestRoom()
      }
      this.#parts.time.charge(this.#owner, this.#packets * PACKET_COST_MS, this.#member)
    })
  }

  #roomOwner(): Owner {
    return typeof this.#owner === 'string' ? `${this.#owner} ${this.#member}` : this.#owner
  }

  /** Requests room for what is read next: a large packet is not read before there is room for all of it. */
  #requestRoom(): void {
    if (this.destroyed || !this.#isSignedIn || this.#waitForRoom || this.#roomOfPacket > 0) return
    const left = this.#guard.left()
    const bytes = left < LARGE_BYTES ? 0 : left
    const owner = this.#roomOwner()
    const room = this.#parts.rooms.enter(owner, bytes)
    if (room === true) {
      this.#roomOfPacket = bytes
      return
    }
    this.#waitForRoom = room
    const goOn = () => {
      this.#waitForRoom = null
      if (this.destroyed) return this.#parts.rooms.leave(owner, bytes)
      this.#roomOfPacket = bytes
      this.guarded(() => this.#readOn())
    }
    room.entered.then(goOn, () => {})
  }

  /** Of a packet that came whole, what it holds stays on its way. */
  #leaveRoom(packet: Packet): void {
    const bytes = packet.cmd === 'publish' ? packet.payload.length + MESSAGE_BYTES : 0
    this.#roomOfMessages += bytes
    this.#parts.rooms.add(this.#roomOwner(), bytes)
    this.#parts.rooms.leave(this.#roomOwner(), this.#roomOfPacket)
    this.#roomOfPacket = 0
  }

  /** Runs what handles this device's bytes: what it throws is reported and ends this connection. */
  guarded(work: () => void): void {
    try {
      work()
    } catch (error) {
      this.#parts.report(error)
      this.#end('defect')
    }
  }

  /** From now on packets are read that follow CONNECT: before, they wait in the device's own socket. */
  signedIn(owner: Owner, sn_code: string): void {
    // Anybody can think of any number of SNs: those that nobody registered take turns by their networks.
    this.#member = typeof owner === 'string' ? networkOf(this.remoteAddress ?? '') : sn_code
    this.#owner = owner
    this.#isSignedIn = true
    this.#newcomer?.leave()
    this.#requestRoom()
    this.#readOn()
  }

  /**
   * Call it with each message, and what it returns when that is done: no more is read from the device while more than 256 KB
   * of its messages wait, or those of its owner take all room.
   */
  pending(payloadBytes: number): () => void {
    const bytes = payloadBytes + MESSAGE_BYTES
    const owner = this.#roomOwner()
    // A last will came in no packet of its own.
    if (this.#roomOfMessages < bytes) this.#parts.rooms.add(owner, bytes)
    else this.#roomOfMessages -= bytes
    this.#pendingBytes += bytes
    if (this.#isHeld()) this.#socket.pause()
    return () => {
      this.#pendingBytes -= bytes
      this.#parts.rooms.leave(owner, bytes)
      this.#readOn()
    }
  }

  #enter(): void {
    this.#owner = `newcomers ${networkOf(this.remoteAddress ?? '')}`
    this.#newcomer = this.#parts.mayEnter(this.remoteAddress ?? '')
    if (!this.#newcomer) this.destroy()
  }

  /** What follows the proxy's header; nothing while it has not come whole. */
  #afterHeader(chunk: Buffer): Buffer {
    if (!this.#header) return chunk
    const bytes = Buffer.concat([this.#header, chunk])
    const header = readProxyHeader(bytes)
    if (header === 'wrong') this.#end('no proxy header')
    this.#header = bytes
    if (typeof header === 'string') return bytes.subarray(bytes.length)
    this.#header = null
    this.remoteAddress = header.address ?? this.remoteAddress
    this.#enter()
    return bytes.subarray(header.length)
  }

  #isHeld(): boolean {
    return this.#waitForRoom !== null || this.#pendingBytes > PENDING_BYTES || !(this.#isFirst || this.#isSignedIn)
  }

  /** Goes on with what came, in its turn; reads more from the device when nothing is left of that. */
  #readOn(): void {
    if (this.destroyed || this.#isTurnRequested) return
    if (this.#unread.length > 0) {
      this.#socket.pause()
      if (this.#mayParse()) this.#askForTurn()
      // Where aedes alone is full, it reads on.
      else if (this.#isOver === 'closed' && this.#isHeld()) this.destroy()
      return
    }
    if (!this.#guard.isAmid()) this.#lateness = void clearTimeout(this.#lateness)
    else this.#lateness ??= this.#awaitRest()
    if (this.#isOver) this.#endNow()
    else if (this.#mayParse()) this.#socket.resume()
    else this.#socket.pause()
  }

  #askForTurn(): void {
    this.#isTurnRequested = true
    const parsed = this.#parts.time.slice(this.#owner, (isOver) => this.#parseSome(isOver), this.#member)
    const goOn = () => {
      this.#isTurnRequested = false
      this.guarded(() => this.#readOn())
    }
    parsed.then(goOn, goOn)
  }

  /** What the device sent waits here. */
  #isBusy(): boolean {
    return this.#isHeld() || this.#unread.length > 0
  }

  /** Whether the device may be sent more; one that leaves too much unread is ended. */
  mayBeSent(): boolean {
    if (this.writableLength + this.#socket.writableLength <= UNREAD_BYTES) return true
    this.#end('does not read')
    return false
  }

  #awaitRest(): NodeJS.Timeout {
    return setTimeout(() => {
      // It may have come, and nothing is read while the device's messages wait for the store.
      if (this.#isBusy()) this.#lateness = this.#awaitRest()
      else this.#end('unfinished packet')
    }, this.#parts.packetMs)
  }

  /** A message that is not acknowledged in time may be on its way still: the connection is reset, and takes it along. */
  #awaitReceipt(messageId: number): void {
    clearTimeout(this.#sent.get(messageId))
    const check = () => {
      // Nothing is read from a device whose messages wait for the store: it may have acknowledged long ago.
      if (this.#isBusy()) this.#awaitReceipt(messageId)
      else this.#end('does not acknowledge')
    }
    this.#sent.set(messageId, setTimeout(check, this.#parts.receiptMs))
  }

  #received(messageId: number): void {
    clearTimeout(this.#sent.get(messageId))
    this.#sent.delete(messageId)
  }

  #end(fault: StreamFault | null): void {
    if (this.destroyed) return
    if (fault !== null) this.#parts.onFault(fault)
    this.destroy()
  }

  #take(packet: Packet): void {
    // The parser goes on with what came in the same piece.
    if (this.destroyed) return
    this.#packets += 1
    this.#leaveRoom(packet)
    const fault = packetFault(packet, this.#isFirst)
    if (fault) {
      this.#end(fault)
      return
    }
    if (packet.cmd === 'connect') {
      this.#isFirst = false
      this.#newcomer?.spoke()
      this.#socket.pause()
      if (packet.protocolVersion === 5) this.#translator = this.#translate()
    }
    if (packet.cmd === 'puback') this.#received(packet.messageId ?? 0)
    if (this.#translator) this.#translator.fromDevice(packet)
    else this.#toBroker(packet)
  }

  #translate() {
    return translator({
      toBroker: (packet) => this.#toBroker(packet),
      toDevice: (bytes) => this.#socket.write(bytes),
      end: (fault) => this.#end(fault),
    })
  }

  #toBroker(packet: Packet): void {
    if (!this.destroyed && !this.push(generate(packet, { protocolVersion: 4 }))) this.#isFull = true
  }

  override _read(): void {
    this.#isFull = false
    this.#readOn()
  }
  override _write(chunk: Buffer, encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    for (const messageId of numberedIn(chunk)) this.#awaitReceipt(messageId)
    if (!this.#translator) return void this.#socket.write(chunk, encoding, done)
    this.guarded(() => this.#translator?.fromBroker(chunk))
    if (this.#socket.writableNeedDrain) this.#socket.once('drain', done)
    else done()
  }
  /** aedes writes a packet in pieces between cork and uncork: one system call for all of them. */
  override _writev(chunks: { chunk: Buffer }[], done: (error?: Error | null) => void): void {
    this._write(Buffer.concat(chunks.map(({ chunk }) => chunk)), 'buffer' as BufferEncoding, done)
  }
  override _final(done: () => void): void {
    this.#socket.end(done)
  }
  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#newcomer?.leave()
    // Nothing that came is kept for as long as its organisation leaves no room.
    this.#waitForRoom?.giveUp()
    this.#unread.length = 0
    this.#parts.rooms.leave(this.#roomOwner(), this.#roomOfPacket + this.#roomOfMessages)
    this.#roomOfMessages = 0
    clearTimeout(this.#lateness)
    for (const timer of this.#sent.values()) clearTimeout(timer)
    // What waits to be sent is not: what is over by now would be carried out.
    if (this.#sent.size > 0) this.#socket.resetAndDestroy()
    else this.#socket.destroy()
    done(error)
  }
}
