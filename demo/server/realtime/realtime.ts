import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import type { Code } from '../../../core/catalogue/codes.ts'
import { ApiError } from '../../../core/contract/api-error.ts'
import { REALTIME_LIMITS, REALTIME_PATH, type ServerFrame } from '../../../core/contract/realtime.ts'
import { SHARE_SOCKET_PATH } from '../../../core/contract/share-link.ts'
import type { Fleet, LiveDevice } from '../fleet/fleet.ts'
import { type Caller, type CallerOf, isSameHolder, organisationOf, principalOf } from '../http/caller.ts'
import { isSessionToken } from '../http/token-kinds.ts'
import { holderOfToken } from '../http/wrong-tokens.ts'
import { takeAll } from '../limits/limiter.ts'
import type { LoopAccounts } from '../limits/loop-accounts.ts'
import { networkOf } from '../limits/network-of.ts'
import { type Budgets, claimsFrom, type NetworkBudgets } from '../limits/rates.ts'
import { openSharedTime, type SharedTime } from '../limits/shared-time.ts'
import { createChannels, hears, mayOpen, snOf } from './channels.ts'
import { frameIn, sharedFrameIn } from './heard.ts'
import { createHearing } from './hearing.ts'
import { holderIn } from './holder-in.ts'
import type { Member } from './member.ts'
import { createOutbox } from './outbox.ts'
import type { Place, Places } from './places.ts'
import { recheck } from './recheck.ts'
import { createRounds, TURN_MS } from './rounds.ts'
import { turnAway } from './turn-away.ts'
import { type AskUnread, createUnread, mayHearMessages } from './unread.ts'
import type { Holder } from './unsent.ts'

/** Nothing heard for this long, pings included: the far end is gone. Browsers let a hidden tab's timer run once a minute. */
const SILENT_MS = 150_000
/** How often a socket's token is checked again, and what its holder may see by now. */
const RECHECK_MS = 2000
/** Frames of one socket that wait for its sign-in, or for the store. */
const MOST_WAITING = 100
/** A frame counts once more for so many channels that it names: each may be answered by a frame. */
const CHANNELS_A_FRAME = 40
/** The same for so many characters, whatever it says. */
const CHARACTERS_A_FRAME = 2048
/** Frames that a sign-in counts as: it asks the store. */
const FRAMES_A_SIGN_IN = 3
const GOODBYE_MS = 3000
/** What the frames of one organisation may take at once after a rest: when all its pages connect anew. */
const FRAMES_AT_ONCE_MS = 400
/** Of one message: clients of ours send it whole, and each piece takes a hundred times its bytes while the rest is waited for. */
const PIECES = { maxFragments: 32, maxBufferedChunks: 1024 } as const

export const CLOSE = {
  unauthenticated: 4401,
  flooding: 4429,
  tooMany: 4430,
  tooSlow: 4408,
  goingAway: 1001,
  failed: 1011,
} as const

export interface RealtimeParts {
  fleet: Fleet
  callerOf: CallerOf
  places: Places
  budgets: Pick<Budgets, 'framesOfSocket' | 'framesOfUser' | 'framesOfOrganisation'> &
    NetworkBudgets<'sockets' | 'wrongTokens'>
  /** Notifies when a session ends, by its caller's token. */
  onRevoked(listener: (session_hash: string, reason: string | null) => void): () => void
  /** Notifies when an embed key is changed or ends. */
  onKeyChanged(listener: (key_id: string) => void): () => void
  /** Notifies when users of an organisation, or some of them, may reach fewer devices. */
  onRegrouped?: (listener: (tenant_id: number, user_ids?: readonly number[]) => void) => () => void
  /** Counted at `/metrics`. */
  count: {
    sockets(change: 1 | -1): void
    refused(reason: 'unauthenticated' | 'too_many' | 'flooding' | 'malformed' | 'forbidden' | 'slow'): void
    frames(count: number): void
  }
  /** Without it nobody hears of messages. */
  unread?: AskUnread
  /** Notified of defects that end a socket. */
  report(error: unknown): void
  now?: () => number
  /** Time for what sockets say, by organisation or network. */
  time?: SharedTime
  whole?: LoopAccounts | undefined
}

