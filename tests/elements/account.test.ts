import { BOSS, profile, session, who } from './account-pages.ts'
import { equal, until } from './check.ts'
import { type Answers, Refused, shown as shownWith, write } from './screen-driver.ts'

const AGENT =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0 Safari/537.36'

const shown = (markup: string, answers: Answers = {}) =>
  shownWith(markup, { 'GET /user/account': () => profile(), 'GET /yun/userInfo': () => who(), ...answers })

it('<sg-account> lets administrators choose the zone of the organisation, which the page goes by from then on', async () => {
  const page = await shown('<sg-account lang="en"></sg-account>', {
    'PUT /yun/userInfo': ({ body }) => profile(body),
    'GET /yun/v2/timezone': () => ({ timezone: 'Europe/Berlin' }),
  })
  await page.press('Asia/Shanghai')
  const search = await page.find<HTMLInputElement>('.options-panel input, [role=dialog] input')
  write(search, 'berlin')
  const option = await until('Berlin alone', () => {
    const found = page.root.querySelectorAll<HTMLElement>('[role=option]')
    return found.length === 1 && found[0]
  })
  option.click()
  const before = page.requestsOf('GET /yun/v2/timezone').length
  await page.press('Save')
  await page.says('Saved')
  equal(page.requestsOf('PUT /yun/userInfo')[0]?.body, {
    name: 'Li',
    full_name: '',
    company_name: 'Water works',
    timezone: 'Europe/Berlin',
  })
  await until('the zone asked for anew', () => page.requestsOf('GET /yun/v2/timezone').length > before)
})

it('<sg-account> keeps what is typed while it is saved', async () => {
  let answer = () => {}
  const page = await shown('<sg-account lang="en"></sg-account>', {
    'PUT /yun/userInfo': async ({ body }) => {
      await new Promise<void>((done) => (answer = done))
      return profile(body)
    },
  })
  await page.type('name', ' Li Na ')
  await page.press('Save')
  await page.requested('PUT /yun/userInfo')
  await page.type('company_name', 'Water works East')
  answer()
  const name = await page.field('name')
  await until('what was stored', () => name.value === 'Li Na')
  equal(await page.typedIn('company_name'), 'Water works East')
})

it('<sg-account> says at the foot of a form what is refused of a field that it does not show', async () => {
  const page = await shown('<sg-account lang="en"></sg-account>', {
    'GET /user/account': () => profile({ user_type: 3 }),
    'PUT /yun/userInfo': () => new Refused('112002', [{ field: 'company_name', message: 'is too long' }]),
  })
  await page.type('name', 'Li Na')
  await page.press('Save')
  const foot = await page.find('.send-form > [role=alert]')
  equal(foot.textContent, 'company_name: is too long')
  equal(await page.typedIn('name'), 'Li Na')
})

const SECURITY = '<sg-account lang="en" section="security"></sg-account>'

it('<sg-account> tells a wrong password at its field, and keeps what was typed', async () => {
  const page = await shown(SECURITY, {
    'PUT /yun/user/edit/pwd': () =>
      new Refused('100006', [{ field: 'password_now', message: 'The password is wrong' }]),
  })
  await page.fill({ password_now: 'wrong1', password: 'fresh12', again: 'fresh12' })
  await page.press('Change password')
  await page.says('The password is wrong')
  equal(await page.messageAt('password_now'), 'The password is wrong')
  equal(await page.typedIn('password'), 'fresh12')
  equal(await page.typedIn('password_now'), 'wrong1')
  equal(page.requestsOf('PUT /yun/user/edit/pwd').length, 1)
})

it('<sg-account> asks nobody for a password that breaks the rule, and says the rule in words', async () => {
  const page = await shown(SECURITY)
  await page.says('6 to 11 letters or digits')
  await page.fill({ password_now: 'demo1234', password: 'a b', again: 'a c' })
  await page.press('Change password')
  await page.says('The new password needs 6 to 11 letters or digits')
  equal(await page.messageAt('again'), 'The two passwords differ')
  equal(page.requestsOf('PUT /yun/user/edit/pwd').length, 0)
})

it('<sg-own-password> lets who has a password of somebody else change it, and go on with all rights', async () => {
  const page = await shown('<sg-own-password lang="en"></sg-own-password>', {
    'GET /yun/sys/signIn/rule': () => ({ password_rule: { least: 8, most: 64, any: true }, one_session: false }),
    'POST /yun/v2/user/login': () => ({
      token: 'T',
      user_id: 7,
      tenant_id: 1,
      name: 'Li',
      menuPermissions: '',
      roles: [],
      must_change_password: true,
    }),
    'PUT /yun/user/edit/pwd': () => ({}),
    'POST /userPrivileges': () => ({
      grantedPermissions: 'P00000,P10000',
      menuPermissions: 'P10000',
      timezone: 'Asia/Shanghai',
    }),
  })
  const { connection } = page.server
  equal(connection.$session.get()?.must_change_password, true)
  await page.says('8 to 64 characters')
  await page.fill({ password_now: 'given by him', password: 'given by him', repeat: 'given by him' })
  await page.press('Change password')
  await until('another', async () => (await page.messageAt('password')) === 'Choose another than the current one')
  await page.fill({ password: 'nobody else’s', repeat: 'nobody else’s' })
  await page.press('Change password')
  await until('its rights', () => connection.$session.get()?.roles.includes('P10000'))
  equal(connection.$session.get()?.must_change_password, false)
  equal(page.bodies('PUT /yun/user/edit/pwd'), [{ password_now: 'given by him', password: 'nobody else’s' }])
})

