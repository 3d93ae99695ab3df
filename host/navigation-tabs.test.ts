import { beforeEach, expect, test } from 'vitest'
import { $tabs, clearTabs, closeTab, moveTab, nameTab, visitTab } from './navigation-tabs.ts'
import { titleOfTab } from './title.ts'

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
  nameTab('/deviceDetail/WW0001', 'Pump station · Values', 'en')
  nameTab('/not/open', 'Nothing', 'en')
  visitTab('/deviceDetail/WW0001', 'tab=curve')
  expect($tabs.get()).toEqual([
    { path: '/deviceDetail/WW0001', search: 'tab=curve', name: 'Pump station · Values', lang: 'en' },
  ])
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

test('an open tab has the name of its route in a language that its page has not called itself in', () => {
  visitTab('/deviceDetail/WW0001', '')
  const titles = () => (['zh', 'en'] as const).map((lang) => $tabs.get().map((tab) => titleOfTab(tab, lang))[0])
  const [routeZh, routeEn] = titles()
  nameTab('/deviceDetail/WW0001', 'Pump station · Curve', 'en')
  expect(titles()).toEqual([routeZh, 'Pump station · Curve'])
  nameTab('/deviceDetail/WW0001', '泵站 · 曲线', 'zh')
  expect(titles()).toEqual(['泵站 · 曲线', routeEn])
})
