import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { connect as connectTcp, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import mqtt from 'mqtt'
import { WebSocket } from 'ws'
import { REALTIME_PATH } from '../../core/contract/realtime.ts'
import { topics } from '../../core/contract/telemetry.ts'
import { type Case, WITNESS } from './cases.ts'
import { TOKEN } from './http-cases.ts'
import type { Started } from './server-child.ts'

/** Whoever sends nonsense does not wait long for an answer. */
const CASE_MS = 1500
/** How long a healthy server may take for what it has to answer, on a machine that is busy. */
const PATIENCE_MS = 60_000

export interface Target {
  /** Sends a case; resolves when its connection is over, or was given up. */
  send(input: Case): Promise<void>
  /** Rejects with what is wrong when the server does not live as before. */
  check(): Promise<void>
  stop(): Promise<void>
}

/** Starts the whole server with a witness: a device and a browser of another organisation, who notice nothing of what is sent. */
export async function startTarget(): Promise<Target> {
  const child = fork(new URL('./server-child.ts', import.meta.url), {
    stdio: ['ignore', 'inherit', 'pipe', 'ipc'],
    execArgv: [],
  })
  let said = ''
  child.stderr?.on('data', (text) => {
    said += text
  })
  const [started] = (await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => Promise.reject(new Error(`the server did not start: ${said}`))),
  ])) as [Started]
  const port = (url: string) => Number(new URL(url).port)
  const witness = await openWitness(started)
  let turns = 0
  const token = () => started.tokens[turns++ % started.tokens.length] as string

  return {
    send: (input) => {
      const own = token()
      const pieces = input.pieces.map((piece) => Buffer.from(piece.replaceAll(TOKEN, own), 'latin1'))
      if (input.kind === 'socket') return sendFrames(started.api, pieces, Buffer.from(input.raw ?? '', 'latin1'))
      return sendBytes(port(input.kind === 'mqtt' ? started.mqtt : started.api), pieces)
    },
    async check() {
      if (child.exitCode !== null || child.signalCode !== null)
        throw new Error(`the server ended (${child.signalCode ?? child.exitCode}): ${said}`)
      const { status } = await fetch(`${started.api}/healthz`, { signal: AbortSignal.timeout(PATIENCE_MS) })
      if (status !== 200) throw new Error(`/healthz answers ${status}`)
      await witness.check()
      if (said !== '') throw new Error(`the server logged: ${said}`)
    },
    async stop() {
      await witness.stop()
      await end(child)
    },
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.disconnect()
  const deadline = setTimeout(() => child.kill('SIGKILL'), PATIENCE_MS)
  await ended
  clearTimeout(deadline)
}

/** Writes the first piece, waits for an answer where more follow, then writes them. */
async function sendBytes(port: number, pieces: readonly Buffer[]): Promise<void> {
  const socket = connectTcp({ port, host: '127.0.0.1', noDelay: true })
  socket.on('error', () => {})
  const deadline = setTimeout(() => socket.destroy(), CASE_MS)
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  const [first, ...rest] = pieces
  if (first?.length) socket.write(first)
  if (rest.length > 0)
    await Promise.race([closed, new Promise((resolve) => socket.once('data', resolve)), sleep(CASE_MS / 3)])
  socket.resume()
  for (const piece of rest) socket.write(piece)
  socket.end()
  await closed
  clearTimeout(deadline)
}

async function sendFrames(api: string, pieces: readonly Buffer[], raw: Buffer): Promise<void> {
  const socket = new WebSocket(`${api.replace('http', 'ws')}${REALTIME_PATH}`)
  socket.on('error', () => {})
  const deadline = setTimeout(() => socket.terminate(), CASE_MS)
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  await Promise.race([closed, once(socket, 'open').catch(() => {})])
  // Frames of text that is none of UTF-8 go out as bytes.
  for (const piece of pieces) if (socket.readyState === WebSocket.OPEN) socket.send(piece, { binary: false })
  if (raw.length > 0) (socket as unknown as { _socket?: Socket })._socket?.write(raw)
  await Promise.race([closed, sleep(50)])
  socket.close()
  await closed
  clearTimeout(deadline)
}

/** A device that reports and a browser that is shown it, each by one connection that never breaks. */
async function openWitness({ api, mqtt: url, witness }: Started) {
  const device = await mqtt.connectAsync(
    url,
    { username: WITNESS, password: `device-${WITNESS}`, reconnectPeriod: 0 },
    false,
  )
  const browser = new WebSocket(`${api.replace('http', 'ws')}${REALTIME_PATH}`)
  const lost: string[] = []
  let isStopping = false
  let newest = -1
  device.on('error', (error) => lost.push(`the device: ${error.message}`))
  device.on('close', () => isStopping || lost.push('the device lost its connection'))
  browser.on('error', (error) => lost.push(`the browser: ${error.message}`))
  browser.on('close', (code) => isStopping || lost.push(`the browser lost its connection (${code})`))
  browser.on('message', (bytes) => {
    const frames = [JSON.parse(String(bytes))].flat()
    for (const { values } of frames) if (values?.level) [newest] = values.level
  })
  await once(browser, 'open')
  browser.send(JSON.stringify({ type: 'auth', token: witness }))
  browser.send(JSON.stringify({ type: 'subscribe', channels: [`device/${WITNESS}`] }))
  // A browser says now and then that it is there.
  const heartbeat = setInterval(() => browser.send(JSON.stringify({ type: 'ping' })), 5000)
  let sent = 0

  return {
    async check() {
      sent += 1
      const deadline = Date.now() + PATIENCE_MS
      const isTaken = device.publishAsync(topics.telemetry(WITNESS), JSON.stringify({ values: { level: sent } }), {
        qos: 1,
      })
      await Promise.race([isTaken, sleep(PATIENCE_MS)])
      while (newest !== sent && lost.length === 0 && Date.now() < deadline) await sleep(20)
      if (lost.length > 0) throw new Error(lost.join('; '))
      if (newest !== sent) throw new Error(`the witness is shown ${newest} and not ${sent}`)
    },
    async stop() {
      isStopping = true
      clearInterval(heartbeat)
      browser.terminate()
      await device.endAsync(true)
    },
  }
}
