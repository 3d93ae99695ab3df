import { WebSocket } from 'ws'
import { REALTIME_PATH } from '../../core/contract/realtime.ts'
import { startEmbedded } from '../server/stores.ts'
import { type Outcome, runTrial } from './trial.ts'

const SOCKETS = 50
const UNREAD_MS = 60_000

/** Sockets of browsers that ask for everything and never read: the server must not keep what they do not take. */
export async function unreadSockets(): Promise<Outcome> {
  const store = await startEmbedded()
  const sockets: WebSocket[] = []
  try {
    return await runTrial({
      fault: `${SOCKETS} sockets that never read`,
      store,
      devices: 20,
      perS: 50,
      async during({ server, devices, wait, note }) {
        await server.call('GET', '/yun/userInfo')
        const before = server.peak.rssMb
        const token = await server.token()
        for (let n = 0; n < SOCKETS; n++) {
          const socket = new WebSocket(`${server.api.replace('http', 'ws')}${REALTIME_PATH}`)
          sockets.push(socket)
          socket.on('error', () => {})
          await new Promise((resolve) => socket.once('open', resolve))
          socket.send(JSON.stringify({ type: 'auth', token }))
          const channels = devices.map(({ sn_code }) => `device/${sn_code}`)
          socket.send(JSON.stringify({ type: 'subscribe', channels }))
          socket.pause()
        }
        await wait(UNREAD_MS)
        note(`${before} MB before, ${server.peak.rssMb} MB at the most`)
      },
    })
  } finally {
    for (const socket of sockets) socket.terminate()
    await store.stop()
  }
}
