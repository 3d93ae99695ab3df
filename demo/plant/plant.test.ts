import { createServer } from 'node:net'
import { Aedes } from 'aedes'
import { afterEach, expect, test, vi } from 'vitest'
import { plantDevices } from './catalogue.ts'
import { liveDevice } from './live-device.ts'
import { isLinkLost, isPowerLost } from './outages.ts'
import { runPlant } from './plant.ts'
import { plantStateAt } from './plant-state.ts'
import { buildWorlds } from './simulation.ts'

const SEED = 7
const until = (check: () => void | Promise<void>) => vi.waitFor(check)
/** At least once is what QoS 1 promises: a message whose acknowledgement was cut off comes again. */
const unrepeated = (messages: string[]) => messages.filter((message, n) => message !== messages[n - 1])
const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

/** A real broker that knows the devices' passwords and keeps what they publish, by topic. */
async function startBroker() {
  const broker = await Aedes.createBroker()
  broker.authenticate = (_client, username, password, done) =>
    done(null, String(password) === `device-${username}` && username !== 'TS0001')
  const server = createServer(broker.handle)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  const published = new Map<string, string[]>()
  const on = (topic: string) => published.get(topic) ?? []
  broker.on('publish', ({ topic, payload }) => published.set(topic, [...on(topic), payload.toString()]))
  closing.push(async () => {
    await new Promise<void>((done) => broker.close(done))
    await new Promise((done) => server.close(done))
  })
  return {
    url: `mqtt://127.0.0.1:${address.port}`,
    on,
    broker,
    send: (topic: string, message: object) =>
      new Promise<void>((done, fail) =>
        broker.publish(
          { cmd: 'publish', topic, payload: JSON.stringify(message), qos: 1, retain: false, dup: false },
          (error) => (error ? fail(error) : done()),
        ),
      ),
  }
}

function startPlant(url: string, count: number, rate = 1, say: (sentence: string) => void = () => {}) {
  const devices = buildWorlds(count, SEED, Date.now())
    .flatMap((world) => world.devices)
    .slice(0, count)
    .map((device) => ({ ...device, password: `device-${device.sn_code}` }))
  const plant = runPlant({ url, devices, seed: SEED, rate, language: 'en', say })
  closing.push(plant.stop)
  return plant
}

test('devices come online, report, and say offline when the plant stops', async () => {
  const { url, on } = await startBroker()
  const plant = startPlant(url, 12, 20)
  await plant.ready
  for (const { sn_code, kind } of plantDevices(12, SEED)) {
    await until(() => expect(on(`v1/devices/${sn_code}/telemetry`).length).toBeGreaterThan(1))
    expect(on(`v1/devices/${sn_code}/status`)).toEqual(['online'])
    const reading = JSON.parse(on(`v1/devices/${sn_code}/telemetry`).at(-1) ?? '')
    expect(Object.keys(reading.values)).toEqual(kind.points.map(({ key }) => key))
    expect(Math.abs(Date.now() - reading.ts)).toBeLessThan(60_000)
  }
  await plant.stop()
  for (const { sn_code } of plantDevices(12, SEED))
    expect(on(`v1/devices/${sn_code}/status`)).toEqual(['online', 'offline'])
})

const inTime = () => ({ ts: Date.now(), expires: Date.now() + 10_000 })

test('a command is acknowledged, done, and seen in the next reading', async () => {
  const { url, on, send } = await startBroker()
  await startPlant(url, 2).ready
  const replies = () => on('v1/devices/WW0002/command/c1/reply').map((text) => JSON.parse(text))
  await until(async () => {
    await send('v1/devices/WW0002/command', { id: 'c1', key: 'valve_position', value: 42, ...inTime() })
    expect(replies().length).toBeGreaterThan(0)
  })
  await until(() => expect(replies()[1]).toEqual({ status: 'done', value: 42 }))
  expect(replies()[0]).toEqual({ status: 'acknowledged' })
  await until(() => {
    const newest = JSON.parse(on('v1/devices/WW0002/telemetry').at(-1) ?? '{}')
    expect(newest.values.valve_position).toBe(42)
  })
})

test('a write out of range is answered with a failure and its reason', async () => {
  const { url, on, send } = await startBroker()
  await startPlant(url, 2).ready
  const replies = () => on('v1/devices/WW0002/command/c2/reply').map((text) => JSON.parse(text))
  await until(async () => {
    await send('v1/devices/WW0002/command', { id: 'c2', key: 'valve_position', value: 4200, ...inTime() })
    expect(replies().length).toBeGreaterThan(1)
  })
  expect(replies()[1]).toMatchObject({ status: 'failed', reason: 'Out of range 0 … 100 %' })
})

