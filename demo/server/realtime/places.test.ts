import type { IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import { NOBODY } from '../http/caller.ts'
import { openPlaces } from './places.ts'

const request = { socket: { remoteAddress: '192.0.2.1' } } as IncomingMessage

function opened(factor: number) {
  const { enter } = openPlaces(factor)
  return (user_id: number) => {
    const place = enter(request, () => {})
    if (!place?.signIn({ ...NOBODY, tenant_id: 1, user_id })) throw new Error('no place')
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
