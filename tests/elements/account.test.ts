import type { OpenSession, Profile } from '../../core/contract/account.ts'
import type { Answers } from './account-driver.ts'
import { equal, until } from './check.ts'

// Not in this file's own chunk: the runner loads it under a second address, and what loads later would find a copy.
await import('../../elements/screens/account/index.ts')
const {
  button,
  field,
  Refused,
  says,
  shown: shownWith,
  textOf,
  toldAt,
  type,
  write,
} = await import('./account-driver.ts')

const NOW = Date.now()
const AGENT =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0 Safari/537.36'

const profile = (more: Partial<Profile> = {}): Profile => ({
  user_id: 7,
  user_name: 'li',
  name: 'Li',
  company_name: 'Water works',
  user_type: 1,
  timezone: 'Asia/Shanghai',
  user_tel: '+86 138****0000',
  email: null,
  is_tel_verified: true,
  is_email_verified: false,
  is_wechat_bound: false,
  create_time: NOW,
  password_rule: { least: 6, most: 11, any: false },
  ...more,
})
const who = (more: object = {}) => ({
  user_id: 7,
  user_name: 'li',
  name: 'Li',
  user_type: 1,
  tenant_id: 1,
  tenant_name: 'Water works',
  simulated_by: null,
  is_experience: false,
  ...more,
})
const session = (session_id: string, more: Partial<OpenSession> = {}): OpenSession => ({
  session_id,
  is_this: false,
  created_time: NOW - 60_000,
  last_seen_time: NOW,
  address: '10.0.0.7',
  agent: AGENT,
  simulated_by: null,
  ...more,
})
const shown = (markup: string, answers: Answers = {}) =>
  shownWith(markup, { 'GET /user/account': () => profile(), 'GET /yun/userInfo': () => who(), ...answers })

describe('<sg-account>, personal', () => {
  it('<sg-account> lets administrators choose the zone of the organisation, which the page goes by from then on', async () => {
    const { element, server } = await shown('<sg-account lang="en"></sg-account>', {
      'PUT /yun/userInfo': ({ body }) => profile(body),
      'GET /yun/v2/timezone': () => ({ timezone: 'Europe/Berlin' }),
    })
    ;(await button(element, 'Asia/Shanghai')).click()
    const search = await until('the search', () =>
      element.shadowRoot.querySelector<HTMLInputElement>('.options-panel input, [role=dialog] input'),
    )
    write(search, 'berlin')
    const option = await until('Berlin alone', () => {
      const found = element.shadowRoot.querySelectorAll<HTMLElement>('[role=option]')
      return found.length === 1 && found[0]
    })
    option.click()
    const asked = server.asks('GET /yun/v2/timezone').length
    ;(await button(element, 'Save')).click()
    await says(element, 'Saved')
    equal(server.asks('PUT /yun/userInfo')[0]?.body, {
      name: 'Li',
      company_name: 'Water works',
      timezone: 'Europe/Berlin',
    })
    await until('the zone asked for anew', () => server.asks('GET /yun/v2/timezone').length > asked)
  })
})

describe('<sg-account>, personal, while it is saved', () => {
  it('<sg-account> keeps what is typed while it is saved', async () => {
    let answer = () => {}
    const { element, server } = await shown('<sg-account lang="en"></sg-account>', {
      'PUT /yun/userInfo': async ({ body }) => {
        await new Promise<void>((done) => (answer = done))
        return profile(body)
      },
    })
    await type(element, 'name', ' Li Na ')
    ;(await button(element, 'Save')).click()
    await until('sent', () => server.asks('PUT /yun/userInfo').length === 1)
    await type(element, 'company_name', 'Water works East')
    answer()
    const name = await field(element, 'name')
    await until('what was stored', () => name.value === 'Li Na')
    equal((await field(element, 'company_name')).value, 'Water works East')
  })
})

