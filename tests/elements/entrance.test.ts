import '../../elements/screens/find-password/index.ts'
import '../../elements/screens/first-administrator/index.ts'
import '../../elements/screens/register/index.ts'
import '../../elements/screens/sign-in/index.ts'
import { button, field, Refused, says, shown, type, write } from './account-driver.ts'
import { equal, until } from './check.ts'

// The smallest PNG: one transparent dot.
const DOT = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const login = { token: 'T', user_id: 7, tenant_id: 1, name: 'Li', roles: [], menuPermissions: '' }
const puzzle = () => ({
  puzzle_id: 'p1',
  picture: DOT,
  piece: DOT,
  width: 280,
  height: 150,
  piece_width: 52,
})
const needing = (more: object) => ({
  'GET /yun/login/check': () => ({ puzzle: false, graphic_code: false, experience: false, ...more }),
  'POST /yun/login/puzzle': puzzle,
})
const SIGN_IN = '<sg-sign-in lang="en"></sg-sign-in>'
const REQUEST_ID = 'r'.repeat(22)
type Shown = Awaited<ReturnType<typeof shown>>

async function fillIn({ element }: Shown) {
  await type(element, 'user_name', 'li')
  await type(element, 'password', 'secret1')
}
const isTold = ({ element }: Shown, name: string, wanted: string) =>
  until(wanted, () => {
    const input = element.shadowRoot.querySelector(`input[name=${name}]`)
    const ids = (input?.getAttribute('aria-describedby') ?? '').split(' ')
    return ids.some((id) => element.shadowRoot.getElementById(id)?.textContent?.includes(wanted))
  })
const handleOf = ({ element }: Shown) =>
  until('the handle', () => element.shadowRoot.querySelector<HTMLElement>('[role=slider]:not([aria-disabled])'))
const press = (target: HTMLElement, key: string) =>
  target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, composed: true }))
/** The last sign-in that was asked for; the first is that of the played server itself. */
const lastLogin = ({ server }: Shown) => server.asks('POST /yun/v2/user/login').at(-1)?.body

describe('<sg-sign-in> with a puzzle', () => {
  it('<sg-sign-in> with a puzzle is solved by the keyboard alone, and then signs in by itself', async () => {
    const page = await shown(SIGN_IN, {
      ...needing({ puzzle: true }),
      'POST /yun/login/puzzle/solve': ({ body }) => ({ puzzle_pass: body.left === 104 ? 'pass' : null }),
    })
    await fillIn(page)
    ;(await button(page.element, 'Sign in')).click()
    const handle = await handleOf(page)
    await until('the focus', () => page.element.shadowRoot.activeElement === handle)
    for (let i = 0; i < 10; i++) press(handle, 'PageUp')
    for (let i = 0; i < 2; i++) press(handle, 'ArrowRight')
    await until('moved', () => handle.getAttribute('aria-valuenow') === '104')
    press(handle, 'Enter')
    await until('signed in', () => lastLogin(page)?.puzzle_pass === 'pass')
  })

  it('<sg-sign-in> with a puzzle is solved by dragging, also where the page draws it smaller', async () => {
    const page = await shown(SIGN_IN, {
      ...needing({ puzzle: true }),
      'POST /yun/login/puzzle/solve': ({ body }) => ({
        puzzle_pass: Math.abs(Number(body.left) - 140) < 1 ? 'pass' : null,
      }),
    })
    page.element.style.zoom = '0.5'
    await fillIn(page)
    ;(await button(page.element, 'Sign in')).click()
    const handle = await handleOf(page)
    const picture = page.element.shadowRoot.querySelector('.puzzle-picture')
    const { width } = (picture as HTMLElement).getBoundingClientRect()
    const from = handle.getBoundingClientRect()
    const move = (kind: string, clientX: number) =>
      handle.dispatchEvent(
        new PointerEvent(kind, { pointerId: 1, clientX, clientY: from.y + 4, bubbles: true, isPrimary: true }),
      )
    // A pointer that no screen has can be moved, and not captured.
    handle.setPointerCapture = () => {}
    move('pointerdown', from.x + 4)
    move('pointermove', from.x + 4 + width / 2)
    await until('moved', () => Number(handle.getAttribute('aria-valuenow')) > 130)
    move('pointerup', from.x + 4 + width / 2)
    await until('signed in', () => lastLogin(page)?.puzzle_pass === 'pass')
  })

  it('<sg-sign-in> with a puzzle brings another picture when the piece missed, and keeps what was typed', async () => {
    const page = await shown(SIGN_IN, {
      ...needing({ puzzle: true }),
      'POST /yun/login/puzzle/solve': () => ({ puzzle_pass: null }),
    })
    await fillIn(page)
    ;(await button(page.element, 'Sign in')).click()
    press(await handleOf(page), 'Enter')
    await says(page.element, 'Not in the gap')
    await until('another', () => page.server.asks('POST /yun/login/puzzle').length === 2)
    equal((await field(page.element, 'password')).value, 'secret1')
  })

  it('<sg-sign-in> with a puzzle stands before the experience account too', async () => {
    const page = await shown('<sg-sign-in lang="en" with-experience></sg-sign-in>', {
      ...needing({ puzzle: true, experience: true }),
      'POST /yun/login/puzzle/solve': () => ({ puzzle_pass: 'pass' }),
      'POST /yun/v2/user/login/experience': () => login,
    })
    ;(await button(page.element, 'Look around with the experience account')).click()
    press(await handleOf(page), 'Enter')
    await until('inside', () => page.server.asks('POST /yun/v2/user/login/experience').length === 1)
    equal(page.server.asks('POST /yun/v2/user/login/experience')[0]?.body.puzzle_pass, 'pass')
  })
})

