import { beforeEach, expect, test } from 'vitest'
import type { Alarm } from '../../../core/contract/alarm.ts'
import type { Fleet, LiveDevice } from '../fleet/fleet.ts'
import { type Caller, canSee, NOBODY } from '../http/caller.ts'
import type { Owner } from '../limits/loop-accounts.ts'
import { createChannels } from './channels.ts'
import type { Member } from './member.ts'
import { createOutbox } from './outbox.ts'
import { createRounds } from './rounds.ts'

const MB = 1_048_576
const POINTS = 100

/** Devices whose snapshots have some 300,000 letters each. */
function deviceOf(sn_code: string, tenant_id: number): LiveDevice {
  const value = 'x'.repeat(3000)
  const points = Array.from({ length: POINTS }, (_, p) => {
    return { key: `p${p}`, is_added: true, data_time: 1, value, quality: 'good' }
  })
  const device = { sn_code, tenant_id, group_id: 7, seq: 1, dev_state: 1, report_time: 1 }
  return { ...device, points: new Map(points.map((point) => [point.key, point])) } as unknown as LiveDevice
}

let time = 0
beforeEach(() => {
  time = 1_000_000
})

const caller = (user_id: number, tenant_id = 1): Caller => ({ ...NOBODY, tenant_id, user_id, may_see: 'all' })
const guest = (user_name: string): Caller => ({
  ...caller(0),
  user_name,
  guest: { key_id: 'key', actions: ['read'] },
})

/** A socket that keeps what is written to it until its reader reads. */
class FakeSocket {
  bufferedAmount = 0
  texts: string[] = []
  isReading = true
  send(text: string) {
    this.texts.push(text)
    if (!this.isReading) this.bufferedAmount += text.length
  }
  close() {}
  terminate() {}
  pause() {}
}

function opened(parts: { whole?: { charge(owner: Owner, ms: number): void }; clock?: () => number } = {}) {
  const known = new Map(['A1', 'A2'].map((sn_code) => [sn_code, deviceOf(sn_code, 1)]))
  known.set('B1', deviceOf('B1', 2))
  const channels = createChannels<Member>({ get: (sn: string) => known.get(sn) } as unknown as Fleet, () => time)
  const dropped: Member[] = []
  const failed: unknown[] = []
  const rounds = createRounds({
    channels,
    mayHear: (member, device) => {
      if (member.caller && canSee(member.caller, device)) return true
      channels.leave(member, device.sn_code)
      return false
    },
    drop: (member) => {
      member.isGone = true
      dropped.push(member)
      rounds.leave(member)
    },
    fail: (_member, error) => failed.push(error),
    report: (error) => failed.push(error),
    sent: () => {},
    now: () => time,
    clock: () => 0,
    ...parts,
  })
  let count = 0
  const join = (who: Caller, isReading = true) => {
    const socket = new FakeSocket()
    socket.isReading = isReading
    const principal = who.guest ? who.user_name : `user ${who.user_id}`
    const name = who.guest ? `guests of ${who.tenant_id}` : `${who.tenant_id}`
    const member = {
      id: `${++count}`,
      socket,
      outbox: createOutbox(socket),
      holder: { principal, name },
      caller: who,
      tickMs: 40,
      sentAt: 0,
      seqs: new Map(),
      dirty: new Set(),
      alarmsFrom: null,
      isGone: false,
    } as unknown as Member
    return { member, socket }
  }
  const watch = (who: Caller, sn_code: string, isReading = true) => {
    const joined = join(who, isReading)
    channels.join(joined.member, who, sn_code, -1)
    rounds.mark(joined.member)
    return joined
  }
  const round = () => {
    time += 40
    return rounds.round()
  }
  return { known, channels, rounds, round, join, watch, dropped, failed }
}

const framesOf = ({ texts }: FakeSocket) => texts.flatMap((text) => [JSON.parse(text)].flat())
const place = { tenant_id: 1, group_id: 7 }
const alarmOf = (n: number, confirm_userName = 'ann') =>
  ({ alarm_id: `${n}`, sn_code: 'A1', alarm_name: 'y'.repeat(200), confirm_userName }) as unknown as Alarm