describe('<sg-account>, personal, of a sub-user', () => {
  it('<sg-account> says at the foot of a form what is refused of a field that it does not show', async () => {
    const { element } = await shown('<sg-account lang="en"></sg-account>', {
      'GET /user/account': () => profile({ user_type: 3 }),
      'PUT /yun/userInfo': () => new Refused('112002', [{ field: 'company_name', message: 'is too long' }]),
    })
    await type(element, 'name', 'Li Na')
    ;(await button(element, 'Save')).click()
    const foot = await until('the refusal', () => element.shadowRoot.querySelector('.send-form > [role=alert]'))
    equal(foot.textContent, 'company_name: is too long')
    equal((await field(element, 'name')).value, 'Li Na')
  })
})

describe('<sg-account>, security', () => {
  const SECURITY = '<sg-account lang="en" section="security"></sg-account>'

  it('<sg-account> tells a wrong password at its field, and keeps what was typed', async () => {
    const { element, server } = await shown(SECURITY, {
      'PUT /yun/user/edit/pwd': () =>
        new Refused('100006', [{ field: 'password_now', message: 'The password is wrong' }]),
    })
    await type(element, 'password_now', 'wrong1')
    await type(element, 'password', 'fresh12')
    await type(element, 'again', 'fresh12')
    ;(await button(element, 'Change password')).click()
    await says(element, 'The password is wrong')
    equal(await toldAt(element, 'password_now'), 'The password is wrong')
    equal((await field(element, 'password')).value, 'fresh12')
    equal((await field(element, 'password_now')).value, 'wrong1')
    equal(server.asks('PUT /yun/user/edit/pwd').length, 1)
  })

  it('<sg-account> asks nobody for a password that breaks the rule, and says the rule in words', async () => {
    const { element, server } = await shown(SECURITY)
    await says(element, '6 to 11 letters or digits')
    await type(element, 'password_now', 'demo1234')
    await type(element, 'password', 'a b')
    await type(element, 'again', 'a c')
    ;(await button(element, 'Change password')).click()
    await says(element, 'The new password needs 6 to 11 letters or digits')
    equal(await toldAt(element, 'again'), 'The two passwords differ')
    equal(server.asks('PUT /yun/user/edit/pwd').length, 0)
  })

  it('<sg-account> binds a phone by a code that was sent to that very number', async () => {
    const { element, server } = await shown(SECURITY, {
      'POST /user/account/code': () => ({ resend_s: 60 }),
      'POST /user/account/bind': ({ body }) =>
        body.code === '123456' ? profile({ user_tel: '+86 139****1111' }) : new Refused('110314'),
    })
    ;(await button(element, 'Change the phone')).click()
    await type(element, 'phone', '12')
    ;(await button(element, 'Send a code')).click()
    await says(element, 'Not a phone number')
    await type(element, 'phone', '13900001111')
    ;(await button(element, 'Send a code')).click()
    await says(element, 'A code was sent to +86 13900001111')
    const again = await until('a countdown', () =>
      Array.from(element.shadowRoot.querySelectorAll('button')).find(({ textContent }) =>
        /Send again in \d+ s/.test(textContent),
      ),
    )
    equal(again.disabled, true)
    await type(element, 'code', '000000')
    await type(element, 'password_now', 'demo1234')
    const confirm = await button(element, 'Confirm')
    confirm.click()
    await says(element, 'The SMS code does not match')
    equal(await toldAt(element, 'code'), 'The SMS code does not match')
    await type(element, 'code', '123456')
    confirm.click()
    await says(element, '+86 139****1111')
    equal(server.asks('POST /user/account/bind').at(-1)?.body, {
      address: '+86 13900001111',
      code: '123456',
      password_now: 'demo1234',
    })
  })

  it('<sg-account> says who has to do what where the server has no WeChat application', async () => {
    const { element } = await shown(SECURITY, { 'GET /user/QR/code': () => ({ url: null }) })
    ;(await button(element, 'Bind WeChat')).click()
    await says(element, 'WECHAT_APP_ID')
  })

  it('<sg-account> opens no address of WeChat that is none of the web', async () => {
    const { element } = await shown(SECURITY, { 'GET /user/QR/code': () => ({ url: 'javascript:alert(1)' }) })
    ;(await button(element, 'Bind WeChat')).click()
    await says(element, 'it was not opened')
  })

  it('<sg-account> uses what WeChat led back with once, and lets the page drop it', async () => {
    const { element, server, told } = await shown(
      '<sg-account lang="en" wechat-code="c1" wechat-state="s1"></sg-account>',
      { 'POST /user/QR/code/status': () => profile({ is_wechat_bound: true }) },
    )
    await says(element, 'WeChat is bound')
    await until('told', () => told.length > 0)
    equal(told, [
      { type: 'sg-view-change', detail: { section: 'security', 'wechat-code': null, 'wechat-state': null } },
    ])
    await button(element, 'Unbind')
    equal(
      server.asks('POST /user/QR/code/status').map(({ body }) => body),
      [{ code: 'c1', state: 's1' }],
    )
  })

  it('<sg-account> has nothing to press in a simulated session', async () => {
    const simulated_by = { user_id: 1, name: 'Boss', until_time: NOW + 1000 }
    const { element } = await shown(SECURITY, { 'GET /yun/userInfo': () => who({ simulated_by }) })
    await says(element, 'Boss is acting as this user')
    equal(element.shadowRoot.querySelector('input[name=password_now]'), null)
    equal(textOf(element).includes('Bind WeChat'), false)
  })
})

