import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { expect, test } from 'vitest'
import { ApiError } from '../../../core/contract/api-error.ts'
import { NOBODY } from './caller.ts'
import { NoRoomForReply, openHeldAnswers } from './held-answers.ts'

const MB = 1 << 20
const answer = () => {
  const raw = new PassThrough().resume()
  const socket = new PassThrough()
  return { raw, socket, reply: { raw, request: { raw: { socket } } } as unknown as FastifyReply }
}

test('who does not read large answers gets no more of them, until one has gone out', async () => {
  const held = openHeldAnswers()
  const operator = { ...NOBODY, tenant_id: 1, user_id: 2 }
  const unread = answer()
  held.hold(unread.reply, operator, 40 * MB, false)
  expect(() => held.hold(answer().reply, operator, 40 * MB, false)).toThrow(ApiError)
  // Small ones have room of their own, and others theirs.
  held.hold(answer().reply, operator, 1000, false)
  held.hold(answer().reply, { ...operator, tenant_id: 2 }, 40 * MB, false)
  unread.raw.end()
  await once(unread.raw, 'close')
  held.hold(answer().reply, operator, 40 * MB, false)
})

test('an answer keeps as much room as it takes once it is compressed, and gives it back once', async () => {
  const held = openHeldAnswers()
  const operator = { ...NOBODY, tenant_id: 1, user_id: 2 }
  const unread = [answer(), answer()]
  for (const { reply } of unread) held.hold(reply, operator, 40 * MB, false)(20 * MB)
  expect(() => held.hold(answer().reply, operator, 40 * MB, false)).toThrow(ApiError)
  for (const { raw } of unread) raw.end()
  await Promise.all(unread.map(({ raw }) => once(raw, 'close')))
  held.hold(answer().reply, operator, 60 * MB, false)
  expect(() => held.hold(answer().reply, operator, 10 * MB, false)).toThrow(ApiError)
})

test('unknown callers of one network share the room for answers, and another network has its own', () => {
  const held = openHeldAnswers()
  const from = (network: string) => ({ ...NOBODY, from: network })
  held.hold(answer().reply, from('1.2.3.4'), 40 * MB, false)
  expect(() => held.hold(answer().reply, from('1.2.3.4'), 40 * MB, false)).toThrow(ApiError)
  held.hold(answer().reply, from('1.2.3.5'), 40 * MB, false)
})

test('an answer that waits behind another leaves its room when their connection ends', async () => {
  const held = openHeldAnswers()
  const operator = { ...NOBODY, tenant_id: 1, user_id: 2 }
  const { reply, socket } = answer()
  held.hold(reply, operator, 40 * MB, false)
  socket.destroy()
  await once(socket, 'close')
  held.hold(answer().reply, operator, 40 * MB, false)
})

test('a call that changed something gets its short answer, however much is unread, and no long one without room', () => {
  const held = openHeldAnswers()
  const operator = { ...NOBODY, tenant_id: 1, user_id: 2 }
  held.hold(answer().reply, operator, 40 * MB, true)
  expect(() => held.hold(answer().reply, operator, 40 * MB, true)).toThrow(NoRoomForReply)
  for (let i = 0; i < 1000; i++) held.hold(answer().reply, operator, 60_000, true)
})

/** Strangers of many networks that do not read, and what they were refused. */
function crowd(held: ReturnType<typeof openHeldAnswers>, owner?: number): number {
  let refused = 0
  for (let n = 0; n < 16; n++)
    for (let i = 0; i < 16; i++)
      try {
        held.hold(answer().reply, { ...NOBODY, from: `192.0.2.${n}` }, 4 * MB, false, owner)
      } catch {
        refused += 1
      }
  return refused
}

test.each<[string, number | undefined]>([
  ['of one organisation’s link', 3],
  ['who open nothing of anybody', undefined],
])('many slow readers %s leave an organisation with a slow reader the room of its own answers', (_who, owner) => {
  const held = openHeldAnswers()
  const operator = { ...NOBODY, tenant_id: 1, user_id: 2 }
  held.hold(answer().reply, operator, 4 * MB, false)
  expect(crowd(held, owner)).toBeGreaterThan(100)
  for (let i = 0; i < 10; i++) held.hold(answer().reply, operator, MB, false)
})

test('slow readers of one organisation’s links leave those of another one’s their room, and one network leaves others some', () => {
  const held = openHeldAnswers()
  crowd(held, 3)
  const visitor = (network: string) => ({ ...NOBODY, from: network })
  for (let i = 0; i < 4; i++) held.hold(answer().reply, visitor('192.0.2.200'), 4 * MB, false, 4)
  expect(() => held.hold(answer().reply, visitor('192.0.2.200'), 4 * MB, false, 4)).toThrow(ApiError)
  held.hold(answer().reply, visitor('192.0.2.201'), 4 * MB, false, 4)
  // Those whom the organisation has let in by its portals have their own room.
  held.hold(answer().reply, { ...NOBODY, tenant_id: 3, user_id: 1 }, 4 * MB, false)
})

test('slow readers of the links of many organisations keep no user out', () => {
  const held = openHeldAnswers()
  for (let owner = 1; owner <= 8; owner += 1)
    for (let network = 1; network <= 4; network += 1) {
      const visitor = { ...NOBODY, from: `1.2.${owner}.${network}` }
      try {
        held.hold(answer().reply, visitor, 16 * MB, false, owner)
      } catch (error) {
        expect(error).toBeInstanceOf(ApiError)
      }
    }
  const operator = { ...NOBODY, tenant_id: 99, user_id: 2 }
  for (const _ of [1, 2]) held.hold(answer().reply, operator, 20 * MB, false)
})