export interface RealtimeHub {
  /** Takes the HTTP upgrade of the realtime path. */
  attach(server: Server): void
  close(): Promise<void>
}

/** Live values for browsers: a snapshot first, then what changed, coalesced a few times a second. */
export const openRealtime = (parts: RealtimeParts): RealtimeHub => new Hub(parts)

class Hub implements RealtimeHub {
  readonly #fleet
  readonly #callerOf
  readonly #places
  readonly #budgets
  readonly #count
  readonly #report
  readonly #now
  readonly #wss = new WebSocketServer({
    noServer: true,
    maxPayload: REALTIME_LIMITS.frameBytes,
    perMessageDeflate: false,
    ...PIECES,
    clientTracking: false,
  })
  readonly #members = new Set<Member>()
  #opened = 0
  /** Tokens that are being looked up: a slow one is left out of the next rounds, and no other is. */
  readonly #underWay = new Set<string>()
  readonly #channels
  readonly #rounds
  readonly #time
  readonly #hearing
  readonly #post
  readonly #timer
  readonly #recheckTimer
  readonly #offs

  constructor(parts: RealtimeParts) {
    const { fleet, callerOf, places, budgets, onRevoked, onKeyChanged, count, unread, report, now = Date.now } = parts
    this.#time = parts.time ?? openSharedTime({ atOnceMs: FRAMES_AT_ONCE_MS, whole: parts.whole })
    this.#fleet = fleet
    this.#callerOf = callerOf
    this.#places = places
    this.#budgets = budgets
    this.#count = count
    this.#report = report
    this.#now = now
    this.#channels = createChannels<Member>(this.#fleet, this.#now)
    this.#rounds = createRounds({
      channels: this.#channels,
      mayHear: this.#mayHear,
      drop: this.#drop,
      fail: this.#fail,
      report,
      sent: count.frames,
      now,
      whole: parts.whole,
    })
    this.#hearing = createHearing({
      time: this.#time,
      hear: this.#hear,
      flush: this.#rounds.flush,
      mark: this.#rounds.mark,
      fail: this.#fail,
    })
    this.#post = createUnread<Member>(unread, this.#urgent)
    this.#timer = setInterval(() => void this.#rounds.round(), TURN_MS)
    this.#recheckTimer = setInterval(this.#recheckAll, RECHECK_MS)
    this.#offs = [
      this.#fleet.on('values', this.#channels.valuesChanged),
      this.#fleet.on('state', this.#channels.stateChanged),
      this.#fleet.on('removed', ({ sn_code }) => {
        for (const member of [...this.#channels.membersOf(sn_code)]) this.#close(member, sn_code)
      }),
      this.#fleet.on('alarm', ({ tenant_id, group_id, alarm }) => this.#rounds.alarm({ tenant_id, group_id }, alarm)),
      this.#fleet.on('command', ({ sn_code, device_id, id, status }) => {
        if (!this.#fleet.of({ sn_code, device_id })) return
        const text = JSON.stringify({ type: 'command', sn_code, id, status } satisfies ServerFrame)
        for (const member of this.#channels.membersOf(sn_code))
          if (!member.isShared && !member.parts?.has(sn_code)) this.#put(member, text)
      }),
      onRevoked((session_hash, reason) => {
        for (const member of this.#members)
          if (member.caller?.session_hash === session_hash)
            this.#expire(member, { code: '100009', fault: reason ?? '' })
      }),
      onKeyChanged((key_id) => {
        const members = [...this.#members].filter(({ caller }) => caller?.guest?.key_id === key_id)
        // A look-up that is under way may have found the key as it was.
        void this.#recheck(members, new Set())
      }),
      parts.onRegrouped?.((tenant_id, user_ids) => {
        const isOne = (caller: Caller) =>
          caller.tenant_id === tenant_id && (user_ids?.includes(caller.user_id) ?? caller.may_see !== 'all')
        void this.#recheck(
          [...this.#members].filter(({ caller }) => caller && isOne(caller)),
          new Set(),
        )
      }) ?? (() => {}),
    ]
  }

  readonly #put = (member: Member, text: string) => {
    member.outbox.put(text)
    this.#rounds.mark(member)
  }

  readonly #urgent = (member: Member, frame: ServerFrame) => this.#put(member, JSON.stringify(frame))

  readonly #fail = (member: Member, error: unknown) => {
    this.#report(error)
    this.#end(member, CLOSE.failed)
  }

  /** A device may have moved to another group, or to another tenant. */
  readonly #mayHear = (member: Member, device: LiveDevice): boolean => {
    if (member.caller && hears(member, member.caller, device)) return true
    this.#close(member, device.sn_code)
    return false
  }

  /** Another tenant's device answers exactly as one that does not exist. */
  #close(member: Member, sn_code: string) {
    this.#leave(member, sn_code)
    this.#refuse(member, '110509', `device/${sn_code}`)
  }

  #leave(member: Member, sn_code: string) {
    if (member.seqs.has(sn_code)) member.place.unwatch()
    this.#channels.leave(member, sn_code)
  }

  /** At once, with all that it has not read: a goodbye would wait behind that. */
  readonly #drop = (member: Member) => {
    if (member.isGone) return
    this.#count.refused('slow')
    member.isGone = true
    member.socket.terminate()
  }

  #end(member: Member, code: number) {
    member.isGone = true
    member.socket.close(code)
    // A far end that does not answer the goodbye must not keep its place.
    setTimeout(() => member.socket.terminate(), GOODBYE_MS).unref()
  }

  #refuse(member: Member, code: Code, channel?: string) {
    this.#count.refused(code === '100009' ? 'unauthenticated' : 'forbidden')
    this.#urgent(member, { type: 'refused', code, ...(channel !== undefined && { channel }) })
  }

  #expire(member: Member, { code, fault }: Pick<ApiError, 'code' | 'fault'> = { code: '100009', fault: '' }) {
    this.#count.refused('unauthenticated')
    const frame: ServerFrame = { type: 'refused', code, ...(fault && { fault }) }
    member.socket.send(JSON.stringify(frame))
    this.#end(member, CLOSE.unauthenticated)
  }

  /** Not now: it may come again. */
  #turnAway(member: Member) {
    this.#count.refused('too_many')
    this.#end(member, CLOSE.tooMany)
  }

  /** Who holds the token of a socket that says so for the first time: a wrong one counts for its network. */
  #holderOfNew({ origin, place }: Member, token: string): Promise<Caller | ApiError> {
    const findHolder = () => this.#callerOf(token, origin)
    const from = networkOf(place.address)
    return holderIn(isSessionToken(token) ? holderOfToken(this.#budgets, from, findHolder) : findHolder())
  }

  async #signIn(member: Member, token: string) {
    member.place.spoke()
    const caller = await this.#holderOfNew(member, token)
    if (member.isGone) return
    if (caller instanceof ApiError)
      return caller.code === '100019' ? this.#turnAway(member) : this.#expire(member, caller)
    const isAtItsDoor = (caller.visitor !== undefined) === member.isShared
    if (!isAtItsDoor || (member.caller && !isSameHolder(member.caller, caller))) return this.#expire(member)
    if (!member.place.signIn(caller)) return this.#turnAway(member)
    if (!this.#maySend(member, caller, FRAMES_A_SIGN_IN)) return this.#endFlood(member)
    member.token = token
    if (!member.caller) {
      this.#rounds.leave(member)
      member.holder = holderOf(caller, member.place.address)
    }
    this.#take(member, caller)
    this.#urgent(member, { type: 'ready', server_time: this.#now() })
  }

  /** A store that does not answer ends no socket: the token's own end is known without it. */
  #holderNow({ token, origin }: Member) {
    return holderIn(this.#callerOf(token, origin)).catch(() => null)
  }

  readonly #recheckAll = () => {
    const time = this.#now()
    for (const { heardAt, socket } of this.#members) if (time - heardAt > SILENT_MS) socket.terminate()
    void this.#recheck([...this.#members], this.#underWay)
  }

  readonly #recheck = (members: readonly Member[], underWay: Set<string>) =>
    recheck(members, {
      holderOf: (member) => this.#holderNow(member),
      expire: (member, refusal) => this.#expire(member, refusal),
      take: (member, caller, isSame) => this.#take(member, caller, isSame),
      report: this.#report,
      underWay,
    })

  /** From here on the socket gets what this caller may hear, and nothing else. `isSame`: he may what he might before. */
  #take(member: Member, caller: Caller, isSame = false) {
    member.caller = caller
    member.only = caller.visitor?.points
    if (isSame) return
    const mayRead = mayOpen(caller, 'device')
    for (const sn_code of [...member.seqs.keys()]) {
      const device = this.#fleet.get(sn_code)
      if (mayRead && device && hears(member, caller, device)) continue
      this.#leave(member, sn_code)
      this.#refuse(member, mayRead ? '110509' : '100015', `device/${sn_code}`)
    }
    if (member.alarmsFrom === null || mayOpen(caller, 'alarms')) return
    this.#rounds.unlisten(member)
    this.#refuse(member, '100015', 'alarms')
  }

  #subscribe(member: Member, caller: Caller, channel: string, seq = -1) {
    if (channel === 'messages') {
      if (mayHearMessages(caller)) return this.#post.join(member)
      return this.#refuse(member, '100015', channel)
    }
    const isAlarms = channel === 'alarms'
    if (!mayOpen(caller, isAlarms ? 'alarms' : 'device')) return this.#refuse(member, '100015', channel)
    if (isAlarms) return this.#rounds.listen(member)
    const sn_code = this.#fleet.get(snOf(channel))?.sn_code ?? ''
    const isNew = !member.seqs.has(sn_code)
    if (isNew && (member.seqs.size >= REALTIME_LIMITS.channels || !member.place.watch()))
      return this.#refuse(member, '100019', channel)
    if (this.#channels.join(member, caller, sn_code, seq)) return
    if (isNew) member.place.unwatch()
    // Another tenant's device answers exactly as one that does not exist.
    this.#refuse(member, '110509', channel)
  }

  /** Whether a socket sends more than anybody needs to; if so, it ends. */
  #isFlooding(member: Member, cost: number): boolean {
    const isWithin = member.waiting <= MOST_WAITING && this.#budgets.framesOfSocket.take(member.id, cost) === 0
    if (isWithin && this.#maySend(member, member.caller, cost)) return false
    this.#endFlood(member)
    return true
  }

  /** Whether all sockets of a caller, and of his organisation, have sent no more than they need to. */
  #maySend({ place }: Member, caller: Caller | null, cost: number): boolean {
    if (caller === null) return true
    const { framesOfUser, framesOfOrganisation } = this.#budgets
    const isWithin = framesOfUser.take(principalOf({ ...caller, address: place.address }), cost) === 0
    return isWithin && framesOfOrganisation.take(organisationOf(caller), cost) === 0
  }

  #endFlood(member: Member) {
    this.#count.refused('flooding')
    this.#end(member, CLOSE.flooding)
    // What it goes on sending is not read any more.
    member.socket.pause()
  }

  readonly #hear = (member: Member, text: string): undefined | Promise<void> => {
    if (member.isGone) return
    const frame = member.isShared ? sharedFrameIn(text) : frameIn(text)
    const channels = frame && 'channels' in frame ? frame.channels.length : 0
    if (this.#isFlooding(member, Math.max(channels / CHANNELS_A_FRAME, Math.floor(text.length / CHARACTERS_A_FRAME))))
      return
    if (!frame) {
      this.#count.refused('malformed')
      this.#urgent(member, { type: 'refused', code: '100006', channel: '' })
      return
    }
    if (frame.type === 'auth') return this.#signIn(member, frame.token)
    const { caller } = member
    if (!caller) this.#expire(member)
    else if (frame.type === 'ping') this.#urgent(member, { type: 'pong', server_time: this.#now() })
    else if (frame.type === 'resume') this.#subscribe(member, caller, frame.channel, frame.seq)
    else if (frame.type === 'subscribe') {
      if (frame.rate !== undefined) member.tickMs = 1000 / frame.rate
      for (const channel of frame.channels) this.#subscribe(member, caller, channel)
    } else {
      for (const channel of frame.channels) {
        if (channel === 'alarms') this.#rounds.unlisten(member)
        else if (channel === 'messages') this.#post.leave(member)
        else this.#leave(member, this.#fleet.get(snOf(channel))?.sn_code ?? '')
      }
    }
  }

  #join(socket: WebSocket, { headers: { origin }, url }: IncomingMessage, place: Place) {
    this.#opened += 1
    const member: Member = {
      id: `${this.#opened}`,
      socket,
      place,
      outbox: createOutbox(socket),
      holder: { principal: networkOf(place.address), name: networkOf(place.address) },
      origin,
      isShared: pathOf(url) === SHARE_SOCKET_PATH,
      token: '',
      caller: null,
      tickMs: 1000 / REALTIME_LIMITS.defaultRate,
      sentAt: 0,
      seqs: new Map(),
      dirty: new Set(),
      alarmsFrom: null,
      waiting: 0,
      heard: Promise.resolve(),
      heardAt: this.#now(),
      isGone: false,
    }
    this.#members.add(member)
    this.#count.sockets(1)
    const patience = setTimeout(() => {
      if (!member.caller && !member.isGone) this.#expire(member)
    }, REALTIME_LIMITS.authMs)
    socket.on('message', (bytes) => {
      if (member.isGone) return
      member.heardAt = this.#now()
      if (!this.#isFlooding(member, 1) && !this.#hearing.take(member, String(bytes))) this.#turnAway(member)
    })
    for (const sign of ['ping', 'pong'] as const)
      socket.on(sign, () => void (member.isGone || this.#isFlooding(member, 1)))
    socket.on('error', () => socket.terminate())
    socket.on('close', () => {
      clearTimeout(patience)
      member.isGone = true
      this.#members.delete(member)
      this.#post.leave(member)
      this.#rounds.leave(member)
      for (const sn_code of [...member.seqs.keys()]) this.#leave(member, sn_code)
      this.#count.sockets(-1)
    })
  }

  readonly #onUpgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    // Node leaves the socket of an upgrade without a listener: a reset would end the process.
    socket.on('error', () => socket.destroy())
    const path = pathOf(request.url)
    if (path !== REALTIME_PATH && path !== SHARE_SOCKET_PATH) return turnAway(socket, '404 Not Found')
    const place = this.#places.enter(request, () => socket.destroy())
    if (!place) return turnAway(socket, '503 Service Unavailable')
    const opened = claimsFrom(this.#budgets, 'sockets', networkOf(place.address))
    if (takeAll(opened) > 0) {
      place.leave()
      return turnAway(socket, '429 Too Many Requests')
    }
    // A handshake that fails ends its socket before anybody joins.
    socket.once('close', place.leave)
    this.#wss.handleUpgrade(request, socket, head, (joined) => this.#join(joined, request, place))
  }

  readonly attach: RealtimeHub['attach'] = (server) => {
    server.on('upgrade', this.#onUpgrade)
  }

  readonly close: RealtimeHub['close'] = async () => {
    clearInterval(this.#timer)
    clearInterval(this.#recheckTimer)
    this.#post.close()
    this.#time.close()
    for (const off of this.#offs) off()
    for (const { socket } of this.#members) socket.close(CLOSE.goingAway)
    // Browsers answer at once; a dead line must not hold the server.
    await new Promise<void>((done) => setTimeout(done, this.#members.size > 0 ? 200 : 0))
    for (const { socket } of this.#members) socket.terminate()
  }
}

const pathOf = (url = '') => url.split('?')[0]

/** Guests and visitors of an organisation have room of their own for what they do not read. */
const holderOf = (caller: Caller, address: string): Holder => ({
  principal: principalOf({ ...caller, address }),
  name: organisationOf(caller),
})
