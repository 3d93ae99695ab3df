import { expect, test, vi } from 'vitest'
import { openGate } from '../../../tests/server/gate.ts'
import type { CheckedReading, Fleet, LiveDevice, LivePoint } from '../fleet/fleet.ts'
import type { Telemetry } from '../history/telemetry.ts'
import { openSharedTime, type SharedTime, type Slice } from '../limits/shared-time.ts'
import { openVirtualDevices } from './virtual-devices.ts'

const START = 1_800_000_000_000

let ids = 0
const pointOf = (key: string, formula: string | null, keep_history: boolean) =>
  ({
    point_id: ++ids,
    key,
    data_type: 'number',
    is_added: true,
    keep_history,
    formula,
    value: null,
    quality: 'bad',
    data_time: null,
  }) as unknown as LivePoint
const deviceOf = (sn_code: string, point: LivePoint, is_virtual: boolean) =>
  ({
    tenant_id: 1,
    device_id: ++ids,
    sn_code,
    is_virtual,
    saved_user_id: null,
    report_time: START,
    report_interval_s: 10,
    connected: true,
    is_dead: false,
    points: new Map([[point.key, point]]),
  }) as unknown as LiveDevice

interface WorldParts {
  readers?: number
  formula?: string
  time?: SharedTime
  turn?: (bytes: number) => true | Promise<boolean>
  now?: () => number
  /** What A said before. */
  before?: number
  /** History of A and B, which have none without it. */
  manyUpTo?: Telemetry['manyUpTo'] | undefined
}

/** Devices A and B, and virtual devices that read them. */
function openWorld({
  readers = 1,
  formula = 'A.n * 2',
  time = openSharedTime(),
  turn = () => true,
  before,
  manyUpTo,
  now = () => START,
}: WorldParts = {}) {
  const sources = ['A', 'B'].map((sn) => deviceOf(sn, pointOf('n', null, manyUpTo !== undefined), false))
  const virtual = Array.from({ length: readers }, (_, i) => deviceOf(`V${i}`, pointOf('v', formula, true), true))
  const all = new Map([...sources, ...virtual].map((device) => [device.sn_code, device]))
  const recorded = new Map<string, [second: number, value: unknown][]>()
  if (before !== undefined)
    Object.assign(sources[0]?.points.get('n') ?? {}, { value: before, quality: 'good', data_time: START })
  const listeners: Record<string, ((device: LiveDevice) => void)[]> = {}
  const virtualDevices = openVirtualDevices({
    gatherMs: 0,
    fleet: {
      get: (sn_code: string) => all.get(sn_code.toUpperCase()),
      all: () => all.values(),
      on: (event: string, listener: (device: LiveDevice) => void) => {
        listeners[event] = [...(listeners[event] ?? []), listener]
        return () => {}
      },
    } as unknown as Fleet,
    sight: { sees: () => true, isKnown: () => true, meet: async () => {}, onRenewed: () => () => {} },
    telemetry: { manyUpTo: manyUpTo ?? (async () => expect.unreachable()) },
    record: async ({ sn_code }, readings) => {
      for (const { data_time, values } of readings)
        for (const { point, value, quality } of values) {
          Object.assign(point, { value, quality, data_time })
          recorded.set(sn_code, [...(recorded.get(sn_code) ?? []), [(data_time - START) / 1000, value]])
        }
    },
    turn: (_, bytes) => turn(bytes),
    report: (error) => expect.unreachable(`${error}`),
    now,
    time,
  })
  /** A message of A with readings of these seconds, which are their values. */
  const take = (seconds: readonly number[], source = 'A') => {
    const device = all.get(source) as LiveDevice
    const point = device.points.get('n') as LivePoint
    const readings = seconds.map(
      (value): CheckedReading => ({ data_time: START + value * 1000, values: [{ point, value, quality: 'good' }] }),
    )
    const last = readings.at(-1) as CheckedReading
    Object.assign(point, { ...last.values[0], data_time: last.data_time })
    return virtualDevices.take(device, readings, Promise.resolve())
  }
  const remove = (device: LiveDevice) => {
    all.delete(device.sn_code)
    for (const listener of listeners.removed ?? []) listener(device)
  }
  const changeFormula = (device: LiveDevice, formula: string) => {
    Object.assign(device.points.get('v') ?? {}, { formula })
    for (const listener of listeners.reloaded ?? []) listener(device)
  }
  return {
    take,
    recorded: (i = 0) => recorded.get(`V${i}`) ?? [],
    virtual,
    remove,
    changeFormula,
    close: virtualDevices.close,
  }
}

const doubles = (...seconds: readonly number[]) => seconds.map((second) => [second, second * 2])

test('messages of one reading and of several keep their order on their way to virtual devices', async () => {
  const { take, recorded } = openWorld()
  await Promise.all([[1, 2], [3], [4, 5], [6]].map((seconds) => take(seconds)))
  expect(recorded()).toEqual(doubles(1, 2, 3, 4, 5, 6))
})

