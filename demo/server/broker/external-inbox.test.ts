import { EventEmitter } from 'node:events'
import type { IPublishPacket, MqttClient } from 'mqtt'
import { expect, test, vi } from 'vitest'
import { openExternalInbox } from './external-inbox.ts'

/** A broker's side of a line: what it hands over, and how the line is lost and found again with the session kept. */
function line() {
  const acknowledge = vi.fn()
  const client = Object.assign(new EventEmitter(), { stream: { write: acknowledge } }) as unknown as MqttClient
  const taken: string[] = []
  openExternalInbox({
    client,
    hurry: () => {},
    arrive:
      ({ payload }) =>
      async () =>
        void taken.push(String(payload)),
  })
  const events = client as unknown as EventEmitter
  return {
    taken,
    acknowledge,
    hand: (messageId: number, payload: string, dup = false) =>
      client.handleMessage({ topic: 't', payload, messageId, dup } as IPublishPacket, () => {}),
    reconnect() {
      events.emit('close')
      events.emit('connect', { sessionPresent: true })
    },
  }
}

test('a message repeated after two lost connections is processed once', async () => {
  const { taken, hand, reconnect } = line()
  for (const id of [1, 2, 3]) hand(id, `reading ${id}`)
  await vi.waitFor(() => expect(taken).toHaveLength(3))
  reconnect()
  // Of what comes again the line brings one, and is lost once more.
  hand(1, 'reading 1', true)
  reconnect()
  for (const id of [1, 2, 3]) hand(id, `reading ${id}`, true)
  hand(4, 'reading 4')
  await vi.waitFor(() => expect(taken).toContain('reading 4'))
  expect(taken).toEqual(['reading 1', 'reading 2', 'reading 3', 'reading 4'])
})

test('another message with a reused id is processed', async () => {
  const { taken, acknowledge, hand, reconnect } = line()
  hand(1, 'on')
  await vi.waitFor(() => expect(acknowledge).toHaveBeenCalledTimes(1))
  reconnect()
  hand(1, 'on')
  hand(2, 'off')
  await vi.waitFor(() => expect(taken).toEqual(['on', 'on', 'off']))
})