test('sockets of one organisation that do not read hold a bounded number of bytes, and others go on', async () => {
  const { watch, round } = opened()
  // Twenty sockets of each of thirty users, who read nothing: 180 MB.
  const idle = Array.from({ length: 600 }, (_, n) => watch(caller(Math.floor(n / 20)), 'A1', false))
  const other = watch(caller(99, 2), 'B1')
  const held = () => idle.reduce((sum, { socket, member }) => sum + (member.isGone ? 0 : socket.bufferedAmount), 0)
  for (let i = 0; i < 10; i++) await round()
  expect(held()).toBeGreaterThan(31 * MB)
  expect(held()).toBeLessThan(45 * MB)
  const late = watch(caller(98), 'A2')
  await round()
  for (const { socket } of [other, late]) expect(framesOf(socket)).toMatchObject([{ type: 'snapshot' }])
})

test('the largest sockets of many users who do not read are ended, and others go on', async () => {
  const { watch, round, dropped } = opened()
  const idle = Array.from({ length: 300 }, (_, n) => watch(caller(n), 'A1', false))
  const held = () => idle.reduce((sum, { socket, member }) => sum + (member.isGone ? 0 : socket.bufferedAmount), 0)
  for (let i = 0; i < 10; i++) await round()
  expect(held()).toBeGreaterThan(63 * MB)
  const late = watch(caller(998), 'A2')
  for (let i = 0; i < 200; i++) {
    await round()
    expect(held()).toBeLessThan(65 * MB)
  }
  expect(framesOf(late.socket)).toMatchObject([{ type: 'snapshot', channel: 'device/A2' }])
  expect(dropped.length).toBeGreaterThan(0)
  expect(dropped).not.toContain(late.member)
})

test('a caller whose sockets do not read gets no more than his part of the room of his organisation', async () => {
  const { watch, round } = opened()
  const idle = Array.from({ length: 100 }, () => watch(caller(1), 'A1', false))
  for (let i = 0; i < 10; i++) await round()
  const held = idle.reduce((sum, { socket }) => sum + socket.bufferedAmount, 0)
  expect(held).toBeGreaterThan(15 * MB)
  expect(held).toBeLessThan(17 * MB)
})

test('an alarm is written once for all guests, and names a person to nobody but himself', async () => {
  const { rounds, round, join } = opened()
  const guests = Array.from({ length: 50 }, (_, n) => join(guest(`guest ${n}`)))
  const user = join(caller(1))
  for (const { member } of [...guests, user]) rounds.listen(member)
  let written = 0
  const alarm = {
    ...alarmOf(1, 'guest 7'),
    get alarm_name() {
      written += 1
      return 'high'
    },
  }
  rounds.alarm(place, alarm)
  await round()
  // For users, for the guest whom it names, and for all other guests.
  expect(written).toBe(3)
  const seen = (socket: FakeSocket) => framesOf(socket).map(({ alarm: one }) => one.confirm_userName)
  expect(seen(user.socket)).toEqual(['guest 7'])
  expect(guests.map(({ socket }) => seen(socket)[0])).toEqual(guests.map((_, n) => (n === 7 ? 'guest 7' : '')))
  const texts = new Set(guests.flatMap(({ socket }) => socket.texts))
  expect(texts.size).toBe(2)
})

test('alarms reach whoever listens and may see the device, in their order, each once', async () => {
  const { rounds, round, join } = opened()
  const sees = join(caller(1))
  const blind = join({ ...caller(2), may_see: [{ groups: new Set([8]), devices: new Set() }] })
  const foreign = join(caller(3, 2))
  for (const { member } of [sees, blind, foreign]) rounds.listen(member)
  for (let n = 0; n < 3; n++) rounds.alarm(place, alarmOf(n))
  await round()
  const late = join(caller(4))
  rounds.listen(late.member)
  rounds.alarm(place, alarmOf(3))
  await round()
  const ids = ({ socket }: { socket: FakeSocket }) => framesOf(socket).map(({ alarm }) => alarm.alarm_id)
  expect(ids(sees)).toEqual(['0', '1', '2', '3'])
  expect([ids(blind), ids(foreign), ids(late)]).toEqual([[], [], ['3']])
  rounds.unlisten(late.member)
  rounds.alarm(place, alarmOf(4))
  await round()
  expect(ids(late)).toEqual(['3'])
})

