import { type AddressInfo, createServer } from 'node:net'
import { Aedes } from 'aedes'

/** A customer's broker, which keeps sessions in memory. */
const broker = await Aedes.createBroker()
const server = createServer((socket) => void broker.handle(socket))
server.listen(Number(process.env.BROKER_PORT), '127.0.0.1', () => {
  process.send?.({ port: (server.address() as AddressInfo).port })
})
process.on('disconnect', () => process.exit(0))
