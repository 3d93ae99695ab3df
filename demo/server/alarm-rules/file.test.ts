import { utils, write } from '@e965/xlsx'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { KeptRule } from '../../../core/contract/alarm-rules.ts'
import { refusalOf } from '../../../tests/server/people.ts'
import { fileOf } from '../../../tests/server/screens.ts'
import { openTestServer, type TestServer } from '../../../tests/server/server.ts'
import { granted, makeTemplate, POINTS, RULE } from '../../../tests/server/shown-screens.ts'

let server: TestServer
let template_id: number
beforeAll(async () => {
  server = await openTestServer()
  template_id = await makeTemplate(server, { points: POINTS, alarm_rules: RULES })
})
afterAll(async () => {
  expect(server.defects).toEqual([])
  await server.close()
})

const RULES = [
  {
    ...RULE,
    on_delay_s: 10,
    off_delay_s: 30.5,
    alarm_text: '=流量 {{value}}',
    alarm_text_en: 'Flow "{{value}}"',
    cause: '阀门全开，\n流量过大',
    cause_en: 'Valve wide open',
    consequence: '-',
    response: '关阀',
    suppress_when: 'valve == 0 and flow > 1',
    channels: ['sms', 'email'],
    alarm_level: 5,
  },
  { ...RULE, alarm_name: '范围', alarm_name_en: null, condition: 'outside', threshold: -5, threshold_high: 5.5 },
  {
    ...RULE,
    alarm_name: '无数据',
    condition: 'no_data',
    threshold: null,
    dead_band: 0,
    no_data_s: 600,
    is_enabled: false,
  },
  { ...RULE, key: 'valve', alarm_name: '阀关', condition: 'equals', threshold: 0, dead_band: 0 },
]
const read = async (bytes: Buffer | string, lang = 'zh') => {
  const input = { template_id, file: fileOf('x.bin', bytes) }
  return server.call('admin', 'POST', '/yun/alarmRules/batch', input, { 'accept-language': lang })
}
const HEAD = '报警名称,等级,变量标识,条件,限值,上限,死区,抑制条件,通知方式\r\n'

test.each(['xlsx', 'csv'])('rules exported as %s are imported unchanged, in either language', async (format) => {
  const { rules } = await granted(server.call('admin', 'GET', '/yun/alarmRules', { template_id }))
  const plain = rules.map(({ rule_id: _, open_alarms: __, ...rule }: KeptRule) => rule)
  for (const lang of ['zh', 'en']) {
    const reply = await server.app.inject({
      method: 'GET',
      url: '/yun/alarmRules/export',
      query: { template_id: `${template_id}`, format, lang },
      headers: { 'x-token': await server.tokenOf('admin') },
    })
    expect(await granted(read(reply.rawPayload))).toEqual({ rules: plain, wrong: [] })
  }
})

test('each invalid cell is reported with its row and column, and the other rows are imported', async () => {
  const rows = [
    '好,3,flow,高于,90,,2,,',
    '级,9,flow,高于,90,,,,',
    '点,3,none,高于,90,,,,',
    '条,3,flow,大于,90,,,,',
    '界,3,flow,超出范围,9,1,,,',
    '缺,3,flow,高于,,,,,',
    '数,3,flow,高于,多,,,,',
    '抑,3,flow,高于,1,,,valve ==,',
    '通,3,flow,高于,1,,,,鸽子',
    '开,3,valve,高于,1,,,,',
    '好,3,flow,高于,80,,,,',
    '好,4,flow,高于,95,,,,',
  ]
  const { rules, wrong } = await granted(read(HEAD + rows.join('\r\n')))
  expect(rules.map(({ alarm_name }: { alarm_name: string }) => alarm_name)).toEqual(['好', '好'])
  const places = wrong.map(({ row, column }: { row: number; column: string }) => `${row} ${column}`)
  expect(places).toEqual([
    '3 等级',
    '4 变量标识',
    '5 条件',
    '6 上限',
    '7 限值',
    '8 限值',
    '9 抑制条件',
    '10 通知方式',
    '11 条件',
    '12 报警名称',
  ])
  const english = await granted(read(HEAD + rows[2], 'en'))
  expect(english.wrong).toEqual([{ row: 2, column: 'Point key', message: 'is no point here' }])
})

test('missing columns are named, and a file without a table is refused', async () => {
  expect((await granted(read('报警名称,等级\nx,1'))).wrong).toEqual([
    { row: 1, column: '变量标识', message: '缺少此列' },
    { row: 1, column: '条件', message: '缺少此列' },
  ])
  expect((await read(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 1, 2]))).meta.code).toBe('201801')
  expect(refusalOf(await read('{"rules": []}'))).toBe('100006 file')
})

test('a file with too many rules imports none', async () => {
  const rows = Array.from({ length: 10_000 }, (_, i) => `规则 ${i},3,flow,高于,${i},,,,`)
  expect(await granted(read(HEAD + rows.join('\n')))).toEqual({
    rules: [],
    wrong: [{ row: 202, column: '', message: '最多 200 条规则' }],
  })
})

test('a workbook edited by hand is read with numbers as numbers', async () => {
  const book = utils.book_new()
  const rows = [
    ['Alarm name', 'Level', 'Point key', 'Condition', 'Limit', 'Enabled'],
    ['High', 4, 'flow', 'Above', 90.5, 'no'],
  ]
  utils.book_append_sheet(book, utils.aoa_to_sheet(rows), 'x')
  const { rules } = await granted(read(Buffer.from(write(book, { type: 'buffer', bookType: 'xlsx' }))))
  expect(rules).toMatchObject([{ alarm_name: 'High', threshold: 90.5, is_enabled: false, alarm_level: 4 }])
})
