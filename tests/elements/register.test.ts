import { equal, until } from './check.ts'
import { answerPictures } from './entrance-pages.ts'
import { type Answers, Refused, type Screen, shown as shownWith } from './screen-driver.ts'

const SEND = 'POST /register/sms/num'
const SEND_RECOVERY = 'POST /user/sms/num'
const REGISTER = 'POST /user/register'
const RECOVER = 'POST /user/pwd/reset'
const REQUEST_ID = 'r'.repeat(22)
const PICTURE = /^GET \/yun\/login\/check\/(.+)/

async function shown(markup: string, answers: Answers) {
  const page = await shownWith(markup, answers)
  answerPictures(page.server)
  page.element.addEventListener('sg-navigate', (event) => event.preventDefault())
  return page
}
const register = (answers: Answers = {}) =>
  shown('<sg-register lang="en" sign-in-path="/login" privacy-path="/privacy"></sg-register>', {
    [SEND]: () => ({ resend_s: 60, request_id: REQUEST_ID }),
    [REGISTER]: () => ({}),
    ...answers,
  })
const by = (page: Screen, kind: 'phone' | 'email') =>
  page.root.querySelector<HTMLInputElement>(`input[value=${kind}]`)?.click()
const agree = async (page: Screen) => (await page.field('agreed')).click()

async function sendCode(page: Screen, number = '13800000000') {
  await page.fill({ phone: number, graphic_code: 'ab12' })
  await page.press('Send a code')
  await page.says('A code is on its way to')
}
async function fillRest(page: Screen) {
  await page.fill({ code: '123456', name: 'Li', company_name: 'Water works', password: 'demo1234', repeat: 'demo1234' })
  await agree(page)
}

it('<sg-register> opens an account by phone: graphic code, code, the rest, and says what signs in', async () => {
  const page = await register()
  await sendCode(page, '138 0000 0000')
  const { address, graphic_code, check_code } = page.requestsOf(SEND)[0]?.body ?? {}
  equal({ address, graphic_code }, { address: '+86 13800000000', graphic_code: 'ab12' })
  equal(/^[A-Za-z0-9_-]{16,64}$/.test(String(check_code)), true)
  await until('the focus', () => page.focused?.getAttribute('name') === 'code')
  await fillRest(page)
  await page.press('Register')
  await page.says('You are registered')
  equal(page.requestsOf(REGISTER)[0]?.body, {
    address: '+86 13800000000',
    password: 'demo1234',
    code: '123456',
    request_id: REQUEST_ID,
    name: 'Li',
    company_name: 'Water works',
    timezone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
    agreed: true,
  })
  equal(page.text.includes('Sign in with +86 13800000000'), true)
  page.root.querySelector<HTMLElement>('a.button')?.click()
  equal(page.events, [
    { type: 'sg-registered', detail: { address: '+86 13800000000' } },
    { type: 'sg-navigate', detail: { path: '/login' } },
  ])
})

it('<sg-register> finds an area code by its region, and takes an email instead', async () => {
  const page = await register()
  await page.press('+86 China')
  const search = await page.find<HTMLInputElement>('input[type=search]')
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(search, 'germ')
  search.dispatchEvent(new Event('input', { bubbles: true }))
  const option = await until('one region', () => {
    const all = page.root.querySelectorAll<HTMLElement>('[role=option]')
    return all.length === 1 && all[0]
  })
  equal(option.textContent, '+49 Germany')
  option.click()
  await page.button('+49 Germany')
  await sendCode(page, '1711234567')
  equal(page.requestsOf(SEND)[0]?.body.address, '+49 1711234567')
  by(page, 'email')
  await page.type('email', 'li@')
  await page.press('Send a code')
  equal(await page.messageAt('email'), 'Enter a whole address, like li@example.com')
  await page.fill({ email: 'Li@example.com', graphic_code: 'cd34' })
  await page.press('Send a code')
  await page.says('on its way to li@example.com')
  equal(page.requestsOf(SEND)[1]?.body.address, 'li@example.com')
})

