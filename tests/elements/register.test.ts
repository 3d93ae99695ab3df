import type { Answers, Element } from './account-driver.ts'
import { equal, until } from './check.ts'

// Not in this file's own chunk: the runner loads it under a second address, and what loads later would find a copy.
await import('../../elements/screens/register/index.ts')
await import('../../elements/screens/find-password/index.ts')
const { button, field, Refused, says, shown: shownWith, textOf, toldAt, type } = await import('./account-driver.ts')
const { answerPictures } = await import('./entrance-pages.ts')

const SEND = 'POST /register/sms/num'
const SEND_RECOVERY = 'POST /user/sms/num'
const REGISTER = 'POST /user/register'
const RECOVER = 'POST /user/pwd/reset'
const PICTURE = /^GET \/yun\/login\/check\/(.+)/

const REQUEST_ID = 'r'.repeat(22)

async function shown(markup: string, answers: Answers) {
  const played = await shownWith(markup, answers)
  answerPictures(played.server)
  const told: { type: string; detail: unknown }[] = []
  for (const type of ['sg-navigate', 'sg-registered', 'sg-recovered'])
    played.element.addEventListener(type, (event) => {
      event.preventDefault()
      told.push({ type, detail: (event as CustomEvent).detail })
    })
  return { ...played, told }
}
const register = (answers: Answers = {}) =>
  shown('<sg-register lang="en" sign-in-path="/login" privacy-path="/privacy"></sg-register>', {
    [SEND]: () => ({ resend_s: 60, request_id: REQUEST_ID }),
    [REGISTER]: () => ({}),
    ...answers,
  })
const press = async (element: Element, name: string) => (await button(element, name)).click()
const by = (element: Element, kind: 'phone' | 'email') =>
  element.shadowRoot.querySelector<HTMLInputElement>(`input[value=${kind}]`)?.click()
const agree = async (element: Element) => (await field(element, 'agreed')).click()

async function sendCode(element: Element, number = '13800000000') {
  await type(element, 'phone', number)
  await type(element, 'graphic_code', 'ab12')
  await press(element, 'Send a code')
  await says(element, 'A code is on its way to')
}
async function fillRest(element: Element) {
  await type(element, 'code', '123456')
  await type(element, 'name', 'Li')
  await type(element, 'company_name', 'Water works')
  await type(element, 'password', 'demo1234')
  await type(element, 'repeat', 'demo1234')
  await agree(element)
}

