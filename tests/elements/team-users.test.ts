import { BOSS, who } from './account-pages.ts'
import { equal, until } from './check.ts'
import { type Answers, Refused, type Screen } from './screen-driver.ts'
import { chooseUsers, DONE, opened, pick } from './team-driver.ts'
import { user, users } from './team-pages.ts'

const openUsers = (answers?: Answers, roles?: string[]) => opened('<sg-users lang="en"></sg-users>', answers, roles)

/** Of the second quota. */
const withoutLimit = async (page: Screen) =>
  (await until('no limit', () => page.all('.quota input[type=checkbox]')[1])).click()

it('<sg-users> requests what its attributes say, and reports what is chosen', async () => {
  const page = await opened(
    '<sg-users lang="en" search="li" group="2" roles="3" state="locked" sort="-last_seen_time" page="2"></sg-users>',
  )
  await page.says('Group: East')
  const { query } = await page.requested('GET /user')
  const said = ['search', 'user_group_id', 'role_id', 'isActive', 'sort', 'page'].map((name) => query.get(name))
  equal(said, ['li', '2', '3', '0', '-last_seen_time', '2'])
  await page.press('Remove the filter State: Locked')
  const rest = { search: 'li', group: 2, roles: 3, sort: '-last_seen_time' }
  await until('reported', () => page.events.length > 0)
  equal(Object.entries(page.events[0]?.detail ?? {}).sort(), Object.entries({ ...rest, state: '', page: null }).sort())
})

it('<sg-users> shows the names and the kind of a user whole beside its panel, where other columns make room', async () => {
  const page = await openUsers({
    'GET /user': () => ({
      rows: [user(8, { user_name: 'manager', name: 'Site manager', user_type: 2, group_name: 'Operations' })],
      total: 1,
    }),
  })
  page.element.style.inlineSize = '754px'
  const isWhole = () =>
    page.all('.user-names > *').every(({ scrollWidth, clientWidth }) => clientWidth > 0 && scrollWidth <= clientWidth)
  await page.row('Site manager')
  await until(`whole: ${page.all('.user-names > *').map((one) => `${one.scrollWidth}/${one.clientWidth}`)}`, isWhole)
})

it('<sg-users> shows a taken name at its field and keeps all that was typed', async () => {
  const page = await openUsers({
    'POST /user': () => new Refused('110313', [{ field: 'user_name', message: 'is in use already' }]),
  })
  await page.press('New user')
  await page.fill({ user_name: 'wang', name: 'Wang', user_tel: '13800000000' })
  await page.press('Create user')
  equal((await page.wrongOf('user_name')).textContent, 'is in use already')
  for (const [name, value] of Object.entries({ user_name: 'wang', name: 'Wang', user_tel: '13800000000' }))
    equal(await page.typedIn(name), value)
  const sent = page.requestsOf('POST /user')[0]?.body
  equal(sent?.user_tel, '+86 13800000000')
  equal(/^[A-Za-z0-9]{11}$/.test(String(sent?.password)), true)
})

it('<sg-users> shows a phone or email that is taken at its field, also where the server names none', async () => {
  const page = await openUsers({ 'POST /user': () => new Refused('110316') })
  await page.press('New user')
  await page.fill({ user_name: 'wang', name: 'Wang' })
  await page.press('Create user')
  await page.wrongOf('user_tel')
  page.answers['POST /user'] = () => new Refused('110323')
  await page.press('Create user')
  await page.wrongOf('email')
})

it('<sg-users> shows a generated password once', async () => {
  const page = await openUsers({ 'POST /user': () => user(11, { user_name: 'wang', name: 'Wang' }) })
  await page.press('New user')
  await page.fill({ user_name: 'wang', name: 'Wang' })
  await page.press('Create user')
  await page.says('New password of Wang')
  const password = String(page.requestsOf('POST /user')[0]?.body.password)
  await page.says(password)
  await page.press('Done, I have saved it')
  await until('gone', () => !page.text.includes(password))
  await page.says('Direct rights')
})

it('<sg-users> has a new user change the password first unless told not to, takes a full name, and warns of who gets no role', async () => {
  const page = await openUsers({ 'POST /user': ({ body }) => user(11, { ...body, user_name: 'smith' }) })
  await page.press('New user')
  await page.fill({ user_name: 'smith', name: 'Alex', full_name: 'Alexander Smith' })
  await page.says('Without a role, the user can sign in but sees no pages and no devices.')
  ;(await page.labelled('Roles')).querySelector<HTMLElement>('.select-button')?.click()
  await page.says('Watches the plant')
  ;(await page.having('[role=option]', 'Operator')).click()
  await until('no warning', () => !page.text.includes('Without a role'))
  await page.press('Create user')
  await page.says('New password of Alexander Smith')
  const body = page.requestsOf('POST /user')[0]?.body
  equal([body?.must_change_password, body?.full_name, body?.name], [true, 'Alexander Smith', 'Alex'])
})

