import { topics } from '../../core/contract/telemetry.ts'
import { keyOf, PASSWORD, snOf } from './bench-devices.ts'
import { connectPublisher, type Publisher } from './mqtt-wire.ts'

export interface BenchDevice {
  sn_code: string
  publish(values: Record<string, number>): Promise<void>
  close(): void
}

const CONNECTS_AT_ONCE = 20

/** The first `count` devices, connected. */
export async function connectDevices(url: string, count: number): Promise<BenchDevice[]> {
  const devices: BenchDevice[] = []
  for (let from = 0; from < count; from += CONNECTS_AT_ONCE) {
    const some = Array.from({ length: Math.min(CONNECTS_AT_ONCE, count - from) }, (_, n) => snOf(from + n))
    const publishers = await Promise.all(some.map((sn_code) => connectPublisher(url, sn_code, PASSWORD)))
    devices.push(...publishers.map((publisher, n) => device(some[n] as string, publisher)))
  }
  return devices
}

function device(sn_code: string, { publish, close }: Publisher): BenchDevice {
  const topic = topics.telemetry(sn_code)
  return { sn_code, publish: (values) => publish(topic, JSON.stringify({ ts: Date.now(), values })), close }
}

/** Values as a controller sends them: most of them move a little. */
export function someValues(keys: number): Record<string, number> {
  const values: Record<string, number> = {}
  for (let n = 0; n < keys; n++) values[keyOf(n)] = Math.round(Math.random() * 1000) / 10
  return values
}

/**
 * Each device publishes once per `everyMs`, all of them evenly spread, until `stop`; `report` gets the ms to each
 * acknowledgement. Returns a promise of the last one.
 */
export function publishSteadily(
  devices: readonly BenchDevice[],
  keys: number,
  everyMs: number,
  report: (tookMs: number) => void,
): { stop(): Promise<void>; failures: unknown[] } {
  const failures: unknown[] = []
  const running = new Set<Promise<void>>()
  const began = performance.now()
  let sent = 0
  const timer = setInterval(() => {
    const due = Math.floor(((performance.now() - began) / everyMs) * devices.length)
    for (; sent < due; sent++) {
      const at = performance.now()
      const device = devices[sent % devices.length] as BenchDevice
      const one = device.publish(someValues(keys)).then(
        () => report(performance.now() - at),
        (error) => void failures.push(error),
      )
      running.add(one)
      one.finally(() => running.delete(one))
    }
  }, 5)
  return {
    failures,
    async stop() {
      clearInterval(timer)
      await Promise.all(running)
    },
  }
}
