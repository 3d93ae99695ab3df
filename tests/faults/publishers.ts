import { topics } from '../../core/contract/telemetry.ts'
import { connectPublisher, type Publisher } from '../bench/mqtt-wire.ts'
import { passwordOf } from '../server/devices.ts'

const AGAIN_MS = 200
const WINDOW = 20

/** A device that numbers its samples, keeps what is not acknowledged, and sends it again. */
export interface NumberedDevice {
  readonly sn_code: string
  /** With times of its own; else the server stamps what it receives. */
  readonly isStamped: boolean
  readonly sent: number
  readonly acknowledged: ReadonlySet<number>
  /** What was sent more than once, and may have been stored each time where it has no time of its own. */
  readonly again: ReadonlySet<number>
  /** When the last acknowledgement came, epoch ms. */
  readonly heardTime: number
  /** It has died: nobody waits for it any more. */
  readonly isDead: boolean
  /** Ends it in the midst of its work. */
  die(): void
  /** Sends no new sample; resolves when all are acknowledged, or after `withinMs`. */
  finish(withinMs: number): Promise<void>
}

export function numberedDevice(url: () => string, sn_code: string, isStamped: boolean, perS: number): NumberedDevice {
  const acknowledged = new Set<number>()
  const again = new Set<number>()
  const tried = new Set<number>()
  const flying = new Set<number>()
  const times = new Map<number, number>()
  const began = Date.now()
  let due = 0
  let isFinishing = false
  let heardTime = 0
  let link: Publisher | null = null
  let isConnecting = false
  let pausedUntil = 0

  const lose = (lost: Publisher) => {
    if (link !== lost) return
    link = null
    flying.clear()
    pausedUntil = Date.now() + AGAIN_MS
  }

  const connect = async () => {
    if (isConnecting || Date.now() < pausedUntil) return
    isConnecting = true
    try {
      link = await connectPublisher(url(), sn_code, passwordOf(sn_code))
    } catch {
      pausedUntil = Date.now() + AGAIN_MS
    }
    isConnecting = false
  }

  const send = (n: number, by: Publisher) => {
    if (tried.has(n)) again.add(n)
    tried.add(n)
    flying.add(n)
    const ts = times.get(n) ?? Date.now()
    times.set(n, ts)
    const reading = { ...(isStamped && { ts }), values: { n } }
    by.publish(topics.telemetry(sn_code), JSON.stringify(reading)).then(
      () => {
        acknowledged.add(n)
        flying.delete(n)
        times.delete(n)
        heardTime = Date.now()
      },
      () => lose(by),
    )
  }

  const turn = () => {
    // Every sample its own millisecond.
    if (!isFinishing)
      for (const until = ((Date.now() - began) / 1000) * perS; due < until; due++)
        times.set(due, began + Math.round((due * 1000) / perS))
    if (!link) return void connect()
    const by = link
    for (const n of times.keys()) {
      if (flying.size >= WINDOW || link !== by) return
      if (!flying.has(n)) send(n, by)
    }
  }
  const timer = setInterval(turn, 20)
  let isDead = false

  return {
    sn_code,
    isStamped,
    acknowledged,
    again,
    get sent() {
      return due
    },
    get heardTime() {
      return heardTime
    },
    get isDead() {
      return isDead
    },
    die() {
      isDead = true
      clearInterval(timer)
      link?.close()
    },
    async finish(withinMs) {
      if (isDead) return
      isFinishing = true
      for (const deadline = Date.now() + withinMs; times.size > 0 && Date.now() < deadline; )
        await new Promise((resolve) => setTimeout(resolve, 50))
      clearInterval(timer)
      link?.close()
    },
  }
}
