import { openDb } from '../../demo/server/db/open.ts'
import { seed } from '../../demo/server/seed.ts'
import { readSettings } from '../../demo/server/settings.ts'
import { makeDevice } from '../server/devices.ts'
import type { TestStore } from '../server/stores.ts'
import { type Account, accountOf } from './oracle.ts'
import { type NumberedDevice, numberedDevice } from './publishers.ts'
import { type FaultServer, faultServer, READY_ANSWER_MS } from './server.ts'

const SETTLE_MS = 5000
const BACK_MS = 180_000
const LAST_MS = 120_000
const HANDED_OVER_MS = 60_000
const LOG_KB_LIMIT = 512
const RSS_MB_LIMIT = 1500

export interface Trial {
  server: FaultServer
  devices: readonly NumberedDevice[]
  /** Something that has to be true; false is a failure of this fault. */
  expect(isTrue: boolean, sentence: string): void
  /** Something worth a line, whatever it is. */
  note(sentence: string): void
  /** Seconds until each device has an acknowledgement from after this call. Fails after 3 minutes. */
  back(): Promise<number>
  wait(ms: number): Promise<void>
  /** Looks at /readyz until it says this of `part` (undefined: that nothing is missing there). Every look has to be short. */
  readiness(part: 'store' | 'broker', reason: string | undefined): Promise<void>
}

export interface Outcome extends Account {
  fault: string
  sent: number
  backS: number
  rssMb: number
  files: number
  logKb: number
  notes: string[]
  failures: string[]
}

export interface TrialOptions {
  fault: string
  store: TestStore
  /** An external broker. */
  mqttUrl?: string
  /** Where the server finds the external broker, if not where the devices do. */
  serverMqttUrl?: string
  /** Where devices find the embedded broker, if not at its own address. */
  deviceUrl?: string
  devices?: number
  perS?: number
  /** How many of them send times of their own. */
  stamped?: 'half' | 'none'
  /** How much may be lost: what the fault itself makes away with, with the sentence that says so. */
  mayLose?: { count: number; because: string }
  env?: Record<string, string>
  during(trial: Trial): Promise<void>
}

export const numberedSn = (n: number): string => `FT${String(n).padStart(4, '0')}`
const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** Devices publish numbered samples while `during` does harm; then the history of a new process is held against them. */
export async function runTrial(options: TrialOptions): Promise<Outcome> {
  const { fault, store, devices: count = 10, perS = 20, stamped = 'half', during, mayLose } = options
  const { dataDir, databaseUrl } = store.place
  const env: Record<string, string> = {
    DATA_DIR: dataDir,
    PORT: '0',
    MQTT_PORT: '0',
    LOGIN_CHECK: 'off',
    DEMO: 'on',
    ...options.env,
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
    ...(options.mqttUrl && { MQTT_URL: options.serverMqttUrl ?? options.mqttUrl }),
  }
  const sns = Array.from({ length: count }, (_, n) => numberedSn(n))
  await prepare(options, env, sns)

  const server = faultServer(env)
  await server.start()
  const url = () => options.mqttUrl ?? options.deviceUrl ?? server.mqtt
  const devices = sns.map((sn_code, n) => numberedDevice(url, sn_code, stamped === 'half' && n % 2 === 0, perS))
  const notes: string[] = []
  const failures: string[] = []
  console.error(`${fault} …`)
  let backS = 0
  const trial: Trial = {
    server,
    devices,
    wait,
    expect: (isTrue, sentence) => {
      if (!isTrue) failures.push(sentence)
    },
    note: (sentence) => void notes.push(sentence),
    async back() {
      const began = Date.now()
      const waiting = () => devices.filter(({ isDead, heardTime }) => !isDead && heardTime <= began)
      while (waiting().length > 0 && Date.now() - began < BACK_MS) await wait(100)
      const tookS = Math.round((Date.now() - began) / 100) / 10
      if (waiting().length > 0) failures.push(`after ${tookS} s ${waiting().length} devices have no acknowledgement`)
      backS = Math.max(backS, tookS)
      return tookS
    },
    async readiness(part, reason) {
      const began = Date.now()
      for (;;) {
        const { missing, tookMs } = await server.ready()
        if (tookMs > READY_ANSWER_MS / 2 + 500) failures.push(`/readyz took ${tookMs} ms`)
        if (missing[part] === reason) break
        if (Date.now() - began > BACK_MS) {
          failures.push(`/readyz says ${JSON.stringify(missing)}, not ${part} ${reason ?? 'ready'}`)
          break
        }
        await wait(250)
      }
      notes.push(`/readyz: ${part} ${reason ?? 'ready'} after ${Math.round((Date.now() - began) / 100) / 10} s`)
    },
  }

  try {
    await trial.back()
    backS = 0
    await wait(SETTLE_MS)
    await during(trial)
    await trial.back()
    await wait(SETTLE_MS)
  } catch (error) {
    failures.push(error instanceof Error ? error.message : String(error))
  }
  await Promise.all(devices.map((device) => device.finish(LAST_MS)))
  // What an external broker has acknowledged may still wait there for the server.
  if (options.mqttUrl) await handedOver(server, devices)
  await server.kill('SIGTERM')
  const account = await accountOf(store.place, devices)
  const sent = devices.reduce((sum, device) => sum + device.sent, 0)
  const { rssMb, files, logKb } = server.peak
  if (account.lost > (mayLose?.count ?? 0)) failures.push(`${account.lost} acknowledged samples are lost`)
  else if (account.lost > 0) notes.push(`${account.lost} lost: ${mayLose?.because}`)
  if (account.doubled > 0) failures.push(`${account.doubled} samples are doubled`)
  const waiting = devices
    .filter(({ isDead }) => !isDead)
    .reduce((sum, { sent, acknowledged }) => sum + sent - acknowledged.size, 0)
  if (waiting > 0) failures.push(`${waiting} samples were never acknowledged`)
  if (rssMb > RSS_MB_LIMIT) failures.push(`the server took ${rssMb} MB`)
  if (logKb > LOG_KB_LIMIT) failures.push(`the log took ${Math.round(logKb)} KB`)
  return { fault, sent, ...account, backS, rssMb, files, logKb: Math.round(logKb), notes, failures }
}

/** Waits until the last sample of each living device has come to the server, a minute at most. */
async function handedOver(server: FaultServer, devices: readonly NumberedDevice[]): Promise<void> {
  const began = Date.now()
  for (const { sn_code, acknowledged, isDead } of devices) {
    if (isDead) continue
    const last = Math.max(...acknowledged)
    const newest = async () => {
      const { data } = await server.call('GET', '/rDev', { sn_code })
      return (data as { values: { key: string; value: unknown }[] }).values.find(({ key }) => key === 'n')?.value
    }
    while (Number(await newest()) < last && Date.now() - began < HANDED_OVER_MS) await wait(250)
  }
}

async function prepare({ store }: TrialOptions, env: Record<string, string>, sns: readonly string[]): Promise<void> {
  const db = await openDb(store.place)
  await seed(db, readSettings(env))
  for (const sn_code of sns)
    await makeDevice(db, sn_code, { points: [{ key: 'n', data_type: 'number', access: 'r' }], report_interval_s: 2 })
  await db.close()
}
