import { atom } from 'nanostores'
import { expect, test } from 'vitest'
import type { RealtimeStatus } from '../realtime/realtime.ts'
import { createLine } from './line.ts'

function line() {
  const $status = atom<RealtimeStatus>('idle')
  const $isExpired = atom(false)
  const $problem = atom<string | null>(null)
  let heardAt: number | null = null
  const $line = createLine({ $status, $isExpired, $problem, heardAt: () => heardAt })
  const seen: (string | null)[] = []
  $line.listen((broken) => seen.push(broken?.state ?? null))
  return {
    $status,
    $isExpired,
    $problem,
    $line,
    seen,
    hear(at: number) {
      heardAt = at
    },
  }
}
const settle = () => Promise.resolve()

test.each([
  ['is well while values come', 'live', false, null, null],
  ['is well where a call fails and values come', 'live', false, 'server-away', null],
  ['is well before the first attempt has ended', 'connecting', false, null, null],
  ['is away', 'offline', false, null, 'offline'],
  ['is away for a reason of the page', 'offline', false, 'blocked-by-policy', 'offline'],
  ['is over with the session, though the socket stands', 'live', true, null, 'expired'],
  ['is over with the session', 'expired', true, null, 'expired'],
  ['is over with the token', 'expired', true, 'token-key', 'expired'],
  ['is over while no token comes', 'offline', false, 'token-timeout', 'expired'],
  ['is closed to the page', 'expired', true, 'origin-not-allowed', 'forbidden'],
  ['is closed to a page that nothing watches', 'idle', false, 'origin-not-allowed', 'forbidden'],
] as const)('the line %s', async (_what, status, isExpired, problem, state) => {
  const { $status, $isExpired, $problem, $line } = line()
  $status.set(status)
  $isExpired.set(isExpired)
  $problem.set(problem)
  await settle()
  expect($line.get()?.state ?? null).toBe(state)
})

test('a lost line states the time of the last message until the next one, whatever is tried meanwhile', async () => {
  const { $status, $isExpired, $problem, $line, seen, hear } = line()
  $status.set('live')
  hear(1000)
  await settle()
  $status.set('offline')
  await settle()
  expect($line.get()).toEqual({ state: 'offline', as_of: 1000 })
  hear(5000)
  $isExpired.set(true)
  $problem.set('token-expired')
  await settle()
  expect($line.get()).toEqual({ state: 'expired', as_of: 1000 })
  for (const status of ['idle', 'connecting', 'expired'] as const) $status.set(status)
  await settle()
  expect(seen).toEqual(['offline', 'expired'])
  $problem.set(null)
  $isExpired.set(false)
  $status.set('live')
  await settle()
  expect($line.get()).toBeNull()
})
