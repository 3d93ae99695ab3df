import { DAY_MS, MINUTE_MS } from '../../core/catalogue/durations.ts'
import { startEmbedded } from '../server/stores.ts'
import { type Outcome, runTrial } from './trial.ts'

const STEP_WAIT_MS = 8000
const SHOWN_MS = 10_000

/** The server's clock is set while devices send, and the server killed while it is wrong. */
async function clockSet(fault: string, steps_ms: readonly number[], stamped: 'half' | 'none'): Promise<Outcome> {
  const store = await startEmbedded()
  try {
    return await runTrial({
      fault,
      store,
      stamped,
      async during({ server, devices, back, wait, expect, note }) {
        const newestShown = async () => {
          for (const began = Date.now(); ; await wait(250)) {
            const sentBefore = devices.map(({ acknowledged }) => acknowledged.size)
            const shown = await Promise.all(devices.map(({ sn_code }) => shownOf(sn_code)))
            const areNew = shown.every((n, at) => n >= (sentBefore[at] ?? 0) - 1)
            if (areNew || Date.now() - began > SHOWN_MS) return areNew
          }
        }
        const shownOf = async (sn_code: string) => {
          const { data } = await server.call('GET', '/rDev', { sn_code })
          const { values } = data as { values: { key: string; value: unknown }[] }
          return Number(values.find(({ key }) => key === 'n')?.value ?? -1)
        }
        let from = 0
        for (const step_ms of steps_ms) {
          server.setClock(step_ms)
          await back()
          await wait(STEP_WAIT_MS)
          const sentence = `${(step_ms - from) / 1000} s of the clock`
          expect(await newestShown(), `after ${sentence} an old value is shown`)
          await server.kill('SIGKILL')
          await server.start()
          const backS = await back()
          await wait(STEP_WAIT_MS)
          expect(await newestShown(), `after ${sentence} and a restart an old value is shown`)
          note(`${sentence}: acknowledged ${backS} s after a restart`)
          from = step_ms
        }
      },
    })
  } finally {
    await store.stop()
  }
}

/** By what a time service sets at once: times come again that readings have already. */
export const clockSeconds = () => clockSet('clock set by seconds', [-20_000, -40_000, 0], 'none')
/** By less than devices' own clocks may differ from the server's. */
export const clockMinutes = () => clockSet('clock set by minutes', [4 * MINUTE_MS, -3 * MINUTE_MS, 0], 'half')
/** Devices with times of their own would be a day wrong, and are refused. */
export const clockDay = () => clockSet('clock set by a day', [DAY_MS, -DAY_MS, 0], 'none')