describe('<sg-register>', () => {
  it('<sg-register> opens an account by phone: graphic code, code, the rest, and says what signs in', async () => {
    const { element, server, told } = await register()
    await sendCode(element, '138 0000 0000')
    const { address, graphic_code, check_code } = server.asks(SEND)[0]?.body ?? {}
    equal({ address, graphic_code }, { address: '+86 13800000000', graphic_code: 'ab12' })
    equal(/^[A-Za-z0-9_-]{16,64}$/.test(String(check_code)), true)
    await until('the focus', () => element.shadowRoot.activeElement?.getAttribute('name') === 'code')
    await fillRest(element)
    await press(element, 'Register')
    await says(element, 'You are registered')
    equal(server.asks(REGISTER)[0]?.body, {
      address: '+86 13800000000',
      password: 'demo1234',
      code: '123456',
      request_id: REQUEST_ID,
      name: 'Li',
      company_name: 'Water works',
      timezone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
      agreed: true,
    })
    equal(textOf(element).includes('Sign in with +86 13800000000'), true)
    element.shadowRoot.querySelector<HTMLElement>('a.button')?.click()
    equal(told, [
      { type: 'sg-registered', detail: { address: '+86 13800000000' } },
      { type: 'sg-navigate', detail: { path: '/login' } },
    ])
  })

  it('<sg-register> finds an area code by its region, and takes an email instead', async () => {
    const { element, server } = await register()
    await press(element, '+86 China')
    const search = await until('the search', () =>
      element.shadowRoot.querySelector<HTMLInputElement>('input[type=search]'),
    )
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(search, 'germ')
    search.dispatchEvent(new Event('input', { bubbles: true }))
    const option = await until('one region', () => {
      const all = element.shadowRoot.querySelectorAll<HTMLElement>('[role=option]')
      return all.length === 1 && all[0]
    })
    equal(option.textContent, '+49 Germany')
    option.click()
    await button(element, '+49 Germany')
    await sendCode(element, '1711234567')
    equal(server.asks(SEND)[0]?.body.address, '+49 1711234567')
    by(element, 'email')
    await type(element, 'email', 'li@')
    await press(element, 'Send a code')
    equal(await toldAt(element, 'email'), 'Enter a whole address, like li@example.com')
    await type(element, 'email', 'Li@example.com')
    await type(element, 'graphic_code', 'cd34')
    await press(element, 'Send a code')
    await says(element, 'on its way to li@example.com')
    equal(server.asks(SEND)[1]?.body.address, 'li@example.com')
  })

  it('<sg-register> counts down until another code may be asked for, and then asks for the picture again', async () => {
    const { element, server } = await register({ [SEND]: () => ({ resend_s: 2, request_id: REQUEST_ID }) })
    await sendCode(element)
    const waiting = await until('the countdown', () =>
      Array.from(element.shadowRoot.querySelectorAll('button')).find(({ textContent }) =>
        /^Again in \d s$/.test(textContent),
      ),
    )
    equal(waiting.disabled, true)
    equal(element.shadowRoot.querySelector('input[name=graphic_code]'), null)
    await press(element, 'Send again')
    const letters = await field(element, 'graphic_code')
    await until('the focus', () => element.shadowRoot.activeElement === letters)
    await type(element, 'graphic_code', 'cd34')
    await press(element, 'Send again')
    await until('sent again', () => server.asks(SEND).length === 2)
    const [first, second] = server.asks(SEND).map(({ body }) => body.check_code)
    equal(first === second, false)
  })

  it('<sg-register> keeps what was typed when the sent code is refused, and says what to mend at its field', async () => {
    for (const code of ['110314', '110326']) {
      const { element } = await register({ [REGISTER]: () => new Refused(code) })
      await sendCode(element)
      await fillRest(element)
      await press(element, 'Register')
      await says(element, 'The code does not match or is over')
      equal(await toldAt(element, 'code'), 'The code does not match or is over; check it or send another')
      equal((await field(element, 'code')).value, '123456')
      equal((await field(element, 'name')).value, 'Li')
      equal((await field(element, 'password')).value, 'demo1234')
      equal((await field(element, 'agreed')).checked, true)
      equal(element.shadowRoot.activeElement === (await field(element, 'code')), true)
    }
  })

  it('<sg-register> says that an address has an account only once the code has proved whose it is', async () => {
    const { element } = await register({ [REGISTER]: () => new Refused('110316') })
    await sendCode(element)
    equal(/has an account/.test(textOf(element)), false)
    await fillRest(element)
    await press(element, 'Register')
    await says(element, 'This phone has an account')
    equal((await toldAt(element, 'phone')).startsWith('This phone has an account'), true)
  })

  it('<sg-register> tells a wrong graphic code at its field with a new picture, and one of the server at the field that it names', async () => {
    const { element, server } = await register({
      [SEND]: () => new Refused('110002'),
      [REGISTER]: () => new Refused('100006', [{ field: 'name', message: 'is not valid' }]),
    })
    await type(element, 'phone', '13800000000')
    await type(element, 'graphic_code', 'ab12')
    await press(element, 'Send a code')
    await says(element, 'That is not what the picture showed')
    equal((await field(element, 'phone')).value, '13800000000')
    equal((await field(element, 'graphic_code')).value, '')
    await until('another picture', () => server.asked.filter(({ call }) => PICTURE.test(call)).length === 2)
    await fillRest(element)
    await press(element, 'Register')
    await says(element, 'is not valid')
    equal(await toldAt(element, 'name'), 'is not valid')
  })

  it('<sg-register> tells all that is missing at the fields, and sends nothing', async () => {
    const { element, server } = await register()
    await press(element, 'Register')
    await says(element, 'Enter a nickname')
    equal(await toldAt(element, 'phone'), 'A number of +86 has 11 digits, like 13800000000')
    equal(await toldAt(element, 'code'), 'Enter the six digits; send a code first')
    equal(await toldAt(element, 'password'), 'The password needs 6 to 11 letters or digits')
    equal(textOf(element).includes('Registering needs your agreement'), true)
    equal(server.asks(REGISTER).length, 0)
  })

  it('<sg-register> leads to the privacy policy and to signing in', async () => {
    const { element, told } = await register()
    await button(element, 'Register')
    for (const link of element.shadowRoot.querySelectorAll('a')) link.click()
    equal(
      told.map(({ detail }) => detail),
      [{ path: '/privacy' }, { path: '/login' }],
    )
    equal((await field(element, 'agreed')).checked, false)
  })
})

