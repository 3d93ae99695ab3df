import { expect, test } from 'vitest'
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