describe('<sg-sign-in> with a graphic code', () => {
  it('<sg-sign-in> with a graphic code asks for it once it is due; a wrong one is reported at its field, and the password stays', async () => {
    const page = await shown(SIGN_IN, needing({}))
    await fillIn(page)
    page.server.answers['POST /yun/v2/user/login'] = () => {
      page.server.answers['GET /yun/login/check'] = () => ({ puzzle: false, graphic_code: true, experience: false })
      return new Refused('110003')
    }
    ;(await button(page.element, 'Sign in')).click()
    await says(page.element, 'The user name or password is wrong')
    const letters = await field(page.element, 'graphic_code')
    await type(page.element, 'password', 'secret2')
    page.server.answers['POST /yun/v2/user/login'] = () => new Refused('110002')
    write(letters, 'ab3x')
    ;(await button(page.element, 'Sign in')).click()
    await isTold(page, 'graphic_code', 'here is another')
    equal((await field(page.element, 'password')).value, 'secret2')
    const { check_code, graphic_code } = lastLogin(page) ?? {}
    equal(graphic_code, 'ab3x')
    equal(/^[0-9a-f]{24}$/.test(String(check_code)), true)
  })
})

describe('<sg-register>', () => {
  const REGISTER = '<sg-register lang="en"></sg-register>'
  const picture = { 'GET /yun/login/check': () => DOT }

  it('<sg-register> tells what is missing at each field, and sends nothing', async () => {
    const page = await shown(REGISTER, picture)
    ;(await button(page.element, 'Register')).click()
    await says(page.element, 'A number of +86 has 11 digits')
    await says(page.element, 'Enter the six digits')
    await says(page.element, 'Registering needs your agreement')
    equal(page.server.asks('POST /user/register').length, 0)
  })

  it('<sg-register> sends a code to a phone number with its area code, and counts down until the next', async () => {
    const page = await shown(REGISTER, {
      ...picture,
      'POST /register/sms/num': () => ({ resend_s: 60, request_id: REQUEST_ID }),
    })
    await type(page.element, 'phone', '138 0000 0000')
    await type(page.element, 'graphic_code', 'ab3x')
    ;(await button(page.element, 'Send a code')).click()
    await says(page.element, 'A code is on its way to +86 13800000000')
    equal(page.server.asks('POST /register/sms/num')[0]?.body.address, '+86 13800000000')
    await until('waiting', () => /Again in \d+ s/.test(page.element.shadowRoot.textContent ?? ''))
  })

  it('<sg-register> says at the address that registration is closed', async () => {
    const page = await shown(REGISTER, { ...picture, 'POST /register/sms/num': () => new Refused('100015') })
    await type(page.element, 'phone', '13800000000')
    await type(page.element, 'graphic_code', 'ab3x')
    ;(await button(page.element, 'Send a code')).click()
    await says(page.element, 'Registration is closed here')
  })

  it('<sg-register> keeps what was typed when the code is refused, and says so at the code', async () => {
    const page = await shown(REGISTER, { ...picture, 'POST /user/register': () => new Refused('110314') })
    await type(page.element, 'phone', '13800000000')
    await type(page.element, 'code', '123456')
    await type(page.element, 'name', 'Li')
    await type(page.element, 'company_name', 'Water works')
    await type(page.element, 'password', 'secret1')
    await type(page.element, 'repeat', 'secret1')
    ;(
      await until('the box', () => page.element.shadowRoot.querySelector<HTMLInputElement>('input[type=checkbox]'))
    ).click()
    ;(await button(page.element, 'Register')).click()
    await isTold(page, 'code', 'does not match')
    equal((await field(page.element, 'company_name')).value, 'Water works')
    page.server.answers['POST /user/register'] = () => ({})
    ;(await button(page.element, 'Register')).click()
    await says(page.element, 'You are registered')
    equal(page.server.asks('POST /user/register').at(-1)?.body.agreed, true)
  })
})

