import { sendMouse } from '@web/test-runner-commands'
import type { Answers, Element } from './account-driver.ts'
import { equal, until } from './check.ts'

// Not in this file's own chunk: the runner loads it under a second address, and what loads later would find a copy.
await import('../../elements/screens/sign-in/index.ts')
const { button, field, Refused, says, shown: shownWith, textOf, toldAt, type } = await import('./account-driver.ts')
const { answerPictures } = await import('./entrance-pages.ts')

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const LOGIN = 'POST /yun/v2/user/login'
const SOLVE = 'POST /yun/login/puzzle/solve'
const PUZZLE = 'POST /yun/login/puzzle'
const GAP = 102

/** A server that asks for these checks, whose puzzle is solved at `GAP`. */
function checks(needed: object = {}): Answers {
  let puzzles = 0
  return {
    'GET /yun/login/check': () => ({ puzzle: true, graphic_code: false, experience: false, ...needed }),
    [PUZZLE]: () => {
      puzzles += 1
      return { puzzle_id: `p${puzzles}`, picture: PNG, piece: PNG, width: 280, height: 150, piece_width: 52 }
    },
    [SOLVE]: ({ body }) => ({ puzzle_pass: Math.abs(Number(body.left) - GAP) <= 5 ? `pass-${body.puzzle_id}` : null }),
  }
}
const PICTURE = /^GET \/yun\/login\/check\/(.+)/

async function shown(answers: Answers = checks(), attributes = '') {
  const played = await shownWith(`<sg-sign-in lang="en" ${attributes}></sg-sign-in>`, answers)
  answerPictures(played.server)
  // The played server has signed in once itself.
  const before = played.server.asks(LOGIN).length
  const signedIn: unknown[] = []
  played.element.addEventListener('sg-signed-in', (event) => signedIn.push((event as CustomEvent).detail))
  return {
    ...played,
    signedIn,
    logins: () => played.server.asks(LOGIN).slice(before),
    checkCodes: () => played.server.asked.flatMap(({ call }) => PICTURE.exec(call)?.[1] ?? []),
  }
}
const slider = ({ shadowRoot }: Element) =>
  until('the slider', () => shadowRoot.querySelector<HTMLElement>('[role=slider]:not([aria-disabled=true])'))
async function press(element: Element, ...keys: string[]) {
  const handle = await slider(element)
  for (const key of keys) {
    handle.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, composed: true, cancelable: true }))
    await until('drawn', () => true)
  }
}
const TO_GAP = [...Array(10).fill('PageUp'), 'ArrowRight']

async function fill(element: Element) {
  await type(element, 'user_name', 'li')
  await type(element, 'password', 'secret')
}
const signIn = async (element: Element) => (await button(element, 'Sign in')).click()

