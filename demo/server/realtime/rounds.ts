import type { Alarm } from '../../../core/contract/alarm.ts'
import type { LiveDevice } from '../fleet/fleet.ts'
import type { LoopAccounts } from '../limits/loop-accounts.ts'
import { type AlarmFeed, createAlarmFeed } from './alarm-feed.ts'
import { type createChannels, LETTERS_AT_ONCE } from './channels.ts'
import type { Member } from './member.ts'
import { openUnsent } from './unsent.ts'

/** How often sockets are looked at for what changed: it waits half of this on average when its socket has been quiet. */
export const TURN_MS = 40
/** So long a time of writing to sockets is followed by a turn of everything else. */
const FLUSH_MS = 8
/** So long the sockets of one organisation are written to in a round of all; its others come first in the next. */
const ORGANISATION_MS = 12

/** The sockets of an organisation for which something waits, and its alarms. */
interface Organisation {
  /** In the order of their turns. */
  readonly active: Set<Member>
  readonly listeners: Set<Member>
  readonly alarms: AlarmFeed
  /** Listeners have not been marked since the last alarm. */
  hasNews: boolean
}

interface RoundParts {
  channels: ReturnType<typeof createChannels<Member>>
  /** Removes a listener to whom a device has closed. */
  mayHear(member: Member, device: LiveDevice): boolean
  /** Ends a socket at once, with all that it has not read. */
  drop(member: Member): void
  /** A defect in writing to this socket. */
  fail(member: Member, error: unknown): void
  /** Any other defect: the next round goes on. */
  report(error: unknown): void
  /** Counts frames that were sent. */
  sent(frames: number): void
  now: () => number
  /** What an organisation's sockets take is not left for its other work: what people look at goes before what devices send. */
  whole?: Pick<LoopAccounts, 'charge'> | undefined
  /** Milliseconds of work. */
  clock?: () => number
}

/**
 * Writes to sockets what waits for them, in rounds of all: those for which nothing waits take no time. What is for many is
 * kept once, and each takes it at its turn.
 */
export interface Rounds {
  /** Something waits for this socket. */
  mark(member: Member): void
  /** Sends what is due at once. */
  flush(member: Member): void
  /** Never rejects. */
  round(): Promise<void>
  /** From here on it gets alarms. */
  listen(member: Member): void
  unlisten(member: Member): void
  alarm(place: { tenant_id: number; group_id: number | null }, alarm: Alarm): void
  /** It is closed, or becomes somebody's. */
  leave(member: Member): void
}

