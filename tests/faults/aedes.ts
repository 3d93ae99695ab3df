import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'

/** A broker in a process of its own, which may be killed and started again on its port. */
export async function startAedes() {
  let port = 0
  let child: ChildProcess
  const start = async () => {
    child = fork(new URL('./aedes-child.ts', import.meta.url), {
      env: { ...process.env, BROKER_PORT: String(port) },
      execArgv: [],
    })
    const [ready] = await once(child, 'message')
    port = (ready as { port: number }).port
  }
  const kill = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }
  await start()
  return { url: `mqtt://127.0.0.1:${port}`, start, kill, stop: kill }
}