test('an expired command is answered with a failure, and changes nothing', async () => {
  const { url, on, send } = await startBroker()
  await startPlant(url, 2).ready
  const replies = () => on('v1/devices/WW0002/command/c3/reply').map((text) => JSON.parse(text))
  const over = { ts: Date.now() - 20_000, expires: Date.now() - 10_000 }
  await until(async () => {
    await send('v1/devices/WW0002/command', { id: 'c3', key: 'valve_position', value: 42, ...over })
    expect(replies().length).toBeGreaterThan(0)
  })
  expect(replies()[0]).toMatchObject({ status: 'failed', reason: 'The command had expired and was not carried out' })
  const { values } = JSON.parse(on('v1/devices/WW0002/telemetry').at(-1) ?? '{"values":{}}')
  expect(values.valve_position).not.toBe(42)
})

test('a malformed command is logged by the device, which goes on', async () => {
  const { url, on, send } = await startBroker()
  await startPlant(url, 1, 10).ready
  await until(async () => {
    await send('v1/devices/WW0001/command', { id: '../x', key: 'mode' })
    expect(on('v1/devices/WW0001/log').join()).toContain('A command could not be read')
  })
  await until(() => expect(on('v1/devices/WW0001/telemetry').length).toBeGreaterThan(1))
})

test('a lost connection publishes the will, and missed readings are sent later as an array', async () => {
  const { url, on } = await startBroker()
  const world = buildWorlds(12, SEED, Date.now()).find(({ devices }) => devices[0]?.sn_code === 'GW0001')
  const device = world?.devices[0]
  if (!world || !device) throw new Error('no gateway')
  const isLost = (time: number) => isLinkLost(device.state.seed, device.kind.linkLostEveryS, time)
  const isWell = (time: number) => !isLost(time) && !isPowerLost(device.state.seed, time)
  const seconds = (from: number, count: number) => Array.from({ length: count }, (_, n) => from + n * 1000)
  // The line is lost from this second on, after all was well; the power stays, also while the line comes back.
  let lostAt = Date.now() + 60_000
  while (
    !isLost(lostAt) ||
    !seconds(lostAt - 6000, 6).every(isWell) ||
    seconds(lostAt, 300).some((time) => isPowerLost(device.state.seed, time))
  )
    lostAt += 1000
  let clock = lostAt - 5000
  world.advance(plantStateAt(clock - 1000, SEED))

  const { link, report } = liveDevice(device, {
    url,
    password: 'device-GW0001',
    seed: SEED,
    language: 'en',
    now: () => clock,
    steadyUntil: 0,
    onUp: () => {},
    onTrouble: () => {},
  })
  closing.push(link.end)
  const sent = () => unrepeated(on('v1/devices/GW0001/telemetry')).map((text) => JSON.parse(text))
  const status = () => unrepeated(on('v1/devices/GW0001/status'))
  link.connect()
  await until(() => expect(link.isReady()).toBe(true))
  report()
  await until(() => expect(sent()).toHaveLength(1))

  const missed: number[] = []
  for (clock = lostAt; isLost(clock); clock += 10_000) {
    missed.push(clock)
    report()
  }
  expect(missed.length).toBeGreaterThan(3)
  await until(() => expect(status()).toEqual(['online', 'offline']))
  expect(sent()).toHaveLength(1)

  const back = clock
  report()
  await until(() => expect(link.isReady()).toBe(true))
  clock += 10_000
  report()
  await until(() => expect(sent()).toHaveLength(3))
  expect(sent()[1].map(({ ts }: { ts: number }) => ts)).toEqual([...missed, back])
  expect(sent()[2].ts).toBe(clock)
  expect(status()).toEqual(['online', 'offline', 'online'])
  await until(() => expect(on('v1/devices/GW0001/log').join()).toContain('readings sent on'))
})

test('one sentence reports that the broker refuses, and the plant keeps trying', async () => {
  const { url, broker } = await startBroker()
  const authenticate = broker.authenticate
  broker.authenticate = (_client, _username, _password, done) => done(null, false)
  const said: string[] = []
  const plant = startPlant(url, 3, 1, (sentence) => said.push(sentence))
  await until(() => expect(said).toHaveLength(1))
  expect(said[0]).toMatch(/cannot connect to the MQTT broker at mqtt:.*Not authorized.*keeps trying/)
  broker.authenticate = authenticate
  await plant.ready
  expect(said).toHaveLength(1)
})
