import { parseArgs } from 'node:util'
import mqtt from 'mqtt'
import { topics } from '../../../core/contract/telemetry.ts'
import { ApiRefusal, signIn } from '../api.ts'
import { ensureDevice, whatIsKnown } from '../provision.ts'
import { messagesOf, nightDevices, nightReadings } from './readings.ts'

const USAGE = `A scripted night of eight hours that ends now, sent by twelve devices over MQTT: a loose contact, a broken
link, a dip of the supply with a flood of alarms, and one real failure among them.

  --url mqtt://127.0.0.1:1883   the broker
  --api http://127.0.0.1:8080   the server's API, to create the devices
  --user admin --password …     who creates them; where the server asks for a puzzle, PLANT_TOKEN: a session's token`

/** Ten minutes of a device in one message. */
const READINGS_A_MESSAGE = 60

const say = (sentence: string) => console.log(`night: ${sentence}`)

async function play(url: string, api: string, account: Parameters<typeof signIn>[1]): Promise<void> {
  const devices = nightDevices()
  const client = await signIn(api, account, say)
  const known = await whatIsKnown(client)
  for (const device of devices) await ensureDevice(client, known, device)
  const end = Math.floor(Date.now() / 1000) * 1000
  const readings = nightReadings(end)
  const began = performance.now()
  await Promise.all(
    devices.map(async ({ sn_code, password }) => {
      const link = await mqtt.connectAsync(url, { username: sn_code, password, clientId: sn_code })
      for (const message of messagesOf(sn_code, readings.get(sn_code) ?? [], end, READINGS_A_MESSAGE))
        await link.publishAsync(topics.telemetry(sn_code), JSON.stringify(message), { qos: 1 })
      await link.endAsync()
    }),
  )
  const count = [...readings.values()].reduce((sum, { length }) => sum + length, 0)
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  // Whoever started the night over a channel measures it against its readings.
  process.send?.({ end })
  say(`${count} readings of ${devices.length} devices were acknowledged in ${seconds} s.`)
}

const { values } = parseArgs({
  options: {
    url: { type: 'string', default: 'mqtt://127.0.0.1:1883' },
    api: { type: 'string', default: 'http://127.0.0.1:8080' },
    user: { type: 'string', default: 'admin' },
    password: { type: 'string', default: 'demo1234' },
    help: { type: 'boolean', default: false },
  },
})
const token = process.env.PLANT_TOKEN
if (values.help) console.log(USAGE)
else {
  try {
    const account = token ? { token } : { user_name: values.user, password: values.password }
    await play(values.url, values.api.replace(/\/$/, ''), account)
    process.disconnect?.()
  } catch (error) {
    const reason = error instanceof ApiRefusal || error instanceof Error ? error.message : String(error)
    console.error(`night: it could not be played: ${reason}.`)
    process.exit(1)
  }
}
