import { openTestLink } from '../server/link.ts'
import { startEmbedded } from '../server/stores.ts'
import { startAedes } from './aedes.ts'
import { type Outcome, runTrial, type TrialOptions } from './trial.ts'

const TIMES = 5
const OUTAGE_MS = 20_000
const STALL_MS = 45_000

type BrokerTrial = Omit<TrialOptions, 'store' | 'mqttUrl' | 'during'> & {
  during(trial: Parameters<TrialOptions['during']>[0], broker: Awaited<ReturnType<typeof startAedes>>): Promise<void>
}

async function withBroker({ during, ...options }: BrokerTrial): Promise<Outcome> {
  const broker = await startAedes()
  const store = await startEmbedded()
  try {
    return await runTrial({ ...options, store, mqttUrl: broker.url, during: (trial) => during(trial, broker) })
  } finally {
    await store.stop()
    await broker.stop()
  }
}

const endings = (signal: 'SIGKILL' | 'SIGTERM', name: string) =>
  withBroker({
    fault: `${name} x ${TIMES}, external broker`,
    async during({ server, wait }) {
      for (let n = 0; n < TIMES; n++) {
        await server.kill(signal)
        // Readings wait at the broker meanwhile.
        await wait(2000)
        await server.start()
        await wait(3000)
      }
    },
  })
export const brokerKill = () => endings('SIGKILL', 'kill -9')
export const brokerTerm = () => endings('SIGTERM', 'SIGTERM')

/** The external broker is gone for a while, and a device dies meanwhile. */
export const brokerAway = () =>
  withBroker({
    fault: 'external broker killed and started again',
    // All that the devices gathered meanwhile, where they are back at the broker before the server is.
    mayLose: { count: 5000, because: 'the broker had acknowledged them and keeps nothing on its disk' },
    async during({ server, devices, readiness, wait, expect, note, back }, broker) {
      const [dead] = devices
      await broker.kill()
      dead?.die()
      await readiness('broker', 'away')
      await wait(OUTAGE_MS)
      await broker.start()
      await readiness('broker', undefined)
      const began = Date.now()
      await back()
      const stateOf = async (sn_code: string) => {
        const { data } = await server.call('GET', '/dev', { search: sn_code, page: '1', size: '10' })
        return (data as { rows: { sn_code: string; dev_state: number }[] }).rows.find((row) => row.sn_code === sn_code)
          ?.dev_state
      }
      const sn_code = dead?.sn_code ?? ''
      while ((await stateOf(sn_code)) !== 2 && Date.now() - began < 60_000) await wait(250)
      expect((await stateOf(sn_code)) === 2, 'a device that died with the broker is not offline a minute later')
      note(`the device that died is offline ${Math.round((Date.now() - began) / 1000)} s after the broker is back`)
      const alive = await Promise.all(devices.slice(1).map((device) => stateOf(device.sn_code)))
      expect(
        alive.every((state) => state === 1),
        'a device that lives is not online',
      )
    },
  })

/** The line between the server and the external broker carries nothing for a while. */
export async function brokerStalled(): Promise<Outcome> {
  const broker = await startAedes()
  const store = await startEmbedded()
  const { hostname, port } = new URL(broker.url)
  const link = await openTestLink({ host: hostname, port: Number(port) })
  try {
    return await runTrial({
      fault: 'stalled line to the external broker',
      store,
      mqttUrl: broker.url,
      serverMqttUrl: `mqtt://127.0.0.1:${link.port}`,
      async during({ readiness, wait }) {
        link.stall()
        await readiness('broker', 'away')
        await wait(STALL_MS)
        link.cut()
        link.resume()
        await readiness('broker', undefined)
      },
    })
  } finally {
    await link.close()
    await store.stop()
    await broker.stop()
  }
}