test('a flood of alarms is kept once for all who do not read, and whoever falls behind it is ended', async () => {
  const { rounds, round, join, dropped } = opened()
  const fine = join(caller(1))
  const idle = Array.from({ length: 200 }, (_, n) => join(caller(n + 2), false))
  for (const { member } of [fine, ...idle]) rounds.listen(member)
  for (let n = 0; n < 100; n++) {
    for (let i = 0; i < 500; i++) rounds.alarm(place, alarmOf(500 * n + i))
    await round()
  }
  expect(dropped).toHaveLength(200)
  expect(dropped).not.toContain(fine.member)
  await round()
  expect(framesOf(fine.socket)).toHaveLength(50_000)
})

test('watchers of a device that sends many messages are marked once a round', async () => {
  const { known, channels, rounds, round, watch } = opened()
  const { member, socket } = watch(caller(1), 'A1')
  await round()
  let marked = 0
  const { dirty } = member
  const add = dirty.add.bind(dirty)
  dirty.add = (one) => {
    marked += 1
    return add(one)
  }
  const device = known.get('A1') as LiveDevice
  for (let n = 0; n < 1000; n++) {
    device.seq += 1
    channels.valuesChanged(device, ['p1'])
  }
  expect(marked).toBe(0)
  await round()
  expect(marked).toBe(1)
  expect(framesOf(socket).slice(1)).toMatchObject([{ type: 'delta', values: { p1: expect.anything() } }])
  // Whoever was answered before the round gets nothing twice.
  device.seq += 1
  channels.valuesChanged(device, ['p1'])
  const late = watch(caller(2), 'A1')
  rounds.flush(late.member)
  await round()
  await round()
  expect(framesOf(late.socket)).toHaveLength(1)
})

test('nothing is sent of a device that has moved until it is known who may see it there', async () => {
  const { known, channels, rounds, round, watch } = opened()
  const { member, socket } = watch({ ...caller(1), may_see: [{ groups: new Set([7]), devices: new Set() }] }, 'A1')
  const device = { ...(known.get('A1') as LiveDevice), group_id: 8 }
  channels.stateChanged(device)
  rounds.flush(member)
  await round()
  await round()
  expect(socket.texts).toEqual([])
  expect(member.seqs.size).toBe(0)
})

test('a defect in finding who may hear of a device ends no round but its own', async () => {
  const { known, channels, round, watch, failed } = opened()
  let isBroken = false
  const broken = {
    ...caller(1),
    get may_see(): 'all' {
      if (isBroken) throw new Error('defect')
      return 'all'
    },
  }
  const [one, other] = [watch(broken, 'A1'), watch(caller(2), 'A2')]
  isBroken = true
  channels.stateChanged(known.get('A1') as LiveDevice)
  await round()
  expect(failed).toMatchObject([{ message: 'defect' }])
  await round()
  expect(framesOf(other.socket)).toMatchObject([{ type: 'snapshot' }])
  expect([one, other].map(({ member }) => member.isGone)).toEqual([false, false])
})

test('the time that sockets are written to is charged to their organisations', async () => {
  const charged = new Map<Owner, number>()
  let clock = 0
  const whole = { charge: (owner: Owner, ms: number) => void charged.set(owner, (charged.get(owner) ?? 0) + ms) }
  const { watch, round } = opened({ whole, clock: () => clock++ })
  const sockets = [watch(caller(1), 'A1'), watch(caller(2), 'A1'), watch(caller(3, 2), 'B1')]
  await round()
  for (const { socket } of sockets) expect(framesOf(socket)).toMatchObject([{ type: 'snapshot' }])
  expect(charged.get(2)).toBeGreaterThan(0)
  expect(charged.get(1)).toBe(2 * (charged.get(2) ?? 0))
})
