import { sendKeys } from '@web/test-runner-commands'
import { equal, turn, until } from './check.ts'
import { givable, HELD, MORE, oneRole, role } from './rights-pages.ts'
import { type Answers, key, Refused, type Screen, shown } from './screen-driver.ts'

const { createElement } = await import('react')
const { defineElement } = await import('../../elements/define/index.ts')
const { UserRights } = await import('../../elements/parts/rights/UserRights.tsx')

const { OFFERED_CODES } = await import('../../core/catalogue/routes.ts')

const openRights = (markup: string, answers: Answers = {}, roles = [...HELD, ...MORE]) =>
  shown(markup, { ...oneRole, ...answers }, roles)
const code = (page: Screen, id: string) => page.find(`[role=treeitem][data-id=${id}]`)
const counted = (count: number) => `${count} of ${OFFERED_CODES.length}`
let closed = 0
const onClose = () => {
  closed += 1
}
defineElement('sg-user-rights', () => createElement(UserRights, { user_id: 5, onClose }), {})
afterEach(() => {
  closed = 0
})

it('<sg-roles> gives a page with the sections that it stands in, and sends just those', async () => {
  const page = await openRights('<sg-roles lang="en"></sg-roles>', {
    'POST /yun/user/role': () => role(),
  })
  await page.press('New role')
  await page.type('role_name', 'Night-shift')
  await page.press('Expand all')
  ;(await code(page, 'P31100')).click()
  await until('its sections', () =>
    ['P31000', 'P30000'].every(
      (id) => page.root.querySelector(`[data-id=${id}]`)?.getAttribute('aria-checked') !== 'false',
    ),
  )
  equal((await code(page, 'P30000')).getAttribute('aria-checked'), 'mixed')
  equal((await code(page, 'P31000')).getAttribute('aria-checked'), 'true')
  await page.says(counted(4))
  await page.press('Create role')
  equal((await page.requested('POST /yun/user/role')).body, {
    permissions: ['P00000', 'P30000', 'P31000', 'P31100'],
    device_rights: [],
    template_rights: [],
    item_rights: [],
    role_name: 'Night-shift',
    remarks: '',
    custom_home: null,
    home_dashboard_id: null,
    dashboard_full_screen: false,
  })
  await page.gone('.side-panel')
})

it('<sg-roles> warns of a role with pages of devices and no device groups', async () => {
  const warning = 'This role gives no device groups'
  const page = await openRights('<sg-roles lang="en"></sg-roles>')
  await page.press('New role', 'Expand all')
  equal(page.text.includes(warning), false)
  ;(await code(page, 'P30000')).click()
  await page.says(warning)
  ;(await page.find('[role=tab]:nth-child(2)')).click()
  ;(await page.find('.cell-check input')).click()
  await until('no warning', () => !page.text.includes(warning))
})

it('the panel of a role has its buttons at its end: cancel, then what is meant', async () => {
  const page = await openRights('<sg-roles lang="en"></sg-roles>')
  await page.press('New role')
  const words = () => page.all('.side-panel button').map(({ textContent }) => textContent?.trim())
  await until('its buttons', () => words().slice(-2).join() === 'Cancel,Create role')
})

it('<sg-roles> takes with a section all that is below it', async () => {
  const page = await openRights('<sg-roles lang="en"></sg-roles>')
  await page.openRow('Operator')
  ;(await code(page, 'P30000')).click()
  await page.says(counted(2))
  ;(await code(page, 'P00000')).click()
  await page.says(counted(0))
})

it('<sg-roles> does not let a right be given that its giver does not hold, and says so', async () => {
  const page = await openRights('<sg-roles lang="en"></sg-roles>')
  await page.openRow('Operator')
  const messages = await code(page, 'P70000')
  equal(messages.getAttribute('aria-disabled'), 'true')
  equal(messages.textContent?.includes('You do not hold this right'), true)
  messages.click()
  await turn()
  equal(messages.getAttribute('aria-checked'), 'false')
  await page.press('Devices0')
  const write = await page.input('Write: Energy (You do not hold this right)')
  write.click()
  await turn()
  equal(write.checked, false)
})

