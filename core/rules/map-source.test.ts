import { expect, test } from 'vitest'
import { mapOrigin, wrongMapSource } from './map-source.ts'

test.each([
  ['https://tiles.example/{z}/{x}/{y}.png', 'https://tiles.example'],
  ['https://tiles.example:8443/wmts?l=a&z={z}&x={x}&y={-y}', 'https://tiles.example:8443'],
  ['/tiles/{z}/{x}/{y}.png', ''],
])('%s is an address of tiles', (url, origin) => {
  for (const map_kind of ['raster', 'vector'] as const) expect(mapOrigin({ map_kind, map_url: url })).toBe(origin)
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
  for (const map_kind of ['raster', 'vector'] as const) expect(mapOrigin({ map_kind, map_url: url })).toBeNull()
})

test.each([
  ['https://tiles.example/china.pmtiles', 'https://tiles.example'],
  ['https://tiles.example:8443/maps/china.pmtiles?v=2', 'https://tiles.example:8443'],
  ['/maps/china.pmtiles', ''],
])('%s is the address of a map in a file', (map_url, origin) => {
  expect(mapOrigin({ map_kind: 'pmtiles', map_url })).toBe(origin)
})

test.each([
  '',
  'https://tiles.example/{z}/{x}/{y}.png',
  'https://tiles.example/{z}.pmtiles',
  'https://tiles.example/china.mbtiles',
  'https://tiles.example/?file=china.pmtiles',
  'http://tiles.example/china.pmtiles',
  '//tiles.example/china.pmtiles',
  'https://*.example/china.pmtiles',
  "https://tiles.example/china.pmtiles?; script-src 'unsafe-inline'",
])('%s is no address of a map in a file', (map_url) => {
  expect(mapOrigin({ map_kind: 'pmtiles', map_url })).toBeNull()
})

test('tiles need an address and say whose they are, and the outline neither', () => {
  const none = { map_url: '', map_attribution: '' }
  expect(wrongMapSource({ map_kind: 'outline', ...none })).toEqual({})
  for (const map_kind of ['raster', 'vector', 'pmtiles'] as const)
    expect(Object.keys(wrongMapSource({ map_kind, ...none }))).toEqual(['map_url', 'map_attribution'])
})
