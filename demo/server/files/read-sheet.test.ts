import { crc32, deflateRawSync } from 'node:zlib'
import { unzipSync, zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { readSheet } from './read-sheet.ts'
import { xlsx } from './spreadsheet.ts'

const most = { rows: 100, columns: 10, cell: 100, signs: 10_000 }
const book = () => Buffer.from(xlsx({ name: '表', heading: ['key'], rows: [['flow']] }))
const read = (bytes: Buffer) => readSheet({ bytes: new Uint8Array(bytes), most })

/** A workbook whose directory calls its files not packed, while the head before each of them calls it packed. */
function contradicting(): Buffer {
  const local: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const [path, content] of Object.entries(unzipSync(book()))) {
    const name = Buffer.from(path)
    const packed = deflateRawSync(content)
    const head = Buffer.alloc(30)
    head.writeUInt32LE(0x04034b50, 0)
    // Sizes follow the file.
    head.writeUInt16LE(8, 6)
    head.writeUInt16LE(8, 8)
    head.writeUInt16LE(name.length, 26)
    const sizes = Buffer.alloc(16)
    sizes.writeUInt32LE(0x08074b50, 0)
    sizes.writeUInt32LE(packed.length, 8)
    sizes.writeUInt32LE(packed.length, 12)
    const entry = Buffer.alloc(46)
    entry.writeUInt32LE(0x02014b50, 0)
    entry.writeUInt32LE(crc32(packed), 16)
    entry.writeUInt32LE(packed.length, 20)
    entry.writeUInt32LE(packed.length, 24)
    entry.writeUInt16LE(name.length, 28)
    entry.writeUInt32LE(at, 42)
    local.push(head, name, packed, sizes)
    directory.push(entry, name)
    at += head.length + name.length + packed.length + sizes.length
  }
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(directory.length / 2, 8)
  end.writeUInt16LE(directory.length / 2, 10)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...local, ...directory, end])
}

test('a workbook is read', async () => {
  expect(await read(book())).toEqual({ rows: [['key'], ['flow']] })
})

test('a workbook is read by its directory alone: what only the heads of its files call packed is not unpacked', async () => {
  expect(await read(contradicting())).toEqual({ wrong: 'unreadable' })
})

test('a workbook within a workbook is not unpacked', async () => {
  expect(await read(Buffer.from(zipSync({ 'Index.zip': book() })))).toEqual({ wrong: 'unreadable' })
})
