import { expect, test } from 'vitest'
import { ROUTES } from '../catalogue/routes.ts'
import { systemMessagePath, systemMessageText, systemMessageWords } from './system-message-text.ts'

test('a message is written in the reader’s language with its subject', () => {
  const shared = { kind: 'template-shared', params: { by: 'li', module_name: '泵站' } }
  expect(systemMessageText(shared, 'zh')).toBe('li 向您分享了模板“泵站”')
  expect(systemMessageText(shared, 'en')).toBe('li shared the template 泵站 with you')
  const near = { kind: 'quota-near', params: { quota: 'sms', percent: 92 } }
  expect(systemMessageText(near, 'en')).toBe('SMS pushes: 92 % is used')
  const alarm = { sn_code: 'A', dev_alias: '1# 泵', alarm_name: '过热', alarm_name_en: 'Hot', alarm_level: 4 }
  expect(systemMessageText({ kind: 'alarm-raised', params: alarm }, 'en')).toBe('1# 泵: Hot')
  expect(systemMessageText({ kind: 'alarm-raised', params: { ...alarm, alarm_name_en: null } }, 'en')).toBe(
    '1# 泵: 过热',
  )
})

test('a message kind of a newer server is no defect', () => {
  for (const kind of ['moon-landing', 'toString', '__proto__'])
    expect(systemMessageText({ kind, params: {} }, 'zh')).toContain('新版本')
})

test('every link of a message leads to a page of the console', () => {
  const pathOf = (kind: string) => systemMessagePath({ kind, params: {} }, () => true)
  const paths = Object.keys(systemMessageWords.rows).flatMap((kind) => pathOf(kind)?.split('?')[0] ?? [])
  expect(paths.length).toBeGreaterThan(0)
  for (const path of paths) expect(ROUTES.some((route) => route.path === path)).toBe(true)
})

test('a message about an alarm links to where its reader may read it', () => {
  const message = { kind: 'alarm-escalated', params: { sn_code: 'A1', alarm_id: '7' } }
  const pathFor = (...held: string[]) => systemMessagePath(message, (right) => held.includes(right))
  expect(pathFor('P00000', 'P70000', 'P73000')).toBe('/info/realTimeFault?alarm=7')
  expect(pathFor('P00000', 'P10000')).toBe('/deviceDetail/A1?tab=alarms&alarm=7')
  expect(pathFor('P00000', 'P71000')).toBe(null)
})
