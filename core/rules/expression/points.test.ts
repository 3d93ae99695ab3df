import { describe, expect, test } from 'vitest'
import { completionsAt } from './complete.ts'
import { parseExpression } from './expression.ts'
import { FUNCTIONS } from './function-help.ts'
import { mapPoints, pointNamed, pointsOf, renamePoints, withParameters, writePoint } from './points.ts'

const of = (sn_code: string, key: string) => ({ sn_code, key })

describe('points of a source', () => {
  test('points of a source are written as they are read', () => {
    for (const point of [
      of('', 'flow'),
      of('', 'a.b'),
      of('', 'and'),
      of('WW1', 'flow'),
      of('42', 'a/b'),
      of('', '9a'),
    ])
      expect(pointsOf(writePoint(point))).toEqual([point])
    expect(writePoint(of('', 'a.b'))).toBe('[a.b]')
    expect(writePoint(of('WW1', 'a.b'))).toBe('WW1.[a.b]')
  })

  test('a source that is not an expression has no points', () => {
    expect(pointsOf('1 +')).toEqual([])
  })

  test('renaming a point keeps the rest of the source as it was typed', () => {
    const source = ' round( flow*2 ,1)+ WW1.flow  + [flow] + point("flow") /*'.replace(' /*', '')
    expect(renamePoints(source, of('', 'flow'), of('', 'pump1.flow'))).toBe(
      ' round( [pump1.flow]*2 ,1)+ WW1.flow  + [pump1.flow] + point("pump1.flow")',
    )
    expect(renamePoints('quality(flow) + avg(flow, 60)', of('', 'flow'), of('WW2', 'q'))).toBe(
      'quality(WW2.q) + avg(WW2.q, 60)',
    )
    expect(renamePoints('"flow" + mode', of('', 'flow'), of('', 'x'))).toBe('"flow" + mode')
  })

  test('a source that is not an expression is not renamed', () => {
    expect(renamePoints('flow +', of('', 'flow'), of('', 'x'))).toBe('flow +')
  })

  test('all points can be moved to another device', () => {
    const moved = (source: string) => mapPoints(source, ({ key }) => of('WW8', key))
    expect(moved('log(a, 10)and[b.c]')).toBe('log(WW8.a, 10)and WW8.[b.c]')
    expect(moved('[b]and a')).toBe('WW8.b and WW8.a')
    expect(mapPoints('a + WW1.b', ({ sn_code, key }) => (sn_code === '' ? of('WW9', key) : null))).toBe('WW9.a + WW1.b')
  })

  test('actions and alarms name a point without brackets, or all points of a device', () => {
    expect(pointNamed('flow')).toEqual(of('', 'flow'))
    expect(pointNamed('WW1.flow')).toEqual(of('WW1', 'flow'))
    expect(pointNamed('pump1/flow-2')).toEqual(of('', 'pump1/flow-2'))
    expect(pointNamed('a.b.c')).toEqual(of('', 'a.b.c'))
    expect(pointNamed('WW1.*')).toEqual(of('WW1', '*'))
    expect(pointNamed('*')).toEqual(of('', '*'))
    expect(pointNamed('flow + 1')).toBe(null)
  })
})

describe('parameters of symbols', () => {
  test('a source that its parameters would make too long stays as it is', () => {
    const long = `${'$p + '.repeat(500)}1`
    expect(withParameters(long, { p: 'flow' })).toBe(`${'flow + '.repeat(500)}1`)
    expect(withParameters(long, { p: `flow + ${'1 + '.repeat(1000)}1` })).toBe(long)
  })

  test('parameters of symbols become a value, a part of a key, a device, or an expression', () => {
    const parameters = { limit: 80, pump: 'pump1', device: 'WW1', tag: 'level * 2', title: 'Pump 1', on: true }
    expect(withParameters('$limit + 1', parameters)).toBe('80 + 1')
    expect(withParameters('[$pump.flow] > $limit', parameters)).toBe('[pump1.flow] > 80')
    expect(withParameters('$device.flow + $device.[a/$pump]', parameters)).toBe('WW1.flow + WW1.[a/pump1]')
    expect(withParameters('$tag ^ 2', parameters)).toBe('(level * 2) ^ 2')
    expect(withParameters('$title', parameters)).toBe('"Pump 1"')
    expect(withParameters('$on ? "$limit" : $other', parameters)).toBe('true ? "$limit" : $other')
  })
  test('a parameter named like a property of every object is not set by that', () => {
    expect(withParameters('$constructor', {})).toBe('$constructor')
  })
})

describe('completions', () => {
  const points = [
    { ...of('', 'flow'), name: '流量', name_en: 'Flow' },
    { ...of('', 'pump1.flow'), name: '1# 泵流量', name_en: 'Pump 1 flow' },
    { ...of('', 'level'), name: '水位', name_en: null },
    { ...of('WW1', 'flow'), name: '流量', name_en: 'Flow' },
  ]
  const offered = (source: string, index = source.length) => {
    const { from, to, items } = completionsAt(source, index, points)
    return { from, to, items: items.map(({ insert }) => insert) }
  }

  test('completions list points that begin with the typed text first, then functions', () => {
    expect(offered('1 + fl')).toEqual({ from: 4, to: 6, items: ['flow', 'WW1.flow', '[pump1.flow]', 'floor()'] })
  })
  test('a completion finds a point by its name in Chinese', () => {
    expect(offered('水')).toEqual({ from: 0, to: 1, items: ['level'] })
  })
  test('completions after a device are only its points', () => {
    expect(offered('WW1.f').items).toEqual(['WW1.flow'])
    expect(offered('WW1.[fl')).toEqual({ from: 0, to: 7, items: ['WW1.flow'] })
  })
  test('completions offer a key with a dot while it is typed, with and without its bracket', () => {
    expect(offered('pump1.fl')).toEqual({ from: 0, to: 8, items: ['[pump1.flow]'] })
    expect(offered('2*[pump1.]', 9)).toEqual({ from: 2, to: 10, items: ['[pump1.flow]'] })
  })
  test('a completion in the middle of a name replaces all of it', () => {
    expect(offered('lexyz + 1', 2)).toEqual({ from: 0, to: 5, items: ['level', 'length()', 'left()'] })
  })
  test('completions are not offered inside a text, also where the rest cannot be parsed', () => {
    expect(offered('concat("fl').items).toEqual([])
    expect(offered('# + "fl').items).toEqual([])
    expect(offered('"a" + le').items).toContain('level')
  })
  test('the caret goes between the brackets of a completed function that has parameters', () => {
    const [round] = completionsAt('roun', 4, points).items
    expect(round).toMatchObject({ insert: 'round()', caret: 6, signature: 'round(value, decimals)' })
    expect(completionsAt('no', 2, points).items).toContainEqual(expect.objectContaining({ insert: 'now()', caret: 5 }))
    expect(completionsAt('roun(1)', 4, points).items[0]).toMatchObject({ insert: 'round', caret: 5 })
  })
})

test('every function of the help exists, with a valid example, and is described in both languages', () => {
  for (const { example, zh, en } of FUNCTIONS) {
    expect(parseExpression(example), example).toMatchObject({ ok: true })
    expect(zh).toMatch(/\p{Script=Han}/u)
    expect(en).not.toBe('')
  }
})