describe('<sg-find-password>', () => {
  it('<sg-find-password> goes from the address to the code to the new password, and never says whether there is an account', async () => {
    const page = await shown('<sg-find-password lang="en"></sg-find-password>', {
      'POST /user/sms/num': () => ({ resend_s: 60, request_id: REQUEST_ID }),
      'POST /sms/checked': ({ body }) => (body.code === '123456' ? {} : new Refused('110314')),
      'POST /user/pwd/reset': () => ({}),
    })
    await type(page.element, 'phone', '13800000000')
    await type(page.element, 'graphic_code', 'ab3x')
    ;(await button(page.element, 'Send a code')).click()
    await says(page.element, 'If there is an account with +86 13800000000')
    await type(page.element, 'code', '000000')
    ;(await button(page.element, 'Next')).click()
    await isTold(page, 'code', 'does not match')
    await type(page.element, 'code', '123456')
    ;(await button(page.element, 'Next')).click()
    await type(page.element, 'password', 'secret2')
    await type(page.element, 'repeat', 'secret2')
    ;(await button(page.element, 'Set the password')).click()
    await says(page.element, 'The new password is set')
    equal(page.server.asks('POST /user/pwd/reset')[0]?.body, {
      address: '+86 13800000000',
      code: '123456',
      request_id: REQUEST_ID,
      password: 'secret2',
    })
  })
})

describe('<sg-first-administrator>', () => {
  const FIRST = 'POST /user/first'
  const tag = '<sg-first-administrator lang="en"></sg-first-administrator>'
  async function fill(element: Shown['element']) {
    for (const [name, value] of Object.entries({ user_name: 'chief', name: 'Chief', company_name: 'Works' }))
      await type(element, name, value)
    await type(element, 'password', 'abc123')
    await type(element, 'repeat', 'abc123')
    ;(await button(element, 'Make the administrator')).click()
  }

  it('<sg-first-administrator> makes the administrator by the key behind the #, and informs the page', async () => {
    history.replaceState(null, '', '#a-key')
    const page = await shown(tag, { [FIRST]: () => ({}) })
    await fill(page.element)
    await says(page.element, 'You can sign in as chief now')
    const [asked] = page.server.asks(FIRST)
    const { timeZone: timezone } = new Intl.DateTimeFormat().resolvedOptions()
    const typed = { user_name: 'chief', name: 'Chief', company_name: 'Works', password: 'abc123' }
    equal(asked?.body, { token: 'a-key', ...typed, timezone })
    history.replaceState(null, '', location.pathname + location.search)
  })

  it('<sg-first-administrator> says that a link is over, and keeps what was typed', async () => {
    history.replaceState(null, '', '#old')
    const page = await shown(tag, { [FIRST]: () => new Refused('118301') })
    await fill(page.element)
    await says(page.element, 'A restart of the server prints a new one')
    equal(page.element.shadowRoot.querySelector<HTMLInputElement>('[name=company_name]')?.value, 'Works')
    history.replaceState(null, '', location.pathname + location.search)
  })

  it('<sg-first-administrator> says what is missing where the address holds no key', async () => {
    const page = await shown(tag, {})
    await says(page.element, 'The key of the link is missing')
  })
})
