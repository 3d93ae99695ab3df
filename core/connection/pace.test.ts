import { expect, test } from 'vitest'
import { openPace } from './pace.ts'

/** A page whose time goes on by hand. */
function openTime() {
  let time = 0
  let due: { at: number; run: () => void } | null = null
  return {
    now: () => time,
    later(run: () => void, ms: number) {
      due = { at: time + ms, run }
    },
    async pass(ms: number) {
      const end = time + ms
      for (; due && due.at <= end; ) {
        const { at, run } = due
        due = null
        time = at
        run()
        await Promise.resolve()
      }
      time = end
      await Promise.resolve()
    },
  }
}

test('a page makes 200 calls at once, and four a second after them', async () => {
  const time = openTime()
  const pace = openPace(time)
  let made = 0
  for (let n = 0; n < 300; n++) void pace().then(() => made++)
  await time.pass(0)
  expect(made).toBe(200)
  await time.pass(5000)
  expect(made).toBe(220)
  await time.pass(60_000)
  expect(made).toBe(300)
})

test('a call that is not wanted any more keeps no other waiting, and ends', async () => {
  const time = openTime()
  const pace = openPace(time)
  for (let n = 0; n < 200; n++) void pace()
  const leaving = new AbortController()
  let dropped = 0
  for (let n = 0; n < 1000; n++) void pace(leaving.signal).then(() => dropped++)
  let made = 0
  void pace().then(() => made++)
  await time.pass(0)
  expect([dropped, made]).toEqual([0, 0])
  leaving.abort()
  await time.pass(250)
  expect([dropped, made]).toEqual([1000, 1])
})
