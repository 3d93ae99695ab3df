import { expect, test } from 'vitest'
import { createToasts } from '../core/stores/toasts.ts'
import { createErrorList, isRecorded, type Watching } from './error-list.ts'

const at = (path: string, isFullScreen = false): Watching => ({ path, isFullScreen })

test('refusals are kept on dashboards, screens and the carousel, and nowhere else', () => {
  for (const path of ['/dashboard', '/configureMonitor', '/configurationCarousel'])
    expect(isRecorded(at(path), 'device')).toBe(true)
  for (const path of ['/index', '/team/user', '/dashboards']) expect(isRecorded(at(path), 'device')).toBe(false)
})

test('nothing is kept in full screen, and nothing of the calls of a dashboard itself', () => {
  expect(isRecorded(at('/dashboard', true), 'device')).toBe(false)
  expect(isRecorded(at('/dashboard'), 'dashboard')).toBe(false)
})

test('a refusal is kept once, with its code, until the list is cleared', async () => {
  const toasts = createToasts()
  const { $errors, clear } = createErrorList(toasts, () => at('/dashboard'))
  await toasts.refuse('110526', 'alarm')
  // It is showing already: the second is suppressed.
  await toasts.refuse('110526', 'alarm')
  toasts.show('info', { zh: '已保存', en: 'Saved' })
  expect($errors.get().map(({ code }) => code)).toEqual(['110526'])
  clear()
  expect($errors.get()).toEqual([])
})
