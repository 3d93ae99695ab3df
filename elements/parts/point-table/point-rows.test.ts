import { describe, expect, test } from 'vitest'
import { TemplatePoint } from '../../../core/contract/template.ts'
import { translate } from '../../../core/text/define-text.ts'
import { cellsOf, isOfCells, pasted } from './paste.ts'
import { chosen } from './point-choices.ts'
import { areSame, checkRows, emptyRow, merged, moved, type PointRow, pointOf, replaced, rowOf } from './point-rows.ts'
import { text } from './text.ts'

const t = translate(text, 'en')
const point = (key: string, more: Partial<TemplatePoint> = {}): TemplatePoint => ({
  ...TemplatePoint.parse({ key, name: key, data_type: 'number', item_id: null }),
  ...more,
})
const row = (key: string, more: Partial<PointRow> = {}) => ({ ...emptyRow(), key, name: key, ...more })
const wrongOf = (...rows: PointRow[]) => [...checkRows(rows, t).values()]
const keys = (rows: readonly PointRow[]) => rows.map(({ key }) => key)

describe('a row of points', () => {
  test('a row of points says the point that it was made of', () => {
    const points = [
      point('flow', { unit: 'm³/h', decimals: 1, name_en: 'Flow' }),
      point('set', { access: 'rw', write_min: -5, write_max: 5.5, two_step: true }),
      point('mode', { data_type: 'enum', enum_text: { 0: { zh: '停止', en: 'Stopped' }, 1: { zh: '1', en: '1' } } }),
    ]
    expect(points.map((one) => pointOf(rowOf(one)))).toEqual(points)
    expect(
      areSame(
        points.map((one) => rowOf(one)),
        points,
      ),
    ).toBe(true)
    expect(
      areSame(
        points.slice(1).map((one) => rowOf(one)),
        points,
      ),
    ).toBe(false)
  })

  test('a row of points asks for a permission item by its name, which the template has', () => {
    const items = [{ item_id: 7, item_name: '启停' }]
    const guarded = point('run', { access: 'rw', item_id: 7 })
    expect(rowOf(guarded, items).item_id).toBe('启停')
    expect(pointOf(rowOf(guarded, items), items)).toEqual(guarded)
    expect(pointOf({ ...rowOf(guarded, items), access: 'r' }, items).item_id).toBe(null)
    expect([...checkRows([row('run', { access: 'rw', item_id: '删除' })], t, items).values()]).toEqual([
      { item_id: t.itemWrong },
    ])
  })

  test('a row of points keeps its permission item where a file says nothing of it', () => {
    const rows = [row('run', { access: 'rw', item_id: '启停' })]
    const fromFile = [point('run', { access: 'rw' }), point('new')]
    expect(merged(rows, fromFile).map(({ item_id }) => item_id)).toEqual(['启停', ''])
    expect(replaced(rows, fromFile).map(({ item_id }) => item_id)).toEqual(['启停', ''])
    expect(merged(rows, [{ ...point('run'), item_name: '复位' }])[0]?.item_id).toBe('复位')
  })

  test('a row of points leaves out what its kind does not have', () => {
    const typed = row('note', { data_type: 'string', decimals: '2', write_min: 'x', two_step: true, enum_text: '?' })
    expect(pointOf(typed)).toEqual(point('note', { data_type: 'string' }))
    expect(wrongOf(typed)).toEqual([])
  })

  test.each<[string, Partial<PointRow>, object]>([
    ['an empty key', { key: '' }, { key: t.keyWrong }],
    ['a key with a blank', { key: 'a b' }, { key: t.keyWrong }],
    ['a key of every object', { key: 'constructor' }, { key: t.keyWrong }],
    ['no name', { name: ' ' }, { name: t.nameMissing }],
    ['ten decimals', { decimals: '10' }, { decimals: t.decimalsWrong }],
    ['half a decimal', { decimals: '0.5' }, { decimals: t.decimalsWrong }],
    ['a limit that is no number', { access: 'rw', write_min: 'low' }, { write_min: t.numberWrong }],
    ['a range upside down', { access: 'rw', write_min: '5', write_max: '5' }, { write_max: t.rangeWrong }],
    ['an enum without texts', { data_type: 'enum' }, { enum_text: t.enumMissing }],
    ['texts without numbers', { data_type: 'enum', enum_text: 'on, off' }, { enum_text: t.enumWrong }],
  ])('a row of points is wrong with %s', (_, more, wrong) => {
    expect(wrongOf(row('flow', more))).toEqual([wrong])
  })

  test('a row of points is right with full-width digits and thousands', () => {
    const typed = row('set', { access: 'rw', write_min: '－１', write_max: '1,000' })
    expect(wrongOf(typed)).toEqual([])
    expect(pointOf(typed)).toMatchObject({ write_min: -1, write_max: 1000 })
  })

  test('a row of points is wrong with the key of another', () => {
    expect(wrongOf(row('flow'), row(' flow '))).toEqual([{ key: t.keyTwice }])
  })
})