describe('<sg-sign-in> with checks', () => {
  it('<sg-sign-in> with checks opens the puzzle once name and password are there, and goes on by itself when the keyboard has solved it', async () => {
    const { element, server, signedIn, logins } = await shown()
    await signIn(element)
    await says(element, 'Enter the password')
    equal(element.shadowRoot.querySelector('[role=slider]'), null)
    await fill(element)
    await signIn(element)
    const handle = await slider(element)
    equal(element.shadowRoot.activeElement === handle, true)
    equal(logins().length, 0)
    await press(element, ...TO_GAP)
    await until('the place is said', () => handle.getAttribute('aria-valuenow') === String(GAP))
    equal(handle.getAttribute('aria-valuetext'), '45 %')
    await press(element, 'Enter')
    await until('signed in', () => signedIn.length === 1)
    equal(server.asks(SOLVE)[0]?.body, { puzzle_id: 'p1', left: GAP })
    const { user_name, puzzle_pass } = logins()[0]?.body ?? {}
    equal({ user_name, puzzle_pass }, { user_name: 'li', puzzle_pass: 'pass-p1' })
    equal(signedIn, [{ user_id: 7, name: 'Li' }])
  })

  it('<sg-sign-in> with checks brings another puzzle after a wrong place, says so, and leaves the focus on the handle', async () => {
    const { element, server, logins } = await shown()
    await fill(element)
    await signIn(element)
    await press(element, 'End', 'Enter')
    await says(element, 'Not in the gap; try the new picture')
    const handle = await slider(element)
    equal(server.asks(PUZZLE).length, 2)
    equal(element.shadowRoot.activeElement === handle, true)
    equal(handle.getAttribute('aria-valuenow'), '0')
    equal(element.shadowRoot.querySelector('.puzzle-said')?.getAttribute('role'), 'status')
    equal(logins().length, 0)
  })

  it('<sg-sign-in> with checks moves by 2 and 10 pixels, to either end, and never out of the picture', async () => {
    const { element } = await shown()
    await fill(element)
    await signIn(element)
    const handle = await slider(element)
    const now = () => Number(handle.getAttribute('aria-valuenow'))
    for (const [key, place] of [
      ['ArrowLeft', 0],
      ['ArrowRight', 2],
      ['PageUp', 12],
      ['End', 228],
      ['PageUp', 228],
      ['PageDown', 218],
      ['Home', 0],
    ] as const) {
      await press(element, key)
      await until(`${key} to ${place}, is ${now()}`, () => now() === place)
    }
    equal(handle.getAttribute('aria-valuemax'), '228')
  })

  it('<sg-sign-in> with checks follows the pointer pixel by pixel of the picture, also in a zoomed page', async () => {
    const { element, server } = await shown()
    const page = element.parentElement as HTMLElement
    page.style.zoom = '1.7'
    page.style.width = '260px'
    await fill(element)
    await signIn(element)
    const handle = await slider(element)
    handle.scrollIntoView({ block: 'center' })
    const picture = element.shadowRoot.querySelector('.puzzle-picture')?.getBoundingClientRect() as DOMRect
    const box = handle.getBoundingClientRect()
    const from: [number, number] = [Math.round(box.left + box.width / 2), Math.round(box.top + box.height / 2)]
    const wide = Math.round((100 / 280) * picture.width)
    await sendMouse({ type: 'move', position: from })
    await sendMouse({ type: 'down' })
    await sendMouse({ type: 'move', position: [from[0] + 20, from[1]] })
    await sendMouse({ type: 'move', position: [from[0] + wide, from[1]] })
    await sendMouse({ type: 'up' })
    const [asked] = await until('judged', () => server.asks(SOLVE).length > 0 && server.asks(SOLVE))
    equal(Math.abs(Number(asked?.body.left) - 100) < 1, true)
  })

  it('<sg-sign-in> with checks asks for a new puzzle after a refused sign-in', async () => {
    const { element, server, logins } = await shown()
    server.answers[LOGIN] = () => new Refused('110003')
    await fill(element)
    await signIn(element)
    await press(element, ...TO_GAP, 'Enter')
    await says(element, 'The user name or password is wrong')
    await until('the puzzle is gone', () => !element.shadowRoot.querySelector('[role=slider]'))
    equal((await field(element, 'password')).value, '')
    equal((await field(element, 'user_name')).value, 'li')
    await type(element, 'password', 'better')
    await signIn(element)
    await slider(element)
    equal(logins().length, 1)
    equal(server.asks(PUZZLE).length, 2)
  })

  it('<sg-sign-in> with checks does the check again where it was over too soon, and keeps the password', async () => {
    const { element, server, signedIn } = await shown()
    server.answers[LOGIN] = ({ body }) =>
      body.puzzle_pass === 'pass-p1'
        ? new Refused('100024')
        : { token: 'T', user_id: 7, tenant_id: 1, name: 'Li', roles: [], menuPermissions: '' }
    await fill(element)
    await signIn(element)
    await press(element, ...TO_GAP, 'Enter')
    await says(element, 'The security check is over; do it again')
    await until('another puzzle', () => server.asks(PUZZLE).length === 2)
    equal((await field(element, 'password')).value, 'secret')
    await press(element, ...TO_GAP, 'Enter')
    await until('signed in', () => signedIn.length === 1)
  })

  it('<sg-sign-in> with checks tells a wrong graphic code at its field, brings another picture and keeps the rest', async () => {
    const { element, server, logins, checkCodes } = await shown(checks({ puzzle: false, graphic_code: true }))
    await fill(element)
    await signIn(element)
    await says(element, 'Enter the 4 characters in the picture')
    equal(logins().length, 0)
    await until('the picture', () => element.shadowRoot.querySelector('.graphic-code-picture img'))
    equal(checkCodes().length, 1)
    server.answers[LOGIN] = () => new Refused('110002')
    await type(element, 'graphic_code', 'ab12')
    await signIn(element)
    await says(element, 'That is not what the picture showed')
    equal((await toldAt(element, 'graphic_code')).startsWith('That is not what the picture showed'), true)
    const codes = await until('another picture', () => checkCodes().length > 1 && checkCodes())
    equal(new Set(codes).size, codes.length)
    equal(
      codes.every((code) => /^[A-Za-z0-9_-]{16,64}$/.test(code)),
      true,
    )
    equal(logins()[0]?.body.check_code, codes[0])
    equal(logins()[0]?.body.graphic_code, 'ab12')
    equal((await field(element, 'password')).value, 'secret')
    equal((await field(element, 'graphic_code')).value, '')
    equal(element.shadowRoot.activeElement === (await field(element, 'graphic_code')), true)
  })

  it('<sg-sign-in> with checks asks what a name needs when its field is left', async () => {
    const { element, server } = await shown({
      ...checks(),
      'GET /yun/login/check': ({ query }) => ({
        puzzle: false,
        experience: false,
        graphic_code: query.get('user_name') === 'wang',
      }),
    })
    await type(element, 'user_name', 'wang')
    const name = await field(element, 'user_name')
    name.focus()
    name.blur()
    await field(element, 'graphic_code')
    equal(
      server
        .asks('GET /yun/login/check')
        .map(({ query }) => query.get('user_name'))
        .at(-1),
      'wang',
    )
  })

  it('<sg-sign-in> with checks keeps the password when the line is lost', async () => {
    const { element, server } = await shown(checks({ puzzle: false }))
    server.answers[LOGIN] = () => {
      throw new TypeError('Failed to fetch')
    }
    await fill(element)
    await signIn(element)
    await says(element, 'The server cannot be reached')
    equal((await field(element, 'password')).value, 'secret')
  })

  it('<sg-sign-in> with checks offers the experience account where there is one, after the same puzzle', async () => {
    const { element, server, signedIn } = await shown(
      {
        ...checks({ experience: true }),
        'POST /yun/v2/user/login/experience': () => ({
          token: 'V',
          user_id: 9,
          tenant_id: 1,
          name: 'Visitor',
          roles: [],
          menuPermissions: '',
        }),
      },
      'with-experience',
    )
    ;(await button(element, 'Look around with the experience account')).click()
    await press(element, ...TO_GAP, 'Enter')
    await until('signed in', () => signedIn.length === 1)
    equal(signedIn, [{ user_id: 9, name: 'Visitor' }])
    equal(server.asks('POST /yun/v2/user/login/experience')[0]?.body.puzzle_pass, 'pass-p1')
  })

  it('<sg-sign-in> with checks has links where the page names their places, and asks the page before it follows one', async () => {
    const { element, told } = await shown(checks(), 'register-path="/register" recover-path="/findPass"')
    element.addEventListener('sg-navigate', (event) => event.preventDefault())
    const links = await until('links', () => {
      const all = Array.from(element.shadowRoot.querySelectorAll('a'))
      return all.length === 2 && all
    })
    for (const link of links) link.click()
    equal(
      told.map(({ detail }) => detail),
      [{ path: '/register' }, { path: '/findPass' }],
    )
    const bare = await shown(checks())
    await button(bare.element, 'Sign in')
    equal(bare.element.shadowRoot.querySelectorAll('a').length, 0)
    equal(textOf(bare.element).includes('Look around'), false)
  })
})
