import { describe, expect, test } from 'vitest'
import { AlarmRule } from '../contract/alarm-rule.ts'
import { Point } from '../contract/device.ts'
import { FUNCTIONS } from './expression/function-help.ts'
import { asksFor, conditionsOf, maySuppress, problemsOfRule, suppressProblem, tidiedRule } from './rule-check.ts'
import { filledText, placesOf } from './rule-text.ts'

const point = (key: string, data_type: Point['data_type'] = 'number') => Point.parse({ key, name: key, data_type })
const POINTS = [point('flow'), point('run', 'boolean'), point('mode', 'enum'), point('note', 'string')]
const rule = (overrides: object) =>
  AlarmRule.parse({ key: 'flow', alarm_name: 'x', alarm_level: 3, condition: 'above', threshold: 1, ...overrides })
const wrong = (overrides: object) => Object.keys(problemsOfRule(rule(overrides), POINTS))

describe('a rule makes sense', () => {
  test.each([
    [{}],
    [{ condition: 'outside', threshold: 1, threshold_high: 5, dead_band: 1.9 }],
    [{ condition: 'between', threshold: 1, threshold_high: 5, dead_band: 3.9 }],
    [{ condition: 'no_data', threshold: null, no_data_s: 60 }],
    [{ condition: 'changes', threshold: null, key: 'note' }],
    [{ condition: 'equals', key: 'run', threshold: 1 }],
    [{ suppress_when: 'not run and flow < 3', alarm_text: '{{value}} {{ flow }} {{device}} {{point}}' }],
  ])('the rule %j is valid', (overrides) => {
    expect(wrong(overrides)).toEqual([])
  })

  test.each([
    [{ threshold: null }, 'threshold'],
    [{ condition: 'outside', threshold: 5, threshold_high: 5 }, 'threshold_high'],
    [{ condition: 'outside', threshold: 1, threshold_high: null }, 'threshold_high'],
    [{ condition: 'outside', threshold: 1, threshold_high: 5, dead_band: 2 }, 'dead_band'],
    [{ condition: 'between', threshold: 1, threshold_high: 5, dead_band: 4 }, 'dead_band'],
    [{ condition: 'no_data' }, 'no_data_s'],
    [{ condition: 'above', key: 'run' }, 'condition'],
    [{ condition: 'equals', key: 'note' }, 'condition'],
    [{ alarm_text_en: 'At {{pressure}}' }, 'alarm_text_en'],
    [{ suppress_when: 'run ==' }, 'suppress_when'],
  ])('the rule %j is invalid at %s', (overrides, field) => {
    expect(wrong(overrides)).toEqual([field])
  })
})

describe('a mistake in what suppresses is reported with its place', () => {
  test.each([
    ['flow > and run', 7, 3],
    ['run and pressure > 2', 8, 8],
    ['WW1.flow > 2', 0, 8],
    ['run and avg(flow, 60) > 2', 8, 13],
    ['alarm(flow) > 3', 0, 11],
  ])('an invalid suppression is refused with its position: %s', (source, index, length) => {
    expect(suppressProblem(source, POINTS)).toMatchObject({ index, length })
  })
})

describe('what suppresses looks at the present alone', () => {
  test.each(['avg(flow, 60) > 2', 'rate(flow, 60) > 2', 'not (delta(flow, 9) > 1)'])(
    'a suppression cannot read the past: %s',
    (source) => {
      expect(suppressProblem(source, POINTS)?.words.en).toContain('compare flow itself, such as flow > 5')
    },
  )

  test('a suppression cannot read other alarms: their condition is written instead', () => {
    expect(suppressProblem('alarm(flow) >= 4', POINTS)?.words.en).toContain('write what raises that alarm')
  })

  test('a suppression can read the time of day, and the age and quality of a value', () => {
    const source = 'hour() < 6 or age(flow) > 60 or quality(flow) == "bad" or avg(flow, flow) > 2'
    expect(suppressProblem(source, POINTS)).toBeNull()
  })

  test('only what a suppression can read is offered for it', () => {
    const kept = FUNCTIONS.filter(({ signature }) => !maySuppress(signature)).map(({ name }) => name)
    expect(kept).toEqual(['avg', 'min', 'max', 'delta', 'rate', 'alarm'])
  })
})

test('a rule keeps nothing that its condition does not use', () => {
  const numbers = { threshold_high: 9, no_data_s: 5, dead_band: 1, on_delay_s: 3, off_delay_s: 4 }
  expect(tidiedRule(rule({ ...numbers, condition: 'no_data', threshold: 7 }))).toMatchObject({
    threshold: null,
    threshold_high: null,
    no_data_s: 5,
    dead_band: 0,
    on_delay_s: 0,
    off_delay_s: 4,
  })
  expect(tidiedRule(rule({ ...numbers, key: 'run', condition: 'equals' }), 'boolean')).toMatchObject({
    threshold: 1,
    dead_band: 0,
    on_delay_s: 3,
  })
})

test('texts have no order, and a switch has no dead band', () => {
  expect(conditionsOf('string')).toEqual(['changes', 'no_data'])
  expect(conditionsOf('enum')).not.toContain('above')
  expect(asksFor('equals', 'dead_band', 'boolean')).toBe(false)
  expect(asksFor('equals', 'dead_band')).toBe(true)
})

test('an unknown placeholder in a text stays as it is written', () => {
  const text = '{{ value }} of {{x}}, {{value}} {broken {{}}'
  expect(placesOf(text)).toEqual(['value', 'x', ''])
  expect(filledText(text, (place) => (place === 'value' ? '5 m' : null))).toBe('5 m of {{x}}, 5 m {broken {{}}')
})
