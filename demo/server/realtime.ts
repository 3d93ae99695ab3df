import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import type { Code } from '../../core/catalogue/codes.ts'
import type { Alarm } from '../../core/contract/alarm.ts'
import { ApiError } from '../../core/contract/api-error.ts'
import { ClientFrame, REALTIME_LIMITS, REALTIME_PATH, type ServerFrame } from '../../core/contract/realtime.ts'
import { type Caller, canSee, isLet } from './caller.ts'
import { type Fleet, type LiveDevice, qualityOf } from './fleet.ts'
import type { CallerOf } from './guests.ts'

/** How often sockets are looked at: a change waits half of this on average when its socket has been quiet. */
const TURN_MS = 40
/** A socket with more than this unsent skips its turn; the next one carries the newest values of all that it missed. */
const BACKLOG_BYTES = 65_536
/** A socket that stays above this is closed: its reader is gone or too slow for anything. */
const STUCK_BYTES = 1_048_576
const STUCK_MS = 30_000
/** Nothing heard for this long, pings included: the far end is gone. */
const SILENT_MS = REALTIME_LIMITS.heartbeatMs * 3
/** How often guests are asked for again: their tokens end, and keys are changed on other nodes. */
const GUESTS_MS = 2000

export const CLOSE = { unauthenticated: 4401, flooding: 4429, tooSlow: 4408, goingAway: 1001 } as const

export interface RealtimeParts {
  fleet: Fleet
  callerOf: CallerOf
  /** Tells when a session ends, by its caller's token. */
  onRevoked(listener: (session_hash: string) => void): () => void
  /** Tells when an embed key is changed or ends. */
  onKeyChanged(listener: (key_id: string) => void): () => void
  /** Counted at `/metrics`. */
  count: {
    sockets(change: 1 | -1): void
    refused(reason: 'unauthenticated' | 'flooding' | 'malformed' | 'forbidden' | 'slow'): void
    frames(count: number): void
  }
  now?: () => number
}

/** What is watched of one device by anybody. `keySeqs` tells at which `seq` of the device each point last changed. */
interface Watched {
  device: LiveDevice
  members: Set<Member>
  keySeqs: Map<string, number>
  /** Frames made in this turn, by the `seq` that they start from: equal subscribers share the text. */
  made: Map<number, string>
  madeAtSeq: number
}

interface Member {
  socket: WebSocket
  /** Of the page that opened it. */
  origin: string | undefined
  token: string
  caller: Caller | null
  tickMs: number
  sentAt: number
  /** The last `seq` that this socket was sent of a device, by SN; -1 asks for a snapshot. */
  seqs: Map<string, number>
  dirty: Set<Watched>
  wantsAlarms: boolean
  urgent: string[]
  frames: { second: number; count: number }
  stuckSince: number | null
  heardAt: number
}

export interface RealtimeHub {
  /** Takes the HTTP upgrade of the realtime path. */
  attach(server: Server): void
  close(): Promise<void>
}

