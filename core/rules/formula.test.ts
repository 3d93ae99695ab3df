import { describe, expect, test } from 'vitest'
import { FUNCTIONS } from './expression/function-help.ts'
import { EXPRESSION_LIMITS } from './expression/syntax.ts'
import { type Calculated, isForFormulas, isOwn, orderOf, problemsOfFormulas, readFormula } from './formula.ts'

/** Points by their formulas, in this order. */
const points = (formulas: Record<string, string>): Calculated[] =>
  Object.entries(formulas).map(([key, formula]) => ({ key, formula }))
const problems = (formulas: Record<string, string>) => problemsOfFormulas(points(formulas))
/** The words in both languages about the first of them that is wrong. */
const words = (formulas: Record<string, string>) => {
  const { zh, en } = problems(formulas)[0]?.words ?? { zh: '', en: '' }
  return [zh, en]
}

describe('a formula', () => {
  test.each([
    'WW0001.flow',
    'ww0001.[pump1.flow] * 2',
    'point("WW0001", "pump1.flow")',
    'if(WW1.run, WW1.flow + own, 0)',
    'quality(WW1.flow) == "good"',
    'round(avg(WW1.flow, own, 3), 1)',
    'concat(format(own, 1), " m³/h")',
  ])('the formula %s can be calculated', (formula) => {
    expect(problems({ own: 'WW1.own', x: formula })).toEqual([])
    expect(readFormula(formula)).not.toBeNull()
  })

  test.each([
    ['', 'unfinished'],
    ['WW1.flow +', 'a calculation without its end'],
    ['WW1.flow * $factor', 'a parameter'],
    ['now()', 'the time'],
    ['WW1.flow * hour()', 'a part of today'],
    ['year(WW1.start)', 'a part of a date, which is another one in another time zone'],
    ['age(WW1.flow)', 'an age'],
    ['avg(WW1.flow, 60)', 'the past'],
    ['delta(WW1.total, 3600)', 'a difference over time'],
    ['alarm(WW1.flow) > 3', 'an alarm'],
  ])('the source %s is no formula', (formula) => {
    expect(readFormula(formula)).toBeNull()
    expect(problems({ x: formula })).toMatchObject([{ at: 0 }])
  })

  test('a formula is refused at the position of its syntax error', () => {
    expect(problems({ good: 'WW1.flow', x: 'WW1.flow + * 2' })).toEqual([
      {
        at: 1,
        index: 11,
        length: 1,
        words: {
          zh: '此处需要数值、变量或函数，而不是 *',
          en: 'Expected a value, a point or a function here, found *',
        },
      },
    ])
    const long = `WW1.flow + ${'1'.repeat(EXPRESSION_LIMITS.characters)}`
    expect(problems({ x: long })).toMatchObject([{ index: EXPRESSION_LIMITS.characters }])
  })

  test.each([
    ['flow * $factor', '公式中不能使用参数 $factor', '$factor is a parameter: formulas have none'],
    [
      'avg(WW1.flow, 60)',
      '公式中不能使用时间、日期或一段时间内的值',
      'A formula cannot ask for times, dates or values over time',
    ],
    ['alarm(WW1.flow)', '公式中不能使用报警等级', 'A formula cannot ask for alarms'],
    ['1 + 1', '公式中没有变量', 'The formula names no point'],
    [
      'WW1.flow + pressure',
      '此虚拟设备没有变量 pressure；其他设备的变量写作 SN.pressure',
      'pressure is no point of this virtual device; one of another device is written SN.pressure',
    ],
  ])('the formula %s is refused in both languages', (formula, zh, en) => {
    expect(words({ x: formula })).toEqual([zh, en])
  })

  test('a formula names a point of its own device by its key alone, case-sensitively', () => {
    const [own, other] = readFormula('flow + WW1.flow')?.points ?? []
    expect([own && isOwn(own), other && isOwn(other)]).toEqual([true, false])
    expect(problems({ flow: 'WW1.flow', x: 'Flow' })).toMatchObject([{ at: 1 }])
  })

  test('each formula has one problem, the first, in the order of the points', () => {
    expect(problems({ a: 'lost + gone', b: 'WW1.flow', c: ')', d: '2' }).map(({ at }) => at)).toEqual([0, 2, 3])
    expect(words({ a: 'lost + gone' })[1]).toContain('lost is no point')
    expect(problemsOfFormulas([])).toEqual([])
  })
})

