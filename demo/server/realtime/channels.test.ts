import { expect, test } from 'vitest'
import { HOUR_MS } from '../../../core/catalogue/durations.ts'
import type { Fleet, LiveDevice } from '../fleet/fleet.ts'
import { NOBODY } from '../http/caller.ts'
import { createChannels, type Listener } from './channels.ts'

const POINTS = 100
const TEXT = 'x'.repeat(1000)

/** Devices whose snapshots have some 100,000 letters each. */
function devices(count: number): Map<string, LiveDevice> {
  const made = Array.from({ length: count }, (_, n) => {
    const points = Array.from({ length: POINTS }, (_, p) => {
      return { key: `p${p}`, is_added: true, data_time: 1, value: TEXT, quality: 'good' }
    })
    const device = { sn_code: `A${n}`, tenant_id: 1, group_id: null, seq: 1, dev_state: 1, report_time: 1 }
    return { ...device, points: new Map(points.map((point) => [point.key, point])) } as unknown as LiveDevice
  })
  return new Map(made.map((device) => [device.sn_code, device]))
}

test('whoever watches more than is sent at once gets the devices one after another, each once', () => {
  const known = devices(20)
  const channels = createChannels<Listener>({ get: (sn: string) => known.get(sn) } as unknown as Fleet, () => 1)
  const listener: Listener = { seqs: new Map(), dirty: new Set() }
  for (const sn of known.keys()) channels.join(listener, { ...NOBODY, tenant_id: 1, may_see: 'all' }, sn, -1)
  const seen: string[] = []
  while (listener.dirty.size > 0) {
    const texts = channels.take(listener)
    expect(texts.join('').length).toBeLessThan(400_000)
    seen.push(...texts.map((text) => JSON.parse(text).channel))
  }
  expect(seen).toEqual([...known.keys()].map((sn) => `device/${sn}`))
})

test('what changes is looked at, however many points a device has, and each change is sent once', () => {
  let looks = 0
  class Points extends Map<string, LiveDevice['points'] extends Map<string, infer P> ? P : never> {
    override get(key: string) {
      looks += 1
      return super.get(key)
    }
  }
  const known = devices(1)
  const device = known.get('A0') as LiveDevice
  Object.assign(device, { points: new Points(device.points) })
  const channels = createChannels<Listener>({ get: (sn: string) => known.get(sn) } as unknown as Fleet, () => 1)
  const part = new Map([['a0', new Set(['p1'])]])
  const all: Listener = { seqs: new Map(), dirty: new Set() }
  const one: Listener = { seqs: new Map(), dirty: new Set(), only: part }
  const caller = { ...NOBODY, tenant_id: 1, may_see: 'all' as const }
  const keysOf = (listener: Listener) => channels.take(listener).flatMap((text) => Object.keys(JSON.parse(text).values))
  const say = (keys: readonly string[]) => {
    device.seq += 1
    channels.valuesChanged(device, keys)
    for (const _ of channels.spread(
      () => true,
      () => {},
    ));
  }
  for (const listener of [all, one]) channels.join(listener, caller, 'A0', -1)
  expect(keysOf(all)).toHaveLength(POINTS)
  looks = 0
  expect(keysOf(one)).toEqual(['p1'])
  say(['p3'])
  expect(keysOf(all)).toEqual(['p3'])
  expect(keysOf(one)).toEqual([])
  expect(looks).toBe(2)
  // What is changed again and again is held once, and what changed before it is not forgotten.
  say(['p1', 'p2'])
  for (let i = 0; i < 1000; i++) say([`p${3 + (i % 5)}`])
  looks = 0
  expect(keysOf(all).sort()).toEqual(['p1', 'p2', 'p3', 'p4', 'p5', 'p6', 'p7'])
  expect(keysOf(one)).toEqual(['p1'])
  expect(looks).toBe(8)
})

test('frames that are shared take no more memory, however many sockets ask from wherever they were', () => {
  const known = devices(4)
  const channels = createChannels<Listener>({ get: (sn: string) => known.get(sn) } as unknown as Fleet, () => 1)
  const caller = { ...NOBODY, tenant_id: 1, may_see: 'all' as const }
  const held: { made: Map<number, string> }[] = []
  for (let i = 0; i < 2000; i++) {
    const listener: Listener = { seqs: new Map(), dirty: new Set() }
    for (const sn of known.keys()) channels.join(listener, caller, sn, -1)
    for (const one of listener.dirty) if (!held.includes(one)) held.push(one)
    for (const sn of known.keys()) listener.seqs.set(sn, i)
    for (const device of known.values()) channels.valuesChanged(device, ['p1', 'p2', 'p3', 'p4', 'p5', 'p6'])
    for (const device of known.values()) device.seq = 5000
    while (listener.dirty.size > 0) channels.take(listener)
  }
  const letters = held.flatMap(({ made }) => [...made.values()]).reduce((sum, text) => sum + text.length, 0)
  expect(letters).toBeGreaterThan(0)
  expect(letters).toBeLessThan(16_777_216 + 1)
})

test('a page that watches a silent device is sent the time that it is now', () => {
  const known = devices(1)
  let time = 1_000_000
  const channels = createChannels<Listener>({ get: (sn: string) => known.get(sn) } as unknown as Fleet, () => time)
  const timeOfNewPage = () => {
    const page: Listener = { seqs: new Map(), dirty: new Set() }
    channels.join(page, { ...NOBODY, tenant_id: 1, may_see: 'all' }, 'A0', -1)
    return channels.take(page).map((text) => JSON.parse(text).server_time)
  }
  // As a short frame, which is kept for the next page.
  ;(known.get('A0') as LiveDevice).points.clear()
  expect(timeOfNewPage()).toEqual([time])
  time += HOUR_MS
  expect(timeOfNewPage()).toEqual([time])
  // The server's clock was set back.
  time -= HOUR_MS
  expect(timeOfNewPage()).toEqual([time])
})