/** Live values for browsers: a snapshot first, then what changed, coalesced a few times a second. */
export function openRealtime(parts: RealtimeParts): RealtimeHub {
  const { fleet, callerOf, onRevoked, onKeyChanged, count, now = Date.now } = parts
  const wss = new WebSocketServer({
    noServer: true,
    maxPayload: REALTIME_LIMITS.frameBytes,
    perMessageDeflate: false,
    clientTracking: false,
  })
  const members = new Set<Member>()
  const watched = new Map<string, Watched>()

  const frameText = (frame: ServerFrame) => JSON.stringify(frame)
  const urgent = (member: Member, frame: ServerFrame) => member.urgent.push(frameText(frame))

  function valuesFrame(one: Watched, from: number): string {
    const { device, keySeqs } = one
    if (one.madeAtSeq !== device.seq) {
      one.made.clear()
      one.madeAtSeq = device.seq
    }
    const known = one.made.get(from)
    if (known !== undefined) return known
    const time = now()
    const values: Record<string, [unknown, string, number]> = {}
    for (const point of device.points.values()) {
      if (!point.is_added || point.data_time === null) continue
      if (from >= 0 && (keySeqs.get(point.key) ?? 0) <= from) continue
      values[point.key] = [point.value, qualityOf(point, device, time), point.data_time]
    }
    const text = JSON.stringify({
      type: from < 0 ? 'snapshot' : 'delta',
      channel: `device/${device.sn_code}`,
      seq: device.seq,
      server_time: time,
      dev_state: device.dev_state,
      report_time: device.report_time,
      values,
    })
    one.made.set(from, text)
    return text
  }

  function flush(member: Member) {
    const time = now()
    if (time - member.heardAt > SILENT_MS) return member.socket.terminate()
    const backlog = member.socket.bufferedAmount
    if (backlog > STUCK_BYTES) {
      member.stuckSince ??= time
      if (time - member.stuckSince > STUCK_MS) {
        count.refused('slow')
        member.socket.close(CLOSE.tooSlow)
      }
    } else member.stuckSince = null
    if (member.urgent.length === 0 && member.dirty.size === 0) return
    const texts = member.urgent
    member.urgent = []
    const isDue = time - member.sentAt >= member.tickMs - TURN_MS / 2
    if (isDue && backlog <= BACKLOG_BYTES && member.dirty.size > 0) {
      member.sentAt = time
      for (const one of member.dirty) {
        texts.push(valuesFrame(one, member.seqs.get(one.device.sn_code) ?? -1))
        member.seqs.set(one.device.sn_code, one.device.seq)
      }
      member.dirty.clear()
    }
    if (texts.length === 0) return
    count.frames(texts.length)
    member.socket.send(texts.length === 1 ? (texts[0] as string) : `[${texts.join(',')}]`)
  }

  const timer = setInterval(() => {
    for (const member of members) flush(member)
  }, TURN_MS)

  const guestTimer = setInterval(() => {
    for (const member of members) if (member.caller?.guest) void askAgain(member)
  }, GUESTS_MS)

  const offs = [
    fleet.on('values', (device, keys) => {
      const one = watched.get(device.sn_code)
      if (!one) return
      one.device = device
      for (const key of keys) one.keySeqs.set(key, device.seq)
      for (const member of one.members) member.dirty.add(one)
    }),
    fleet.on('state', (device) => {
      const one = watched.get(device.sn_code)
      if (!one) return
      // The state, or how far every value can be trusted, is new: only a snapshot says both.
      one.device = device
      one.made.clear()
      for (const member of one.members) {
        if (!member.caller || !canSee(member.caller, device)) {
          leave(member, device.sn_code)
          urgent(member, { type: 'refused', code: '110509', channel: `device/${device.sn_code}` })
          continue
        }
        member.seqs.set(device.sn_code, -1)
        member.dirty.add(one)
      }
    }),
    fleet.on(
      'alarm',
      ({ tenant_id, group_id, alarm }: { tenant_id: number; group_id: number | null; alarm: Alarm }) => {
        for (const member of members)
          if (
            member.wantsAlarms &&
            member.caller &&
            canSee(member.caller, { tenant_id, group_id, sn_code: alarm.sn_code })
          )
            urgent(member, { type: 'alarm', alarm })
      },
    ),
    fleet.on('command', ({ sn_code, id, status }) => {
      for (const member of watched.get(sn_code)?.members ?? []) urgent(member, { type: 'command', sn_code, id, status })
    }),
    onRevoked((session_hash) => {
      for (const member of members) if (member.caller?.session_hash === session_hash) expire(member)
    }),
    onKeyChanged((key_id) => {
      for (const member of members) if (member.caller?.guest?.key_id === key_id) void askAgain(member)
    }),
  ]

  function leave(member: Member, sn_code: string) {
    const one = watched.get(sn_code)
    member.seqs.delete(sn_code)
    if (!one) return
    one.members.delete(member)
    member.dirty.delete(one)
    if (one.members.size === 0) watched.delete(sn_code)
  }

  function refuse(member: Member, code: Code, channel?: string) {
    count.refused(code === '100009' ? 'unauthenticated' : 'forbidden')
    urgent(member, { type: 'refused', code, ...(channel !== undefined && { channel }) })
  }

  function expire(member: Member, code: Code = '100009') {
    count.refused('unauthenticated')
    member.socket.send(frameText({ type: 'refused', code }))
    member.socket.close(CLOSE.unauthenticated)
  }

  /** Who holds the token, or the code to refuse it with. */
  const holderOf = (token: string, origin: string | undefined): Promise<Caller | Code> =>
    callerOf(token, origin).then(
      (caller) => caller ?? '100009',
      (error) => {
        if (error instanceof ApiError) return error.code as Code
        throw error
      },
    )

  async function signIn(member: Member, token: string) {
    const caller = await holderOf(token, member.origin)
    if (typeof caller === 'string') return expire(member, caller)
    if (member.caller && !isSameHolder(member.caller, caller)) return expire(member)
    member.token = token
    take(member, caller)
    urgent(member, { type: 'ready', server_time: now() })
  }

  async function askAgain(member: Member) {
    const { token, origin } = member
    // A store that does not answer ends no socket: the token's own end is known without it.
    const caller = await holderOf(token, origin).catch(() => null)
    if (caller === null || member.token !== token) return
    if (typeof caller === 'string') expire(member, caller)
    else take(member, caller)
  }

  /** From here on the socket is told what this caller may hear, and nothing else. */
  function take(member: Member, caller: Caller) {
    member.caller = caller
    const mayRead = isLet(caller, ['read'])
    for (const sn_code of [...member.seqs.keys()]) {
      const device = fleet.get(sn_code)
      if (mayRead && device && canSee(caller, device)) continue
      leave(member, sn_code)
      refuse(member, mayRead ? '110509' : '100015', `device/${sn_code}`)
    }
    if (!member.wantsAlarms || mayRead) return
    member.wantsAlarms = false
    refuse(member, '100015', 'alarms')
  }

  function subscribe(member: Member, caller: Caller, channel: string, seq = -1) {
    if (!isLet(caller, ['read'])) return refuse(member, '100015', channel)
    if (channel === 'alarms') {
      member.wantsAlarms = true
      return
    }
    const device = channel.startsWith('device/') ? fleet.get(channel.slice('device/'.length)) : undefined
    // Another tenant's device answers exactly as one that does not exist.
    if (!device || !canSee(caller, device)) return refuse(member, '110509', channel)
    if (member.seqs.size >= REALTIME_LIMITS.channels && !member.seqs.has(device.sn_code))
      return refuse(member, '100019', channel)
    let one = watched.get(device.sn_code)
    if (!one) {
      one = { device, members: new Set(), keySeqs: new Map(), made: new Map(), madeAtSeq: device.seq }
      watched.set(device.sn_code, one)
      for (const key of device.points.keys()) one.keySeqs.set(key, device.seq)
    }
    one.members.add(member)
    // Values that nobody watched left no trace of when they changed: only an unchanged device can be resumed.
    const isCurrent = seq === device.seq
    member.seqs.set(device.sn_code, isCurrent ? seq : -1)
    if (!isCurrent) member.dirty.add(one)
  }

  async function hear(member: Member, text: string) {
    member.heardAt = now()
    const second = Math.floor(member.heardAt / 1000)
    if (member.frames.second !== second) member.frames = { second, count: 0 }
    member.frames.count += 1
    if (member.frames.count > REALTIME_LIMITS.framesPerS) {
      count.refused('flooding')
      member.socket.close(CLOSE.flooding)
      return
    }
    const frame = parse(text)
    if (!frame) {
      count.refused('malformed')
      urgent(member, { type: 'refused', code: '100006', channel: '' })
      return
    }
    if (frame.type === 'auth') return signIn(member, frame.token)
    const { caller } = member
    if (!caller) return expire(member)
    if (frame.type === 'ping') urgent(member, { type: 'pong', server_time: now() })
    else if (frame.type === 'resume') subscribe(member, caller, frame.channel, frame.seq)
    else if (frame.type === 'subscribe') {
      if (frame.rate !== undefined) member.tickMs = 1000 / frame.rate
      for (const channel of frame.channels) subscribe(member, caller, channel)
    } else {
      for (const channel of frame.channels) {
        if (channel === 'alarms') member.wantsAlarms = false
        else leave(member, fleet.get(channel.slice('device/'.length))?.sn_code ?? '')
      }
    }
  }

  function join(socket: WebSocket, { headers: { origin } }: IncomingMessage) {
    const member: Member = {
      ...{ socket, origin, token: '' },
      caller: null,
      tickMs: 1000 / REALTIME_LIMITS.defaultRate,
      sentAt: 0,
      seqs: new Map(),
      dirty: new Set(),
      wantsAlarms: false,
      urgent: [],
      frames: { second: 0, count: 0 },
      stuckSince: null,
      heardAt: now(),
    }
    members.add(member)
    count.sockets(1)
    const patience = setTimeout(() => {
      if (!member.caller) expire(member)
    }, REALTIME_LIMITS.authMs)
    // One frame after the other: a subscription must not overtake the sign-in before it.
    let turnOf = Promise.resolve()
    socket.on('message', (bytes) => {
      turnOf = turnOf.then(() => hear(member, String(bytes))).catch(() => socket.close(1011))
    })
    socket.on('error', () => socket.terminate())
    socket.on('close', () => {
      clearTimeout(patience)
      members.delete(member)
      for (const sn_code of [...member.seqs.keys()]) leave(member, sn_code)
      count.sockets(-1)
    })
  }

  const onUpgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    if (new URL(request.url ?? '/', 'http://any').pathname !== REALTIME_PATH) {
      socket.end('HTTP/1.1 404 Not Found\r\nConnection: close\r\n\r\n')
      return
    }
    wss.handleUpgrade(request, socket, head, join)
  }

  return {
    attach: (server) => {
      server.on('upgrade', onUpgrade)
    },
    async close() {
      clearInterval(timer)
      clearInterval(guestTimer)
      for (const off of offs) off()
      for (const { socket } of members) socket.close(CLOSE.goingAway)
      // Browsers answer at once; a dead line must not hold the server.
      await new Promise<void>((done) => setTimeout(done, members.size > 0 ? 200 : 0))
      for (const { socket } of members) socket.terminate()
    },
  }
}

/** A socket stays one user's, or one embed key's: what it holds was asked for by them. */
const isSameHolder = (before: Caller, after: Caller) =>
  before.tenant_id === after.tenant_id &&
  before.user_id === after.user_id &&
  before.guest?.key_id === after.guest?.key_id

function parse(text: string): ClientFrame | null {
  try {
    const frame = ClientFrame.safeParse(JSON.parse(text))
    return frame.success ? frame.data : null
  } catch {
    return null
  }
}
