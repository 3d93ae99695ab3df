import { describe, expect, expectTypeOf, test } from 'vitest'
import { HOUR_MS } from '../catalogue/durations.ts'
import { defineText, translate } from './define-text.ts'
import { formatFor } from './format.ts'
import { langOf } from './lang.ts'

const text = defineText({
  title: ['设备', 'Devices'],
  waiting: ['{{count}} 条报警待处理', '{{count}} alarms waiting', '{{count}} alarm waiting'],
  greet: ['{{name}} 你好', 'Hello {{name}}'],
})

describe('texts', () => {
  test('texts are strings, or functions of exactly their placeholders', () => {
    const en = translate(text, 'en')
    expectTypeOf(en.title).toEqualTypeOf<string>()
    expectTypeOf(en.waiting).toEqualTypeOf<(values: { count: number }) => string>()
    // @ts-expect-error a placeholder is missing
    expect(() => en.greet({})).not.toThrow()
    expect([en.title, en.waiting({ count: 3 }), en.waiting({ count: 1 })]).toEqual([
      'Devices',
      '3 alarms waiting',
      '1 alarm waiting',
    ])
    const zh = translate(text, 'zh')
    expect([zh.title, zh.waiting({ count: 1 })]).toEqual(['设备', '1 条报警待处理'])
  })
  test('texts show inserted values as text, never as further placeholders', () => {
    const { greet } = translate(text, 'en')
    expect(greet({ name: '<b>&"' })).toBe('Hello <b>&"')
    expect(greet({ name: '{{count}} $t(title)' })).toBe('Hello {{count}} $t(title)')
  })
  test('texts are the same object for the same language', () => {
    expect(translate(text, 'en')).toBe(translate(text, 'en'))
  })
  test('texts are Chinese for every Chinese locale and English else', () => {
    expect(['zh', 'zh-CN', 'zh-Hant-TW', 'en-GB', 'de', ''].map(langOf)).toEqual(['zh', 'zh', 'zh', 'en', 'en', 'en'])
  })
})

describe('formats', () => {
  const en = formatFor('en', 'Asia/Shanghai')
  const zh = formatFor('zh', 'Asia/Shanghai')
  const time = Date.parse('2026-11-20T16:00:05Z')
  test('formats write dates in the tenant’s time zone, the same in both languages', () => {
    expect([en.dateTime(time), zh.dateTime(time)]).toEqual(['2026-11-21 00:00:05', '2026-11-21 00:00:05'])
  })
  test('formats write an age with the largest unit, and never the future', () => {
    expect([en.ago(time, time + 3_000), zh.ago(time, time + 3_000)]).toEqual(['3 s ago', '3 秒前'])
    expect(en.ago(time, time + HOUR_MS * 49)).toBe('2 d ago')
    expect(en.ago(time + 5_000, time)).toBe('0 s ago')
  })
  test('formats write a span in its two largest units', () => {
    expect([en.duration(7_500_000), en.duration(59_999), en.duration(0)]).toEqual(['2 h 5 min', '59 s', '0 s'])
  })
  test('formats group digits, keep the fixed decimals, and show a dash for a missing value', () => {
    expect([en.number(1234.5678), en.number(2, 2), en.number(Number.NaN), en.number(null)]).toEqual([
      '1,234.568',
      '2.00',
      '–',
      '–',
    ])
  })
})
