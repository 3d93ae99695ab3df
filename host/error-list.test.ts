import { expect, test, vi } from 'vitest'
import { connect } from '../core/connection/connection.ts'
import { ApiError } from '../core/contract/api-error.ts'
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

test('every call that fails is kept, also where its caller shows it, and once until the list is cleared', async () => {
  const { $errors, failed, clear } = createErrorList(() => at('/configureMonitor'))
  const reply = (code: string, data: unknown) =>
    Response.json({ meta: { success: code === '100001' ? 1 : 0, code, message: '' }, data })
  const replies = [() => reply('110509', {}), () => reply('110509', {}), () => Promise.reject(new TypeError())]
  const fetch = async (url: unknown) =>
    /timestamp/.test(String(url)) ? reply('100001', 1) : ((await replies.shift()?.()) as Response)
  const connection = connect({ baseUrl: 'https://plant.example', fetch, onFailed: failed })
  const ask = () => connection.api.device.detail({ sn_code: 'SN1' }).catch(() => {})
  for (const _ of [1, 2, 3]) await ask()
  await vi.waitFor(() => expect($errors.get().map(({ code }) => code)).toEqual(['offline', '110509']))
  expect($errors.get()[1]?.message.en).toBe('The device was not found')
  clear()
  expect($errors.get()).toEqual([])
  connection.dispose()
})

test('exceptions and files that are missing are kept, and what a call said already is not kept twice', () => {
  const { $errors, watch } = createErrorList(() => at('/configureMonitor'))
  class Part extends EventTarget {
    localName = 'script'
    src = 'https://plant.example/elements/chunk.js'
  }
  const page = new EventTarget()
  const script = new Part()
  const stops = [watch(page), watch(script)]
  page.dispatchEvent(Object.assign(new Event('error'), { error: new RangeError('too far') }))
  page.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason: new ApiError('110509') }))
  script.dispatchEvent(new Event('error'))
  const detail = { phase: 'render', problem: 'render-failed', message: 'The view failed' }
  page.dispatchEvent(new CustomEvent('sg-error', { detail }))
  page.dispatchEvent(new CustomEvent('sg-error', { detail: { ...detail, phase: 'data' } }))
  expect($errors.get().map(({ code }) => code)).toEqual(['render-failed', script.src, 'RangeError'])
  for (const stop of stops) stop()
  page.dispatchEvent(Object.assign(new Event('error'), { error: new Error('later') }))
  expect($errors.get()).toHaveLength(3)
})
