import { atom } from 'nanostores'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Connection } from '../connection/connection.ts'
import type { ServerFrame } from '../contract/realtime.ts'
import { openAlarmsOf } from './open-alarms.ts'

let connection: Connection
let asked: object[]
let listeners: Set<(frame: ServerFrame) => void>
let refusal: Error | null
const $status = atom('live')
const $changed = atom<{ domain: string } | null>(null)
const hear = (sn_code: string) => {
  for (const listener of [...listeners]) listener({ type: 'alarm', alarm: { alarm_id: '1', sn_code } } as ServerFrame)
}
const PAGE = { page: 1, page_size: 100 }

beforeEach(() => {
  vi.useFakeTimers()
  asked = []
  listeners = new Set()
  refusal = null
  $status.set('live')
  const open = async (input: object) => {
    asked.push(input)
    if (refusal) throw refusal
    return { rows: [], total: asked.length }
  }
  const watch = (_channel: string, listener: (frame: ServerFrame) => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  connection = { api: { alarm: { open } }, realtime: { watch }, $status, $changed } as unknown as Connection
})
afterEach(() => vi.useRealTimers())

test('the open alarms of a device are read once for all who ask within a few seconds, and not kept longer', async () => {
  const first = await openAlarmsOf(connection, { sn_code: 'A', ...PAGE })
  await vi.advanceTimersByTimeAsync(2000)
  expect(await openAlarmsOf(connection, { sn_code: 'A', ...PAGE })).toBe(first)
  await openAlarmsOf(connection, { sn_code: 'B', ...PAGE })
  expect(asked).toHaveLength(2)
  await vi.advanceTimersByTimeAsync(40_000)
  expect(await openAlarmsOf(connection, { sn_code: 'A', ...PAGE })).not.toBe(first)
  await vi.advanceTimersByTimeAsync(40_000)
  expect(listeners.size).toBe(0)
})

test.each([
  ['one of them changes', () => hear('A'), 2],
  ['one of another device changes', () => hear('B'), 1],
  ['this page confirms one', () => $changed.set({ domain: 'alarm' }), 2],
  ['this page changes something else', () => $changed.set({ domain: 'device' }), 1],
  ['the line is lost', () => $status.set('offline'), 2],
])(
  'open alarms that were read a moment ago are read again only where they may have changed: %s',
  async (_what, happen, readings) => {
    await openAlarmsOf(connection, { sn_code: 'A', ...PAGE })
    happen()
    await openAlarmsOf(connection, { sn_code: 'A', ...PAGE })
    expect(asked).toHaveLength(readings)
  },
)

test('open alarms that could not be read are read again by the next who asks', async () => {
  refusal = new Error('100003')
  await expect(openAlarmsOf(connection, { sn_code: 'A', ...PAGE })).rejects.toThrow('100003')
  refusal = null
  expect(await openAlarmsOf(connection, { sn_code: 'A', ...PAGE })).toMatchObject({ rows: [] })
})
