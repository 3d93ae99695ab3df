import { expect, test } from 'vitest'
import { openPresence } from './presence.ts'

function openTestPresence() {
  let now = 0
  const online = new Set<string>()
  const presence = openPresence(
    { arrived: (sn_code) => void online.add(sn_code), left: (sn_code) => void online.delete(sn_code) },
    () => now,
  )
  return {
    ...presence,
    online: () => [...online],
    after: (seconds: number) => {
      now += seconds * 1000
    },
  }
}

test('a device is connected from its live status until its last will', () => {
  const { status, online } = openTestPresence()
  status('E1', 'online', false)
  status('E1', 'online', false)
  expect(online()).toEqual(['E1'])
  status('E1', 'offline', false)
  expect(online()).toEqual([])
})

test('no device counts as connected while the broker is away', () => {
  const { status, lost, online } = openTestPresence()
  status('E1', 'online', false)
  lost()
  expect(online()).toEqual([])
})

test('a retained status does not bring a dead device back', () => {
  const { status, heard, online, after } = openTestPresence()
  status('E1', 'online', true)
  // What waited at the broker comes right after it.
  heard('E1')
  after(3600)
  expect(online()).toEqual([])
})

test('a device with a retained status is connected at its first live message', () => {
  const { status, heard, online, after } = openTestPresence()
  status('E1', 'online', true)
  after(61)
  heard('E1')
  expect(online()).toEqual(['E1'])
})

test('a retained status does not override a live one', () => {
  const { status, online } = openTestPresence()
  status('E1', 'online', false)
  status('E1', 'online', true)
  expect(online()).toEqual(['E1'])
  status('E1', 'offline', true)
  expect(online()).toEqual([])
})
