import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'

const JSON_BODY = { 'content-type': 'application/json' }
const START_MS = 120_000
const WATCH_MS = 500
/** Each call and each look at readiness has to be answered by then. */
export const ANSWER_MS = 30_000
export const READY_ANSWER_MS = 4000

/** What a server took at the most, over all its starts. */
export interface Peak {
  rssMb: number
  /** Open files and sockets, where the system lists them (Linux). */
  files: number
  logKb: number
}

/** The server in a process of its own, which may be killed and started again. */
export interface FaultServer {
  readonly api: string
  readonly mqtt: string
  readonly peak: Peak
  readonly log: string
  start(): Promise<void>
  /** Its clock goes so much wrong from now on, through starts too. */
  setClock(by_ms: number): void
  /** Resolves when the process is gone. */
  kill(signal: 'SIGKILL' | 'SIGTERM'): Promise<void>
  /** Status and body of /readyz, and how long it took. */
  ready(): Promise<{ status: number; missing: Record<string, string>; tookMs: number }>
  /** The demo administrator's session. */
  token(): Promise<string>
  /** A call of the API: the code of its answer, and how long it took. */
  call(method: 'GET' | 'POST', path: string, input?: object): Promise<{ code: string; data: unknown; tookMs: number }>
}

export function faultServer(env: Record<string, string>): FaultServer {
  const peak: Peak = { rssMb: 0, files: 0, logKb: 0 }
  let child: ChildProcess | null = null
  let at = { api: '', mqtt: '' }
  let log = ''
  let session = ''

  const measure = () => {
    const folder = `/proc/${child?.pid}`
    if (!child?.pid || !existsSync(folder)) return
    try {
      const [, kb] = /VmRSS:\s+(\d+)/.exec(readFileSync(`${folder}/status`, 'utf8')) ?? []
      peak.rssMb = Math.max(peak.rssMb, Math.round(Number(kb ?? 0) / 1024))
      peak.files = Math.max(peak.files, readdirSync(`${folder}/fd`).length)
    } catch {
      // It has just ended.
    }
  }
  setInterval(measure, WATCH_MS).unref()
  process.once('exit', () => child?.kill('SIGKILL'))

  const answer = async (path: string, init: RequestInit, withinMs: number) => {
    const began = performance.now()
    const response = await fetch(`${at.api}${path}`, { ...init, signal: AbortSignal.timeout(withinMs) })
    // biome-ignore lint/suspicious/noExplicitAny: its shape is the path's
    const body = (await response.json()) as any
    return { status: response.status, body, tookMs: Math.round(performance.now() - began) }
  }

  const token = async () => {
    if (session) return session
    const body = JSON.stringify({ user_name: 'admin', password: 'demo1234' })
    const { body: reply } = await answer('/yun/v2/user/login', { method: 'POST', headers: JSON_BODY, body }, ANSWER_MS)
    session = reply.data.token
    return session
  }

  return {
    get api() {
      return at.api
    },
    get mqtt() {
      return at.mqtt
    },
    get log() {
      return log
    },
    peak,
    async start() {
      const started = fork(new URL('./server-child.ts', import.meta.url), {
        env: { ...process.env, ...env },
        stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
        execArgv: [],
      })
      child = started
      for (const stream of [started.stdout, started.stderr])
        stream?.on('data', (chunk: Buffer) => {
          peak.logKb += chunk.length / 1024
          if (log.length < 200_000) log += chunk
        })
      const ended = once(started, 'exit').then(() => {
        throw new Error(`the server ended: ${log.slice(-2000)}`)
      })
      ended.catch(() => {})
      const [ready] = await Promise.race([once(started, 'message', { signal: AbortSignal.timeout(START_MS) }), ended])
      at = ready as typeof at
      // The ports stay: devices come back to where the server was.
      env.PORT = new URL(at.api).port
      if (!env.MQTT_URL) env.MQTT_PORT = new URL(at.mqtt).port
    },
    setClock(by_ms) {
      env.CLOCK_MS = String(by_ms)
      // A session may be over by this clock.
      session = ''
      child?.send({ clock_ms: by_ms })
    },
    async kill(signal) {
      if (!child || child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      child.kill(signal)
      await ended
    },
    async ready() {
      const { status, body, tookMs } = await answer('/readyz', {}, READY_ANSWER_MS)
      return { status, missing: body.missing ?? {}, tookMs }
    },
    token,
    async call(method, path, input = {}) {
      const headers = { ...JSON_BODY, 'x-token': await token() }
      const query = method === 'GET' ? `?${new URLSearchParams(input as Record<string, string>)}` : ''
      const body = method === 'POST' ? { body: JSON.stringify(input) } : {}
      const { body: reply, tookMs } = await answer(`${path}${query}`, { method, headers, ...body }, ANSWER_MS)
      return { code: reply.meta.code, data: reply.data, tookMs }
    },
  }
}
