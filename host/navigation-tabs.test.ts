import { beforeEach, expect, test } from 'vitest'
import { $tabs, clearTabs, closeTab, moveTab, nameTab, visitTab } from './navigation-tabs.ts'

beforeEach(clearTabs)
const paths = () => $tabs.get().map(({ path }) => path)

test('a page has one tab, which remembers its newest filters', () => {
  visitTab('/device', '')
  visitTab('/index', '')
  visitTab('/device', 'state=faulty')
  expect($tabs.get()).toEqual([
    { path: '/device', search: 'state=faulty' },
    { path: '/index', search: '' },
  ])
})

test('a tab keeps the name that its page gave itself, also when it is visited again', () => {
  visitTab('/deviceDetail/WW0001', '')
  nameTab('/deviceDetail/WW0001', 'Pump station · Values')
  nameTab('/not/open', 'Nothing')
  visitTab('/deviceDetail/WW0001', 'tab=curve')
  expect($tabs.get()).toEqual([{ path: '/deviceDetail/WW0001', search: 'tab=curve', name: 'Pump station · Values' }])
})

test('closing names the neighbour to show instead, and null for the last one', () => {
  for (const path of ['/a', '/b', '/c']) visitTab(path, '')
  expect(closeTab('/b')?.path).toBe('/c')
  expect(closeTab('/c')?.path).toBe('/a')
  expect(closeTab('/a')).toBe(null)
})

test('tabs move, and stay within their row', () => {
  for (const path of ['/a', '/b', '/c']) visitTab(path, '')
  moveTab('/c', -1)
  expect(paths()).toEqual(['/a', '/c', '/b'])
  moveTab('/a', -1)
  expect(paths()).toEqual(['/a', '/c', '/b'])
  moveTab('/b', 1)
  expect(paths()).toEqual(['/a', '/c', '/b'])
})

test('the thirteenth page closes the first', () => {
  for (let page = 1; page <= 13; page += 1) visitTab(`/deviceDetail/${page}`, '')
  expect(paths()).toHaveLength(12)
  expect(paths()[0]).toBe('/deviceDetail/2')
})
