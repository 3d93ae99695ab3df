import { setTimeout as wait } from 'node:timers/promises'
import WebSocket from 'ws'
import { REALTIME_PATH } from '../../core/contract/realtime.ts'
import { keyOf, snOf } from './bench-devices.ts'
import { startBenchServer } from './bench-server.ts'
import { type Measured, startMeasured } from './measured-process.ts'
import { connectDevices, someValues } from './publishers.ts'
import { median, OURS, quantile, type Results } from './results.ts'

const CLIENTS = 1000
const DEVICES = 10
const KEYS = 20
const WARM_UP_MS = 3000
const MEASURED_MS = 12_000
const OPENED_AT_ONCE = 50
const PEER = 'bare ws'
const CASE = `${CLIENTS} sockets × ${KEYS} points each second`

interface Side extends Pick<Measured<unknown>, 'usage'> {
  listen(sn_code: string, take: (text: string) => void): Promise<WebSocket>
  publish(device: number, values: Record<string, number>): void
}

/** Each socket watches one of ten devices of 20 points. The first point's value is the time at which it was published. */
export default async function fanout(results: Results): Promise<void> {
  const server = await startBenchServer(DEVICES, KEYS)
  const peer = await startMeasured<{ url: string }>('./bare-ws-child.ts')
  try {
    const devices = await connectDevices(server.mqtt, DEVICES)
    const ours: Side = {
      usage: server.usage,
      listen: (sn_code, take) => listenToServer(server.api, server.token, sn_code, take),
      publish: (n, values) => void devices[n]?.publish(values).catch(() => {}),
    }
    const source = await opened(peer.ready.url)
    const theirs: Side = {
      usage: peer.usage,
      listen: async (sn_code, take) => {
        const socket = await opened(peer.ready.url)
        socket.on('message', (bytes) => take(String(bytes)))
        socket.send(`listen ${sn_code}`)
        return socket
      },
      publish: (n, values) => source.send(`${snOf(n)} ${asFrame(snOf(n), values)}`),
    }
    await measure(results, OURS, ours)
    await measure(results, PEER, theirs)
    results.compare(CASE, PEER)
    for (const device of devices) device.close()
    source.close()
  } finally {
    await Promise.all([server.stop(), peer.stop()])
  }
}

/** The peer sends the text that our server sends. */
function asFrame(sn_code: string, values: Record<string, number>): string {
  const time = Date.now()
  const live = Object.fromEntries(Object.entries(values).map(([key, value]) => [key, [value, 'good', time]]))
  const frame = { type: 'delta', channel: `device/${sn_code}`, seq: time, server_time: time }
  return JSON.stringify({ ...frame, dev_state: 1, report_time: time, values: live })
}

async function opened(url: string): Promise<WebSocket> {
  const socket = new WebSocket(url, { perMessageDeflate: false })
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
  return socket
}

async function listenToServer(
  api: string,
  token: string,
  sn_code: string,
  take: (text: string) => void,
): Promise<WebSocket> {
  const socket = await opened(`${api.replace('http', 'ws')}${REALTIME_PATH}`)
  socket.send(JSON.stringify({ type: 'auth', token }))
  socket.send(JSON.stringify({ type: 'subscribe', channels: [`device/${sn_code}`] }))
  await new Promise<void>((resolve) => {
    socket.on('message', (bytes) => {
      const text = String(bytes)
      if (text.includes('"snapshot"')) resolve()
      else take(text)
    })
  })
  return socket
}

async function measure(results: Results, subject: string, side: Side): Promise<void> {
  let took: number[] = []
  let bytes = 0
  const stamp = new RegExp(`"${keyOf(0)}":\\[(\\d+)`)
  const take = (text: string) => {
    const published = Number(stamp.exec(text)?.[1])
    if (!published) return
    bytes += text.length
    took.push(Date.now() - published)
  }
  const sockets: WebSocket[] = []
  for (let from = 0; from < CLIENTS; from += OPENED_AT_ONCE) {
    const some = Array.from({ length: OPENED_AT_ONCE }, (_, n) => side.listen(snOf((from + n) % DEVICES), take))
    sockets.push(...(await Promise.all(some)))
  }
  let n = 0
  const publishing = setInterval(() => {
    side.publish(n, { ...someValues(KEYS), [keyOf(0)]: Date.now() })
    n = (n + 1) % DEVICES
  }, 1000 / DEVICES)
  await wait(WARM_UP_MS)
  took = []
  bytes = 0
  const before = await side.usage()
  const began = performance.now()
  await wait(MEASURED_MS)
  const after = await side.usage()
  const ms = performance.now() - began
  clearInterval(publishing)
  for (const socket of sockets) socket.terminate()
  results.add(CASE, subject, 'frames', (took.length * 1000) / ms, 'a second')
  results.add(CASE, subject, 'size', bytes / took.length, 'bytes a frame')
  results.add(CASE, subject, 'share of a core', ((after.cpuMs - before.cpuMs) / ms) * 100, '%')
  results.add(CASE, subject, 'publish to receipt, median', median(took), 'ms')
  results.add(CASE, subject, 'publish to receipt, p99', quantile(took, 0.99), 'ms')
  results.add(CASE, subject, 'memory', after.rssBytes / 2 ** 20, 'MB')
}
