import { startPlant } from './plant-process.ts'
import { helpText, readSettings } from './settings.ts'
import { type Log, startServer } from './start.ts'

const LEVELS = ['error', 'warn', 'info', 'debug'] as const

async function main() {
  if (process.argv.includes('--help')) {
    console.log(helpText())
    return
  }
  const settings = readSettings(process.env)
  const isSaid = (level: (typeof LEVELS)[number]) => LEVELS.indexOf(level) <= LEVELS.indexOf(settings.LOG_LEVEL)
  const log: Log = {
    info: (message) => isSaid('debug') && console.log(message),
    error: (message, error) => console.error(`${message}:`, error),
  }
  const server = await startServer(settings, log)
  const { DEMO_DEVICES: devices, DEMO_HISTORY_DAYS: historyDays } = settings
  const plant = settings.DEMO ? startPlant({ api: server.api, mqtt: server.mqtt, devices, historyDays }) : null

  let isStopping = false
  const stop = async () => {
    if (isStopping) return
    isStopping = true
    // The plant first: its devices say goodbye to a broker that still listens.
    await plant?.stop()
    await server.close()
    process.exit(0)
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)

  const accounts = settings.DEMO ? ' · sign in as admin, manager, operator or rival, password demo1234' : ''
  console.log(`Sightglass: console ${server.console} · MQTT ${server.mqtt}${accounts}`)
  for (const note of server.notes) console.log(note)
}

try {
  await main()
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}