it('<sg-roles> shows the rights of alarms under Alarms, after home, and gives them with the section that they need', async () => {
  const page = await openRights(
    '<sg-roles lang="en"></sg-roles>',
    { 'GET /yun/user/role/givable': () => ({ ...givable, permissions: OFFERED_CODES }) },
    [...OFFERED_CODES],
  )
  await page.press('New role', 'Expand all')
  const alarms = await code(page, 'P73000')
  equal([alarms.getAttribute('aria-level'), alarms.querySelector('.rights-name')?.textContent], ['2', 'Alarms'])
  equal(alarms.previousElementSibling?.getAttribute('data-id'), 'P10000')
  equal(alarms.nextElementSibling?.getAttribute('data-id'), 'P73100')
  const below = async (id: string) => (await code(page, id)).querySelector('.rights-below')?.textContent
  equal([await below('P73000'), await below('P70000')], ['0/6', '0/3'])
  ;(await code(page, 'P73100')).click()
  await until('its section', async () => (await code(page, 'P70000')).getAttribute('aria-checked') === 'true')
  equal((await code(page, 'P73000')).getAttribute('aria-checked'), 'mixed')
})

it('<sg-roles> is walked with the arrows and checked with Space', async () => {
  const page = await openRights('<sg-roles lang="en"></sg-roles>')
  await page.openRow('Operator')
  ;(await code(page, 'P00000')).focus()
  const focused = () => page.focused
  const go = async (name: string, id: string) => {
    key(focused(), name)
    await until(`${name} to ${id}`, () => (focused() as HTMLElement | null)?.dataset.id === id)
  }
  await go('End', 'P90000')
  await go('Home', 'P00000')
  await go('ArrowRight', 'P10000')
  await go('ArrowDown', 'P73000')
  await go('ArrowDown', 'P20000')
  await go('ArrowDown', 'P24000')
  await go('ArrowDown', 'P30000')
  key(focused(), 'ArrowRight')
  await code(page, 'P31000')
  await go('ArrowRight', 'P30100')
  key(focused(), ' ')
  await page.says(counted(4))
  await go('ArrowLeft', 'P30000')
  key(focused(), 'ArrowLeft')
  await page.gone('[data-id=P30100]')
})

it('<sg-roles> shows what a right to a group covers, and sends what was given alone', async () => {
  const page = await openRights('<sg-roles lang="en"></sg-roles>', {
    'PUT /yun/user/role/edit': () => role(),
  })
  await page.openRow('Operator')
  await page.press('Devices0')
  ;(await page.input('Read: East')).click()
  ;(await page.input('Write: Water')).click()
  const covered = await page.input('Write: East (from above)')
  equal(covered.checked, true)
  await page.press('Save')
  equal((await page.requested('PUT /yun/user/role/edit')).body.device_rights, [{ group_id: 1, may_write: true }])
})

it('<sg-roles> keeps all that was typed when the server refuses a field, and says it there', async () => {
  const page = await openRights('<sg-roles lang="en"></sg-roles>', {
    'POST /yun/user/role': () => new Refused('100003', [{ field: 'remarks', message: 'too many words' }]),
  })
  await page.press('New role')
  await page.fill({ role_name: 'Night-shift', remarks: 'From ten to six' })
  ;(await code(page, 'P10000')).click()
  await page.press('Create role')
  await page.says('too many words')
  equal(await page.typedIn('remarks'), 'From ten to six')
  equal(await page.typedIn('role_name'), 'Night-shift')
  equal((await code(page, 'P10000')).getAttribute('aria-checked'), 'true')
})

it('<sg-roles> says at the name what is wrong with it, before asking and after', async () => {
  const page = await openRights('<sg-roles lang="zh"></sg-roles>', {
    'POST /yun/user/role': () => new Refused('202002'),
  })
  await page.press('新建角色')
  await page.type('role_name', '夜班 操作员')
  await page.press('创建角色')
  await page.says('不含空格')
  equal(page.requestsOf('POST /yun/user/role').length, 0)
  await page.type('role_name', '夜班操作员')
  await page.press('创建角色')
  await page.says('已有同名角色')
})

it('<sg-roles> leads to the first field that is wrong, speaks its error, and takes it back as soon as the field is mended', async () => {
  const page = await openRights('<sg-roles lang="en"></sg-roles>', {}, [...HELD, ...MORE])
  page.element.style.cssText = 'display: block; block-size: 320px'
  await page.press('New role')
  await page.press('Expand all')
  const create = await page.button('Create role')
  const body = await page.find('.side-panel-body')
  body.scrollTop = body.scrollHeight
  create.focus()
  create.click()
  await page.wrongOf('role_name')
  const input = await page.field('role_name')
  equal(page.focused === input, true)
  const [shown, at] = [body.getBoundingClientRect(), input.getBoundingClientRect()]
  equal(shown.top <= at.top && at.bottom <= shown.bottom, true)
  equal(await page.messageAt('role_name'), 'Give the role a name')
  equal(page.root.querySelector('form > [role=alert]'), null)
  // The focus is there already: no screen reader speaks of it by itself.
  create.click()
  await until('spoken', () => page.root.querySelector('form > [role=alert]')?.textContent === 'Give the role a name')
  await page.type('role_name', 'Night shift')
  await until('another error', async () => (await page.messageAt('role_name')).includes('without spaces'))
  await page.type('role_name', 'Night-shift')
  await until('no error', () => input.getAttribute('aria-invalid') === null)
  equal(page.focused === input, true)
})

