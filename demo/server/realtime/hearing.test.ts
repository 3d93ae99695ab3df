import { expect, test } from 'vitest'
import { createHearing } from './hearing.ts'
import type { Member } from './member.ts'

/** Sockets of holders who have no time at once; `goOn` gives all that wait their turns. */
function openHearing() {
  const heard: string[] = []
  const defects: unknown[] = []
  let turns: (() => void)[] = []
  const hearing = createHearing({
    time: {
      atOnce: () => false,
      slice: (_owner, work) =>
        new Promise((resolve, reject) => {
          turns.push(() => {
            try {
              resolve(work(() => false))
            } catch (error) {
              reject(error)
            }
          })
        }),
    },
    hear: (_member, text) => {
      if (text === 'defect') throw new Error('defect')
      heard.push(text.slice(0, 9))
      return undefined
    },
    flush: () => {},
    mark: (member) => void heard.push(`answers ${member.id}`),
    fail: (_member, error) => void defects.push(error),
  })
  const goOn = async () => {
    while (turns.length > 0) {
      const now = turns
      turns = []
      for (const go of now) go()
      await new Promise((resolve) => setImmediate(resolve))
    }
  }
  return { ...hearing, heard, defects, goOn, waiting: () => turns.length }
}

function openMember(id: string, name: string) {
  const state = { isPaused: false }
  const socket = {
    pause: () => {
      state.isPaused = true
    },
    resume: () => {
      state.isPaused = false
    },
  }
  const holder = { principal: `user ${id}`, name }
  return Object.assign(state, {
    id,
    socket,
    holder,
    waiting: 0,
    heard: Promise.resolve(),
    isGone: false,
  }) as unknown as Member & typeof state
}

const settled = () => new Promise((resolve) => setImmediate(resolve))

test('frames of a socket are heard one after the other, and nothing is read from it while they wait', async () => {
  const { take, heard, goOn, waiting } = openHearing()
  const member = openMember('a', '1')
  for (const text of ['one', 'two', 'three']) take(member, text)
  await settled()
  expect([waiting(), member.waiting, member.isPaused]).toEqual([1, 3, true])
  await goOn()
  expect(heard).toEqual(['one', 'two', 'three', 'answers a'])
  expect([member.waiting, member.isPaused]).toEqual([0, false])
})

test('what waits behind a frame takes no turn once its socket is closed, and the socket is not read again', async () => {
  const { take, heard, goOn } = openHearing()
  const member = openMember('a', '1')
  for (const text of ['one', 'two']) take(member, text)
  await settled()
  member.isGone = true
  await goOn()
  expect(heard).toEqual(['one'])
  expect([member.waiting, member.isPaused]).toEqual([0, true])
})

test('a defect in hearing a frame is reported, and the next frame is heard', async () => {
  const { take, heard, defects, goOn } = openHearing()
  const member = openMember('a', '1')
  for (const text of ['defect', 'next']) take(member, text)
  await settled()
  await goOn()
  expect(defects).toEqual([new Error('defect')])
  expect(heard).toEqual(['next', 'answers a'])
})

test('frames of one organisation wait up to 8 MB, and those of others wait beside them', async () => {
  const { take, goOn } = openHearing()
  const large = 'x'.repeat(65_536)
  const members = Array.from({ length: 128 }, (_, n) => openMember(`${n}`, '1'))
  const taken = members.map((member) => take(member, large))
  expect(taken.filter(Boolean)).toHaveLength(127)
  expect(take(openMember('other', '2'), large)).toBe(true)
  await settled()
  await goOn()
  expect(take(openMember('later', '1'), large)).toBe(true)
  await settled()
  await goOn()
})
