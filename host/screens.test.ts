import { expect, test } from 'vitest'
import { attributesOf, searchAfter, surroundingAttributes } from './screens.ts'

test('an address becomes the attributes of its element', () => {
  expect(attributesOf('sg-device-monitor', { id: 'WW0001' }, 'tab=curve&x=1')).toEqual({
    sn: 'WW0001',
    table: null,
    tab: 'curve',
    points: null,
    moment: null,
    alarm: null,
    rule: null,
    range: null,
    start: null,
    end: null,
    earlier: null,
    compare: null,
  })
  expect(attributesOf('sg-device-monitor', { product: 'VD0001' }, '')).toMatchObject({ sn: 'VD0001' })
  expect(attributesOf('sg-alarm-feed', {}, 'by=rule')).toMatchObject({ 'group-by': 'rule', sort: null })
  expect(attributesOf('sg-dashboard-editor', {}, 'id=12')).toEqual({ dashboard: '12' })
  expect(attributesOf('sg-home', {}, 'state=faulty')).toEqual({})
})

test('what an element shows is kept in the address, and only what is its own', () => {
  expect(searchAfter('sg-device-list', 'state=online&page=3&from=mail', { state: '', page: 1, search: 'pump' })).toBe(
    'page=1&from=mail&search=pump',
  )
  expect(searchAfter('sg-device-list', 'page=3', { token: 'secret', page: null })).toBe('')
  expect(searchAfter('sg-alarm-feed', '', { 'group-by': 'device', levels: '4,5', mode: '' })).toBe(
    'levels=4%2C5&by=device',
  )
  expect(searchAfter('sg-device-monitor', 'range=hour', { tab: 'curve', compare: 'P2,P3', earlier: '' })).toBe(
    'range=hour&tab=curve&compare=P2%2CP3',
  )
  expect(searchAfter('sg-dashboard-editor', 'id=12', { dashboard: 14 })).toBe('id=14')
  expect(searchAfter('sg-device-list', 'page=3', 'nonsense')).toBe('page=3')
})

test('the list of screens makes room on a wall, and alarms flash as long as the user wants it', () => {
  const around = { isWall: true, flashes: false }
  expect(surroundingAttributes('sg-screen-monitor', around)).toEqual({ list: 'drawer' })
  expect(surroundingAttributes('sg-screen-monitor', { ...around, isWall: false })).toEqual({ list: null })
  expect(surroundingAttributes('sg-alarm-feed', around)).toEqual({ flash: null })
  expect(surroundingAttributes('sg-alarm-feed', { ...around, flashes: true })).toEqual({ flash: '' })
  expect(surroundingAttributes('sg-home', around)).toEqual({})
})

test('variables of a dashboard stand in the address each by its name, and are one attribute', () => {
  expect(attributesOf('sg-dashboards', {}, 'dashboard=5&var-area=4&var-shift=A+%26+B').variables).toBe(
    'area=4&shift=A+%26+B',
  )
  expect(attributesOf('sg-dashboards', {}, 'dashboard=5').variables).toBe(null)
  const after = searchAfter('sg-dashboards', 'dashboard=5&var-area=4&var-old=1', { variables: 'area=7&shift=A+%26+B' })
  expect(after).toBe('dashboard=5&var-area=7&var-shift=A+%26+B')
  expect(searchAfter('sg-dashboards', 'dashboard=5&var-area=4', { variables: null })).toBe('dashboard=5')
  expect(searchAfter('sg-dashboards', 'dashboard=5&var-area=4', { sn: 'A' })).toBe('dashboard=5&var-area=4&sn=A')
})
