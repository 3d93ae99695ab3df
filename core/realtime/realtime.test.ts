import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { ClientFrame } from '../contract/client-frame.ts'
import type { ServerFrame } from '../contract/realtime.ts'
import { createRealtime, type Realtime, type Socket } from './realtime.ts'

/** The far end of a socket, played by the test. */
class Line implements Socket {
  onopen: (() => void) | null = null
  onmessage: ((event: { data: unknown }) => void) | null = null
  onclose: (() => void) | null = null
  sent: ClientFrame[] = []
  isClosed = false
  send(text: string) {
    this.sent.push(JSON.parse(text))
  }
  close() {
    this.isClosed = true
  }
  say(...frames: ServerFrame[]) {
    this.onmessage?.({ data: JSON.stringify(frames) })
  }
  async accept() {
    this.onopen?.()
    await vi.advanceTimersByTimeAsync(0)
    this.say({ type: 'ready', server_time: 1000 })
  }
  subscribed() {
    return this.sent.flatMap((frame) => (frame.type === 'subscribe' ? frame.channels : []))
  }
  left() {
    return this.sent.flatMap((frame) => (frame.type === 'unsubscribe' ? frame.channels : []))
  }
}

const snapshot = (seq: number, values = {}): ServerFrame => ({
  type: 'snapshot',
  channel: 'device/A1',
  seq,
  server_time: 1,
  values,
})
const delta = (seq: number, values = {}): ServerFrame => ({ ...snapshot(seq, values), type: 'delta' }) as ServerFrame

let lines: Line[]
let realtime: Realtime
let expired: number
let held: string | null
const line = () => lines.at(-1) as Line

beforeEach(() => {
  vi.useFakeTimers()
  lines = []
  expired = 0
  held = 'token'
  realtime = createRealtime({
    open: () => {
      lines.push(new Line())
      return line()
    },
    token: async () => held,
    onExpired: () => {
      expired += 1
    },
    random: () => 0.5,
  })
})
afterEach(() => {
  realtime.dispose()
  vi.useRealTimers()
})

describe('one socket for a page', () => {
  test('no socket is opened before somebody listens', () => {
    expect(lines).toHaveLength(0)
    realtime.watch('device/A1', () => {})
    expect(lines).toHaveLength(1)
  })

  test('the first message carries the token, and the channels follow without waiting for the reply', async () => {
    realtime.watch('device/A1', () => {})
    realtime.watch('device/A2', () => {})
    line().onopen?.()
    await vi.advanceTimersByTimeAsync(0)
    const frames = [
      { type: 'auth', token: 'token' },
      { type: 'subscribe', channels: ['device/A1', 'device/A2'] },
    ]
    expect(line().sent).toEqual(frames)
    line().say({ type: 'ready', server_time: 1000 })
    await vi.advanceTimersByTimeAsync(0)
    expect(line().sent).toEqual(frames)
    expect(lines).toHaveLength(1)
  })

  test('a channel is left one second after its last listener, and not when one comes back meanwhile', async () => {
    const stop = realtime.watch('device/A1', () => {})
    realtime.watch('alarms', () => {})
    await line().accept()
    stop()
    vi.advanceTimersByTime(900)
    const stopAgain = realtime.watch('device/A1', () => {})
    vi.advanceTimersByTime(5000)
    expect(line().left()).toEqual([])
    stopAgain()
    await vi.advanceTimersByTimeAsync(1050)
    expect(line().left()).toEqual(['device/A1'])
  })

  test('the socket closes after the last channel is left', async () => {
    const stop = realtime.watch('device/A1', () => {})
    await line().accept()
    stop()
    vi.advanceTimersByTime(1000)
    expect(line().isClosed).toBe(true)
    expect(realtime.$status.get()).toBe('idle')
  })

  test('a new listener on a known channel gets a snapshot of its own', async () => {
    realtime.watch('device/A1', () => {})
    await line().accept()
    realtime.watch('device/A1', () => {})
    await vi.advanceTimersByTimeAsync(0)
    expect(line().subscribed()).toEqual(['device/A1', 'device/A1'])
  })

  test('many elements that come and go at once cause one frame each way', async () => {
    realtime.watch('alarms', () => {})
    await line().accept()
    const sent = line().sent.length
    const stops = Array.from({ length: 100 }, (_, n) => realtime.watch(`device/B${n}`, () => {}))
    await vi.advanceTimersByTimeAsync(0)
    expect(line().sent.length - sent).toBe(1)
    for (const stop of stops) stop()
    await vi.advanceTimersByTimeAsync(1050)
    expect(line().sent.length - sent).toBe(2)
    expect(line().left()).toHaveLength(100)
  })
})

