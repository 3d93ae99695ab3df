import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Value } from '../../contract/telemetry.ts'
import { QUALITIES } from './compile.ts'
import { completionsAt } from './complete.ts'
import { errorText, evaluationText } from './error-text.ts'
import { evaluate, parseExpression } from './expression.ts'
import { FUNCTIONS } from './function-help.ts'
import { mapPoints, withParameters } from './points.ts'
import { createRing } from './samples.ts'

const PIECES = [
  'flow',
  'WW1.flow',
  '[a.b]',
  '$p',
  '$d.x',
  '12',
  '.5',
  '1e9',
  '"t"',
  "'",
  '[',
  ']',
  'true',
  'null',
  ' ',
  '\n',
  '+',
  '-',
  '*',
  '/',
  '%',
  '^',
  '(',
  ')',
  ',',
  '?',
  ':',
  '.',
  '=',
  '!=',
  '<',
  '>=',
  '!',
  'and',
  'or',
  'not ',
  ...FUNCTIONS.map(({ name }) => `${name}(`),
  ...FUNCTIONS.map(({ example }) => example),
  '（',
  '，',
  '“',
  '”',
  '＝',
  '水位',
  '\u0000',
  '😀',
  'constructor',
  '__proto__',
  '9'.repeat(400),
]
const soup = fc.array(fc.constantFrom(...PIECES), { maxLength: 40 }).map((pieces) => pieces.join(''))
const value: fc.Arbitrary<Value> = fc.oneof(fc.double(), fc.boolean(), fc.string(), fc.constant(null), fc.integer())
const quality = fc.constantFrom(...QUALITIES)

function evaluateSafely(source: string, values: readonly Value[], at: (typeof QUALITIES)[number]): void {
  const result = parseExpression(source)
  completionsAt(source, Math.floor(source.length / 2), [{ sn_code: '', key: 'flow', name: '流量' }])
  withParameters(source, { p: 'flow * 2', d: 'WW9' })
  if (!result.ok) {
    const { index, length } = result.error
    expect(index).toBeGreaterThanOrEqual(0)
    expect(index + length).toBeLessThanOrEqual(source.length)
    expect(errorText(result.error, 'zh')).not.toBe('')
    expect(mapPoints(source, () => ({ sn_code: '', key: 'x' }))).toBe(source)
    return
  }
  const past = createRing(60_000)
  for (const [i, one] of values.entries()) past.push(i * 1000, one)
  let i = 0
  const evaluated = evaluate(result.expression, {
    now: 20_000,
    timezone: 'Asia/Shanghai',
    read: () => {
      const one = values[i++ % values.length]
      return one === undefined ? null : { value: one, quality: at, data_time: 0, alarm_level: 0 }
    },
    past: () => past,
  })
  if (typeof evaluated.value === 'number') expect(Number.isFinite(evaluated.value)).toBe(true)
  expect(QUALITIES).toContain(evaluated.quality)
  if (evaluated.problem) {
    expect(evaluated.value).toBe(null)
    expect(evaluationText(evaluated.problem, source, 'en')).not.toBe('')
  }
  // What was read is read again after its points were written anew.
  const moved = mapPoints(source, ({ key }) => ({ sn_code: 'WW8', key }))
  if (result.expression.parameters.length === 0 && moved.length <= 4096) expect(parseExpression(moved).ok).toBe(true)
}

test('any typed source is an expression or is refused, and no value is ever NaN', () => {
  fc.assert(fc.property(fc.oneof(soup, fc.string({ unit: 'binary' })), fc.array(value), quality, evaluateSafely), {
    numRuns: 4000,
  })
})

test('an expression that can be evaluated is evaluated for any values', () => {
  const tree = fc.letrec<{ node: string }>((tie) => ({
    node: fc.oneof(
      { maxDepth: 5, withCrossShrink: true },
      fc.constantFrom(
        'flow',
        '[a.b]',
        'WW1.x',
        '3',
        '-0.5',
        '"水"',
        'true',
        'null',
        'avg(flow, 60)',
        'age(flow)',
        'hour()',
      ),
      fc
        .tuple(tie('node'), fc.constantFrom('+', '-', '*', '/', '%', '^', '<', '==', 'and', 'or'), tie('node'))
        .map(([left, sign, right]) => `(${left} ${sign} ${right})`),
      fc.tuple(tie('node'), tie('node'), tie('node')).map(([a, b, c]) => `(${a} ? ${b} : ${c})`),
      fc
        .tuple(fc.constantFrom('round', 'sqrt', 'abs', 'upper', 'length', 'exp', 'tan', 'day'), tie('node'))
        .map(([name, of]) => `${name}(${of})`),
      fc
        .tuple(fc.constantFrom('min', 'pow', 'format', 'left', 'contains', 'concat', 'log'), tie('node'), tie('node'))
        .map(([name, a, b]) => `${name}((${a}), ${b})`),
    ),
  })).node
  fc.assert(
    fc.property(tree, fc.array(value, { minLength: 1 }), quality, (source, values, at) => {
      const result = parseExpression(source)
      // Nothing but its size or its depth can be wrong with it.
      if (!result.ok) expect(['too_long', 'too_many', 'too_deep']).toContain(result.error.fault)
      evaluateSafely(source, values, at)
    }),
    { numRuns: 2000 },
  )
})

test('the worst source of the greatest length is parsed and evaluated', () => {
  const worst = [
    '('.repeat(4096),
    `avg(flow,60)${'+avg(flow,60)'.repeat(300)}`,
    `concat(${'concat('.repeat(50)}${Array(99).fill('t').join(',')}${')'.repeat(50)})`,
    `${'min(a,'.repeat(60)}1${')'.repeat(60)}`,
    `1${'+1'.repeat(990)}`,
    '9'.repeat(4096),
    '"'.repeat(4095),
    '['.repeat(4096),
    'a.'.repeat(2048),
    '= '.repeat(2048),
  ]
  for (const source of worst) evaluateSafely(source, ['x'.repeat(1024)], 'good')
})
