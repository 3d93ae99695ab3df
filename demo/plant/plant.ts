import type { Language } from './kind.ts'
import { liveDevice } from './live-device.ts'
import { chance } from './random.ts'
import type { Simulated } from './simulation.ts'
import { timerWheel } from './timer-wheel.ts'

/** Devices connect this far apart: a broker takes a thousand of them in three seconds without a queue. */
const CONNECT_GAP_MS = 3
const TROUBLE_EVERY_MS = 30_000
/** Nobody is dropped at once when the plant has just come up. */
const STEADY_MS = 300_000
const GOODBYE_MS = 2000

export interface PlantOptions {
  url: string
  devices: readonly (Simulated & { password: string })[]
  seed: number
  /** Reports a device makes for each one that its interval asks for. */
  rate: number
  /** A sentence for the person who started the plant. */
  say(sentence: string): void
  language: Language
  now?: () => number
}

export interface Plant {
  /** All devices have been connected once. */
  ready: Promise<void>
  /** Every device says offline and leaves; devices whose broker does not answer are cut off after 2 s. */
  stop(): Promise<void>
}

export function runPlant({ url, devices, seed, rate, say, language, now = Date.now }: PlantOptions): Plant {
  let resolve: () => void = () => {}
  const ready = new Promise<void>((done) => {
    resolve = done
  })
  const waiting = new Set(devices.map(({ sn_code }) => sn_code))
  const starts: NodeJS.Timeout[] = []
  const wheel = timerWheel(now)
  const steadyUntil = now() + STEADY_MS
  let saidAt = 0

  const live = devices.map((device) =>
    liveDevice(device, {
      url,
      password: device.password,
      seed,
      language,
      now,
      steadyUntil,
      onUp() {
        waiting.delete(device.sn_code)
        if (waiting.size === 0) resolve()
      },
      onTrouble(reason) {
        if (now() - saidAt < TROUBLE_EVERY_MS) return
        saidAt = now()
        say(`${device.sn_code} cannot connect to the MQTT broker at ${url} (${reason}); the plant keeps trying.`)
      },
    }),
  )
  live.forEach(({ device, link, report }, n) => {
    const everyMs = (device.kind.report_interval_s * 1000) / rate
    starts.push(setTimeout(link.connect, n * CONNECT_GAP_MS))
    wheel.add(report, everyMs, n * CONNECT_GAP_MS + chance(device.state.seed, 99) * everyMs)
  })

  return {
    ready,
    async stop() {
      wheel.stop()
      for (const start of starts) clearTimeout(start)
      const enough = new Promise<void>((done) => setTimeout(done, GOODBYE_MS).unref())
      await Promise.race([Promise.allSettled(live.map(({ link }) => link.end())), enough])
      for (const { link } of live) link.drop()
    },
  }
}