describe('rows of points', () => {
  test('rows of points take points of the same key over, and the others in', () => {
    const rows = [row('a'), row('b', { unit: 'm' })]
    const next = merged(rows, [point('b', { unit: 'km' }), point('c')])
    expect(next.map(({ key, unit }) => [key, unit])).toEqual([
      ['a', ''],
      ['b', 'km'],
      ['c', ''],
    ])
    expect(next[1]?.id).toBe(rows[1]?.id)
  })

  test('rows of points move together, as far as they can', () => {
    const rows = ['a', 'b', 'c', 'd'].map((key) => row(key))
    const ids = new Set([rows[1]?.id ?? 0, rows[2]?.id ?? 0])
    expect(keys(moved(rows, ids, -1))).toEqual(['b', 'c', 'a', 'd'])
    expect(keys(moved(moved(rows, ids, -1), ids, -1))).toEqual(['b', 'c', 'a', 'd'])
    expect(keys(moved(rows, ids, 1))).toEqual(['a', 'd', 'b', 'c'])
  })
})

describe('a paste from a spreadsheet', () => {
  test('a paste from a spreadsheet has cells with lines and quotes of their own', () => {
    expect(cellsOf('a\t"b ""c""\nd"\r\ne\t\r\n')).toEqual([
      ['a', 'b "c"\nd'],
      ['e', ''],
    ])
    expect(isOfCells('flow')).toBe(false)
    expect(isOfCells('flow\t流量')).toBe(true)
  })

  test('a paste from a spreadsheet goes right and down from where it is put, and makes rows', () => {
    const rows = pasted([row('a'), row('b')], { row: 1, column: 'key' }, 'x\t甲\nnew\t乙\tB', 1000)
    expect(rows.map(({ key, name, name_en }) => [key, name, name_en])).toEqual([
      ['a', 'a', ''],
      ['x', '甲', ''],
      ['new', '乙', 'B'],
    ])
  })

  test('a paste from a spreadsheet goes by its headings where it has them, in either language', () => {
    const clipboard = '数据类型\t标识\tName\tKeep history\t?\n布尔\trun\t运行\t否\tx\nEnum\tmode\t模式\tyes\tx'
    const rows = pasted([], { row: 0, column: 'unit' }, clipboard, 1000)
    expect(rows.map(({ key, name, data_type, keep_history }) => [key, name, data_type, keep_history])).toEqual([
      ['run', '运行', 'boolean', false],
      ['mode', '模式', 'enum', true],
    ])
  })

  test.each(['Type', 'DataType', '类型'])('a paste from a spreadsheet takes the heading “%s” for types', (heading) => {
    const rows = pasted([], { row: 0, column: 'key' }, `Tag\tName\tUnits\t${heading}\nrun\tRunning\t\tBoolean`, 1000)
    expect(rows[0]).toMatchObject({ key: 'run', name: 'Running', data_type: 'boolean' })
  })

  test.each(['On or off', '开关', '开关量', 'bool', '布尔', 'BOOLEAN', ' on  or off '])(
    'a paste from a spreadsheet takes “%s” for on or off, as a device’s own dialog and other programs call it',
    (word) => {
      const rows = pasted([], { row: 0, column: 'key' }, `run\tRunning\t\t${word}`, 1000)
      expect(rows[0]?.data_type).toBe('boolean')
      expect(wrongOf(...rows)).toEqual([])
    },
  )

  test('a paste from a spreadsheet keeps a word that is no choice, says so at its cell, and chooses nothing', () => {
    const heading = 'Key\tName\tData type\tAccess\tKeep history\tTwo-step write'
    const rows = pasted([], { row: 0, column: 'key' }, `${heading}\nrun\tRunning\tblob\tboth\tperhaps\tmaybe`, 1000)
    expect(rows[0]?.unread).toEqual({ data_type: 'blob', access: 'both', keep_history: 'perhaps', two_step: 'maybe' })
    expect(wrongOf(...rows)).toEqual([
      {
        data_type: t.typeWrong({ word: 'blob' }),
        access: t.accessWrong({ word: 'both' }),
        keep_history: t.yesNoWrong({ word: 'perhaps' }),
      },
    ])
  })

  test('a word that is no choice makes its row unsaved until something is chosen or pasted in its place', () => {
    const kept = [point('run', { data_type: 'enum', enum_text: { 0: { zh: '停', en: 'Off' } } })]
    const before = kept.map((one) => rowOf(one))
    const rows = pasted(before, { row: 0, column: 'data_type' }, 'blob\tm', 1000)
    expect([rows[0]?.data_type, rows[0]?.unread]).toEqual(['enum', { data_type: 'blob' }])
    expect(areSame(pasted(before, { row: 0, column: 'data_type' }, 'blob\t', 1000), kept)).toBe(false)
    const [row] = rows as [PointRow]
    const after = [{ ...row, ...chosen(row, 'data_type', 'enum'), unit: '' }]
    expect(wrongOf(...after)).toEqual([])
    expect(areSame(after, kept)).toBe(true)
    expect(pasted(rows, { row: 0, column: 'data_type' }, 'Number\tm', 1000)[0]?.unread).toBe(undefined)
  })

  test('a paste from a spreadsheet ends where a template has as many points as it may', () => {
    expect(keys(pasted([row('a')], { row: 1, column: 'key' }, 'b\nc\nd', 3))).toEqual(['a', 'b', 'c'])
  })
})
