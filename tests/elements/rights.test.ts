import { equal, turn, until } from './check.ts'

// Not in this file's own chunk: the runner loads it under a second address, and what loads later would find a copy.
await import('../../elements/screens/roles/index.ts')
const { Refused } = await import('./played-server.ts')
const { box, code, find, key, named, openRow, press, role, says, shown, type } = await import('./rights-pages.ts')
const { createElement } = await import('react')
const { defineElement } = await import('../../elements/define/index.ts')
const { UserRights } = await import('../../elements/parts/rights/UserRights.tsx')

const { OFFERED_CODES } = await import('../../core/catalogue/routes.ts')

const counted = (count: number) => `${count} of ${OFFERED_CODES.length}`
let closed = 0
const onClose = () => {
  closed += 1
}
defineElement('sg-user-rights', () => createElement(UserRights, { user_id: 5, onClose }), {})
afterEach(() => {
  closed = 0
})

describe('<sg-roles>', () => {
  it('<sg-roles> gives a page with the sections that it stands in, and sends just those', async () => {
    const { element, server } = await shown('<sg-roles lang="en"></sg-roles>', {
      'POST /yun/user/role': () => role(),
    })
    await press(element, 'New role')
    await type(element, 'role_name', 'Night-shift')
    await press(element, 'Expand all')
    ;(await code(element, 'P31100')).click()
    await until('its sections', () =>
      ['P31000', 'P30000'].every(
        (id) => element.shadowRoot.querySelector(`[data-id=${id}]`)?.getAttribute('aria-checked') !== 'false',
      ),
    )
    equal((await code(element, 'P30000')).getAttribute('aria-checked'), 'mixed')
    equal((await code(element, 'P31000')).getAttribute('aria-checked'), 'true')
    await says(element, counted(4))
    await press(element, 'Create role')
    await until('sent', () => server.asks('POST /yun/user/role').length === 1)
    equal(server.asks('POST /yun/user/role')[0]?.body, {
      permissions: ['P00000', 'P30000', 'P31000', 'P31100'],
      device_rights: [],
      template_rights: [],
      item_rights: [],
      role_name: 'Night-shift',
      remarks: '',
      custom_home: null,
      dashboard_full_screen: false,
    })
    await until('closed', () => !element.shadowRoot.querySelector('.side-panel'))
  })

  it('<sg-roles> takes with a section all that is below it', async () => {
    const { element } = await shown('<sg-roles lang="en"></sg-roles>')
    await openRow(element, 'Operator')
    ;(await code(element, 'P30000')).click()
    await says(element, counted(2))
    ;(await code(element, 'P00000')).click()
    await says(element, counted(0))
  })

  it('<sg-roles> does not let a right be given that its giver does not hold, and says so', async () => {
    const { element } = await shown('<sg-roles lang="en"></sg-roles>')
    await openRow(element, 'Operator')
    const messages = await code(element, 'P70000')
    equal(messages.getAttribute('aria-disabled'), 'true')
    equal(messages.textContent?.includes('You do not hold this right'), true)
    messages.click()
    await turn()
    equal(messages.getAttribute('aria-checked'), 'false')
    await press(element, 'Devices0', '[role=tab]')
    const write = await box(element, 'Write: Energy (You do not hold this right)')
    write.click()
    await turn()
    equal(write.checked, false)
  })

  it('<sg-roles> is walked with the arrows and checked with Space', async () => {
    const { element } = await shown('<sg-roles lang="en"></sg-roles>')
    await openRow(element, 'Operator')
    ;(await code(element, 'P00000')).focus()
    const focused = () => element.shadowRoot.activeElement
    const go = async (name: string, id: string) => {
      key(focused(), name)
      await until(`${name} to ${id}`, () => (focused() as HTMLElement | null)?.dataset.id === id)
    }
    await go('End', 'P80000')
    await go('Home', 'P00000')
    await go('ArrowRight', 'P10000')
    await go('ArrowDown', 'P24000')
    await go('ArrowDown', 'P30000')
    key(focused(), 'ArrowRight')
    await code(element, 'P31000')
    await go('ArrowRight', 'P30100')
    key(focused(), ' ')
    await says(element, counted(4))
    await go('ArrowLeft', 'P30000')
    key(focused(), 'ArrowLeft')
    await until('closed', () => !element.shadowRoot.querySelector('[data-id=P30100]'))
  })

  it('<sg-roles> shows what a right to a group covers, and sends what was given alone', async () => {
    const { element, server } = await shown('<sg-roles lang="en"></sg-roles>', {
      'PUT /yun/user/role/edit': () => role(),
    })
    await openRow(element, 'Operator')
    await press(element, 'Devices0', '[role=tab]')
    ;(await box(element, 'Read: East')).click()
    ;(await box(element, 'Write: Water')).click()
    const covered = await box(element, 'Write: East (from above)')
    equal(covered.checked, true)
    await press(element, 'Save')
    await until('sent', () => server.asks('PUT /yun/user/role/edit').length === 1)
    equal(server.asks('PUT /yun/user/role/edit')[0]?.body.device_rights, [{ group_id: 1, may_write: true }])
  })

  it('<sg-roles> keeps all that was typed when the server refuses a field, and says it there', async () => {
    const { element } = await shown('<sg-roles lang="en"></sg-roles>', {
      'POST /yun/user/role': () => new Refused('100003', [{ field: 'remarks', message: 'too many words' }]),
    })
    await press(element, 'New role')
    await type(element, 'role_name', 'Night-shift')
    await type(element, 'remarks', 'From ten to six')
    ;(await code(element, 'P10000')).click()
    await press(element, 'Create role')
    await says(element, 'too many words')
    equal((await find<HTMLInputElement>(element, '[name=remarks]')).value, 'From ten to six')
    equal((await find<HTMLInputElement>(element, '[name=role_name]')).value, 'Night-shift')
    equal((await code(element, 'P10000')).getAttribute('aria-checked'), 'true')
  })

  it('<sg-roles> says at the name what is wrong with it, before asking and after', async () => {
    const { element, server } = await shown('<sg-roles lang="zh"></sg-roles>', {
      'POST /yun/user/role': () => new Refused('202002'),
    })
    await press(element, '新建角色')
    await type(element, 'role_name', '夜班 操作员')
    await press(element, '创建角色')
    await says(element, '不含空格')
    equal(server.asks('POST /yun/user/role').length, 0)
    await type(element, 'role_name', '夜班操作员')
    await press(element, '创建角色')
    await says(element, '已有同名角色')
  })

  it('<sg-roles> leaves a default role, and one that carries more than its reader holds, as they are', async () => {
    for (const [more, why] of [
      [{ role_type: 0 }, 'A default role stays as it is'],
      [{ is_givable: false }, 'This role carries rights that you do not hold'],
    ] as const) {
      const { element } = await shown('<sg-roles lang="en"></sg-roles>', {
        'GET /yun/user/role/detail': () => role(more),
      })
      await openRow(element, 'Operator')
      await says(element, why)
      equal((await code(element, 'P10000')).getAttribute('aria-disabled'), 'true')
      equal((await find<HTMLInputElement>(element, '[name=role_name]')).disabled, true)
      await press(element, 'More actions')
      await press(element, 'New role from this')
      await named(element, 'Create role')
      equal((await find<HTMLInputElement>(element, '[name=role_name]')).value, 'Operator-copy')
    }
  })

  it('<sg-roles> offers no change without the right to it', async () => {
    const { element } = await shown('<sg-roles lang="en"></sg-roles>', {}, ['P00000', 'P50000', 'P52000'])
    await openRow(element, 'Operator')
    await says(element, 'You may look at roles')
    const names = Array.from(element.shadowRoot.querySelectorAll('button'), ({ textContent }) => textContent)
    equal(names.includes('New role') || names.includes('Save'), false)
  })

  it('<sg-roles> asks the user before what is not saved is lost', async () => {
    const { element } = await shown('<sg-roles lang="en"></sg-roles>')
    await openRow(element, 'Operator')
    await type(element, 'remarks', 'changed')
    await press(element, 'Cancel', '.side-panel-foot button')
    await says(element, 'Leave without saving?')
    await press(element, 'Cancel', '[role=alertdialog] button, [role=dialog] button')
    equal((await find<HTMLInputElement>(element, '[name=remarks]')).value, 'changed')
    await press(element, 'Cancel', '.side-panel-foot button')
    await press(element, 'Discard changes')
    await until('closed', () => !element.shadowRoot.querySelector('.side-panel'))
  })

  it('<sg-roles> says who still has a role, in place of deleting it', async () => {
    const { element, server } = await shown('<sg-roles lang="en"></sg-roles>', {
      'GET /yun/user/role/detail': () => role({ user_count: 3 }),
    })
    await openRow(element, 'Operator')
    await press(element, 'More actions')
    await press(element, 'Delete role')
    await says(element, 'In use by 3 users')
    equal(server.asks('DELETE /yun/user/role').length, 0)
  })

  it('<sg-roles> names the role that it deletes, and keeps one that was given meanwhile', async () => {
    const { element, server } = await shown('<sg-roles lang="en"></sg-roles>', {
      'DELETE /yun/user/role': () => new Refused('202003'),
    })
    await openRow(element, 'Operator')
    await press(element, 'More actions')
    await press(element, 'Delete role')
    await press(element, 'Delete Operator')
    await says(element, 'It is in use and stays')
    equal(server.asks('DELETE /yun/user/role')[0]?.query.get('role_id'), '3')
  })

  it('<sg-roles> lands on a page that the role may open', async () => {
    const { element, server } = await shown('<sg-roles lang="en"></sg-roles>', {
      'PUT /yun/user/role/edit': () => role(),
      'GET /yun/user/role/detail': () => role({ custom_home: 'P10000' }),
    })
    await openRow(element, 'Operator')
    await until(
      'home',
      () => element.shadowRoot.querySelector('.side-panel form .select-value')?.textContent === 'Home',
    )
    ;(await code(element, 'P10000')).click()
    await until('first', () =>
      element.shadowRoot.querySelector('.side-panel form .select-value')?.textContent?.startsWith('First page'),
    )
    await press(element, 'Save')
    await until('sent', () => server.asks('PUT /yun/user/role/edit').length === 1)
    equal(server.asks('PUT /yun/user/role/edit')[0]?.body.custom_home, null)
  })
})