it('<sg-users> warns of roles that give no devices, unless the user reaches some otherwise', async () => {
  const warning = 'The chosen roles give no device groups: the user sees no devices.'
  const page = await openUsers()
  await page.press('New user')
  ;(await page.labelled('Roles')).querySelector<HTMLElement>('.select-button')?.click()
  ;(await page.having('[role=option]', 'Viewer')).click()
  await page.says(warning)
  ;(await page.having('[role=option]', 'Operator')).click()
  await until('no warning', () => !page.text.includes(warning))
  const roles = [{ role_id: 4, role_name: 'Viewer' }]
  const edited = async (more: object) => {
    const one = await openUsers({ 'GET /user': () => ({ rows: [user(9, { roles, ...more })], total: 1 }) })
    await one.openRow('User 9')
    await one.press('Edit')
    await one.says('Viewer', 'Nickname')
    return one.text.includes(warning)
  }
  equal([await edited({}), await edited({ has_own_devices: true })], [true, false])
})

it('<sg-users> asks for a typed password twice, and by the organisation’s rule', async () => {
  const page = await openUsers({
    'PUT /user/pwd': () => ({}),
    'GET /yun/sys/signIn/rule': () => ({ password_rule: { least: 8, most: 64, any: true }, one_session: false }),
  })
  await page.openRow('User 9')
  await page.press('Reset password')
  ;(await page.find('.side-panel .toggle input')).click()
  await page.says('8 to 64 characters')
  await page.fill({ password: 'short', again: 'shorter' })
  await page.press('Set password')
  equal((await page.wrongOf('password')).textContent, 'Needs 8 to 64 characters')
  await page.says('The two are not the same')
  equal(page.requestsOf('PUT /user/pwd').length, 0)
  await page.fill({ password: 'long enough', again: 'long enough' })
  await page.press('Set password')
  await page.says('The password of User 9 is reset')
  equal(page.requestsOf('PUT /user/pwd')[0]?.body, {
    user_id: 9,
    password: 'long enough',
    must_change_password: true,
  })
})

it('<sg-users> deletes many, names who goes, and tells of each that stayed', async () => {
  let rows = users()
  const page = await openUsers({
    'GET /user': () => ({ rows, total: rows.length }),
    'DELETE /user': () => {
      rows = rows.filter(({ user_id }) => user_id !== 9)
      return [
        { user_id: 9, code: DONE },
        { user_id: 10, code: '110310' },
      ]
    },
  })
  await chooseUsers(page, 'User 9', 'User 10')
  ;(await page.named('Delete 2 users', '.selection-bar button')).click()
  await page.says('This cannot be undone')
  ;(await page.named('Delete 2 users', '.dialog .foot button')).click()
  await page.says('1 user was not deleted', 'User 10: The user does not exist', 'Deleted User 9')
  equal(page.requestsOf('DELETE /user')[0]?.query.get('user_ids'), '9,10')
  await page.says('1 user selected')
})

it('<sg-users> never offers to delete oneself', async () => {
  const page = await openUsers({ 'DELETE /user': () => [{ user_id: 9, code: DONE }] })
  await page.find('.table-rows [role=row]')
  await chooseUsers(page, 'Li', 'User 9')
  await page.says('2 users selected')
  ;(await page.named('Delete 1 user', '.selection-bar button')).click()
  await page.says('You yourself are left out.')
  ;(await page.named('Delete 1 user', '.dialog .foot button')).click()
  equal((await page.requested('DELETE /user')).query.get('user_ids'), '9')
})

it('<sg-users> says that it is not known whether users were locked when no answer came', async () => {
  const page = await openUsers({
    'PUT /user/active': () => {
      throw new TypeError('Failed to fetch')
    },
  })
  await page.openRow('User 9')
  await page.press('Lock')
  await page.says('Not known for 1 user', 'User 9: The server did not answer')
  equal(page.text.includes('not locked'), false)
})

it('<sg-users> locks at once and takes it back', async () => {
  const page = await openUsers({
    'PUT /user/active': ({ body }) => (body.user_ids as number[]).map((user_id) => ({ user_id, code: DONE })),
  })
  await page.openRow('User 9')
  await page.press('Lock')
  await page.says('Locked User 9')
  await page.press('Undo')
  await page.says('Undone')
  equal(page.bodies('PUT /user/active'), [
    { user_ids: [9], isActive: 0 },
    { user_ids: [9], isActive: 1 },
  ])
})

it('<sg-users> moves many, and back to where each was', async () => {
  const page = await openUsers({
    'PUT /user/move': ({ body }) => (body.user_ids as number[]).map((user_id) => ({ user_id, code: DONE })),
  })
  await chooseUsers(page, 'Manager', 'User 9')
  await page.press('Move to a group…')
  await pick(page, 'Office')
  await page.press('Move')
  await page.says('Moved 2 users')
  await page.press('Undo')
  await page.says('Undone')
  equal(page.bodies('PUT /user/move'), [
    { user_ids: [8, 9], user_group_id: 5 },
    { user_ids: [8], user_group_id: 1 },
    { user_ids: [9], user_group_id: 2 },
  ])
})