it('<sg-roles> takes back what the server said of a field when the field is changed', async () => {
  const page = await openRights('<sg-roles lang="en"></sg-roles>', {
    'POST /yun/user/role': () => new Refused('202002'),
  })
  await page.press('New role')
  await page.fill({ role_name: 'Night-shift' })
  await page.press('Create role')
  await page.wrongOf('role_name')
  await page.type('remarks', 'From ten')
  await page.wrongOf('role_name')
  await page.type('role_name', 'Day-shift')
  await until('no error', async () => (await page.field('role_name')).getAttribute('aria-invalid') === null)
})

it('<sg-roles> leaves a default role, and one that carries more than its reader holds, as they are', async () => {
  for (const [more, why] of [
    [{ role_type: 0 }, 'A default role stays as it is'],
    [{ is_givable: false }, 'This role carries rights that you do not hold'],
  ] as const) {
    const page = await openRights('<sg-roles lang="en"></sg-roles>', {
      'GET /yun/user/role/detail': () => role(more),
    })
    await page.openRow('Operator')
    await page.says(why)
    equal((await code(page, 'P10000')).getAttribute('aria-disabled'), 'true')
    equal((await page.find<HTMLInputElement>('[name=role_name]')).disabled, true)
    await page.press('More actions', 'New role from this')
    await page.named('Create role')
    equal(await page.typedIn('role_name'), 'Operator-copy')
  }
})

it('<sg-roles> offers no change without the right to it', async () => {
  const page = await openRights('<sg-roles lang="en"></sg-roles>', {}, ['P00000', 'P50000', 'P52000'])
  await page.openRow('Operator')
  await page.says('You do not hold the right “Edit roles”.')
  const names = page.texts('button')
  equal(names.includes('New role') || names.includes('Save'), false)
})

it('<sg-roles> asks the user before what is not saved is lost', async () => {
  const page = await openRights('<sg-roles lang="en"></sg-roles>')
  await page.openRow('Operator')
  await page.type('remarks', 'changed')
  await page.pressIn('.side-panel .foot button', 'Cancel')
  await page.says('Leave without saving?')
  await page.pressIn('[role=alertdialog] button, [role=dialog] button', 'Cancel')
  equal(await page.typedIn('remarks'), 'changed')
  await page.pressIn('.side-panel .foot button', 'Cancel')
  await page.press('Discard changes')
  await page.gone('.side-panel')
})

it('<sg-roles> says who still has a role, in place of deleting it', async () => {
  const page = await openRights('<sg-roles lang="en"></sg-roles>', {
    'GET /yun/user/role/detail': () => role({ user_count: 3 }),
  })
  await page.openRow('Operator')
  await page.press('More actions', 'Delete role')
  await page.says('In use by 3 users')
  equal(page.requestsOf('DELETE /yun/user/role').length, 0)
})

it('<sg-roles> names the role that it deletes, and keeps one that was given meanwhile', async () => {
  const page = await openRights('<sg-roles lang="en"></sg-roles>', {
    'DELETE /yun/user/role': () => new Refused('202003'),
  })
  await page.openRow('Operator')
  await page.press('More actions', 'Delete role', 'Delete Operator')
  await page.says('It is in use and stays')
  equal(page.requestsOf('DELETE /yun/user/role')[0]?.query.get('role_id'), '3')
})

it('<sg-roles> gives a role that begins with the custom page a dashboard of its own', async () => {
  const permissions = ['P00000', 'P10000', 'P20000', 'P90000'] as const
  const page = await openRights('<sg-roles lang="en"></sg-roles>', {
    'GET /yun/user/role/detail': () => role({ permissions: [...permissions], custom_home: 'P90000' }),
    'GET /yun/customMenu/target': () => [{ id: 7, name: 'Pump overview', note: '' }],
    'PUT /yun/user/role/edit': () => role(),
  })
  await page.openRow('Operator')
  await page.press('The organisation’s custom page')
  await page.pressIn('.target-one', 'Pump overview')
  await page.button('Pump overview')
  await page.press('Save')
  equal((await page.requested('PUT /yun/user/role/edit')).body.home_dashboard_id, 7)
})

