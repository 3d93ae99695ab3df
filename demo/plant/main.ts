import { type Api, ApiRefusal, signIn } from './api.ts'
import { plantDevices } from './catalogue.ts'
import { upset } from './first-minutes.ts'
import { type Options, parseOptions, USAGE } from './options.ts'
import { type Plant, runPlant } from './plant.ts'
import { type Prepared, prepareWorlds, provision, simulated, uploadHistories } from './prepare.ts'

const say = (sentence: string) => console.log(`plant: ${sentence}`)
const complain = (sentence: string) => console.error(`plant: ${sentence}`)
const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`

let plant = null as Plant | null
let isStopping = false
async function stop() {
  if (isStopping) return
  isStopping = true
  await plant?.stop()
  process.exit(0)
}
process.on('SIGINT', stop)
process.on('SIGTERM', stop)
// A program that started the plant over a channel has ended, however it ended.
process.on('disconnect', stop)

const options = readOptions()
if (options) {
  try {
    await run(options)
  } catch (error) {
    if (!(error instanceof ApiRefusal)) throw error
    complain(`The server refuses what the plant needs: ${error.message}.`)
    // Devices that are live stay so: only their history is missing.
    if (!plant) process.exit(1)
  }
}

function readOptions(): Options | null {
  try {
    const read = parseOptions(process.argv.slice(2))
    if (read !== 'help') return read
    console.log(USAGE)
  } catch (error) {
    complain(error instanceof Error ? error.message : String(error))
    process.exitCode = 1
  }
  return null
}

async function run(options: Options) {
  const devices = plantDevices(options.devices, options.seed)
  const { api: base, user, password, token } = options
  const account = token === null ? { user_name: user, password } : { token }
  const api = base === null ? null : await signIn(base, account, complain)
  const language = api ? await provision(api, devices) : 'zh'
  const prepared = await prepareWorlds(options, api, devices)

  const passwords = new Map(devices.map(({ sn_code, password }) => [sn_code, password]))
  const live = simulated(prepared.worlds).flatMap((device) => {
    const own = passwords.get(device.sn_code)
    return own === undefined ? [] : [{ ...device, password: own }]
  })
  const { url, seed, rate, calm } = options
  if (!calm) upset(live)
  plant = runPlant({ url, devices: live, seed, rate, language, say: complain })
  const began = performance.now()
  plant.ready.then(() =>
    say(`${live.length} devices are connected to ${options.url} (${seconds(performance.now() - began)}).`),
  )
  if (api && prepared.histories.length > 0) await upload(api, prepared, options.history)
}

async function upload(api: Api, { histories, simulatedMs }: Prepared, days: number) {
  const began = performance.now()
  let done = 0
  const samples = await uploadHistories(api, histories, (sn_code) => {
    if (process.stdout.isTTY) process.stdout.write(`\rplant: history ${++done} of ${histories.length}, ${sn_code} `)
  })
  if (process.stdout.isTTY) process.stdout.write('\r\x1b[K')
  // Whoever started the plant over a channel does not read what it says.
  process.send?.({ loadedDays: days })
  say(
    `${days} days of history for ${histories.length} devices: ${samples} samples, ` +
      `simulated in ${seconds(simulatedMs)}, loaded in ${seconds(performance.now() - began)}.`,
  )
}
