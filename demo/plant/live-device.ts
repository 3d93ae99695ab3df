import { CommandMessage, type CommandReply, type SentValue, topics } from '../../core/contract/telemetry.ts'
import { type DeviceLink, deviceLink } from './device-link.ts'
import { asSent, instruments, sensorFaults } from './instruments.ts'
import { both, episode, type Fault, type Language, type Text } from './kind.ts'
import { isLinkLost, isPowerLost } from './outages.ts'
import { outbox } from './outbox.ts'
import { plantStateAt } from './plant-state.ts'
import type { Simulated } from './simulation.ts'
import { write } from './writes.ts'

/** Readings kept while the connection is gone: two hours at one every two seconds. */
const KEPT_READINGS = 3600
/** Readings in one message; the largest device stays well below the contract's 256 KB with it. */
const READINGS_A_MESSAGE = 200

export interface LiveOptions {
  url: string
  password: string
  seed: number
  /** Of what the device says to people. */
  language: Language
  now(): number
  /** Until this time (epoch ms) no outage is played. */
  steadyUntil: number
  onUp(): void
  onTrouble(reason: string): void
}

interface StoredReading {
  ts: number
  values: Record<string, SentValue>
}

/** A simulated device on the wire. `report` is called when its next reading is due. */
export interface LiveDevice {
  device: Simulated
  link: DeviceLink
  report(): void
}

export function liveDevice(device: Simulated, options: LiveOptions): LiveDevice {
  const { sn_code, kind, state, world } = device
  const { seed, language, now, steadyUntil } = options
  const shown = instruments(device)
  const stored = outbox<StoredReading>(KEPT_READINGS)
  const faults = watchFaults(state.seed, { ...kind.faults, ...sensorFaults }, now())
  let isOut = false
  let outSince = 0

  const link = deviceLink(options.url, sn_code, options.password, {
    onUp: options.onUp,
    onTrouble: options.onTrouble,
    onCommand: command,
  })
  const log = (level: Fault['level'], text: Text) =>
    link.publish(topics.log(sn_code), { ts: now(), level, text: text[language] })

  function report() {
    const time = now()
    world.advance(plantStateAt(time, seed))
    const hasPower = time < steadyUntil || !isPowerLost(state.seed, time)
    const hasLink = hasPower && (time < steadyUntil || !isLinkLost(state.seed, kind.linkLostEveryS, time))
    if (hasLink === isOut) turn(hasLink, time)
    if (!hasPower) return
    const reading = { ts: time, values: asSent(shown.read(time)) }
    if (isOut || !link.isReady()) return stored.keep(reading)
    sendStored(time)
    link.publish(topics.telemetry(sn_code), reading)
    for (const fault of faults(time)) log(fault.level, fault.text)
  }

  function turn(hasLink: boolean, time: number) {
    isOut = !hasLink
    if (hasLink) return link.connect()
    outSince = time
    link.drop()
  }

  function sendStored(time: number) {
    if (stored.size === 0) return
    const count = stored.size
    while (stored.size > 0) link.publish(topics.telemetry(sn_code), stored.take(READINGS_A_MESSAGE))
    if (outSince === 0) return
    const seconds = Math.round((time - outSince) / 1000)
    outSince = 0
    log(
      'warning',
      both(
        `通信中断 ${seconds} 秒后恢复，补传 ${count} 条`,
        `Connection restored after ${seconds} s, ${count} readings sent on`,
      ),
    )
  }

  function command(message: Buffer) {
    const command = parseCommand(message)
    if (!command) return log('warning', both('收到无法识别的命令', 'A command could not be read'))
    const reply = (answer: CommandReply) => link.publish(topics.reply(sn_code, command.id), answer)
    const fail = (reason: Text) => reply({ status: 'failed', reason: reason[language] })
    if (Date.now() >= command.expires)
      return fail(both('命令已过期，未执行', 'The command had expired and was not carried out'))
    reply({ status: 'acknowledged' })
    const result = write(device, command.key, command.value)
    if ('reason' in result) return fail(result.reason)
    reply({ status: 'done', value: result.value })
    report()
  }

  return { device, link, report }
}

/** Null for what is no command, and for an id that would not fit into the reply's topic. */
function parseCommand(message: Buffer): CommandMessage | null {
  try {
    const { success, data } = CommandMessage.safeParse(JSON.parse(message.toString()))
    return success && /^[^/+#]{1,64}$/.test(data.id) ? data : null
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

/** Returns at each call which faults have begun since the last one. */
function watchFaults(seed: number, faults: Record<string, Fault>, start: number): (time: number) => Fault[] {
  const watched = Object.values(faults).flatMap((fault) =>
    Array.from({ length: fault.units ?? 1 }, (_, unit) => ({
      fault,
      unit,
      isOn: episode(seed, fault, start, unit) !== null,
    })),
  )
  return (time) => {
    const begun: Fault[] = []
    for (const one of watched) {
      const isOn = episode(seed, one.fault, time, one.unit) !== null
      if (isOn && !one.isOn) begun.push(one.fault)
      one.isOn = isOn
    }
    return begun
  }
}
