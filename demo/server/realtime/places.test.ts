import type { IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import { type Caller, NOBODY } from '../http/caller.ts'
import { openPlaces } from './places.ts'

const request = { socket: { remoteAddress: '192.0.2.1' } } as IncomingMessage

function opened(factor: number) {
  const { enter } = openPlaces(factor)
  return (user_id: number, who: Partial<Caller> = {}) => {
    const place = enter(request, () => {})
    if (!place?.signIn({ ...NOBODY, tenant_id: 1, user_id, ...who })) throw new Error('no place')
    return place
  }
}

test('the devices that all sockets of one user watch are bounded, and so are those of an organisation', () => {
  const signIn = opened(1)
  const watching = (count: number, user_id: number) => {
    const place = signIn(user_id)
    return { place, room: Array.from({ length: count }, place.watch).filter((isIn) => isIn).length }
  }
  expect(watching(15_000, 1).room).toBe(15_000)
  const second = watching(15_000, 1)
  expect(second.room).toBe(5000)
  for (const user_id of [2, 3, 4, 5]) expect(watching(20_000, user_id).room).toBe(20_000)
  expect(watching(1, 6).room).toBe(0)
  // What a socket watched is free when it closes, and when it leaves a device.
  second.place.unwatch()
  expect(watching(2, 6).room).toBe(1)
  second.place.leave()
  second.place.unwatch()
  expect(watching(10_000, 6).room).toBe(4999)
})

test('one user has 200 sockets side by side, and a colleague has as many beside them', () => {
  const signIn = opened(1)
  const [first] = Array.from({ length: 200 }, () => signIn(1))
  expect(() => signIn(1)).toThrow('no place')
  signIn(2)
  first?.leave()
  signIn(1)
})

test.each<[string, (n: number) => Partial<Caller>]>([
  ['visitors', (link_id) => ({ visitor: { kind: 'screen', link_id, version_id: 1, points: new Map() } })],
  ['guests', (n) => ({ user_name: `guest ${n}`, guest: { key_id: 'key', actions: ['read'] } })],
])('%s of an organisation share places of their own, and its users keep theirs', (_name, whoOf) => {
  const signIn = opened(0.1)
  for (let n = 1; n <= 5; n += 1) {
    const { watch } = signIn(0, whoOf(n))
    expect(Array.from({ length: 2000 }, watch).filter((isIn) => isIn)).toHaveLength(2000)
  }
  expect(signIn(0, whoOf(6)).watch()).toBe(false)
  expect(signIn(1).watch()).toBe(true)
  for (let n = 6; n < 1000; n += 1) signIn(0, whoOf(n))
  expect(() => signIn(0, whoOf(1000))).toThrow('no place')
  signIn(2)
})