it('<sg-register> counts down until another code may be asked for, and then asks for the picture again', async () => {
  const page = await register({ [SEND]: () => ({ resend_s: 2, request_id: REQUEST_ID }) })
  await sendCode(page)
  const waiting = await until('the countdown', () =>
    page.all<HTMLButtonElement>('button').find(({ textContent }) => /^Again in \d s$/.test(textContent)),
  )
  equal(waiting.disabled, true)
  equal(page.root.querySelector('input[name=graphic_code]'), null)
  await page.press('Send again')
  const letters = await page.field('graphic_code')
  await until('the focus', () => page.focused === letters)
  await page.type('graphic_code', 'cd34')
  await page.press('Send again')
  await page.requested(SEND, 1)
  const [first, second] = page.requestsOf(SEND).map(({ body }) => body.check_code)
  equal(first === second, false)
})

it('<sg-register> keeps what was typed when the sent code is refused, and says what to mend at its field', async () => {
  for (const code of ['110314', '110326']) {
    const page = await register({ [REGISTER]: () => new Refused(code) })
    await sendCode(page)
    await fillRest(page)
    await page.press('Register')
    await page.says('The code does not match or is over')
    equal(await page.messageAt('code'), 'The code does not match or is over; check it or send another')
    equal(await page.typedIn('code'), '123456')
    equal(await page.typedIn('name'), 'Li')
    equal(await page.typedIn('password'), 'demo1234')
    equal(await page.typedIn('company_name'), 'Water works')
    equal((await page.field('agreed')).checked, true)
    equal(page.focused === (await page.field('code')), true)
    page.answers[REGISTER] = () => ({})
    await page.press('Register')
    await page.says('You are registered')
  }
})

it('<sg-register> says that an address has an account only once the code has proved whose it is', async () => {
  const page = await register({ [REGISTER]: () => new Refused('110316') })
  await sendCode(page)
  equal(/has an account/.test(page.text), false)
  await fillRest(page)
  await page.press('Register')
  await page.says('This phone has an account')
  equal((await page.messageAt('phone')).startsWith('This phone has an account'), true)
})

it('<sg-register> tells a wrong graphic code at its field with a new picture, and one of the server at the field that it names', async () => {
  const page = await register({
    [SEND]: () => new Refused('110002'),
    [REGISTER]: () => new Refused('100006', [{ field: 'name', message: 'is not valid' }]),
  })
  await page.fill({ phone: '13800000000', graphic_code: 'ab12' })
  await page.press('Send a code')
  await page.says('That is not what the picture showed')
  equal(await page.typedIn('phone'), '13800000000')
  equal(await page.typedIn('graphic_code'), '')
  await until('another picture', () => page.server.requests.filter(({ call }) => PICTURE.test(call)).length === 2)
  await fillRest(page)
  await page.press('Register')
  await page.says('is not valid')
  equal(await page.messageAt('name'), 'is not valid')
})

it('<sg-register> tells all that is missing at the fields, and sends nothing', async () => {
  const page = await register()
  await page.press('Register')
  await page.says('Enter a nickname')
  equal(await page.messageAt('phone'), 'A number of +86 has 11 digits, like 13800000000')
  equal(await page.messageAt('code'), 'Enter the six digits; send a code first')
  equal(await page.messageAt('password'), 'The password needs 6 to 11 letters or digits')
  equal(page.text.includes('Registering needs your agreement'), true)
  equal(page.requestsOf(REGISTER).length, 0)
})

it('<sg-register> says that registration is closed, with the way to sign in, and shows no form', async () => {
  const page = await register({
    'GET /yun/login/check': () => ({ puzzle: false, graphic_code: false, experience: false, registration: false }),
  })
  await page.says('Registration is closed here')
  equal(page.root.querySelector('form'), null)
  ;(await page.having('a', 'sign in')).click()
  equal(
    page.events.map(({ detail }) => detail),
    [{ path: '/login' }],
  )
})