const privileges = (more: object = {}) => ({
  user_id: 5,
  user_name: 'wang',
  name: 'Wang',
  user_type: 3,
  direct: {
    permissions: ['P31000', 'P31100'],
    device_rights: [{ group_id: 2, may_write: true }],
    template_rights: [{ template_id: 7, may_write: false }],
    item_rights: [{ template_id: 7, item_id: 1 }],
  },
  from_roles: {
    permissions: ['P00000', 'P30000'],
    device_rights: [],
    template_rights: [],
    item_rights: [],
  },
  ...more,
})
const rights = '<sg-user-rights lang="en"></sg-user-rights>'
const NONE = { permissions: [], device_rights: [], template_rights: [], item_rights: [] }

describe('the rights of a user', () => {
  it('the rights of a user are shown with those of the roles, which are not changed here', async () => {
    const { element } = await shown(rights, { 'GET /yun/userInfo/privilege': () => privileges() })
    const devices = await code(element, 'P30000')
    equal(devices.getAttribute('aria-disabled'), 'true')
    equal(devices.textContent?.includes('by role'), true)
    devices.click()
    await turn()
    equal(devices.getAttribute('aria-checked'), 'mixed')
    await says(element, counted(4))
  })

  it('the rights of a user are sent only where they were changed', async () => {
    const { element, server } = await shown(rights, {
      'GET /yun/userInfo/privilege': () => privileges(),
      'PUT /yun/userInfo/privilege/edit': () => privileges(),
    })
    await press(element, 'Expand all')
    ;(await code(element, 'P31100')).click()
    await press(element, 'Save')
    await until('closed', () => closed === 1)
    equal(
      server.asked.filter(({ call }) => call.startsWith('PUT')).map(({ call, body }) => [call, body]),
      [['PUT /yun/userInfo/privilege/edit', { user_id: 5, permissions: ['P31000'] }]],
    )
  })

  it('the rights of a user stay as they were checked when the server refuses them', async () => {
    const { element } = await shown(rights, {
      'GET /yun/userInfo/privilege': () => privileges(),
      'PUT /yun/userInfo/privilege/edit': () => new Refused('100003', [{ field: 'permissions', message: 'too many' }]),
    })
    ;(await code(element, 'P10000')).click()
    await press(element, 'Save')
    await says(element, 'too many')
    equal((await code(element, 'P10000')).getAttribute('aria-checked'), 'true')
    equal(closed, 0)
  })

  it('the rights of a user are taken away after each was named', async () => {
    const { element, server } = await shown(rights, {
      'GET /yun/userInfo/privilege': () => privileges(),
      'POST /yun/userInfo/privilege/reset': () => privileges({ direct: NONE }),
    })
    await press(element, 'Reset to role-only')
    await named(element, 'Take 5 direct rights away')
    for (const lost of ['Edit device groups (P31100)', 'Write: East', 'Use: Pump', 'Pump: Reset it'])
      await says(element, lost)
    await press(element, 'Take 5 direct rights away')
    await says(element, counted(2))
    equal(server.asks('POST /yun/userInfo/privilege/reset')[0]?.body, { user_id: 5 })
    equal(element.shadowRoot.textContent?.includes('Reset to role-only'), false)
  })

  it('the rights of a user are all there are, for an administrator', async () => {
    const { element } = await shown(rights, { 'GET /yun/userInfo/privilege': () => privileges({ user_type: 1 }) })
    await says(element, 'An administrator holds everything')
    equal(element.shadowRoot.querySelector('[role=tree]'), null)
  })
})
