import { setTimeout as wait } from 'node:timers/promises'
import { startBenchServer } from './bench-server.ts'
import { type Measured, startMeasured } from './measured-process.ts'
import { type BenchDevice, connectDevices, publishSteadily, someValues } from './publishers.ts'
import { median, OURS, quantile, type Results } from './results.ts'

const DEVICES = 1000
const KEYS = 10
const WARM_UP_MS = 3000
const MEASURED_MS = 12_000
/** For the maximum: as many messages are on their way at any time. */
const FLOODING = { devices: 200, each: 40 }
const PEER = 'bare aedes'

type Side = Pick<Measured<unknown>, 'usage' | 'stop'> & { mqtt: string }

/** Readings through MQTT at QoS 1: the server acknowledges when they are committed, the peer at once. */
export default async function ingest(results: Results): Promise<void> {
  await measure(results, OURS, () => startBenchServer(DEVICES, KEYS))
  await measure(results, PEER, async () => {
    const { ready, ...rest } = await startMeasured<{ mqtt: string }>('./bare-aedes-child.ts')
    return { ...ready, ...rest }
  })
  results.compare(STEADY, PEER)
  results.compare(MOST, PEER)
}

const STEADY = `${DEVICES} devices × ${KEYS} values each second`
const MOST = 'as fast as it acknowledges'

async function measure(results: Results, subject: string, start: () => Promise<Side>): Promise<void> {
  const side = await start()
  try {
    const devices = await connectDevices(side.mqtt, DEVICES)
    await steady(results, subject, side, devices)
    await flood(results, subject, side, devices.slice(0, FLOODING.devices))
    for (const device of devices) device.close()
  } finally {
    await side.stop()
  }
}

async function steady(results: Results, subject: string, side: Side, devices: BenchDevice[]): Promise<void> {
  let took: number[] = []
  const publishing = publishSteadily(devices, KEYS, 1000, (ms) => took.push(ms))
  await wait(WARM_UP_MS)
  took = []
  const used = await spent(side, MEASURED_MS)
  const acknowledged = took.length
  await publishing.stop()
  if (publishing.failures.length > 0) throw publishing.failures[0]
  add(results, STEADY, subject, acknowledged, used)
  results.add(STEADY, subject, 'acknowledged, median', median(took), 'ms')
  results.add(STEADY, subject, 'acknowledged, p99', quantile(took, 0.99), 'ms')
}

async function flood(results: Results, subject: string, side: Side, devices: BenchDevice[]): Promise<void> {
  let acknowledged = 0
  let isOver = false
  const lane = async (device: BenchDevice) => {
    while (!isOver) {
      await device.publish(someValues(KEYS))
      acknowledged++
    }
  }
  const lanes = devices.flatMap((device) => Array.from({ length: FLOODING.each }, () => lane(device)))
  await wait(WARM_UP_MS)
  acknowledged = 0
  const used = await spent(side, MEASURED_MS)
  add(results, MOST, subject, acknowledged, used)
  isOver = true
  await Promise.all(lanes)
}

interface Spent {
  cpuMs: number
  ms: number
  rssBytes: number
}

async function spent(side: Side, ms: number): Promise<Spent> {
  const began = performance.now()
  const before = await side.usage()
  await wait(ms)
  const after = await side.usage()
  return { cpuMs: after.cpuMs - before.cpuMs, ms: performance.now() - began, rssBytes: after.rssBytes }
}

function add(results: Results, situation: string, subject: string, messages: number, { cpuMs, ms, rssBytes }: Spent) {
  results.add(situation, subject, 'values', (messages * KEYS * 1000) / ms, 'a second')
  results.add(situation, subject, 'share of a core', (cpuMs / ms) * 100, '%')
  results.add(situation, subject, 'processor time', (cpuMs * 1000) / messages, 'µs a message')
  results.add(situation, subject, 'memory', rssBytes / 2 ** 20, 'MB')
}
