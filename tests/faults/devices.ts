import { openTestLink } from '../server/link.ts'
import { startEmbedded } from '../server/stores.ts'
import { type Outcome, runTrial } from './trial.ts'

const STALL_MS = 30_000
/** The embedded broker's, by which the trial can know it before the server does. */
const MQTT_PORT = 21_883

/** The line between the devices and the embedded broker carries nothing for a while, and then all that waited. */
export async function devicesStalled(): Promise<Outcome> {
  const store = await startEmbedded()
  const link = await openTestLink({ host: '127.0.0.1', port: MQTT_PORT })
  try {
    return await runTrial({
      fault: 'stalled line of the devices',
      store,
      env: { MQTT_PORT: String(MQTT_PORT) },
      deviceUrl: `mqtt://127.0.0.1:${link.port}`,
      async during({ wait }) {
        link.stall()
        await wait(STALL_MS)
        link.resume()
      },
    })
  } finally {
    await link.close()
    await store.stop()
  }
}
