import { expect, test } from 'vitest'
import { tileOrigin, wrongMapSource } from './map-source.ts'

test.each([
  ['https://tiles.example/{z}/{x}/{y}.png', 'https://tiles.example'],
  ['https://tiles.example:8443/wmts?l=a&z={z}&x={x}&y={-y}', 'https://tiles.example:8443'],
  ['/tiles/{z}/{x}/{y}.png', ''],
])('%s is an address of tiles', (url, origin) => {
  expect(tileOrigin(url)).toBe(origin)
})

test.each([
  '',
  'https://tiles.example/{z}/{x}.png',
  'http://tiles.example/{z}/{x}/{y}.png',
  '//tiles.example/{z}/{x}/{y}.png',
  'https://{x}.example/{z}/{x}/{y}.png',
  'https://*/{z}/{x}/{y}.png',
  'https://*.example/{z}/{x}/{y}.png',
  'https://Tiles.example/{z}/{x}/{y}.png',
  'https://user@tiles.example/{z}/{x}/{y}.png',
  "https://tiles.example/{z}/{x}/{y}.png; script-src 'unsafe-inline'",
  'https://tiles.example/{z}/{x}/{y}/{s}.png',
  'javascript:{z}{x}{y}',
  'https://tiles.example/{z}/{x}/{y}.png\nx',
])('%s is no address of tiles', (url) => {
  expect(tileOrigin(url)).toBeNull()
})

test('tiles need an address and say whose they are, and the outline neither', () => {
  const none = { map_url: '', map_attribution: '' }
  expect(wrongMapSource({ map_kind: 'outline', ...none })).toEqual({})
  expect(Object.keys(wrongMapSource({ map_kind: 'raster', ...none }))).toEqual(['map_url', 'map_attribution'])
})
