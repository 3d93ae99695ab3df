import { openLog } from './diagnostics/log.ts'
import { nearMisses } from './near-misses.ts'
import { startPlant } from './plant-process.ts'
import { startPortals } from './portals-process.ts'
import { helpText, readSettings } from './settings.ts'
import { startServer } from './start.ts'

/** After a defect closing itself may hang. */
const LEAVE_MS = 10_000

async function main() {
  const [argument] = process.argv.slice(2)
  if (argument === '--help') {
    console.log(helpText())
    return
  }
  if (argument !== undefined) {
    throw new Error(`"${argument}" is not known here: settings are environment variables, which --help lists.`)
  }
  const settings = readSettings(process.env)
  for (const { variable, meant } of nearMisses(process.env))
    console.error(`${variable} is no setting: did you mean ${meant}?`)
  const log = openLog(settings.LOG_LEVEL)
  const server = await startServer(settings, log)
  const { DEMO_DEVICES: devices, DEMO_HISTORY_DAYS: historyDays, DEMO_ALARMS } = settings
  const { api, mqtt } = server
  const tokenFor = async (user_name: string, agent: string) =>
    settings.DEMO ? server.sessionFor(user_name, agent) : null
  const forPlant = await tokenFor('admin', 'demo plant')
  const plant = forPlant
    ? startPlant({ api, mqtt, token: forPlant, devices, historyDays, isCalm: !DEMO_ALARMS }, (days) =>
        console.log(`Demo history of ${days === 1 ? '1 day' : `${days} days`} is loaded.`),
      )
    : null
  const admin = await tokenFor('admin', 'demo portals')
  const rival = await tokenFor('rival', 'demo portals')
  const portals =
    admin && rival && settings.PORTAL_PORT > 0
      ? startPortals(
          { console_url: api, mqtt, port: settings.PORTAL_PORT, tokens: { admin, rival } },
          ({ url, pages }) => {
            server.foreignPages.push(...pages)
            console.log(`Playground and portals: ${url}`)
          },
        )
      : null
  if (settings.DEMO && !(forPlant && admin && rival))
    console.error(
      'This database is not of the demo, or its users admin or rival are gone: the demo plant and the portals are left out.',
    )

  let isStopping = false
  const stop = async (exitCode: number) => {
    if (isStopping) return
    isStopping = true
    // The plant first: its devices say goodbye to a broker that still listens.
    await Promise.all([plant?.stop(), portals?.stop()])
    await server.close()
    log.close()
    process.exit(exitCode)
  }
  process.on('SIGINT', () => stop(0))
  process.on('SIGTERM', () => stop(0))
  // Rejections that nobody handles come here too. What the server knows may be wrong now: it writes what waits and leaves,
  // and whoever runs it starts it again.
  process.on('uncaughtException', (error) => {
    log.error('a defect, for which the server stops', error)
    setTimeout(() => process.exit(1), LEAVE_MS).unref()
    stop(1).catch(() => process.exit(1))
  })

  const accounts = forPlant ? ' · sign in as admin, manager, operator or rival, password demo1234' : ''
  console.log(`Sightglass: console ${server.console} · MQTT ${server.mqtt}${accounts}`)
  for (const note of server.notes) console.log(note)
}

// Whoever read what we say may go, as in `npm start | head -1`: that is no reason to stop.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
  })
}

try {
  await main()
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}
