import { expect, test, vi } from 'vitest'
import type { CheckedReading, Fleet, LiveDevice, LivePoint } from '../fleet/fleet.ts'
import { openSharedTime } from '../limits/shared-time.ts'
import { openVirtualDevices } from './virtual-devices.ts'

const START = 1_800_000_000_000
const FORMULAS = 20

let ids = 0
const pointOf = (key: string, formula: string | null): LivePoint => {
  const said = formula === null ? { value: 1, quality: 'good', data_time: START } : { value: null, data_time: null }
  return {
    point_id: ++ids,
    key,
    data_type: 'number',
    is_added: true,
    keep_history: false,
    formula,
    ...said,
  } as LivePoint
}
const deviceOf = (sn_code: string, points: readonly LivePoint[], is_virtual: boolean): LiveDevice =>
  ({
    tenant_id: 1,
    device_id: ++ids,
    sn_code,
    is_virtual,
    saved_user_id: null,
    report_time: START,
    report_interval_s: 10,
    points: new Map(points.map((point) => [point.key, point])),
  }) as unknown as LiveDevice

/** A source, and a virtual device whose formulas each read the one before; each takes a whole slice. */
function openWorld() {
  const source = deviceOf('A', [pointOf('flow', null)], false)
  const points = Array.from({ length: FORMULAS }, (_, n) => pointOf(`p${n}`, n === 0 ? 'A.flow' : `p${n - 1} + 1`))
  const virtual = deviceOf('V', points, true)
  const all = new Map([source, virtual].map((device) => [device.sn_code, device]))
  const heard = new Map<string, (device: LiveDevice) => void>()
  const on = (event: string, listener: (device: LiveDevice) => void) => {
    heard.set(event, listener)
    return () => {}
  }
  const recorded: Record<string, unknown>[] = []
  const apply = (readings: readonly CheckedReading[]) => {
    for (const { data_time, values } of readings) {
      for (const { point, value, quality } of values) Object.assign(point, { value, quality, data_time })
      recorded.push(Object.fromEntries(values.map(({ point, value }) => [point.key, value])))
    }
  }
  let time = 0
  let looks = 0
  let renewed: (tenant_id?: number) => void = () => {}
  const sees = () => {
    looks += 1
    return true
  }
  const errors: unknown[] = []
  const virtualDevices = openVirtualDevices({
    gatherMs: 0,
    fleet: {
      get: (sn_code: string) => all.get(sn_code),
      all: () => all.values(),
      devices: (tenant_id: number) => [...all.values()].filter((device) => device.tenant_id === tenant_id),
      on,
    } as unknown as Fleet,
    sight: {
      sees,
      isKnown: () => true,
      meet: async () => {},
      onRenewed: (listener) => {
        renewed = listener
        return () => {}
      },
    },
    telemetry: { manyUpTo: async () => new Map() },
    record: async (_device, readings) => apply(readings),
    turn: () => true,
    report: (error) => errors.push(error),
    now: () => START,
    // Time goes on by a slice whenever somebody asks for it.
    time: openSharedTime({ clock: () => (time += 5), wait: async () => {} }),
  })
  const report = (value: number) => {
    const point = source.points.get('flow') as LivePoint
    const reading: CheckedReading = { data_time: START + 1000, values: [{ point, value, quality: 'good' }] }
    apply([reading])
    return virtualDevices.take(source, [reading], Promise.resolve())
  }
  const reload = () => heard.get('reloaded')?.(virtual)
  /** The source is silent, or is heard again. */
  const setSilent = (isSilent: boolean) => {
    Object.assign(source, { report_time: isSilent ? 1 : START })
    heard.get('state')?.(source)
  }
  return {
    slices: () => time / 5,
    /** How often it was asked what a maker sees. */
    looks: () => looks,
    renew: (tenant_id?: number) => renewed(tenant_id),
    setSilent,
    virtual,
    recorded,
    errors,
    report,
    reload,
    close: virtualDevices.close,
  }
}

/** What the formulas come to. */
const worthOf = (flow: number) => Object.fromEntries(Array.from({ length: FORMULAS }, (_, n) => [`p${n}`, flow + n]))

test('a heavy virtual device is not worked out in one piece when it is placed, but in slices', async () => {
  const { recorded, errors } = openWorld()
  expect(recorded).toEqual([])
  await vi.waitFor(() => expect(recorded).not.toEqual([]))
  expect([recorded, errors]).toEqual([[worthOf(1)], []])
})

test('what is reported while a virtual device is placed is worked out after that', async () => {
  const { recorded, errors, report } = openWorld()
  await report(5)
  expect([recorded, errors]).toEqual([[{ flow: 5 }, worthOf(1), worthOf(5)], []])
})

test('a virtual device whose formulas change while it is placed says what the new ones come to, and nothing else', async () => {
  const { virtual, recorded, errors, reload } = openWorld()
  Object.assign(virtual.points.get('p0') as LivePoint, { formula: 'A.flow * 100' })
  reload()
  await vi.waitFor(() => expect(recorded).not.toEqual([]))
  expect([recorded, errors]).toEqual([[worthOf(100)], []])
})

test('a virtual device that is still placed works out once what changes in its sources until then', async () => {
  const { setSilent, slices, recorded, errors, report } = openWorld()
  for (let n = 0; n < 20; n++) {
    setSilent(true)
    setSilent(false)
  }
  await report(5)
  expect([recorded, errors]).toEqual([[{ flow: 5 }, worthOf(1), worthOf(5)], []])
  expect(slices()).toBeLessThan(20 * FORMULAS)
})

test('a virtual device is placed again once for all changes of rights that wait, and for none of another organisation', async () => {
  const { renew, looks, recorded } = openWorld()
  await vi.waitFor(() => expect(recorded).not.toEqual([]))
  const before = looks()
  for (let n = 0; n < 100; n++) renew(2)
  for (let n = 0; n < 100; n++) renew(1)
  expect(looks()).toBe(before)
  await vi.waitFor(() => expect(looks()).toBe(before + 1))
  renew()
  await vi.waitFor(() => expect(looks()).toBe(before + 2))
})

test('a server that closes does not wait for virtual devices that it still places', async () => {
  const { recorded, errors, close } = openWorld()
  await close()
  expect([recorded, errors]).toEqual([[], []])
})
