import { expect, test } from 'vitest'
import { openGate } from '../../../tests/server/gate.ts'
import { occupyThreads } from '../../../tests/server/occupied-threads.ts'
import { type Caller, NOBODY } from '../http/caller.ts'
import { rowsOfFile, sheetFile } from './sheet-files.ts'
import { csv, type Sheet, xlsx } from './spreadsheet.ts'

const sheet = (rows: number): Sheet => ({
  name: '泵',
  heading: ['a', 'b'],
  rows: Array.from({ length: rows }, (_, n) => ['&'.repeat(1000), n]),
})
const LONG = sheet(500)
const ofUser = (tenant_id: number): Caller => ({ ...NOBODY, tenant_id, user_id: tenant_id })

test.each(['xlsx', 'csv'] as const)('a long %s is written while the server does everything else', async (format) => {
  let turns = 0
  let counting: NodeJS.Immediate
  const count = () => {
    turns += 1
    counting = setImmediate(count)
  }
  counting = setImmediate(count)
  const { name, mime, content } = await sheetFile(ofUser(1), format, async () => ({ name: 'a', sheet: LONG }))
  clearImmediate(counting)
  expect(turns).toBeGreaterThan(0)
  expect(name).toBe(`a.${format}`)
  expect(mime).toMatch(format === 'csv' ? /^text\/csv/ : /spreadsheetml/)
  expect(content.length).toBe((format === 'csv' ? csv : xlsx)(LONG).length)
})

test('a sheet is counted by what it holds, and not by how small it becomes', async () => {
  const spent: number[] = []
  const caller = { ...ofUser(1), spend: (calls: number) => void spent.push(calls) }
  const { content } = await sheetFile(caller, 'xlsx', async () => ({ name: 'a', sheet: LONG }))
  expect(content.length).toBeLessThan(65_536)
  expect(spent).toEqual([Math.floor((500 * 1000 + 1000 * 16) / 65_536)])
})

test('one sheet of an organisation is read and written at a time, and another organisation does not wait for it', async () => {
  const done: string[] = []
  let begin = () => {}
  const begun = new Promise<void>((resolve) => {
    begin = resolve
  })
  const first = sheetFile(ofUser(1), 'csv', async () => {
    await begun
    done.push('first')
    return { name: 'first', sheet: sheet(1) }
  })
  const second = sheetFile(ofUser(1), 'csv', async () => {
    done.push('second')
    return { name: 'second', sheet: sheet(1) }
  })
  await sheetFile(ofUser(2), 'csv', async () => {
    done.push('other')
    return { name: 'other', sheet: sheet(1) }
  })
  begin()
  await Promise.all([first, second])
  expect(done).toEqual(['other', 'first', 'second'])
})

test('sheets of a guest keep no sheet of a user of the organisation out', async () => {
  const ended = openGate()
  const guest = { ...ofUser(1), user_id: 0, guest: { key_id: 'key', actions: [] } }
  const small = { name: 'small', sheet: sheet(1) }
  const refused: unknown[] = []
  const ofGuest = Array.from({ length: 50 }, () =>
    sheetFile(guest, 'csv', async () => {
      await ended.promise
      return small
    }).catch((error) => refused.push(error)),
  )
  expect((await sheetFile(ofUser(1), 'csv', async () => small)).name).toBe('small.csv')
  ended.resolve()
  await Promise.all(ofGuest)
  expect(refused.length).toBeGreaterThan(0)
})

const fileOf = (content: Buffer) => ({ name: 'a.xlsx', content: content.toString('base64') })
const book = (rows: number) => Buffer.from(xlsx({ name: 'a', heading: ['a'], rows: Array(rows).fill(['b']) }))

test('a small workbook is read while large ones of others take all threads, and one that unpacks to much waits', async () => {
  const end = occupyThreads('file')
  const done: string[] = []
  const large = rowsOfFile(fileOf(book(9000)), 2).then((rows) => {
    done.push('large')
    return rows
  })
  expect(await rowsOfFile(fileOf(book(100)), 3)).toHaveLength(101)
  expect(done).toEqual([])
  await end()
  expect(await large).toHaveLength(2000)
})

test('a workbook that unpacks to more than it says is refused', async () => {
  const liar = book(9000)
  for (let at = liar.indexOf('PK\x01\x02'); at >= 0; at = liar.indexOf('PK\x01\x02', at + 1))
    liar.writeUInt32LE(100, at + 24)
  await expect(rowsOfFile(fileOf(liar), 3)).rejects.toMatchObject({ code: '201801' })
})

test('a small sheet is written while large ones of others take the thread', async () => {
  const end = occupyThreads('written')
  expect((await sheetFile(ofUser(2), 'xlsx', async () => ({ name: 'a', sheet: LONG }))).name).toBe('a.xlsx')
  await end()
})