it('<sg-own-password> signs out', async () => {
  const page = await shown('<sg-own-password lang="en"></sg-own-password>', {
    'GET /yun/sys/signIn/rule': () => ({ password_rule: { least: 6, most: 11, any: false }, one_session: false }),
    'POST /yun/user/logout': () => ({}),
  })
  await page.press('Sign out')
  await until('signed out', () => page.server.connection.$session.get() === null)
})

it('<sg-account> binds a phone by a code that was sent to that very number', async () => {
  const page = await shown(SECURITY, {
    'POST /user/account/code': () => ({ resend_s: 60 }),
    'POST /user/account/bind': ({ body }) =>
      body.code === '123456' ? profile({ user_tel: '+86 139****1111' }) : new Refused('110314'),
  })
  await page.press('Change the phone')
  await page.type('phone', '12')
  await page.press('Send a code')
  await page.says('Not a phone number')
  await page.type('phone', '13900001111')
  await page.press('Send a code')
  await page.says('A code was sent to +86 13900001111')
  const again = await until('a countdown', () =>
    page.all<HTMLButtonElement>('button').find(({ textContent }) => /Send again in \d+ s/.test(textContent)),
  )
  equal(again.disabled, true)
  await page.fill({ code: '000000', password_now: 'demo1234' })
  const confirm = await page.button('Confirm')
  confirm.click()
  await page.says('The SMS code does not match')
  equal(await page.messageAt('code'), 'The SMS code does not match')
  await page.type('code', '123456')
  confirm.click()
  await page.says('+86 139****1111')
  equal(page.requestsOf('POST /user/account/bind').at(-1)?.body, {
    address: '+86 13900001111',
    code: '123456',
    password_now: 'demo1234',
  })
})

it('<sg-account> says who has to do what where the server has no WeChat application', async () => {
  const page = await shown(SECURITY, { 'GET /user/QR/code': () => ({ url: null }) })
  await page.press('Bind WeChat')
  await page.says('WECHAT_APP_ID')
})

it('<sg-account> opens no address of WeChat that is none of the web', async () => {
  const page = await shown(SECURITY, { 'GET /user/QR/code': () => ({ url: 'javascript:alert(1)' }) })
  await page.press('Bind WeChat')
  await page.says('it was not opened')
})

it('<sg-account> uses what WeChat led back with once, and lets the page drop it', async () => {
  const page = await shown('<sg-account lang="en" wechat-code="c1" wechat-state="s1"></sg-account>', {
    'POST /user/QR/code/status': () => profile({ is_wechat_bound: true }),
  })
  await page.says('WeChat is bound')
  await until('reported', () => page.events.length > 0)
  equal(page.events, [
    { type: 'sg-view-change', detail: { section: 'security', 'wechat-code': null, 'wechat-state': null } },
  ])
  await page.button('Unbind')
  equal(page.bodies('POST /user/QR/code/status'), [{ code: 'c1', state: 's1' }])
})

it('<sg-account> has nothing to press in a simulated session', async () => {
  const page = await shown(SECURITY, { 'GET /yun/userInfo': () => who({ simulated_by: BOSS }) })
  await page.says('Boss is acting as this user')
  equal(page.root.querySelector('input[name=password_now]'), null)
  equal(page.text.includes('Bind WeChat'), false)
})

it('<sg-account> signs out one session, or all others at once', async () => {
  let rows = [session('s1', { is_this: true, agent: AGENT }), session('s2'), session('s3', { agent: AGENT })]
  const page = await shown('<sg-account lang="en" section="sessions"></sg-account>', {
    'GET /user/session': () => ({ rows }),
    'DELETE /user/session': ({ query }) => {
      const ended = query.get('session_id')
      rows = rows.filter(({ is_this, session_id }) => is_this || (ended !== null && session_id !== ended))
      return {}
    },
  })
  await page.says('Chrome on Windows')
  await page.press('Sign out curl/8.5')
  await until('gone', () => !page.text.includes('curl'))
  await page.press('Sign out the 1 other session')
  await page.says('There is no other session')
  equal(
    page.requestsOf('DELETE /user/session').map(({ query }) => query.get('session_id')),
    ['s2', null],
  )
})

const CLOSING = '<sg-account lang="en" section="closing"></sg-account>'

it('<sg-account> shows what is left with the way to where it is cleared', async () => {
  let left = [
    { code: '110329', count: 3 },
    { code: '110332', count: 12 },
  ]
  const page = await shown(CLOSING, { 'GET /user/cancel': () => ({ left }) })
  await page.says('Delete the sub-users before closing the account · 3 left')
  await page.press('Go to the users', 'Go to the devices')
  equal(page.events, [
    { type: 'sg-navigate', detail: { path: '/team/user' } },
    { type: 'sg-navigate', detail: { path: '/device' } },
  ])
  equal(page.root.querySelector('.button-danger'), null)
  left = []
  await page.press('Check again')
  await page.says('What will be lost')
  await page.button('Close this account')
})

it('<sg-account> keeps the account when the password is wrong; once closed it informs the page and signs out', async () => {
  let isRight = false
  const page = await shown(CLOSING, {
    'GET /user/cancel': () => ({ left: [] }),
    'POST /user/cancel': () => (isRight ? {} : new Refused('100006', [{ field: 'password_now', message: 'Wrong' }])),
    'POST /yun/user/logout': () => new Refused('100009'),
  })
  const closeIt = await page.button('Close this account')
  await page.type('password_now', 'demo1234')
  closeIt.click()
  await page.says('Wrong')
  equal(page.events, [])
  isRight = true
  closeIt.click()
  await until('signed out', () => page.server.connection.$session.get() === null)
  equal(page.events, [{ type: 'sg-account-closed', detail: null }])
})