describe('<sg-find-password>', () => {
  const FOUND: Answers = {
    [SEND_RECOVERY]: () => ({ resend_s: 60, request_id: REQUEST_ID }),
    'POST /sms/checked': ({ body }) => (body.code === '123456' ? {} : new Refused('110314')),
    [RECOVER]: () => ({}),
  }
  const findPassword = (answers: Answers = {}) =>
    shown('<sg-find-password lang="en" sign-in-path="/login"></sg-find-password>', { ...FOUND, ...answers })
  async function toCode(element: Element) {
    await type(element, 'phone', '13800000000')
    await type(element, 'graphic_code', 'ab12')
    await press(element, 'Send a code')
    await says(element, 'If there is an account with +86 13800000000, a code is on its way.')
  }
  async function toPassword(element: Element) {
    await toCode(element)
    await type(element, 'code', '123456')
    await press(element, 'Next')
    await field(element, 'repeat')
  }

  it('<sg-find-password> leads by address, code and new password to signing in', async () => {
    const { element, server, told } = await findPassword()
    await toCode(element)
    await type(element, 'code', '000000')
    await press(element, 'Next')
    await says(element, 'The code does not match or is over')
    await type(element, 'code', '12 34 56')
    await press(element, 'Next')
    await type(element, 'password', 'fresh123')
    await type(element, 'repeat', 'fresh124')
    await press(element, 'Set the password')
    await says(element, 'The two passwords differ')
    await type(element, 'repeat', 'fresh123')
    await press(element, 'Set the password')
    await says(element, 'The new password is set')
    equal(server.asks('POST /sms/checked').at(-1)?.body, {
      address: '+86 13800000000',
      code: '123456',
      request_id: REQUEST_ID,
      purpose: 'recover',
    })
    equal(server.asks(RECOVER)[0]?.body, {
      address: '+86 13800000000',
      code: '123456',
      request_id: REQUEST_ID,
      password: 'fresh123',
    })
    element.shadowRoot.querySelector<HTMLElement>('a.button')?.click()
    equal(told, [
      { type: 'sg-recovered', detail: null },
      { type: 'sg-navigate', detail: { path: '/login' } },
    ])
  })

  it("<sg-find-password> tells the organisation's own rule at the password, which stays typed", async () => {
    const { element } = await findPassword({
      [RECOVER]: () => new Refused('100006', [{ field: 'password', message: 'needs 12 to 64 characters' }]),
    })
    await toPassword(element)
    await type(element, 'password', 'fresh123')
    await type(element, 'repeat', 'fresh123')
    await press(element, 'Set the password')
    await says(element, 'needs 12 to 64 characters')
    equal(await toldAt(element, 'password'), 'needs 12 to 64 characters')
    equal((await field(element, 'password')).value, 'fresh123')
  })

  it('<sg-find-password> asks for the code again where it ran out meanwhile, and keeps the new password', async () => {
    let isOver = true
    const { element, server } = await findPassword({ [RECOVER]: () => (isOver ? new Refused('110314') : {}) })
    await toPassword(element)
    await type(element, 'password', 'fresh123')
    await type(element, 'repeat', 'fresh123')
    await press(element, 'Set the password')
    await says(element, 'The code does not match or is over')
    isOver = false
    await type(element, 'code', '123456')
    await press(element, 'Next')
    equal((await field(element, 'password')).value, 'fresh123')
    await press(element, 'Set the password')
    await says(element, 'The new password is set')
    equal(server.asks(RECOVER).length, 2)
  })
})