describe('<sg-account>, sessions', () => {
  it('<sg-account> signs out one session, or all others at once', async () => {
    let rows = [session('s1', { is_this: true }), session('s2', { agent: 'curl/8.5' }), session('s3')]
    const { element, server } = await shown('<sg-account lang="en" section="sessions"></sg-account>', {
      'GET /user/session': () => ({ rows }),
      'DELETE /user/session': ({ query }) => {
        const ended = query.get('session_id')
        rows = rows.filter(({ is_this, session_id }) => is_this || (ended !== null && session_id !== ended))
        return {}
      },
    })
    await says(element, 'Chrome on Windows')
    ;(await button(element, 'Sign out curl/8.5')).click()
    await until('gone', () => !textOf(element).includes('curl'))
    ;(await button(element, 'Sign out the 1 other session')).click()
    await says(element, 'There is no other session')
    equal(
      server.asks('DELETE /user/session').map(({ query }) => query.get('session_id')),
      ['s2', null],
    )
  })
})

describe('<sg-account>, closing', () => {
  const CLOSING = '<sg-account lang="en" section="closing"></sg-account>'

  it('<sg-account> shows what is left with the way to where it is cleared', async () => {
    let left = [
      { code: '110329', count: 3 },
      { code: '110332', count: 12 },
    ]
    const { element, told } = await shown(CLOSING, { 'GET /user/cancel': () => ({ left }) })
    await says(element, 'Delete the sub-users before closing the account · 3 left')
    ;(await button(element, 'Go to the users')).click()
    ;(await button(element, 'Go to the devices')).click()
    equal(told, [
      { type: 'sg-navigate', detail: { path: '/team/user' } },
      { type: 'sg-navigate', detail: { path: '/device' } },
    ])
    equal(element.shadowRoot.querySelector('.button-danger'), null)
    left = []
    ;(await button(element, 'Check again')).click()
    await says(element, 'What will be lost')
    await button(element, 'Close this account')
  })

  it('<sg-account> keeps the account when the password is wrong; once closed it informs the page and signs out', async () => {
    let isRight = false
    const { element, server, told } = await shown(CLOSING, {
      'GET /user/cancel': () => ({ left: [] }),
      'POST /user/cancel': () => (isRight ? {} : new Refused('100006', [{ field: 'password_now', message: 'Wrong' }])),
      'POST /yun/user/logout': () => new Refused('100009'),
    })
    const closeIt = await button(element, 'Close this account')
    await type(element, 'password_now', 'demo1234')
    closeIt.click()
    await says(element, 'Wrong')
    equal(told, [])
    isRight = true
    closeIt.click()
    await until('signed out', () => server.connection.$session.get() === null)
    equal(told, [{ type: 'sg-account-closed', detail: null }])
  })
})
