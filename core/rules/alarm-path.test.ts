import { expect, test } from 'vitest'
import { hasRight } from '../catalogue/held-rights.ts'
import { sectionsOf } from '../catalogue/permissions.ts'
import { ALARM_PAGES } from '../catalogue/readers.ts'
import { mayOpen, ROUTES } from '../catalogue/routes.ts'
import { alarmPath } from './alarm-path.ts'

const pathFor = (...held: string[]) => alarmPath((right) => hasRight(held, right), { sn_code: 'A/1 %', alarm_id: 7 })

test('an alarm links to the fault page, else to those of its device, else to no page', () => {
  expect(pathFor('P00000', 'P70000', 'P73000', 'P10000')).toBe('/info/realTimeFault?alarm=7')
  expect(pathFor('P00000', 'P73000', 'P10000')).toBe('/deviceDetail/A%2F1%20%25?tab=alarms&alarm=7')
  expect(pathFor('P00000', 'P10000')).toBe('/deviceDetail/A%2F1%20%25?tab=alarms&alarm=7')
  expect(pathFor('P00000', 'P100000')).toBe(null)
  expect(pathFor('P73000')).toBe(null)
})

test('a reader is linked only to pages that he may open', () => {
  for (const right of ALARM_PAGES) {
    const held = [...sectionsOf(right), right]
    const path = pathFor(...held)
      ?.replace(/\?.*/, '')
      .replace(/(?<=^\/deviceDetail\/).*/, ':id')
    if (path === undefined) continue
    const route = ROUTES.find((one) => one.path === path)
    expect(route && mayOpen(route, held)).toBe(true)
  }
})
