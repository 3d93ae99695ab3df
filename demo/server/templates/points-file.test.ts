import { utils, write } from '@e965/xlsx'
import { strToU8, zipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Point } from '../../../core/contract/device.ts'
import { fileOf, templateOf, uniqueName } from '../../../tests/server/screens.ts'
import { openTestServer, type TestServer } from '../../../tests/server/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer()
})
afterAll(() => server.close())

const POINTS = [
  { key: 'flow', name: '流量', name_en: 'Flow', data_type: 'number', unit: 'm³/h', decimals: 1 },
  {
    key: 'set',
    name: '=HYPERLINK("x")',
    data_type: 'number',
    access: 'rw',
    write_min: -5,
    write_max: 5.5,
    two_step: true,
  },
  {
    key: 'mode',
    name: '模式',
    data_type: 'enum',
    keep_history: false,
    enum_text: { 0: { zh: '停止', en: 'Stopped' }, 1: { zh: '自动', en: '自动' } },
  },
  { key: 'run', name: '运行, "状态"', data_type: 'boolean' },
  { key: 'note', name: '备注', data_type: 'string' },
].map((point) => Point.parse(point))
const read = async (bytes: Buffer | string, lang = 'zh', name = 'x.bin') => {
  const input = { file: fileOf(name, bytes) }
  const { meta, data } = await server.call('admin', 'POST', '/yun/module/points/batch', input, {
    'accept-language': lang,
  })
  return meta.success === 1 ? data : `${meta.code} ${data.fields[0].field} ${data.fields[0].message}`
}
async function exported(template_id: number, query: object = {}, user = 'admin') {
  const reply = await server.app.inject({
    method: 'GET',
    url: '/yun/module/points',
    query: { template_id: `${template_id}`, ...query },
    headers: { 'x-token': await server.tokenOf(user) },
  })
  return reply
}
const book = (rows: unknown[][], bookType: 'xlsx' | 'biff8' = 'xlsx') => {
  const sheets = utils.book_new()
  utils.book_append_sheet(sheets, utils.aoa_to_sheet(rows), '点表')
  return Buffer.from(write(sheets, { type: 'buffer', bookType }))
}

describe('the points of a template', () => {
  test.each(['xlsx', 'csv'])(
    'the points of a template go out as %s and come back as they were, in either language',
    async (format) => {
      const input = { module_name: uniqueName('点表'), points: POINTS }
      const { template_id } = (await server.call('admin', 'POST', '/yun/module', input)).data
      for (const lang of ['zh', 'en']) {
        const reply = await exported(template_id, { format, lang })
        expect(reply.headers['content-disposition']).toContain(encodeURIComponent(`${input.module_name}.${format}`))
        expect(await read(reply.rawPayload)).toEqual({ points: POINTS, wrong: [] })
      }
    },
  )

  test('the points of a template run nothing in a spreadsheet', async () => {
    const input = { module_name: uniqueName('点表'), points: POINTS }
    const { template_id } = (await server.call('admin', 'POST', '/yun/module', input)).data
    const { rawPayload } = await exported(template_id, { format: 'csv' })
    expect(rawPayload.toString('hex', 0, 3)).toBe('efbbbf')
    expect(rawPayload.toString()).toContain(`"'=HYPERLINK`)
  })

  test('the points of a template belong to the tenant', async () => {
    expect((await exported(templateOf(server), {}, 'rival')).json().meta.code).toBe('115005')
  })
})

