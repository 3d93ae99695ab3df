import { parseArgs } from 'node:util'

export interface Options {
  url: string
  /** Where the server's API is; null leaves everything to what the server already knows. */
  api: string | null
  user: string
  password: string
  /** A session's token instead of name and password. */
  token: string | null
  devices: number
  rate: number
  seed: number
  /** Days of history for devices that have none. */
  history: number
  /** No device is in alarm when it comes up. */
  calm: boolean
}

export const USAGE = `A plant of simulated devices, each an ordinary MQTT client.

  --url mqtt://127.0.0.1:1883   the broker
  --api http://127.0.0.1:8080   the server's API, to create devices and load history; "none" to leave it alone
  --user admin --password …     who creates them; where the server asks for a puzzle, PLANT_TOKEN: a session's token
  --devices 12                  how many; beyond twelve the kinds repeat (WW0101 …)
  --rate 1                      reports for each one that a device's interval asks for
  --seed 7                      the same seed gives the same days
  --history 30                  days of history for the twelve named devices, where there is none yet
  --calm                        without the two devices that are in alarm at first`

/** Reads the command line; throws an Error of one sentence when it cannot be meant so. */
export function parseOptions(args: readonly string[]): Options | 'help' {
  const { values } = parseArgs({
    args: [...args],
    options: {
      url: { type: 'string', default: 'mqtt://127.0.0.1:1883' },
      api: { type: 'string', default: 'http://127.0.0.1:8080' },
      user: { type: 'string', default: 'admin' },
      password: { type: 'string', default: 'demo1234' },
      devices: { type: 'string', default: '12' },
      rate: { type: 'string', default: '1' },
      seed: { type: 'string', default: '7' },
      history: { type: 'string', default: '30' },
      calm: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) return 'help'
  const { url, api, user, password } = values
  // Not an argument: those can be read by every process of the machine.
  const token = process.env.PLANT_TOKEN || null
  return {
    url,
    api: api === 'none' ? null : api.replace(/\/$/, ''),
    user,
    password,
    token,
    devices: Math.round(between('devices', values.devices, 1, 20_000)),
    rate: between('rate', values.rate, 0.01, 100),
    seed: Math.round(between('seed', values.seed, 0, 0xffffffff)),
    history: between('history', values.history, 0, 400),
    calm: values.calm,
  }
}

function between(name: string, text: string, min: number, max: number): number {
  const value = Number(text)
  if (text.trim() === '' || !(value >= min && value <= max))
    throw new Error(`--${name} must be a number from ${min} to ${max}, not "${text}".`)
  return value
}