it('<sg-roles> lands on a page that the role may open', async () => {
  const page = await openRights('<sg-roles lang="en"></sg-roles>', {
    'PUT /yun/user/role/edit': () => role(),
    'GET /yun/user/role/detail': () => role({ custom_home: 'P10000' }),
  })
  await page.openRow('Operator')
  await until('home', () => page.root.querySelector('.side-panel form .select-value')?.textContent === 'Home')
  ;(await code(page, 'P10000')).click()
  await until('first', () =>
    page.root.querySelector('.side-panel form .select-value')?.textContent?.startsWith('First page'),
  )
  await page.press('Save')
  equal((await page.requested('PUT /yun/user/role/edit')).body.custom_home, null)
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

it('the rights of a user are shown with those of the roles, which are not changed here', async () => {
  const page = await openRights(rights, { 'GET /yun/userInfo/privilege': () => privileges() })
  const devices = await code(page, 'P30000')
  equal(devices.getAttribute('aria-disabled'), 'true')
  equal(devices.textContent?.includes('by role'), true)
  devices.click()
  await turn()
  equal(devices.getAttribute('aria-checked'), 'mixed')
  await page.says(counted(4))
})

it('the rights of a user are sent only where they were changed', async () => {
  const page = await openRights(rights, {
    'GET /yun/userInfo/privilege': () => privileges(),
    'PUT /yun/userInfo/privilege/edit': () => privileges(),
  })
  await page.press('Expand all')
  ;(await code(page, 'P31100')).click()
  await page.press('Save')
  await until('closed', () => closed === 1)
  equal(
    page.server.requests.filter(({ call }) => call.startsWith('PUT')).map(({ call, body }) => [call, body]),
    [['PUT /yun/userInfo/privilege/edit', { user_id: 5, permissions: ['P31000'] }]],
  )
})

it('the rights of a user take the name of a group for the label of its first box, and saving nothing says so', async () => {
  const page = await openRights(rights, {
    'GET /yun/userInfo/privilege': () => privileges(),
    'PUT /yun/userInfo/privilege/device': () => privileges(),
  })
  await page.press('Save')
  await page.says('No right was changed')
  equal([closed, page.server.requests.some(({ call }) => call.startsWith('PUT'))], [0, false])
  ;(await page.find('[role=tab]:nth-child(2)')).click()
  const nameOf = (name: string) =>
    until(name, () => page.all('.rights-grid-name').find(({ textContent }) => textContent === name))
  ;(await nameOf('Energy')).click()
  equal((await page.input('Read: Energy')).checked, true)
  // One with others below it opens.
  const isRead = (await page.input('Read: Water')).checked
  ;(await nameOf('Water')).click()
  await nameOf('East')
  equal((await page.input('Read: Water')).checked, isRead)
})

it('Enter in the search of the rights of a user sends nothing', async () => {
  const page = await openRights(rights, {
    'GET /yun/userInfo/privilege': () => privileges(),
    'PUT /yun/userInfo/privilege/edit': () => privileges(),
  })
  await page.press('Expand all')
  ;(await code(page, 'P31100')).click()
  ;(await page.find('input[type=search]')).focus()
  await sendKeys({ press: 'Enter' })
  ;(await code(page, 'P10000')).click()
  await page.press('Save')
  await until('closed', () => closed === 1)
  equal(
    page.bodies('PUT /yun/userInfo/privilege/edit').map(({ permissions }) => permissions),
    [['P10000', 'P31000']],
  )
})

it('the rights of a user stay as they were checked when the server refuses them', async () => {
  const page = await openRights(rights, {
    'GET /yun/userInfo/privilege': () => privileges(),
    'PUT /yun/userInfo/privilege/edit': () => new Refused('100003', [{ field: 'permissions', message: 'too many' }]),
  })
  ;(await code(page, 'P10000')).click()
  await page.press('Save')
  await page.says('too many')
  equal((await code(page, 'P10000')).getAttribute('aria-checked'), 'true')
  equal(closed, 0)
})

it('the rights of a user are taken away after each was named', async () => {
  const page = await openRights(rights, {
    'GET /yun/userInfo/privilege': () => privileges(),
    'POST /yun/userInfo/privilege/reset': () => privileges({ direct: NONE }),
  })
  await page.press('Reset to role-only')
  await page.named('Take 5 direct rights away')
  for (const lost of ['Edit device groups', 'Write: East', 'Use: Pump', 'Pump: Reset it']) await page.says(lost)
  await page.press('Take 5 direct rights away')
  await page.says(counted(2))
  equal(page.requestsOf('POST /yun/userInfo/privilege/reset')[0]?.body, { user_id: 5 })
  equal(page.text.includes('Reset to role-only'), false)
})

it('the rights of a user are all there are, for an administrator', async () => {
  const page = await openRights(rights, { 'GET /yun/userInfo/privilege': () => privileges({ user_type: 1 }) })
  await page.says('An administrator holds everything')
  equal(page.root.querySelector('[role=tree]'), null)
})
