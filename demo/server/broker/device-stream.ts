import type { Socket } from 'node:net'
import { Duplex } from 'node:stream'
import { lengthGuard } from './length-guard.ts'
import { protocolLevel, translator } from './mqtt5.ts'

const PENDING_BYTES = 262_144

/** A device's socket as aedes reads it: packets of bearable length, MQTT 5 as 3.1.1. */
export class DeviceStream extends Duplex {
  readonly remoteAddress: string | undefined
  readonly #socket: Socket
  #translator: ReturnType<typeof translator> | undefined
  /** The first bytes, until they tell the protocol's level. */
  #head: Buffer | null = Buffer.alloc(0)
  #pendingBytes = 0

  /** `onTooLarge` is called before the connection ends. */
  constructor(socket: Socket, onTooLarge: () => void) {
    super()
    this.#socket = socket
    this.remoteAddress = socket.remoteAddress
    const guard = lengthGuard()
    socket.on('data', (chunk: Buffer) => {
      if (guard.take(chunk)) return this.#take(chunk)
      onTooLarge()
      this.destroy()
    })
    socket.on('end', () => this.push(null))
    socket.on('error', (error) => this.destroy(error))
    socket.on('close', () => this.destroy())
  }

  /**
   * Reads no more from the device while more than 256 KB of its messages wait for their commit; call it with the bytes of
   * a message, and with the same less than zero when it is committed.
   */
  pending(bytes: number): void {
    this.#pendingBytes += bytes
    if (this.#isHeld()) this.#socket.pause()
    else if (bytes < 0) this.#socket.resume()
  }

  #isHeld(): boolean {
    return this.#pendingBytes > PENDING_BYTES
  }

  #take(chunk: Buffer): void {
    if (this.#head) {
      const head = Buffer.concat([this.#head, chunk])
      const level = protocolLevel(head)
      this.#head = level === null ? head : null
      if (level === null) return
      if (level === 5) this.#translator = this.#translate()
      chunk = head
    }
    if (this.#translator) this.#translator.fromDevice(chunk)
    else this.#toBroker(chunk)
  }

  #translate() {
    return translator(
      (bytes) => this.#toBroker(bytes),
      (bytes) => this.#socket.write(bytes),
      () => this.destroy(),
    )
  }

  #toBroker(bytes: Buffer): void {
    if (!this.destroyed && !this.push(bytes)) this.#socket.pause()
  }

  override _read(): void {
    if (!this.#isHeld()) this.#socket.resume()
  }
  override _write(chunk: Buffer, encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    if (!this.#translator) return void this.#socket.write(chunk, encoding, done)
    this.#translator.fromBroker(chunk)
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
    this.#socket.destroy()
    done(error)
  }
}
