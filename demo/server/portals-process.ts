import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { ForeignPage } from '../../core/contract/session.ts'

const PORTALS = fileURLToPath(new URL('../portals/main.ts', import.meta.url))

/** What the portals send over their channel once they are up; `url` is that of their index. */
interface PortalsMessage {
  url: string
  pages: ForeignPage[]
}

export interface PortalsProcess {
  stop(): Promise<void>
}

interface PortalsOptions {
  console_url: string
  mqtt: string
  port: number
  /** Of sessions of the two tenants' administrators, who make the embed keys. */
  tokens: { admin: string; rival: string }
}

/**
 * The playground and the pages of others that embed the kit, as the program of its own that they are: it asks the console
 * for its embed keys as an administrator does. It ends with this process. `onReady` is called once it is up.
 */
export function startPortals(
  { console_url, mqtt, port, tokens }: PortalsOptions,
  onReady: (message: PortalsMessage) => void,
): PortalsProcess {
  const args = [PORTALS, '--console', console_url, '--mqtt', mqtt, '--port', String(port)]
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: { ...process.env, PORTAL_TOKEN: tokens.admin, RIVAL_TOKEN: tokens.rival },
  })
  child.on('error', (error) => console.error(`The portals could not be started: ${error.message}`))
  child.on('message', (message: PortalsMessage) => onReady(message))
  return {
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    },
  }
}
