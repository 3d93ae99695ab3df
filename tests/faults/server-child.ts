import { openLog } from '../../demo/server/diagnostics/log.ts'
import { readSettings } from '../../demo/server/settings.ts'
import { startServer } from '../../demo/server/start.ts'

// The clock of this process goes wrong by so much; the machine's stays.
let wrong_ms = Number(process.env.CLOCK_MS ?? 0)
const { now } = Date
Date.now = () => now() + wrong_ms
process.on('message', ({ clock_ms }: { clock_ms: number }) => {
  wrong_ms = clock_ms
})

/** The whole server by the settings of the environment, with the demo's accounts and without its plant. */
const log = openLog('warn')
const server = await startServer(readSettings(process.env), log)
process.on('SIGTERM', async () => {
  await server.close()
  log.close()
  process.exit(0)
})
// Nobody to serve any more.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
process.send?.({ api: server.api, mqtt: server.mqtt })