export function createRounds({
  channels,
  mayHear,
  drop,
  fail,
  report,
  sent,
  now,
  whole,
  clock = () => performance.now(),
}: RoundParts): Rounds {
  const organisations = new Map<number, Organisation>()
  const unsent = openUnsent<Member>(now)
  let isRunning = false

  const idOf = ({ caller }: Member) => caller?.tenant_id ?? 0

  function organisationOf(tenant_id: number): Organisation {
    const known = organisations.get(tenant_id)
    if (known) return known
    const one = { active: new Set<Member>(), listeners: new Set<Member>(), alarms: createAlarmFeed(), hasNews: false }
    organisations.set(tenant_id, one)
    return one
  }

  const mark = (member: Member): void => void organisationOf(idOf(member)).active.add(member)

  const count = (member: Member): void => unsent.count(member, member.holder, member.socket.bufferedAmount)

  function alarmsFor(member: Member, letters: number): string[] {
    const { alarms } = organisationOf(idOf(member))
    if (member.alarmsFrom === null || !member.caller || member.alarmsFrom < alarms.start) return []
    const { texts, next } = alarms.take(member.alarmsFrom, member.caller, letters)
    member.alarmsFrom = next
    return texts
  }

  function dueOf(member: Member): string[] {
    const time = now()
    const state = member.outbox.state(time)
    if (state === 'stuck') drop(member)
    if (member.isGone || state !== 'ready' || !unsent.hasRoom(member.holder)) return []
    const texts = member.outbox.take()
    const letters = LETTERS_AT_ONCE - texts.reduce((sum, text) => sum + text.length, 0)
    texts.push(...alarmsFor(member, letters))
    const isDue = time - member.sentAt >= member.tickMs - TURN_MS / 2
    if (isDue && member.dirty.size > 0) {
      texts.push(...channels.take(member))
      // What did not fit goes on at the next round, as soon as this is read.
      if (member.dirty.size === 0) member.sentAt = time
    }
    return texts
  }

  const waits = (member: Member): boolean => {
    const { outbox, dirty, alarmsFrom, socket } = member
    if (!outbox.isEmpty || dirty.size > 0 || socket.bufferedAmount > 0) return true
    return alarmsFrom !== null && alarmsFrom < organisationOf(idOf(member)).alarms.end
  }

  /** A defect in it ends this socket and no other. Whether something of it waits still. */
  function write(member: Member): boolean {
    if (member.isGone) return false
    try {
      count(member)
      const texts = dueOf(member)
      if (texts.length > 0) {
        sent(texts.length)
        member.socket.send(texts.length === 1 ? (texts[0] as string) : `[${texts.join(',')}]`)
      }
    } catch (error) {
      fail(member, error)
    }
    count(member)
    return !member.isGone && waits(member)
  }

  /** Since when nothing else had its turn. */
  let since = 0
  const isLong = () => clock() - since >= FLUSH_MS
  const pause = async () => {
    await new Promise((resolve) => setImmediate(resolve))
    since = clock()
  }

  async function writeTo(tenant_id: number, one: Organisation): Promise<void> {
    if (one.hasNews) for (const member of one.listeners) one.active.add(member)
    one.hasNews = false
    const again: Member[] = []
    let spent = 0
    let last = clock()
    // Those for whom something comes meanwhile are the next round's.
    let left = one.active.size
    for (const member of one.active) {
      if (left-- === 0 || spent > ORGANISATION_MS) break
      one.active.delete(member)
      if (write(member)) again.push(member)
      spent += clock() - last
      if (isLong()) await pause()
      last = clock()
    }
    whole?.charge(tenant_id, spent)
    for (const member of again) if (!member.isGone) one.active.add(member)
    forgetHeard(one, drop)
  }

  async function runAll(): Promise<void> {
    since = clock()
    for (const _ of channels.spread(mayHear, mark)) if (isLong()) await pause()
    for (const [tenant_id, one] of organisations) {
      await writeTo(tenant_id, one)
      if (one.active.size === 0 && one.listeners.size === 0) organisations.delete(tenant_id)
    }
    for (const member of unsent.toEnd()) drop(member)
  }

  return {
    mark,
    flush(member) {
      if (write(member)) mark(member)
    },
    async round() {
      if (isRunning) return
      isRunning = true
      try {
        await runAll()
      } catch (error) {
        report(error)
      }
      isRunning = false
    },
    listen(member) {
      const { listeners, alarms } = organisationOf(idOf(member))
      if (member.alarmsFrom !== null) return
      member.alarmsFrom = alarms.end
      listeners.add(member)
    },
    unlisten(member) {
      member.alarmsFrom = null
      organisations.get(idOf(member))?.listeners.delete(member)
    },
    alarm(place, alarm) {
      const one = organisations.get(place.tenant_id)
      if (!one || one.listeners.size === 0) return
      one.alarms.add(place, alarm)
      one.hasNews = true
    },
    leave(member) {
      const one = organisations.get(idOf(member))
      one?.active.delete(member)
      one?.listeners.delete(member)
      unsent.count(member, member.holder, 0)
    },
  }
}

/** What has been got by all who listen is not kept; whoever has not got what is no longer kept is ended. */
function forgetHeard({ listeners, alarms }: Organisation, drop: RoundParts['drop']): void {
  if (alarms.size === 0) return
  let before = alarms.end
  for (const member of listeners) {
    const { alarmsFrom } = member
    if (alarmsFrom === null) continue
    if (alarmsFrom < alarms.start) drop(member)
    else before = Math.min(before, alarmsFrom)
  }
  alarms.forget(before)
}