describe('the order', () => {
  const orderOfKeys = (formulas: Record<string, string>) => {
    const all = points(formulas)
    const { order, circle } = orderOf(all)
    const keys = (places: number[]) => places.map((at) => all[at]?.key)
    return { order: keys(order), circle: keys(circle) }
  }

  test('formulas are ordered so that each comes after those that it needs', () => {
    expect(orderOfKeys({ d: 'c + a', c: 'b * 2', b: 'a', a: 'WW1.a' })).toEqual({
      order: ['a', 'b', 'c', 'd'],
      circle: [],
    })
    expect(orderOfKeys({ a: 'WW1.a', b: 'WW1.b', c: 'a + b' })).toEqual({ order: ['a', 'b', 'c'], circle: [] })
  })

  test('a point with the same key on another device is no dependency of the own point', () => {
    expect(orderOfKeys({ flow: 'WW1.flow', twice: 'flow + WW2.twice' })).toEqual({
      order: ['flow', 'twice'],
      circle: [],
    })
    expect(problems({ flow: 'WW1.flow' })).toEqual([])
  })

  test('formulas that need one another have no place in the order, nor have those that need them', () => {
    const formulas = { a: 'b', b: 'c', c: 'a', above: 'a + 1', free: 'WW1.flow' }
    expect(orderOfKeys(formulas)).toEqual({ order: ['free'], circle: ['a', 'b', 'c', 'above'] })
    expect(problems(formulas).map(({ at }) => at)).toEqual([0, 1, 2, 3])
    expect(words(formulas)).toEqual(['公式互相引用，无法计算', 'Formulas that need one another cannot be worked out'])
    expect(orderOfKeys({ self: 'self + WW1.flow' })).toEqual({ order: [], circle: ['self'] })
  })

  test('no circle is searched for while a formula is invalid by itself', () => {
    expect(problems({ a: 'b', b: 'a', c: 'WW1.flow +' }).map(({ at }) => at)).toEqual([2])
  })

  test('invalid formulas, which need nothing, come first in the order', () => {
    expect(orderOfKeys({ a: 'broken', broken: 'a +' })).toEqual({ order: ['broken', 'a'], circle: [] })
  })

  test('the order is found for as many points as a virtual device may have, each needing the next', () => {
    const formulas = Array.from({ length: 200 }, (_, i) => [`p${i}`, i === 199 ? 'WW1.flow' : `p${i + 1}`])
    const { order, circle } = orderOf(points(Object.fromEntries(formulas)))
    expect(circle).toEqual([])
    expect(order[0]).toBe(199)
  })
})

describe('what is offered', () => {
  const offered = FUNCTIONS.filter(({ signature }) => isForFormulas(signature)).map(({ signature }) => signature)

  test('every function is offered but those of times, alarms and the past', () => {
    const left = FUNCTIONS.map(({ signature }) => signature).filter((signature) => !offered.includes(signature))
    expect(left).toEqual([
      'avg(point, seconds)',
      'min(point, seconds)',
      'max(point, seconds)',
      'delta(point, seconds)',
      'rate(point, seconds)',
      'age(point)',
      'alarm(point)',
      'now()',
      'year(time)',
      'month(time)',
      'day(time)',
      'weekday(time)',
      'hour(time)',
      'minute(time)',
      'second(time)',
    ])
  })

  test('the matching one of two functions with the same name is offered', () => {
    expect(offered).toEqual(expect.arrayContaining(['avg(a, b, …)', 'min(a, b, …)', 'quality(point)']))
    expect(isForFormulas('sinh(value)')).toBe(false)
  })
})
