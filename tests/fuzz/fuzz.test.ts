import { afterAll, beforeAll, expect, test } from 'vitest'
import { bodyCases } from './body-cases.ts'
import { casesOf } from './cases.ts'
import { kept, sendAll } from './run.ts'
import { startTarget, type Target } from './target.ts'

/** By number and not by time, and always the same: no machine is so slow that another input comes. */
const COUNT = 300
const SEED = 20_261_122

let target: Target

beforeAll(async () => {
  target = await startTarget()
})
afterAll(() => target.stop())

test.each(kept())('$name harms nobody any more', async ({ input }) => {
  await target.send(input)
  await target.check()
})

test.each(bodyCases())('$name, ends its own connection at most', async ({ input }) => {
  await target.send(input)
  await target.check()
})

test('nonsense by MQTT, sockets and HTTP ends the connections that it comes by, and nothing else', async () => {
  expect(await sendAll(target, casesOf(SEED), (sent) => sent < COUNT)).toBe(COUNT)
})
