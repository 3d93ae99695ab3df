import { expect, test } from 'vitest'
import type { Dashboard } from '../../../core/contract/dashboard.ts'
import { beforeAfter, foldersOf, followerOf, shelvesOf } from './shelves.ts'

const made = (dashboard_id: number, dashboard_name: string, more: Partial<Dashboard> = {}) =>
  ({ dashboard_id, dashboard_name, folder_name: '', is_favourite: false, ...more }) as Dashboard

const names = (search: string, ...dashboards: Dashboard[]) =>
  shelvesOf(dashboards, search).map(({ folder_name, dashboards: of }) => [
    folder_name,
    ...of.map(({ dashboard_name }) => dashboard_name),
  ])

test('dashboards stand by folder, favourites before and those in no folder after them', () => {
  const all = [
    made(1, 'Pumps'),
    made(2, 'Boilers', { folder_name: 'Heat' }),
    made(3, 'Tanks', { is_favourite: true, folder_name: 'Heat' }),
    made(4, 'Steam', { folder_name: 'Heat' }),
  ]
  expect(names('', ...all)).toEqual([
    [null, 'Tanks'],
    ['Heat', 'Boilers', 'Steam'],
    ['', 'Pumps'],
  ])
  expect(names(' heat ', ...all)).toEqual([
    [null, 'Tanks'],
    ['Heat', 'Boilers', 'Steam'],
  ])
  expect(names('STEAM', ...all)).toEqual([['Heat', 'Steam']])
  expect(names('none', ...all)).toEqual([])
})

test('folders whose names differ by their case alone are one, with the name of the first', () => {
  const all = [
    made(1, 'A', { folder_name: 'Heat' }),
    made(2, 'B', { folder_name: 'heat', is_favourite: true }),
    made(3, 'C'),
  ]
  expect(names('', ...all)).toEqual([
    [null, 'B'],
    ['Heat', 'A'],
    ['', 'C'],
  ])
  expect(foldersOf(all)).toEqual(['Heat'])
})

test('a dashboard moves past its neighbour in its folder, whatever stands between them in the order of all', () => {
  const [a, b, c, d] = [
    made(1, 'A', { folder_name: 'Heat' }),
    made(2, 'B'),
    made(3, 'C', { folder_name: 'Heat' }),
    made(4, 'D'),
  ]
  const all = [a, b, c, d]
  expect(beforeAfter(all, c, 'up')).toBe(1)
  expect(beforeAfter(all, a, 'down')).toBe(4)
  expect(beforeAfter(all, b, 'down')).toBe(null)
})

test('dashboards follow each other as they are listed, and the first one the last', () => {
  const all = [made(1, 'Pumps'), made(2, 'Boilers', { folder_name: 'Heat' }), made(3, 'Tanks', { is_favourite: true })]
  expect([3, 2, 1, 99].map((id) => followerOf(id, all, ''))).toEqual([2, 1, 3, 3])
  expect(followerOf(2, all, 'heat')).toBe(null)
  expect(followerOf(2, all, 'none')).toBe(null)
})
