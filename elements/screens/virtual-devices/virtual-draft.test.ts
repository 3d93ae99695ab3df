import { expect, test } from 'vitest'
import type { Point } from '../../../core/contract/device.ts'
import type { VirtualPoint } from '../../../core/contract/virtual-device.ts'
import {
  calculatedRow,
  checkFormulas,
  type Draft,
  draftOf,
  type FormulaRow,
  inputOf,
  shifted,
  takenOver,
  triable,
  virtualPointOf,
  withoutHistory,
} from './virtual-draft.ts'

const point = (key: string, more: Partial<Point> = {}): Point => ({
  key,
  name: '流量',
  name_en: 'Flow',
  data_type: 'number',
  unit: 'm³/h',
  decimals: 1,
  access: 'rw',
  write_min: 0,
  write_max: 9,
  enum_text: null,
  keep_history: true,
  two_step: true,
  ...more,
})
const PUMP1 = { sn_code: 'P1', dev_alias: '一号泵' }
const PUMP2 = { sn_code: 'P2', dev_alias: '二号泵' }
const calculated = (rows: readonly FormulaRow[], formula: string, more: Partial<FormulaRow> = {}): FormulaRow => ({
  ...calculatedRow(rows),
  name: '合计',
  formula,
  ...more,
})
const flows = () => takenOver(takenOver([], PUMP1, [point('flow')]), PUMP2, [point('flow')])
const kept = (key: string, more: Partial<VirtualPoint> = {}): VirtualPoint => ({
  ...virtualPointOf(takenOver([], PUMP1, [point(key)])[0] as FormulaRow),
  ...more,
})

test('points that are taken over have what they had, a formula, and keys and names of their own', () => {
  const rows = takenOver(flows(), PUMP1, [point('a.b', { name: '转速', name_en: null })])
  expect(rows.map(virtualPointOf)).toMatchObject([
    { key: 'flow', name: '流量', name_en: 'Flow', formula: 'P1.flow', unit: 'm³/h', decimals: 1 },
    { key: 'flow_2', name: '二号泵 流量', name_en: '二号泵 Flow', formula: 'P2.flow' },
    { key: 'a.b', name: '转速', name_en: null, formula: 'P1.[a.b]' },
  ])
  expect(virtualPointOf(rows[0] as FormulaRow)).not.toHaveProperty('access')
})

test('a name that would be too long with its device has a number', () => {
  const far = { sn_code: 'P3', dev_alias: '一'.repeat(30) }
  expect(takenOver(flows(), far, [point('x')]).at(-1)?.name).toBe('流量 2')
})

test('only what can be worked out as it stands is tried', () => {
  const rows = flows()
  const all = [
    ...rows,
    calculated(rows, 'flow + flow_2', { name: '' }),
    calculated(rows, 'flow +', { key: 'half' }),
    calculated(rows, 'half * 2', { key: 'of_half' }),
    calculated(rows, '', { key: 'nothing' }),
    calculated(rows, 'P1.flow', { key: 'flow' }),
    calculated(rows, 'round', { key: 'ring' }),
    calculated(rows, 'ring', { key: 'round' }),
    calculated(rows, 'P1.mode', { key: 'mode', data_type: 'enum' }),
  ]
  expect(triable(all).map(({ key }) => key)).toEqual(['flow', 'flow_2', 'calc1', 'mode'])
})

test('each wrong formula has its error at its own field', () => {
  const rows = flows()
  const [half, none, lost] = [
    calculated(rows, ' flow +* 2', { key: 'half' }),
    calculated(rows, '', { key: 'none' }),
    calculated(rows, 'speed', { key: 'lost' }),
  ] as const
  const found = checkFormulas([...rows, half, none, lost], 'missing', 'en')
  expect(found.get(half.id)?.spot).toEqual({ index: 7, length: 1 })
  expect(found.get(none.id)).toEqual({ formula: 'missing', spot: null })
  expect(found.get(lost.id)?.formula).toContain('speed is no point of this virtual device')
  expect(found.size).toBe(3)
})

test('rows move a place, and no further than the ends', () => {
  const rows = flows()
  const [first, second] = rows as [FormulaRow, FormulaRow]
  expect(shifted(rows, second.id, -1)).toEqual([second, first])
  expect(shifted(rows, first.id, -1)).toBe(rows)
})

test('history goes with a point that is removed, or has another key or type', () => {
  const points = [kept('flow'), kept('speed'), kept('power'), kept('silent', { keep_history: false })]
  const [flow, speed] = draftOf({ points } as never).rows as [FormulaRow, FormulaRow]
  const rows = [flow, { ...speed, data_type: 'string' as const }]
  expect(withoutHistory(points, rows).map(({ key }) => key)).toEqual(['speed', 'power'])
})

test('a device without a group is sent without one, and stands in the default one', () => {
  const draft: Draft = { dev_alias: ' East ', group_id: null, template_id: null, rows: [] }
  expect(inputOf(draft)).toEqual({ dev_alias: 'East', template_id: null, points: [] })
  expect(inputOf({ ...draft, group_id: 3 }).group_id).toBe(3)
})
