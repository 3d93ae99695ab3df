import { describe, expect, test } from 'vitest'
import { errorText, evaluationText } from './error-text.ts'
import { evaluate, parseExpression } from './expression.ts'

function errorOf(source: string) {
  const result = parseExpression(source)
  if (result.ok) throw new Error(`${source} is an expression`)
  return result.error
}

describe('an invalid expression is reported with its place and what was expected', () => {
  test.each([
    ['1 +', 3, 0, 'Not finished: expected a value, a point or a function at the end'],
    ['', 0, 0, 'Not finished: expected a value, a point or a function at the end'],
    ['(1 + 2', 6, 0, 'Not finished: expected ) at the end'],
    ['1 + * 2', 4, 1, 'Expected a value, a point or a function here, found *'],
    ['1 2', 2, 1, 'Expected an operator here, found 2'],
    ['a ? 1', 5, 0, 'Not finished: expected : at the end'],
    ['round(1 2)', 8, 1, 'Expected , here, found 2'],
    ['round()', 0, 7, 'round takes 1 to 2 arguments'],
    ['clamp(1, 2)', 0, 11, 'clamp takes 3 arguments'],
    ['wurzel(4)', 0, 6, 'There is no function wurzel'],
    ['"open', 0, 5, '"open is not closed: expected "'],
    ['[pump', 0, 5, '[pump is not closed: expected ]'],
    ['1 < x < 5', 6, 1, 'Comparisons do not chain at <: write a < x and x < b'],
    ['flow # 2', 5, 1, '# means nothing in an expression'],
    ['a & b', 2, 1, '& means nothing in an expression'],
    ['3rd + 1', 0, 3, '3rd begins with a digit: such a key stands in square brackets, [3rd]'],
    ['1.2.3', 0, 5, '1.2.3 is no number'],
    ['[a b]', 0, 5, 'a b is no key of a point: expected letters, digits and _ . : / -'],
    ['a_b.flow', 0, 3, 'a_b is no SN: expected up to 19 letters or digits; a key with a dot stands in square brackets'],
    [
      'pump.a.b',
      0,
      6,
      'Nothing with a dot can follow pump.a: a key with dots stands in square brackets, [a.b] or SN.[a.b]',
    ],
    ['quality(3)', 8, 1, 'Expected a point here, found 3'],
    ['rate(flow, "x")', 11, 3, 'Expected a number of seconds here, found "x"'],
    ['rate(2 + 2, 60)', 5, 1, 'Expected a point here, found 2'],
    ['avg(flow, 0)', 10, 1, '0 is not 1 to 86,400 seconds'],
    ['point(flow)', 6, 4, 'Expected a text in quotes here, found flow'],
    ['WW1.', 4, 0, 'Not finished: expected a point at the end'],
  ])(
    'an invalid expression is refused with its position and what was expected: %s',
    (source, index, length, sentence) => {
      const error = errorOf(source)
      expect({ index: error.index, length: error.length }).toEqual({ index, length })
      expect(errorText(error, 'en')).toBe(sentence)
      expect(errorText(error, 'zh')).toMatch(/\p{Script=Han}/u)
    },
  )

  test('an invalid expression is refused in Chinese too', () => {
    expect(errorText(errorOf('1 + * 2'), 'zh')).toBe('此处需要数值、变量或函数，而不是 *')
    expect(errorText(errorOf('(1 + 2'), 'zh')).toBe('表达式未写完：末尾需要 )')
    expect(errorText(errorOf('clamp(1, 2)'), 'zh')).toBe('clamp 需要 3 个参数')
  })
})

describe('bounds', () => {
  test('a source of 100 KB is refused without being parsed', () => {
    const error = errorOf('1+'.repeat(51_200))
    expect(error).toMatchObject({ fault: 'too_long', index: 4096 })
    expect(errorText(error, 'en')).toBe('Longer than 4,096 characters: shorten it')
  })
  test('more than 64 nested brackets are refused, and 60 are not', () => {
    expect(errorOf('('.repeat(500)).fault).toBe('too_deep')
    expect(errorOf('-'.repeat(500)).fault).toBe('too_deep')
    expect(errorOf('not '.repeat(500)).fault).toBe('too_deep')
    expect(errorOf(`1${'^1'.repeat(500)}`).fault).toBe('too_deep')
    expect(errorOf(`1${'?1:1'.repeat(500)}`).fault).toBe('too_deep')
    expect(parseExpression(`${'('.repeat(60)}1${')'.repeat(60)}`).ok).toBe(true)
  })
  test('more than 2,000 values and operations are refused', () => {
    expect(errorOf(`1${'+1'.repeat(1500)}`).fault).toBe('too_many')
    expect(parseExpression(`1${'+1'.repeat(900)}`).ok).toBe(true)
  })
})

test('a type error is reported with the part that causes it', () => {
  const source = 'flow * upper(mode)'
  const parsed = parseExpression(source)
  if (!parsed.ok) throw new Error(source)
  const read = () => ({ value: 'auto', quality: 'good' as const, data_time: 0, alarm_level: 0 })
  const { problem } = evaluate(parsed.expression, { now: 0, timezone: 'UTC', read })
  if (!problem) throw new Error('no problem')
  expect(evaluationText(problem, source, 'en')).toBe('flow is a text: a number is needed to calculate')
  expect(evaluationText(problem, source, 'zh')).toBe('flow 是文本，无法参与运算：需要数字')
})
