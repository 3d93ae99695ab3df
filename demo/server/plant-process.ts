import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const PLANT = fileURLToPath(new URL('../plant/main.ts', import.meta.url))
/** A plant that has not said goodbye to its brokers by then is ended. */
const STOP_MS = 3000

export interface PlantProcess {
  stop(): Promise<void>
}

export interface PlantOptions {
  api: string
  mqtt: string
  /** Of a session that may create devices. */
  token: string
  devices: number
  /** Days of history for devices that have none. */
  historyDays: number
  /** No device is in alarm when it comes up. */
  isCalm: boolean
}

/** What the plant sends over its channel when the history of its devices is loaded. */
interface PlantMessage {
  loadedDays: number
}

/**
 * The demo plant as the program of its own that it is. It ends with this process, however that ends: the channel between
 * them closes. `onHistory` gets the days of history once they are loaded, at the first start only.
 */
export function startPlant(
  { api, mqtt, token, devices, historyDays, isCalm }: PlantOptions,
  onHistory: (days: number) => void,
): PlantProcess {
  const args = [PLANT, '--api', api, '--url', mqtt, '--devices', String(devices), '--history', String(historyDays)]
  if (isCalm) args.push('--calm')
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: { ...process.env, PLANT_TOKEN: token },
  })
  child.on('error', (error) => console.error(`The demo plant could not be started: ${error.message}`))
  child.on('message', ({ loadedDays }: PlantMessage) => onHistory(loadedDays))
  child.on('exit', (status) => {
    if (status) console.error('The demo plant has ended; the console goes on without it.')
  })
  return {
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      const patience = setTimeout(() => child.kill('SIGKILL'), STOP_MS)
      await ended
      clearTimeout(patience)
    },
  }
}
