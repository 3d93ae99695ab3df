import { expect, test } from 'vitest'
import type { Carried } from '../messages/index.ts'
import { brandedMail } from './branded-mail.ts'

const sent: Carried[] = []
const carrying = { send: async (message: Carried) => void sent.push(message) }
const branded = brandedMail(
  { email: carrying, sms: carrying },
  { nameOf: async (id) => (id === 1 ? '水务 $& 监控' : '') },
)
const message = { channel: 'email', address: 'a@b.example', subject: 'Sightglass 验证码', body: '123456' } as const

test('an e-mail to people of an organisation is sent in its name, as it is written', async () => {
  await branded.email?.send({ ...message, tenant_id: 1 })
  expect(sent.at(-1)).toMatchObject({ from_name: '水务 $& 监控', subject: '水务 $& 监控 验证码', body: '123456' })
})

test.each([2, null])(
  'an e-mail for the organisation %s, which has no name of its own, is sent as it is',
  async (tenant_id) => {
    await branded.email?.send({ ...message, tenant_id })
    expect(sent.at(-1)).toEqual({ ...message, tenant_id })
  },
)

test('an SMS is sent as it is: its signature is registered with the gateway', async () => {
  await branded.sms?.send({ ...message, channel: 'sms', tenant_id: 1 })
  expect(sent.at(-1)).toEqual({ ...message, channel: 'sms', tenant_id: 1 })
})