describe('what is heard', () => {
  test('a delta counts only after its snapshot and only when it is newer', async () => {
    const heard: string[] = []
    realtime.watch('device/A1', (frame) => heard.push(`${frame.type} ${'seq' in frame ? frame.seq : ''}`))
    await line().accept()
    line().say(delta(3), snapshot(5), delta(5), delta(6))
    expect(heard).toEqual(['snapshot 5', 'delta 6'])
  })

  test('a frame that breaks the contract is ignored', async () => {
    const heard: ServerFrame[] = []
    realtime.watch('device/A1', (frame) => heard.push(frame))
    await line().accept()
    line().onmessage?.({ data: '{"type":"snapshot","channel":"device/A1","seq":"x"}' })
    line().onmessage?.({ data: 'no json' })
    line().say(snapshot(1))
    expect(heard).toHaveLength(1)
  })

  test('a refusal of one channel reaches that channel; a refused token ends the session', async () => {
    const heard: string[] = []
    realtime.watch('device/A1', (frame) => heard.push(frame.type))
    await line().accept()
    line().say({ type: 'refused', code: '110509', channel: 'device/A1' })
    expect(heard).toEqual(['refused'])
    line().say({ type: 'refused', code: '100009' })
    expect(expired).toBe(1)
    expect(realtime.$status.get()).toBe('expired')
  })
})

test('scripts of the page receive socket events under the names of the specification', async () => {
  const heard: string[] = []
  for (const name of ['getDataWebsocket', 'getRTDWS', 'getDevRealTimeDataWS', 'getStatusWebsocket'])
    realtime.events.addEventListener(name, (event) => heard.push(`${name} ${(event as CustomEvent).detail.type}`))
  realtime.watch('device/A1', () => {})
  await line().accept()
  line().say({ ...snapshot(1), dev_state: 1 } as ServerFrame, delta(2))
  expect(heard).toEqual([
    'getDataWebsocket snapshot',
    'getRTDWS snapshot',
    'getDevRealTimeDataWS snapshot',
    'getStatusWebsocket snapshot',
    'getDataWebsocket delta',
    'getRTDWS delta',
  ])
})

describe('a line that breaks', () => {
  test('a broken socket is opened again with full jitter, doubling to 15 seconds', async () => {
    realtime.watch('device/A1', () => {})
    for (const ceiling of [500, 1000, 2000, 4000, 8000, 15_000, 15_000]) {
      line().onclose?.()
      expect(realtime.$status.get()).toBe('offline')
      const before = lines.length
      vi.advanceTimersByTime(ceiling / 2 - 1)
      expect(lines).toHaveLength(before)
      vi.advanceTimersByTime(1)
      expect(lines).toHaveLength(before + 1)
    }
  })

  test('a lost socket is noticed when a ping stays unanswered', async () => {
    realtime.watch('device/A1', () => {})
    await line().accept()
    vi.advanceTimersByTime(15_000)
    expect(line().sent.at(-1)).toEqual({ type: 'ping' })
    vi.advanceTimersByTime(10_000)
    expect(realtime.$status.get()).toBe('offline')
  })

  test('a pong keeps the socket open', async () => {
    realtime.watch('device/A1', () => {})
    await line().accept()
    for (let minute = 0; minute < 4; minute += 1) {
      vi.advanceTimersByTime(15_000)
      line().say({ type: 'pong', server_time: 1 })
    }
    expect(realtime.$status.get()).toBe('live')
  })

  test('a reconnected socket subscribes every channel again and waits for new snapshots', async () => {
    const heard: number[] = []
    realtime.watch('device/A1', (frame) => 'seq' in frame && heard.push(frame.seq))
    await line().accept()
    line().say(snapshot(9))
    line().onclose?.()
    vi.advanceTimersByTime(500)
    await line().accept()
    expect(line().subscribed()).toEqual(['device/A1'])
    line().say(delta(10), snapshot(2), delta(3))
    expect(heard).toEqual([9, 2, 3])
  })
})

describe('a hidden tab', () => {
  test('a hidden tab pauses values after 5 s, keeps alarms, and gets snapshots when it is shown again', async () => {
    realtime.watch('device/A1', () => {})
    realtime.watch('alarms', () => {})
    await line().accept()
    realtime.setVisible(false)
    vi.advanceTimersByTime(4999)
    expect(line().left()).toEqual([])
    await vi.advanceTimersByTimeAsync(51)
    expect(line().left()).toEqual(['device/A1'])
    realtime.setVisible(true)
    await vi.advanceTimersByTimeAsync(0)
    expect(line().subscribed()).toEqual(['device/A1', 'alarms', 'device/A1'])
  })
})

test('without a token the socket waits until somebody signs in', async () => {
  held = null
  realtime.watch('device/A1', () => {})
  line().onopen?.()
  await vi.advanceTimersByTimeAsync(0)
  expect(realtime.$status.get()).toBe('expired')
  held = 'token'
  realtime.reconnect()
  await line().accept()
  expect(realtime.$status.get()).toBe('live')
})
