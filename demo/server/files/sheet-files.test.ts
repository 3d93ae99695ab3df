import { expect, test } from 'vitest'
import { sheetFile } from './sheet-files.ts'
import { csv, type Sheet, xlsx } from './spreadsheet.ts'

const sheet = (rows: number): Sheet => ({
  name: '泵',
  heading: ['a', 'b'],
  rows: Array.from({ length: rows }, (_, n) => ['&'.repeat(1000), n]),
})
const LONG = sheet(500)

test.each(['xlsx', 'csv'] as const)('a long %s is written while the server does everything else', async (format) => {
  let turns = 0
  const count = setInterval(() => (turns += 1), 0)
  const { name, mime, content } = await sheetFile({ tenant_id: 1 }, format, async () => ({ name: 'a', sheet: LONG }))
  clearInterval(count)
  expect(turns).toBeGreaterThan(0)
  expect(name).toBe(`a.${format}`)
  expect(mime).toMatch(format === 'csv' ? /^text\/csv/ : /spreadsheetml/)
  expect(content.length).toBe((format === 'csv' ? csv : xlsx)(LONG).length)
})

test('a sheet is counted by what it holds, and not by how small it becomes', async () => {
  const spent: number[] = []
  const caller = { tenant_id: 1, spend: (calls: number) => void spent.push(calls) }
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
  const first = sheetFile({ tenant_id: 1 }, 'csv', async () => {
    await begun
    done.push('first')
    return { name: 'first', sheet: sheet(1) }
  })
  const second = sheetFile({ tenant_id: 1 }, 'csv', async () => {
    done.push('second')
    return { name: 'second', sheet: sheet(1) }
  })
  await sheetFile({ tenant_id: 2 }, 'csv', async () => {
    done.push('other')
    return { name: 'other', sheet: sheet(1) }
  })
  begin()
  await Promise.all([first, second])
  expect(done).toEqual(['other', 'first', 'second'])
})
