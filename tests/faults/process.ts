import { startEmbedded, startPostgres, type TestStore } from '../server/stores.ts'
import { type Outcome, runTrial } from './trial.ts'

const TIMES = 5

/** The server is ended again and again, by `signal`, while devices publish. */
async function endings(
  fault: string,
  signal: 'SIGKILL' | 'SIGTERM',
  start: () => Promise<TestStore>,
): Promise<Outcome> {
  const store = await start()
  try {
    return await runTrial({
      fault,
      store,
      async during({ server, back, wait }) {
        for (let n = 0; n < TIMES; n++) {
          await server.kill(signal)
          await server.start()
          await back()
          await wait(2000)
        }
      },
    })
  } finally {
    await store.stop()
  }
}

export const kill = () => endings(`kill -9 x ${TIMES}`, 'SIGKILL', startEmbedded)
export const term = () => endings(`SIGTERM x ${TIMES}`, 'SIGTERM', startEmbedded)
export const killOnPostgres = () => endings(`kill -9 x ${TIMES}, PostgreSQL`, 'SIGKILL', startPostgres)
