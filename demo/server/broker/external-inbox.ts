import { createHash } from 'node:crypto'
import type { IPublishPacket, MqttClient } from 'mqtt'

/** Brokers let a subscriber have so many unacknowledged messages at the least (Mosquitto, VerneMQ 20, EMQX 32). */
const LEAST_WINDOW = 20
/** As long as nothing arrives though so many are unacknowledged, the broker waits for us. */
const STALLED_MS = 5
/** What is read and not taken yet; some brokers have no window of their own. */
const IN_HAND = 1000
const IN_HAND_BYTES = 16 << 20
const AGAIN_MS = 1000

/** A message of QoS 1 until its acknowledgement. */
interface Held {
  id: number
  print: string
  isTaken: boolean
  isAcknowledged: boolean
}

const PUBACK = 0x40
const puback = (id: number): Buffer => Buffer.from([PUBACK, 2, id >> 8, id & 255])

const printOf = ({ topic, payload }: IPublishPacket): string =>
  createHash('sha1').update(topic).update('\0').update(payload).digest('base64')

const nothing = () => {}

export interface ExternalInbox {
  /**
   * Takes no further message, which then waits at the broker; resolves when those in hand are taken and acknowledged, or
   * after `withinMs`.
   */
  drain(withinMs: number): Promise<void>
}

/**
 * Hands each message of an external broker to `arrive`, calls what that returns, and acknowledges messages of QoS 1 when it
 * resolves, in their order. While it rejects it is called again each second, so that nothing is acknowledged that is not
 * stored; the broker holds back the rest. A message that comes again after a lost connection is not taken twice.
 *
 * mqtt.js acknowledges a message before it reads the next one: four a second at a commit each 250 ms. It therefore
 * gets them as QoS 0, and the acknowledgements (of MQTT 3.1.1) are written here. `hurry` is called while the broker seems
 * to wait for them.
 */
export function openExternalInbox(parts: {
  client: MqttClient
  arrive: (packet: IPublishPacket) => () => Promise<void>
  hurry: () => void
}): ExternalInbox {
  const { client, arrive, hurry } = parts
  /** In the order of their receipt on this connection. */
  let held: Held[] = []
  /** Acknowledged on this connection; whether the broker has read that is unknown. */
  let acknowledged: Held[] = []
  /** Of the connections before, by packet id: the broker sends what it believes unacknowledged again under the same id. */
  const earlier = new Map<number, Held>()
  let inHand = 0
  let bytesInHand = 0
  let readOn: (() => void) | undefined
  let isDraining = false
  let onEmpty: (() => void) | undefined
  let stalled: NodeJS.Timeout | undefined

  const hasRoom = () => inHand < IN_HAND && bytesInHand < IN_HAND_BYTES

  const watchStall = () => {
    clearTimeout(stalled)
    if (held.length < LEAST_WINDOW && !readOn) return
    stalled = setTimeout(() => {
      hurry()
      watchStall()
    }, STALLED_MS)
  }

  const acknowledge = () => {
    let count = 0
    while (held[count]?.isTaken) count++
    if (count > 0) {
      const taken = held.splice(0, count)
      for (const entry of taken) entry.isAcknowledged = true
      client.stream.write(Buffer.concat(taken.map(({ id }) => puback(id))))
      acknowledged.push(...taken)
      if (acknowledged.length > 2 * IN_HAND) acknowledged = acknowledged.slice(-IN_HAND)
    }
    watchStall()
  }

  /** Whether it is stored; not when the end came first. */
  const takeUntilStored = async (take: () => Promise<void>): Promise<boolean> => {
    do {
      try {
        await take()
        return true
      } catch {
        await new Promise((resolve) => setTimeout(resolve, AGAIN_MS))
      }
    } while (!isDraining)
    return false
  }

  const hold = (packet: IPublishPacket, taking: Promise<unknown>): void => {
    const size = packet.payload.length
    inHand++
    bytesInHand += size
    taking.then(() => {
      inHand--
      bytesInHand -= size
      acknowledge()
      if (inHand === 0) onEmpty?.()
      if (!readOn || !hasRoom()) return
      const next = readOn
      readOn = undefined
      next()
    })
  }

  const receive = (packet: IPublishPacket): void => {
    const id = packet.messageId
    if (id === undefined) {
      // Of QoS 0: nobody sends it again.
      hold(packet, arrive(packet)().catch(nothing))
      return
    }
    const print = printOf(packet)
    const known = earlier.get(id)
    earlier.delete(id)
    // What was acknowledged and is not said to come again is another message under an id that is free again.
    const isAgain = known?.print === print && (packet.dup || !known.isAcknowledged)
    const entry = isAgain ? known : { id, print, isTaken: false, isAcknowledged: false }
    held.push(entry)
    if (!isAgain) {
      const taking = takeUntilStored(arrive(packet)).then((isTaken) => {
        entry.isTaken = isTaken
      })
      hold(packet, taking)
    }
    acknowledge()
  }

  client.on('packetreceive', (packet) => {
    if (packet.cmd === 'publish' && packet.qos === 1) packet.qos = 0
  })
  client.handleMessage = (packet, next) => {
    if (!isDraining) receive(packet)
    if (hasRoom()) return next()
    readOn = next
    watchStall()
  }
  client.on('close', () => {
    // What has not come again on this connection may do so on the next one.
    for (const entry of [...acknowledged, ...held]) earlier.set(entry.id, entry)
    held = []
    acknowledged = []
    readOn = undefined
    watchStall()
  })
  client.on('connect', ({ sessionPresent }) => {
    if (!sessionPresent) earlier.clear()
  })

  return {
    async drain(withinMs) {
      isDraining = true
      if (inHand === 0) return
      hurry()
      await new Promise<void>((resolve) => {
        const deadline = setTimeout(resolve, withinMs)
        onEmpty = () => {
          clearTimeout(deadline)
          resolve()
        }
      })
    },
  }
}
