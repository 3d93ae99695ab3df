import { setTimeout as wait } from 'node:timers/promises'
import WebSocket from 'ws'
import type { Alarm } from '../../core/contract/alarm.ts'
import { REALTIME_PATH, type ServerFrame } from '../../core/contract/realtime.ts'
import { keyOf } from './bench-devices.ts'
import { type BenchServer, startBenchServer } from './bench-server.ts'
import { type BenchDevice, connectDevices } from './publishers.ts'
import { median, OURS, quantile, type Results } from './results.ts'

const DEVICES = 200
/** Points of each, with a rule each. */
const KEYS = 5
const ALARMS = DEVICES * KEYS
const BURSTS = 5
const BURST_MS = 1000
/** Without an alarm for so long, none is to come any more. */
const LOST_MS = 15_000
const CASE = `a burst of ${ALARMS} alarms in a second`

/** All devices report within a second that all is wrong, again and again: until it is stored, and until operators are notified. */
export async function bursting(results: Results): Promise<void> {
  const server = await startBenchServer(DEVICES, KEYS, 0, 1)
  try {
    const devices = await connectDevices(server.mqtt, DEVICES)
    const operator = await listen(server)
    const stored: number[] = []
    const delays: number[] = []
    const before = await server.usage()
    for (let burst = 0; burst < BURSTS; burst++) {
      const published = await publishAll(devices, 100, (ms) => stored.push(ms))
      const came = await operator.untilAll((alarm) => alarm.state === 'UNACK')
      for (const { alarm, time } of came) delays.push(time - (published.get(alarm.sn_code) ?? Number.NaN))
      await publishAll(devices, 0)
      await operator.untilAll((alarm) => alarm.state === 'RTNUN')
    }
    const used = (await server.usage()).cpuMs - before.cpuMs
    const { total } = (await server.call('GET', '/hAlarmDev', {})) as { total: number }
    results.add(CASE, OURS, 'publish to stored, median', median(stored), 'ms')
    results.add(CASE, OURS, 'publish to stored, p95', quantile(stored, 0.95), 'ms')
    results.add(CASE, OURS, 'publish to notified, median', median(delays), 'ms')
    results.add(CASE, OURS, 'publish to notified, p95', quantile(delays, 0.95), 'ms')
    results.add(CASE, OURS, 'processor time, coming and over', used / BURSTS, 'ms')
    results.add(CASE, OURS, 'lost or doubled', Math.abs(total - BURSTS * ALARMS), 'alarms')
    operator.close()
    for (const device of devices) device.close()
  } finally {
    await server.stop()
  }
}

/** Each device once, evenly spread; resolves when all of it is acknowledged, with the time at which each began. */
async function publishAll(devices: readonly BenchDevice[], value: number, report = (_ms: number) => {}) {
  const values = Object.fromEntries(Array.from({ length: KEYS }, (_, n) => [keyOf(n), value]))
  const published = new Map<string, number>()
  await Promise.all(
    devices.map(async (device, n) => {
      await wait((n * BURST_MS) / devices.length)
      const began = performance.now()
      published.set(device.sn_code, began)
      await device.publish(values)
      report(performance.now() - began)
    }),
  )
  return published
}

interface Heard {
  alarm: Alarm
  time: number
}

/** An operator's page, as far as the server knows. */
async function listen({ api, token }: BenchServer) {
  const socket = new WebSocket(`${api.replace('http', 'ws')}${REALTIME_PATH}`)
  let heard: Heard[] = []
  socket.on('message', (bytes) => {
    const time = performance.now()
    const frames = [JSON.parse(String(bytes))].flat() as ServerFrame[]
    for (const frame of frames) if (frame.type === 'alarm') heard.push({ alarm: frame.alarm as Alarm, time })
  })
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
  socket.send(JSON.stringify({ type: 'auth', token }))
  socket.send(JSON.stringify({ type: 'subscribe', channels: ['alarms'] }))
  return {
    /** All alarms once they are so; throws when some are lost on the way. */
    async untilAll(isSo: (alarm: Alarm) => boolean): Promise<Heard[]> {
      const deadline = performance.now() + LOST_MS
      while (heard.filter(({ alarm }) => isSo(alarm)).length < ALARMS) {
        if (performance.now() > deadline) throw new Error(`${heard.length} of ${ALARMS} alarms arrived`)
        await wait(50)
      }
      const found = heard.filter(({ alarm }) => isSo(alarm))
      heard = []
      return found
    },
    close: () => socket.terminate(),
  }
}
