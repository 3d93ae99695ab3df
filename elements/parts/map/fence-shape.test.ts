import { expect, test } from 'vitest'
import { metresFromFence, wrongFence } from '../../../core/rules/geofence.ts'
import { cornersIn, cornersText, rimOf, ringOf, withCorner } from './fence-shape.ts'
import { projection } from './map-view.ts'

const corner = (lat: number, lng: number) => ({ lat, lng })
const project = projection({ lat: 31, lng: 121, worldPx: 2 ** 20 }, { width: 800, height: 600 })

test('the ring of a circle and its rim lie where the server draws the edge', () => {
  const circle = { corners: [corner(31.2, 121.4)], radius_m: 5000 }
  for (const [lat, lng] of [...ringOf(circle), rimOf(corner(31.2, 121.4), 5000)])
    expect(Math.abs(metresFromFence(circle, lat, lng))).toBeLessThan(1)
})

test('a corner comes after the last one, or where the edges do not cross', () => {
  const three = [corner(31, 121), corner(31, 121.2), corner(31.2, 121.2)]
  expect(withCorner(three, corner(31.2, 121), project)).toEqual([...three, corner(31.2, 121)])
  const square = [...three, corner(31.2, 121)]
  const five = withCorner(square, corner(31.1, 121.3), project)
  expect(five.indexOf(five.find(({ lng }) => lng === 121.3) as never)).toBe(2)
  expect(wrongFence({ corners: five, radius_m: null })).toBeNull()
})

test('corners are typed one a line, with comma or space, and the first line that is none is named', () => {
  const corners = [corner(31.2, 121.4), corner(-31.25, -121)]
  expect(cornersIn(cornersText(corners))).toEqual(corners)
  expect(cornersIn('31.2 121.4\n\n-31.25，-121\n')).toEqual(corners)
  expect(cornersIn('31.2, 121.4\nnorth')).toBe(2)
  expect(cornersIn('31.2, 191')).toBe(1)
  expect(cornersIn('86, 1')).toBe(1)
})