it('<sg-register> says at the address that registration was closed meanwhile', async () => {
  const page = await register({ [SEND]: () => new Refused('100015') })
  await page.fill({ phone: '13800000000', graphic_code: 'ab3x' })
  await page.press('Send a code')
  await page.says('Registration is closed here')
})

it('<sg-register> leads to the privacy policy and to signing in', async () => {
  const page = await register()
  await page.button('Register')
  for (const link of page.root.querySelectorAll('a')) link.click()
  equal(
    page.events.map(({ detail }) => detail),
    [{ path: '/privacy' }, { path: '/login' }],
  )
  equal((await page.field('agreed')).checked, false)
})

const FOUND: Answers = {
  [SEND_RECOVERY]: () => ({ resend_s: 60, request_id: REQUEST_ID }),
  'POST /sms/checked': ({ body }) => (body.code === '123456' ? {} : new Refused('110314')),
  [RECOVER]: () => ({}),
}
const findPassword = (answers: Answers = {}) =>
  shown('<sg-find-password lang="en" sign-in-path="/login"></sg-find-password>', { ...FOUND, ...answers })
async function toCode(page: Screen) {
  await page.fill({ phone: '13800000000', graphic_code: 'ab12' })
  await page.press('Send a code')
  await page.says('If there is an account with +86 13800000000, a code is on its way.')
}
async function toPassword(page: Screen) {
  await toCode(page)
  await page.type('code', '123456')
  await page.press('Next')
  await page.field('repeat')
}

it('<sg-find-password> leads by address, code and new password to signing in', async () => {
  const page = await findPassword()
  await toCode(page)
  await page.type('code', '000000')
  await page.press('Next')
  await page.says('The code does not match or is over')
  await page.type('code', '12 34 56')
  await page.press('Next')
  await page.fill({ password: 'fresh123', repeat: 'fresh124' })
  await page.press('Set the password')
  await page.says('The two passwords differ')
  await page.type('repeat', 'fresh123')
  await page.press('Set the password')
  await page.says('The new password is set')
  equal(page.requestsOf('POST /sms/checked').at(-1)?.body, {
    address: '+86 13800000000',
    code: '123456',
    request_id: REQUEST_ID,
    purpose: 'recover',
  })
  equal(page.requestsOf(RECOVER)[0]?.body, {
    address: '+86 13800000000',
    code: '123456',
    request_id: REQUEST_ID,
    password: 'fresh123',
  })
  page.root.querySelector<HTMLElement>('a.button')?.click()
  equal(page.events, [
    { type: 'sg-recovered', detail: null },
    { type: 'sg-navigate', detail: { path: '/login' } },
  ])
})

it("<sg-find-password> tells the organisation's own rule at the password, which stays typed", async () => {
  const page = await findPassword({
    [RECOVER]: () => new Refused('100006', [{ field: 'password', message: 'needs 12 to 64 characters' }]),
  })
  await toPassword(page)
  await page.fill({ password: 'fresh123', repeat: 'fresh123' })
  await page.press('Set the password')
  await page.says('needs 12 to 64 characters')
  equal(await page.messageAt('password'), 'needs 12 to 64 characters')
  equal(await page.typedIn('password'), 'fresh123')
})

it('<sg-find-password> asks for the code again where it ran out meanwhile, and keeps the new password', async () => {
  let isOver = true
  const page = await findPassword({ [RECOVER]: () => (isOver ? new Refused('110314') : {}) })
  await toPassword(page)
  await page.fill({ password: 'fresh123', repeat: 'fresh123' })
  await page.press('Set the password')
  await page.says('The code does not match or is over')
  isOver = false
  await page.type('code', '123456')
  await page.press('Next')
  equal(await page.typedIn('password'), 'fresh123')
  await page.press('Set the password')
  await page.says('The new password is set')
  equal(page.requestsOf(RECOVER).length, 2)
})
