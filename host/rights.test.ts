import { expect, test } from 'vitest'
import { ApiError, ConnectionError } from '../core/contract/api-error.ts'
import { createRights } from './rights.ts'

type Calls = Parameters<typeof createRights>[0]

const answering = (over: Partial<Calls> = {}): Calls => ({
  customPage: async () => ({ custom_page_name: 'Overview', custom_page_json: { dashboard_id: 7 } }),
  privileges: async () => ({
    grantedPermissions: 'P00000, P10000',
    menuPermissions: 'P10000',
    timezone: 'Asia/Shanghai',
  }),
  user: async () => ({
    user_id: 1,
    user_name: 'li',
    name: 'Li',
    user_type: 1,
    tenant_id: 1,
    tenant_name: 'Works',
    simulated_by: null,
    is_experience: false,
    demo: 'no' as const,
  }),
  ...over,
})

test('the granted permissions are split into a list, and an absent string is an empty one', async () => {
  const rights = createRights(answering())
  await rights.load()
  expect(rights.$rights.get()?.roles).toEqual(['P00000', 'P10000'])
  const none = createRights(
    answering({
      privileges: async () => ({ grantedPermissions: null, menuPermissions: '', timezone: 'Asia/Shanghai' }),
    }),
  )
  await none.load()
  expect(none.$rights.get()?.roles).toEqual([])
})

test('the custom page is fetched before the rights, is empty meanwhile, and stays empty when that fails', async () => {
  const order: string[] = []
  let isBroken = false
  const rights = createRights(
    answering({
      customPage: async () => {
        order.push(`customPage while ${rights.$customPage.get()?.custom_page_name ?? 'empty'}`)
        if (isBroken) throw new ApiError('100003')
        return { custom_page_name: 'Overview', custom_page_json: { dashboard_id: 7 } }
      },
      privileges: async () => {
        order.push('privileges')
        return { grantedPermissions: 'P00000', menuPermissions: '', timezone: 'Asia/Shanghai' }
      },
    }),
  )
  await rights.load()
  expect(rights.$customPage.get()?.custom_page_name).toBe('Overview')
  isBroken = true
  await rights.load()
  expect(order).toEqual(['customPage while empty', 'privileges', 'customPage while empty', 'privileges'])
  expect(rights.$customPage.get()).toBe(null)
  expect(rights.$rights.get()?.roles).toEqual(['P00000'])
})

test('a lost connection while the rights are loaded is reported, and the next try can succeed', async () => {
  let isDown = true
  const rights = createRights(
    answering({
      privileges: async () => {
        if (isDown) throw new ConnectionError('offline')
        return { grantedPermissions: 'P00000', menuPermissions: '', timezone: 'Asia/Shanghai' }
      },
    }),
  )
  await rights.load()
  expect(rights.$rights.get()).toBe(null)
  expect(rights.$failure.get()).toBeInstanceOf(ConnectionError)
  isDown = false
  await rights.load()
  expect(rights.$failure.get()).toBe(null)
  expect(rights.$rights.get()).not.toBe(null)
})

test('an answer that arrives after the sign-out gives nobody rights', async () => {
  let answer: (granted: { grantedPermissions: string; menuPermissions: string; timezone: string }) => void = () => {}
  let isAsked: () => void = () => {}
  const requested = new Promise<void>((resolve) => {
    isAsked = resolve
  })
  const rights = createRights(
    answering({
      privileges: () => {
        isAsked()
        return new Promise((resolve) => {
          answer = resolve
        })
      },
    }),
  )
  const loading = rights.load()
  await requested
  rights.clear()
  answer({ grantedPermissions: 'P00000', menuPermissions: '', timezone: 'Asia/Shanghai' })
  await loading
  expect(rights.$rights.get()).toBe(null)
})