it('<sg-users> sends of a user what was changed, and asks the user before it is lost', async () => {
  const page = await openUsers({ 'PUT /user': ({ body }) => user(9, body) })
  await page.openRow('User 9')
  await page.press('Edit')
  await page.type('name', 'Zhao')
  await page.openRow('User 10')
  await page.says('Leave without saving?')
  await page.pressIn('.dialog .foot button', 'Cancel')
  await page.press('Save')
  equal((await page.requested('PUT /user')).body, { user_id: 9, name: 'Zhao' })
})

it('<sg-users> shows what is used of each quota, and sends the limit that was changed', async () => {
  const page = await openUsers({
    'PUT /user/quota': () => [{ quota: 'screens', limit: null, used: 10 }],
  })
  await page.openRow('User 9')
  await page.press('Quotas')
  await page.says('50 MB of 200 MB', 'At the limit')
  equal((await page.find('[role=meter][aria-label=Templates]')).getAttribute('aria-valuenow'), '12')
  await withoutLimit(page)
  await page.press('Save quotas')
  await page.says('10 used, no limit')
  equal(page.requestsOf('PUT /user/quota')[0]?.body, { user_id: 9, quotas: [{ quota: 'screens', limit: null }] })
})

it('<sg-users> shows a limit that the server refuses at its field', async () => {
  const page = await openUsers({
    'PUT /user/quota': () => new Refused('100003', [{ field: 'quotas.0.limit', message: 'may be 5 at most' }]),
  })
  await page.openRow('User 9')
  await page.press('Quotas')
  await withoutLimit(page)
  await page.press('Save quotas')
  await until('at its field', () => page.root.querySelectorAll('.quota')[1]?.textContent?.includes('may be 5 at most'))
})

it('<sg-users> goes on as another user, and informs the page', async () => {
  const page = await openUsers({
    'POST /yun/v2/user/login/simulate': () => ({
      token: 'S',
      user_id: 9,
      tenant_id: 1,
      name: 'User 9',
      menuPermissions: '',
      roles: ['P53000'],
    }),
  })
  await page.openRow('User 9')
  await page.press('More actions', 'Sign in as this user')
  await page.says('Every record names both of you.')
  await page.pressIn('.dialog .foot button', 'Sign in')
  await until('reported', () => page.events.length > 0)
  equal(page.events, [{ type: 'sg-simulated', detail: { user_id: 9, name: 'User 9' } }])
  equal(page.server.connection.$session.get()?.user_id, 9)
})

it('<sg-users> opens the direct rights of a user in the place of the user', async () => {
  const none = { permissions: [], device_rights: [], template_rights: [], item_rights: [] }
  const page = await openUsers({
    'GET /yun/userInfo/privilege': () => ({
      user_id: 9,
      user_name: 'user9',
      name: 'User 9',
      user_type: 3,
      direct: none,
      from_roles: none,
    }),
  })
  await page.openRow('User 9')
  await page.pressIn('.side-panel .foot button', 'Direct rights')
  await page.says('Rights of User 9')
  await page.pressIn('.side-panel .foot button', 'Cancel')
  await page.named('Reset password')
})

it('<sg-users> hides what the rights do not allow', async () => {
  const page = await openUsers({}, ['P53000', 'P53300'])
  await page.openRow('User 9')
  await page.named('Lock')
  const hidden = ['New user', 'Reset password', 'Direct rights', 'More actions']
  equal(
    hidden.map((name) => page.offers(name)),
    [false, false, false, false],
  )
  equal(page.texts('[role=tab]'), ['Overview', 'Quotas'])
  await chooseUsers(page, 'User 9')
  await page.find('.selection-bar')
  equal(page.offers('Delete 1 user'), false)
  equal(page.offers('Move to a group…'), false)
})

it('<sg-users> changes nothing while acting as somebody else', async () => {
  const page = await openUsers({
    'GET /yun/userInfo': () => who({ simulated_by: BOSS }),
  })
  await page.openRow('User 9')
  await until('nothing to do', () => !page.offers('New user') && !page.offers('Lock'))
  equal(page.root.querySelector('.table-rows input'), null)
})

it('<sg-users> makes second-level administrators only for administrators, and asks for their group', async () => {
  const page = await openUsers()
  await page.press('New user')
  await page.fill({ user_name: 'boss2', name: 'Boss 2' })
  ;(await page.named('Sub-user', '.select-button')).click()
  ;(await page.named('Second-level administrator')).click()
  await page.says('A second-level administrator oversees this group')
  await page.press('Create user')
  await page.says('Choose a group')
  equal(page.requestsOf('POST /user').length, 0)

  const other = await openUsers({ 'GET /yun/userInfo': () => who({ user_id: 8, user_type: 2 }) })
  await other.press('New user')
  await other.find('[name=user_name]')
  equal(other.texts('.side-panel .field-label').includes('Kind'), false)
})

it('<sg-users> has no row whose checkbox says that it is selected before it is', async () => {
  const page = await openUsers()
  await page.row()
  const [box] = page.all('[role=row] [role=gridcell] .toggle')
  equal(box?.textContent?.trim() || box?.querySelector('input')?.ariaLabel, 'Select')
})
