import { equal, until } from './check.ts'
import type { Answers } from './team-driver.ts'

// Not in this file's own chunk: the runner loads it under a second address, and what loads later would find a copy.
await import('../../elements/screens/users/index.ts')
const { Refused } = await import('./played-server.ts')
const { find, named, openRow, press, says, type } = await import('./rights-pages.ts')
const { choose, DONE, offers, opened, pick, typedIn, wrongOf } = await import('./team-driver.ts')
const { user, users, who } = await import('./team-pages.ts')

const openUsers = (answers?: Answers, roles?: string[]) => opened('<sg-users lang="en"></sg-users>', answers, roles)

describe('<sg-users>', () => {
  it('<sg-users> requests what its attributes say, and reports what is chosen', async () => {
    const { element, server, box } = await opened(
      '<sg-users lang="en" search="li" group="2" roles="3" state="locked" sort="-last_seen_time" page="2"></sg-users>',
    )
    const told: unknown[] = []
    box.addEventListener('sg-view-change', (event) => told.push((event as CustomEvent).detail))
    await says(element, 'Group: East')
    const { query } = server.asks('GET /user')[0] ?? {}
    const said = ['search', 'user_group_id', 'role_id', 'isActive', 'sort', 'page'].map((name) => query?.get(name))
    equal(said, ['li', '2', '3', '0', '-last_seen_time', '2'])
    await press(element, 'Remove the filter State: Locked')
    const rest = { search: 'li', group: 2, roles: 3, sort: '-last_seen_time' }
    await until('told', () => told.length > 0)
    equal(Object.entries(told[0] as object).sort(), Object.entries({ ...rest, state: '', page: null }).sort())
  })

  it('<sg-users> shows a taken name at its field and keeps all that was typed', async () => {
    const { element, server } = await openUsers({
      'POST /user': () => new Refused('110313', [{ field: 'user_name', message: 'is in use already' }]),
    })
    await press(element, 'New user')
    await type(element, 'user_name', 'wang')
    await type(element, 'name', 'Wang')
    await type(element, 'user_tel', '13800000000')
    await press(element, 'Create user')
    equal((await wrongOf(element, 'user_name')).textContent, 'is in use already')
    equal(
      ['user_name', 'name', 'user_tel'].map((field) => typedIn(element, field)),
      ['wang', 'Wang', '13800000000'],
    )
    const sent = server.asks('POST /user')[0]?.body
    equal(sent?.user_tel, '+86 13800000000')
    equal(/^[A-Za-z0-9]{11}$/.test(String(sent?.password)), true)
  })

  it('<sg-users> shows a phone or email that is taken at its field, also where the server names none', async () => {
    const { element, server } = await openUsers({ 'POST /user': () => new Refused('110316') })
    await press(element, 'New user')
    await type(element, 'user_name', 'wang')
    await type(element, 'name', 'Wang')
    await press(element, 'Create user')
    await wrongOf(element, 'user_tel')
    server.answers['POST /user'] = () => new Refused('110323')
    await press(element, 'Create user')
    await wrongOf(element, 'email')
  })

  it('<sg-users> shows a generated password once', async () => {
    const { element, server } = await openUsers({ 'POST /user': () => user(11, { user_name: 'wang', name: 'Wang' }) })
    await press(element, 'New user')
    await type(element, 'user_name', 'wang')
    await type(element, 'name', 'Wang')
    await press(element, 'Create user')
    await says(element, 'New password of Wang')
    const password = String(server.asks('POST /user')[0]?.body.password)
    await says(element, password)
    await press(element, 'I have kept it')
    await until('gone', () => !element.shadowRoot.textContent?.includes(password))
    await says(element, 'Direct rights')
  })

  it('<sg-users> asks for a typed password twice, and by the organisation’s rule', async () => {
    const { element, server } = await openUsers({
      'PUT /user/pwd': () => ({}),
      'GET /yun/sys/signIn/rule': () => ({ password_rule: { least: 8, most: 64, any: true }, one_session: false }),
    })
    await openRow(element, 'User 9')
    await press(element, 'Reset password')
    ;(await find(element, '.side-panel .toggle input')).click()
    await says(element, '8 to 64 characters')
    await type(element, 'password', 'short')
    await type(element, 'again', 'shorter')
    await press(element, 'Set password')
    equal((await wrongOf(element, 'password')).textContent, 'Needs 8 to 64 characters')
    await says(element, 'The two are not the same')
    equal(server.asks('PUT /user/pwd').length, 0)
    await type(element, 'password', 'long enough')
    await type(element, 'again', 'long enough')
    await press(element, 'Set password')
    await says(element, 'The password of User 9 is reset')
    equal(server.asks('PUT /user/pwd')[0]?.body, { user_id: 9, password: 'long enough' })
  })

  it('<sg-users> deletes many, names who goes, and tells of each that stayed', async () => {
    let rows = users()
    const { element, server } = await openUsers({
      'GET /user': () => ({ rows, total: rows.length }),
      'DELETE /user': () => {
        rows = rows.filter(({ user_id }) => user_id !== 9)
        return [
          { user_id: 9, code: DONE },
          { user_id: 10, code: '110310' },
        ]
      },
    })
    await choose(element, 'User 9', 'User 10')
    ;(await named(element, 'Delete 2 users', '.users-bulk button')).click()
    await says(element, 'This cannot be undone')
    ;(await named(element, 'Delete 2 users', '.dialog-foot button')).click()
    await says(element, '1 user was not deleted')
    await says(element, 'User 10: The user does not exist')
    await says(element, 'Deleted User 9')
    equal(server.asks('DELETE /user')[0]?.query.get('user_ids'), '9,10')
    await says(element, '1 user selected')
  })

  it('<sg-users> never offers to delete oneself', async () => {
    const { element, server } = await openUsers({ 'DELETE /user': () => [{ user_id: 9, code: DONE }] })
    await find(element, '.table-rows [role=row]')
    await choose(element, 'Li', 'User 9')
    await says(element, '2 users selected')
    ;(await named(element, 'Delete 1 user', '.users-bulk button')).click()
    await says(element, 'You yourself are left out.')
    ;(await named(element, 'Delete 1 user', '.dialog-foot button')).click()
    await until('sent', () => server.asks('DELETE /user').length === 1)
    equal(server.asks('DELETE /user')[0]?.query.get('user_ids'), '9')
  })

  it('<sg-users> locks at once and takes it back', async () => {
    const { element, server } = await openUsers({
      'PUT /user/active': ({ body }) => (body.user_ids as number[]).map((user_id) => ({ user_id, code: DONE })),
    })
    await openRow(element, 'User 9')
    await press(element, 'Lock')
    await says(element, 'Locked User 9')
    await press(element, 'Undo')
    await says(element, 'Undone')
    equal(
      server.asks('PUT /user/active').map(({ body }) => body),
      [
        { user_ids: [9], isActive: 0 },
        { user_ids: [9], isActive: 1 },
      ],
    )
  })

  it('<sg-users> moves many, and back to where each was', async () => {
    const { element, server } = await openUsers({
      'PUT /user/move': ({ body }) => (body.user_ids as number[]).map((user_id) => ({ user_id, code: DONE })),
    })
    await choose(element, 'Manager', 'User 9')
    await press(element, 'Move to a group…')
    await pick(element, 'Office')
    await press(element, 'Move')
    await says(element, 'Moved 2 users')
    await press(element, 'Undo')
    await says(element, 'Undone')
    equal(
      server.asks('PUT /user/move').map(({ body }) => body),
      [
        { user_ids: [8, 9], user_group_id: 5 },
        { user_ids: [8], user_group_id: 1 },
        { user_ids: [9], user_group_id: 2 },
      ],
    )
  })

  it('<sg-users> sends of a user what was changed, and asks the user before it is lost', async () => {
    const { element, server } = await openUsers({ 'PUT /user': ({ body }) => user(9, body) })
    await openRow(element, 'User 9')
    await press(element, 'Edit', '[role=tab]')
    await type(element, 'name', 'Zhao')
    await openRow(element, 'User 10')
    await says(element, 'Leave without saving?')
    await press(element, 'Cancel', '.dialog-foot button')
    await press(element, 'Save')
    await until('sent', () => server.asks('PUT /user').length === 1)
    equal(server.asks('PUT /user')[0]?.body, { user_id: 9, name: 'Zhao' })
  })

  it('<sg-users> shows what is used of each quota, and sends the limit that was changed', async () => {
    const { element, server } = await openUsers({
      'PUT /user/quota': () => [{ quota: 'screens', limit: null, used: 10 }],
    })
    await openRow(element, 'User 9')
    await press(element, 'Quotas', '[role=tab]')
    await says(element, '50 MB of 200 MB')
    await says(element, 'At the limit')
    equal((await find(element, '[role=meter][aria-label=Templates]')).getAttribute('aria-valuenow'), '12')
    const free = await until(
      'no limit',
      () => element.shadowRoot.querySelectorAll<HTMLElement>('.quota input[type=checkbox]')[1],
    )
    free.click()
    await press(element, 'Save quotas')
    await says(element, '10 used, no limit')
    equal(server.asks('PUT /user/quota')[0]?.body, { user_id: 9, quotas: [{ quota: 'screens', limit: null }] })
  })

  it('<sg-users> shows a limit that the server refuses at its field', async () => {
    const { element } = await openUsers({
      'PUT /user/quota': () => new Refused('100003', [{ field: 'quotas.0.limit', message: 'may be 5 at most' }]),
    })
    await openRow(element, 'User 9')
    await press(element, 'Quotas', '[role=tab]')
    const free = await until(
      'no limit',
      () => element.shadowRoot.querySelectorAll<HTMLElement>('.quota input[type=checkbox]')[1],
    )
    free.click()
    await press(element, 'Save quotas')
    await until('at its field', () =>
      element.shadowRoot.querySelectorAll('.quota')[1]?.textContent?.includes('may be 5 at most'),
    )
  })

  it('<sg-users> goes on as another user, and informs the page', async () => {
    const { element, server, box } = await openUsers({
      'POST /yun/v2/user/login/simulate': () => ({
        token: 'S',
        user_id: 9,
        tenant_id: 1,
        name: 'User 9',
        menuPermissions: '',
        roles: ['P53000'],
      }),
    })
    const told: unknown[] = []
    box.addEventListener('sg-simulated', (event) => told.push((event as CustomEvent).detail))
    await openRow(element, 'User 9')
    await press(element, 'More actions')
    await press(element, 'Sign in as this user', '[role=menuitem]')
    await says(element, 'Every record names both of you.')
    await press(element, 'Sign in', '.dialog-foot button')
    await until('told', () => told.length > 0)
    equal(told, [{ user_id: 9, name: 'User 9' }])
    equal(server.connection.$session.get()?.user_id, 9)
  })

  it('<sg-users> opens the direct rights of a user in the place of the user', async () => {
    const none = { permissions: [], device_rights: [], template_rights: [], item_rights: [] }
    const { element } = await openUsers({
      'GET /yun/userInfo/privilege': () => ({
        user_id: 9,
        user_name: 'user9',
        name: 'User 9',
        user_type: 3,
        direct: none,
        from_roles: none,
      }),
    })
    await openRow(element, 'User 9')
    await press(element, 'Direct rights', '.side-panel-foot button')
    await says(element, 'Rights of User 9')
    await press(element, 'Cancel', '.side-panel-foot button')
    await named(element, 'Reset password')
  })

  it('<sg-users> hides what the rights do not allow', async () => {
    const { element } = await openUsers({}, ['P53000', 'P53300'])
    await openRow(element, 'User 9')
    await named(element, 'Lock')
    const hidden = ['New user', 'Reset password', 'Direct rights', 'More actions']
    equal(
      hidden.map((name) => offers(element, name)),
      [false, false, false, false],
    )
    equal(
      Array.from(element.shadowRoot.querySelectorAll('[role=tab]'), ({ textContent }) => textContent),
      ['Overview', 'Quotas'],
    )
    await choose(element, 'User 9')
    await find(element, '.users-bulk')
    equal(offers(element, 'Delete 1 user'), false)
    equal(offers(element, 'Move to a group…'), false)
  })

  it('<sg-users> changes nothing while acting as somebody else', async () => {
    const { element } = await openUsers({
      'GET /yun/userInfo': () => who({ simulated_by: { user_id: 1, name: 'Boss', until_time: Date.now() + 60_000 } }),
    })
    await openRow(element, 'User 9')
    await until('nothing to do', () => !offers(element, 'New user') && !offers(element, 'Lock'))
    equal(element.shadowRoot.querySelector('.table-rows input'), null)
  })

  it('<sg-users> makes second-level administrators only for administrators, and asks for their group', async () => {
    const { element, server } = await openUsers()
    await press(element, 'New user')
    await type(element, 'user_name', 'boss2')
    await type(element, 'name', 'Boss 2')
    ;(await named(element, 'Sub-user', '.select-button')).click()
    ;(await named(element, 'Second-level administrator', '[role=option]')).click()
    await says(element, 'A second-level administrator oversees this group')
    await press(element, 'Create user')
    await until('the group is asked for', () => element.shadowRoot.textContent?.includes('Choose a group'))
    equal(server.asks('POST /user').length, 0)

    const { element: other } = await openUsers({ 'GET /yun/userInfo': () => who({ user_id: 8, user_type: 2 }) })
    await press(other, 'New user')
    await find(other, '[name=user_name]')
    equal(
      Array.from(
        other.shadowRoot.querySelectorAll('.side-panel .field-label'),
        ({ textContent }) => textContent,
      ).includes('Kind'),
      false,
    )
  })
})
