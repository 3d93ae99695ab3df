import { expect, test } from 'vitest'
import { openRooms } from './rooms.ts'

const KB = 1024

/** A room of 100 KB, and who has entered it after waiting. */
function open() {
  const rooms = openRooms<string>(100 * KB)
  const entered: string[] = []
  const wait = (name: string, bytes: number) => {
    const room = rooms.enter('a', bytes)
    if (room === true) throw new Error('it has room at once')
    void room.entered.then(() => entered.push(name))
    return room
  }
  const settled = () => new Promise((resolve) => setImmediate(resolve))
  return { rooms, entered, wait, settled }
}

test('who has used up his room waits for what he has under way, in his order, and others do not', async () => {
  const { rooms, entered, wait, settled } = open()
  expect(rooms.enter('a', 40 * KB)).toBe(true)
  expect(rooms.enter('a', 30 * KB)).toBe(true)
  wait('first', 40 * KB)
  wait('second', 20 * KB)
  expect(rooms.enter('b', 70 * KB)).toBe(true)
  rooms.leave('a', 30 * KB)
  await settled()
  expect(entered).toEqual([])
  rooms.leave('a', 40 * KB)
  await settled()
  expect(entered).toEqual(['first', 'second'])
})

test('the last quarter of a room is for what is small, which waits for nothing large', async () => {
  const { rooms, entered, wait, settled } = open()
  expect(rooms.enter('a', 75 * KB)).toBe(true)
  wait('large', 16 * KB)
  expect(rooms.enter('a', 15 * KB)).toBe(true)
  expect(rooms.enter('a', 10 * KB)).toBe(true)
  wait('small', 1 * KB)
  rooms.leave('a', 10 * KB)
  await settled()
  expect(entered).toEqual(['small'])
})

test('what is larger than the room enters where nothing else is under way', async () => {
  const { rooms, entered, wait, settled } = open()
  expect(rooms.enter('a', 200 * KB)).toBe(true)
  wait('next', 200 * KB)
  rooms.leave('a', 200 * KB)
  await settled()
  expect(entered).toEqual(['next'])
})

test('what was added beyond the room keeps others waiting until it has left', async () => {
  const { rooms, entered, wait, settled } = open()
  rooms.add('a', 150 * KB)
  wait('nothing', 0)
  rooms.leave('a', 50 * KB)
  await settled()
  expect(entered).toEqual(['nothing'])
})

test('what waits for room is refused when the server closes', async () => {
  const { rooms } = open()
  rooms.add('a', 100 * KB)
  const waiting = rooms.enter('a', 1)
  rooms.close()
  await expect(waiting === true || waiting.entered).rejects.toThrow('The server is closing.')
})

test('who gives up waiting makes way for those behind him', async () => {
  const { rooms, entered, wait, settled } = open()
  expect(rooms.enter('a', 50 * KB)).toBe(true)
  const first = wait('first', 50 * KB)
  const second = wait('second', 40 * KB)
  wait('third', 16 * KB)
  second.giveUp()
  await settled()
  expect(entered).toEqual([])
  first.giveUp()
  await settled()
  expect(entered).toEqual(['third'])
})
