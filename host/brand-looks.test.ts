import { expect, test } from 'vitest'
import { brandTokens } from './brand-looks.ts'

test('a brand without colours of its own changes no token', () => {
  expect(brandTokens({}, 'light')).toEqual({})
  expect(brandTokens({ palette: 'blue', accent: null }, 'auto')).toEqual({})
})

test('a main colour has a value for light and dark, and none in the high-performance theme', () => {
  const tokens = brandTokens({ accent: '#7a1f5c' }, 'auto')
  expect(tokens['--sg-accent']).toMatch(/^light-dark\(#7a1f5c,#[0-9a-f]{6}\)$/)
  expect(brandTokens({ accent: '#7a1f5c' }, 'hp')).toEqual({})
})

test('a palette, or ten own colours, are those of curves', () => {
  expect(Object.keys(brandTokens({ palette: 'green' }, 'light'))).toHaveLength(10)
  const own = brandTokens({ palette: 'own', own_colours: ['#123456', '#654321'] }, 'light')
  expect(own['--sg-series-2']).toContain('#654321')
})

test('what a browser kept and is no colour is set nowhere', () => {
  expect(
    brandTokens({ accent: 'red;}*{x' as never, palette: 'own', own_colours: ['url(x)'] as never }, 'light'),
  ).toEqual({})
})
