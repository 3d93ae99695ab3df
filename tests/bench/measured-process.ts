import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'

/** A process of its own, so that its processor time is nobody else's. */
export interface Measured<Ready> {
  ready: Ready
  /** Processor time of all its threads since it started, in ms; bytes that it holds. */
  usage(): Promise<Usage>
  stop(): Promise<void>
}
export interface Usage {
  cpuMs: number
  rssBytes: number
}

type FromChild = { ready: unknown } | { usage: Usage } | { failed: string }
const READY_MS = 90_000
const STOP_MS = 10_000

/** Starts `file`, which answers by `serveMeasured`. Rejects when it fails to start. */
export async function startMeasured<Ready>(file: string, env: Record<string, string> = {}): Promise<Measured<Ready>> {
  const child = fork(new URL(file, import.meta.url), {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    execArgv: [],
  })
  const end = () => child.kill('SIGKILL')
  process.once('exit', end)
  const ready = (await answer(child, 'ready', READY_MS)) as Ready
  return {
    ready,
    usage: async () => {
      const reply = answer(child, 'usage', STOP_MS)
      child.send('usage')
      return (await reply) as Usage
    },
    stop: async () => {
      process.off('exit', end)
      if (!child.connected) return
      const ended = once(child, 'exit')
      child.send('stop')
      const deadline = setTimeout(() => child.kill('SIGKILL'), STOP_MS)
      await ended
      clearTimeout(deadline)
    },
  }
}

function answer(child: ChildProcess, wanted: 'ready' | 'usage', withinMs: number): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const fail = (reason: string) => done(() => reject(new Error(reason)))
    const onMessage = (message: FromChild) => {
      if ('failed' in message) fail(message.failed)
      else if (wanted in message) done(() => resolve((message as Record<string, unknown>)[wanted]))
    }
    const onExit = () => fail('the measured process ended')
    const deadline = setTimeout(() => fail(`the measured process gave no ${wanted} in ${withinMs} ms`), withinMs)
    const done = (then: () => void) => {
      clearTimeout(deadline)
      child.off('message', onMessage)
      child.off('exit', onExit)
      then()
    }
    child.on('message', onMessage)
    child.on('exit', onExit)
  })
}

/** The child's side: reports that it is ready, answers with its usage, and closes on request or when it is left alone. */
export async function serveMeasured<Ready>(start: () => Promise<{ ready: Ready; close(): Promise<void> }>) {
  const send = (message: FromChild) => process.send?.(message)
  try {
    const { ready, close } = await start()
    const stop = () => close().finally(() => process.exit(0))
    process.on('disconnect', stop)
    process.on('message', (message) => {
      if (message === 'stop') return void stop()
      const { user, system } = process.cpuUsage()
      send({ usage: { cpuMs: (user + system) / 1000, rssBytes: process.memoryUsage.rss() } })
    })
    send({ ready })
  } catch (error) {
    const failed = error instanceof Error ? (error.stack ?? error.message) : String(error)
    process.send?.({ failed } satisfies FromChild, () => process.exit(1))
  }
}
