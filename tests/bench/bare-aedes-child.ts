import { type AddressInfo, createServer } from 'node:net'
import { Aedes } from 'aedes'
import { serveMeasured } from './measured-process.ts'

/** A broker that does nothing with what it takes. */
await serveMeasured(async () => {
  const broker = new Aedes()
  await broker.listen()
  const server = createServer((socket) => void broker.handle(socket))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    ready: { mqtt: `mqtt://127.0.0.1:${port}` },
    close: () => new Promise<void>((resolve) => broker.close(resolve)),
  }
})
