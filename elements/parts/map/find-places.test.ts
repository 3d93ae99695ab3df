import { expect, test } from 'vitest'
import { findPlaces, readPlace } from './find-places.ts'

const found = (text: string) => findPlaces(text, 3).map(({ en }) => en)

test('a place is found by its name in Chinese or English, begun or whole', () => {
  expect(found('苏州')[0]).toBe('Suzhou')
  expect(found('suzh')[0]).toBe('Suzhou')
  expect(found('Germany')[0]).toBe('Germany')
  expect(found('江苏')[0]).toBe('Jiangsu')
  const [{ place } = { place: [0, 0] }] = findPlaces('石家庄', 1)
  expect([place[0].toFixed(3), place[1].toFixed(3)]).toEqual(['38.045', '114.502'])
})

test('an address leads to its city first, and to its province where its city is not named', () => {
  expect(found('江苏省苏州市工业园区星湖街 1 号')).toEqual(['Suzhou', 'Jiangsu'])
  expect(found('1 Xinghu Street, Suzhou, Jiangsu')[0]).toBe('Suzhou')
  expect(found('江苏省某镇')).toEqual(['Jiangsu'])
})

test('no place is found by nothing, or by what the outline does not name', () => {
  expect(found(' ')).toEqual([])
  expect(found('Nowhere-on-Sea')).toEqual([])
})

test('coordinates are read as other maps write them, latitude first', () => {
  expect(readPlace('31.2304, 121.4737')).toEqual([31.2304, 121.4737])
  expect(readPlace(' -33.9，18.4 ')).toEqual([-33.9, 18.4])
  for (const text of ['', '31.2', '121.4, 31.2', '31, 190', 'a, b', '1, 2, 3', '31.2,'])
    expect(readPlace(text)).toBeNull()
})