test('a message that takes several turns is not overtaken by the next one', async () => {
  const shared = openSharedTime()
  // Each turn is over after one reading.
  const time: SharedTime = {
    ...shared,
    slice: (owner, work, member) => shared.slice(owner, () => work(() => true), member),
  }
  const { take, recorded } = openWorld({ time })
  await Promise.all([take([1, 2, 3]), take([4]), take([5, 6])])
  expect(recorded()).toEqual(doubles(1, 2, 3, 4, 5, 6))
})

test('a virtual device that is at work when it is given a second source works through their messages in order of time', async () => {
  const held: ((isTaken: boolean) => void)[] = []
  const { take, recorded, virtual, changeFormula } = openWorld({
    turn: () => (held.length > 0 ? true : new Promise((resolve) => held.push(resolve))),
  })
  const first = take([1])
  await vi.waitFor(() => expect(held).toHaveLength(1))
  changeFormula(virtual[0] as LiveDevice, 'A.n * 2 + B.n * 0')
  const others = [take([10]), take([5], 'B')]
  held[0]?.(true)
  await Promise.all([first, ...others])
  expect(recorded().slice(-2)).toEqual([
    [5, 2],
    [10, 20],
  ])
})

/** Time of which none is left until `go`. */
function openWaitingTime() {
  const waiting: (() => void)[] = []
  let count = 0
  const time: SharedTime = {
    ...openSharedTime(),
    slice: <T>(_owner: unknown, work: Slice<T>) =>
      new Promise<T>((resolve) => {
        count += 1
        waiting.push(() => resolve(work(() => false)))
      }),
  }
  const go = async () => {
    while (waiting.length > 0) {
      for (const one of waiting.splice(0)) one()
      await new Promise((resolve) => setImmediate(resolve))
    }
  }
  return { time, go, count: () => count }
}

test.each(['A.n * 2', 'A.n * 2 + B.n * 0'])(
  'what waits for devices that read %s grows with these devices, and not with messages',
  async (formula) => {
    const { time, go, count } = openWaitingTime()
    const { take, recorded } = openWorld({ readers: 100, formula, time })
    const first = take([0], 'B')
    await go()
    await first
    const before = count()
    const taken = Array.from({ length: 50 }, (_, i) => take([i + 1]))
    expect(count() - before).toBeLessThanOrEqual(200)
    await go()
    await Promise.all(taken)
    expect(count() - before).toBeLessThanOrEqual(200)
    for (let i = 0; i < 100; i++)
      expect(recorded(i).slice(-50)).toEqual(doubles(...Array.from({ length: 50 }, (_, n) => n + 1)))
  },
)

test('values that wait for their turn are of one virtual device of an organisation at a time', async () => {
  const held: ((isTaken: boolean) => void)[] = []
  const { take, recorded } = openWorld({
    readers: 10,
    turn: () => new Promise((resolve) => held.push(resolve)),
  })
  const taken = take([1, 2, 3])
  for (let i = 0; i < 10; i++) {
    await vi.waitFor(() => expect(held).toHaveLength(1))
    await new Promise((resolve) => setImmediate(resolve))
    expect(held).toHaveLength(1)
    held.pop()?.(true)
  }
  await taken
  for (let i = 0; i < 10; i++) expect(recorded(i)).toEqual(doubles(1, 2, 3))
})

test('values that nobody reported and that wait for their turn are not those of a device that is deleted meanwhile', async () => {
  const held: ((isTaken: boolean) => void)[] = []
  const { recorded, virtual, remove, close } = openWorld({
    before: 1,
    turn: () => new Promise((resolve) => held.push(resolve)),
  })
  expect(held).not.toEqual([])
  remove(virtual[0] as LiveDevice)
  for (const pass of held) pass(true)
  await new Promise((resolve) => setImmediate(resolve))
  await close()
  expect(recorded()).toEqual([])
})

test('when the server closes, messages for which virtual devices find no turn within 5 s are not acknowledged', async () => {
  const begun = openGate()
  const held: ((isTaken: boolean) => void)[] = []
  let time = START
  const turn = () => {
    begun.resolve()
    return new Promise<boolean>((resolve) => held.push(resolve))
  }
  const { take, close, recorded } = openWorld({ turn, now: () => time })
  const first = take([1])
  await begun.promise
  const refused = expect(take([2])).rejects.toThrow('closing')
  const closed = close()
  time += 6000
  held[0]?.(true)
  await Promise.all([first, refused, closed])
  expect(recorded()).toEqual(doubles(1))
})

test('when the server closes, virtual devices read no more of the past, and its messages are not acknowledged', async () => {
  const [begun, ended] = [openGate(), openGate()]
  let reads = 0
  const manyUpTo = async () => {
    reads += 1
    begun.resolve()
    await ended.promise
    return new Map()
  }
  const { take, close } = openWorld({ manyUpTo })
  await take([-1])
  const refused = expect(take([-100_000, -50_000, -1])).rejects.toThrow('closing')
  await begun.promise
  const closed = close()
  ended.resolve()
  await Promise.all([refused, closed])
  expect(reads).toBe(1)
})
