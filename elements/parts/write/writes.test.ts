import { afterEach, expect, test, vi } from 'vitest'
import type { Connection } from '../../../core/connection/connection.ts'
import { connect } from '../../../core/connection/connection.ts'
import type { Command } from '../../../core/contract/control.ts'
import { createWrites, writeOf } from './writes.ts'

const open: Connection[] = []
afterEach(() => {
  for (const connection of open.splice(0)) connection.dispose()
})

const command = (more: Partial<Command>): Command => ({
  id: 'c1',
  sn_code: 'PUMP1',
  key: 'setpoint',
  old_value: 1,
  value: 2,
  user_name: 'li',
  status: 'sent',
  sent_time: 1,
  ack_time: null,
  end_time: null,
  reason: null,
  ...more,
})

/** A server that accepts every write and answers these steps one after another; null is a connection that is down, a text a refusal. */
function written(steps: (Partial<Command> | string | null)[], code = '100001', getToken = () => 'T') {
  const sent: unknown[] = []
  const fetch = (async (url: URL | string, init: RequestInit = {}) => {
    const { pathname } = new URL(url)
    const reply = (data: unknown, code = '100001') =>
      new Response(JSON.stringify({ meta: { success: code === '100001' ? 1 : 0, code, message: '' }, data }))
    if (pathname !== '/dev/controls') return reply(1)
    if (init.method === 'POST') {
      if (code === 'lost') throw new TypeError('Failed to fetch')
      const input = JSON.parse(String(init.body))
      sent.push(input)
      const isSelected = input.key === 'start' && !input.confirm
      return reply(
        isSelected ? { id: 's1', status: 'selected', confirm_ms: 30_000 } : { id: 'c1', status: 'sent' },
        code,
      )
    }
    const step = steps.length > 1 ? steps.shift() : steps[0]
    if (!step) throw new TypeError('Failed to fetch')
    if (typeof step === 'string') return reply(null, step)
    return reply(command(step))
  }) as typeof globalThis.fetch
  const openSocket = () => ({ send() {}, close() {}, onopen: null, onmessage: null, onclose: null })
  const connection = connect({ baseUrl: 'http://a.example', fetch, openSocket, getToken })
  open.push(connection)
  const ended: Command[] = []
  const writes = createWrites(connection, 'PUMP1', (end) => ended.push(end))
  const seen: (string | undefined)[] = []
  writes.$writes.listen((all) => {
    const status = all.setpoint?.status
    if (seen.at(-1) !== status) seen.push(status)
  })
  return { writes, ended, seen, sent }
}

test('a write is followed through its steps to its end, which is reported once', async () => {
  const { writes, ended, seen } = written([
    {},
    { status: 'acknowledged', ack_time: 2 },
    { status: 'done', end_time: 3 },
  ])
  await writes.write('setpoint', 2)
  expect(seen).toEqual(['sending', 'sent', 'acknowledged', 'done'])
  expect(ended).toMatchObject([{ id: 'c1', status: 'done' }])
})

test('a write of a two-step point waits for its confirmation as long as the server does', async () => {
  const { writes, ended, sent } = written([{ key: 'start', status: 'done', end_time: 3 }])
  const before = Date.now()
  await writes.write('start', true)
  const selected = writes.$writes.get().start
  expect(selected).toMatchObject({ status: 'selected', value: true, selection: { id: 's1' } })
  expect(selected?.selection?.until).toBeGreaterThanOrEqual(before + 30_000)
  expect(ended).toEqual([])
  await writes.confirm('start')
  expect(sent).toEqual([
    { sn_code: 'PUMP1', key: 'start', value: true },
    { sn_code: 'PUMP1', key: 'start', value: true, confirm: 's1' },
  ])
  expect(ended).toMatchObject([{ status: 'done' }])
  await writes.confirm('start')
  expect(sent).toHaveLength(2)
})

test('a line that is down meanwhile does not lose the write', async () => {
  const { writes, ended } = written([null, { status: 'timeout', end_time: 3 }])
  await writes.write('setpoint', 2)
  expect(ended).toMatchObject([{ status: 'timeout' }])
})

test('a write whose answer does not come may have happened', async () => {
  const { writes, seen } = written([{}], 'lost')
  await writes.write('setpoint', 2)
  expect(seen).toEqual(['sending', 'unknown'])
})

test('a write for which the page has no token has not happened', async () => {
  const { writes, seen, sent } = written([{}], '100001', () => {
    throw new Error('The portal is away')
  })
  await writes.write('setpoint', 2)
  expect([seen, sent]).toEqual([['sending', 'refused'], []])
})

test('a write that the server has taken is not called refused when its steps are', async () => {
  const { writes, seen } = written(['100015'])
  await writes.write('setpoint', 2)
  expect(seen).toEqual(['sending', 'sent', 'unknown'])
})

test('a refused write says why and has not happened', async () => {
  const { writes, ended, seen } = written([], '100027')
  await writes.write('setpoint', 2)
  expect(seen).toEqual(['sending', 'refused'])
  expect(writes.$writes.get().setpoint?.failure).toMatchObject({ code: '100027' })
  expect(ended).toEqual([])
})

test('after disposal nothing is requested or reported any more', async () => {
  const { writes, ended } = written([{}])
  const write = writes.write('setpoint', 2)
  await vi.waitFor(() => expect(writes.$writes.get().setpoint?.status).toBe('sent'))
  writes.dispose()
  await write
  expect(ended).toEqual([])
})

test('a point may be called as something that JavaScript owns', async () => {
  const { writes } = written([{ status: 'done', end_time: 1 }])
  const all = () => writes.$writes.get()
  expect(writeOf(all(), 'constructor')).toBeUndefined()
  await writes.write('constructor', 2)
  expect(writeOf(all(), 'constructor')).toMatchObject({ key: 'constructor', value: 2, status: 'done' })
})