describe('a file of points', () => {
  const HEAD = '标识,名称,数据类型,读写,写入下限,写入上限\r\n'

  test('a file of points is read by what it is: xlsx, xls, CSV with other separators', async () => {
    const rows = [
      ['key', 'Name', 'Data type', 'Decimals', 'Keep history'],
      ['a', '甲', 'Number', 2, false],
      ['b', '乙', '布尔', '', 'yes'],
    ]
    const expected = [
      Point.parse({ key: 'a', name: '甲', data_type: 'number', decimals: 2, keep_history: false }),
      Point.parse({ key: 'b', name: '乙', data_type: 'boolean' }),
    ]
    const texts = [',', ';', '\t'].map((sign) => Buffer.from(rows.map((row) => row.join(sign)).join('\n')))
    for (const bytes of [book(rows), book(rows, 'biff8'), ...texts])
      expect(await read(bytes)).toEqual({ points: expected, wrong: [] })
  })

  test('a file of points says that a point is read and written in the words of the table, and in others', async () => {
    const said = ['Read and write', 'Read, write', '读写', '可读写', 'R/W']
    const rows = said.map((word, i) => [`k${i}`, '甲', 'Number', word])
    const { points, wrong } = await read(book([['Key', 'Name', 'Data type', 'Access'], ...rows]))
    expect(wrong).toEqual([])
    expect(points.map(({ access }: { access: string }) => access)).toEqual(said.map(() => 'rw'))
  })

  test('a file of points is read in UTF-8, UTF-16 and GB18030', async () => {
    const text = `${HEAD}t,温度,数值\r\n`
    // 标识,名称,数据类型,读写,写入下限,写入上限 / t,温度,数值
    const gb = Buffer.from(
      'b1eacab62cc3fbb3c62ccafdbeddc0e0d0cd2cb6c1d0b42cd0b4c8ebcfc2cfde2cd0b4c8ebc9cfcfde0d0a742ccec2b6c82ccafdd6b50d0a',
      'hex',
    )
    const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')])
    for (const bytes of [gb, utf16, Buffer.from(text), Buffer.from(`\ufeff${text}`)])
      expect((await read(bytes)).points).toMatchObject([{ key: 't', name: '温度', data_type: 'number' }])
  })

  test("a file of points has its errors listed by row, in the reader's language, and its other rows read", async () => {
    const bytes = `${HEAD}good,好,数值\r\nbad key!,坏,数值\r\nx,,数值\r\n\r\ny,类型,浮点\r\ngood,重复,数值\r\nz,上下限,数值,读写,9,1\r\nw,数字,数值,读写,多,\r\n`
    const { points, wrong } = await read(bytes)
    expect(points.map(({ key }: { key: string }) => key)).toEqual(['good'])
    expect(
      wrong.map(
        ({ row, column, message }: { row: number; column: string; message: string }) => `${row} ${column} ${message}`,
      ),
    ).toEqual([
      '3 标识 格式不正确',
      '4 名称 不能为空',
      '6 数据类型 应为数值、布尔、文本、枚举',
      '7 标识 标识重复',
      '8 写入上限 应大于写入下限',
      '9 写入下限 应为数字',
    ])
    const english = await read(bytes, 'en')
    expect(english.wrong[2]).toEqual({
      row: 6,
      column: 'Data type',
      message: 'must be one of Number, Boolean, Text, Enum',
    })
  })

  test('a file of points needs its columns', async () => {
    expect((await read('名称,单位\na,b')).wrong).toEqual([
      { row: 1, column: '标识', message: '缺少此列' },
      { row: 1, column: '数据类型', message: '缺少此列' },
    ])
    expect((await read('x')).points).toEqual([])
  })

  test('a file of too many points is cut', async () => {
    const rows = Array.from({ length: 1500 }, (_, i) => `k${i},n,number`)
    const { points, wrong } = await read(`key,name,data_type\n${rows.join('\n')}`)
    expect(points).toHaveLength(1000)
    expect(wrong).toEqual([{ row: 1002, column: '', message: '最多 1000 个数据项' }])
  })

  test('a file that is no table, or that would fill the memory, is refused', async () => {
    const bomb = Buffer.from(
      zipSync({ '[Content_Types].xml': strToU8('x'), 'xl/a.xml': new Uint8Array(130 << 20) }, { level: 1 }),
    )
    expect(bomb.length).toBeLessThan(1 << 20)
    for (const bytes of [bomb, Buffer.from('PK\x03\x04xxxx'), Buffer.from('d0cf11e0a1b11ae1ffff', 'hex')])
      expect(await read(bytes)).toBe('201801 file 无法读取表格')
    expect(await read(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 1, 2]))).toMatch(/^201801 file 不是表格文件/)
  })

  test('a file of points has cells of a bounded length, and a longer one is reported with its place', async () => {
    const long = `1=a${' '.repeat(300_000)}|`
    const { points, wrong } = await read(`key,name,data_type,enum_text\na,甲,number,\nk,n,enum,"${long}"`, 'en')
    expect(points).toHaveLength(1)
    expect(wrong).toEqual([{ row: 3, column: 'Enum texts', message: 'may have at most 4096 characters' }])
    const english = await read(
      book([
        ['key', 'name', 'data_type', 'enum_text'],
        ['k', 'n', 'enum', '1=b'.padEnd(5000)],
      ]),
      'en',
    )
    expect(english.wrong).toMatchObject([{ row: 2, column: 'Enum texts' }])
  })

  test('a file of points with too much text in all is refused', async () => {
    const rows = Array.from({ length: 1999 }, () => `${'x'.repeat(4000)},${'y'.repeat(1000)}`)
    expect(await read(`key,name\n${rows.join('\n')}`, 'en')).toMatch(/^201801 file holds too much text/)
  })

  test('a file of points with too many rows is read no further', async () => {
    const cells = Array.from(
      { length: 300_000 },
      (_, i) => `<row r="${i + 1}"><c r="A${i + 1}" t="inlineStr"><is><t>x</t></is></c></row>`,
    )
    const parts = {
      '[Content_Types].xml':
        '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>',
      'xl/workbook.xml':
        '<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="a" sheetId="1" r:id="rId1"/></sheets></workbook>',
      'xl/_rels/workbook.xml.rels':
        '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
      'xl/worksheets/sheet1.xml': `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${cells.join('')}</sheetData></worksheet>`,
    }
    const zip = zipSync(Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)])))
    expect((await read(Buffer.from(zip))).points).toEqual([])
  })
})

test('none of these calls was a defect of the server', () => {
  expect(server.defects).toEqual([])
})
