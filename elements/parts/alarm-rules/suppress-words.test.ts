import { expect, test } from 'vitest'
import type { Point } from '../../../core/contract/device.ts'
import { formatFor } from '../../../core/text/format.ts'
import { suppressText } from './suppress-words.ts'

const point = (key: string, name_en: string, more: Partial<Point> = {}) =>
  ({ key, name: `点 ${key}`, name_en, data_type: 'number', unit: null, decimals: 0, enum_text: null, ...more }) as Point
const RUNS = { '0': { zh: '停止', en: 'Stopped' }, '1': { zh: '运行', en: 'Running' } }
const POINTS = [
  point('running', 'Pumps running'),
  point('level', 'Level', { unit: 'm', decimals: 1 }),
  point('burner', 'Burner', { data_type: 'boolean' }),
  point('pump', 'Pump', { data_type: 'boolean', enum_text: RUNS }),
]
const said = (source: string, lang: 'zh' | 'en' = 'en') => suppressText(source, POINTS, formatFor(lang), lang)

test.each([
  ['running == 0', 'Pumps running = 0'],
  ['level<=2.5 and running != 1', 'Level ≤ 2.5 m and Pumps running ≠ 1'],
  ['not burner', 'Burner = Off'],
  ['burner', 'Burner = On'],
  ['not pump or pump == 1', 'Pump = Stopped or Pump = Running'],
  ['pump == false', 'Pump = Stopped'],
  ['[level] > 2 * (running + 1)', 'Level > 2 * (Pumps running + 1)'],
  ['abs(level) > 3', 'abs(Level) > 3'],
  ['gone > 1', 'gone > 1'],
  ['WW0002.level > 1', 'WW0002.level > 1'],
  ['level >', 'level >'],
  ['“', '“'],
])('what suppresses an alarm is written with the names of points and values: %s', (source, words) => {
  expect(said(source)).toBe(words)
})

test('what suppresses an alarm is Chinese for who reads Chinese', () => {
  expect(said('not pump and level > 2', 'zh')).toBe('点 pump = 停止 且 点 level > 2.0 m')
})
