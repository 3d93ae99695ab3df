import { sendMouse } from '@web/test-runner-commands'
import { equal, until } from './check.ts'
import { answerPictures } from './entrance-pages.ts'
import { type Answers, Refused, type Screen, shown as shownWith } from './screen-driver.ts'

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
  return played
}
/** The played server has signed in once itself. */
const logins = (page: Screen) => page.requestsOf(LOGIN).slice(1)
const signedIn = ({ events }: Screen) =>
  events.filter(({ type }) => type === 'sg-signed-in').map(({ detail }) => detail)
const checkCodes = (page: Screen) => page.server.requests.flatMap(({ call }) => PICTURE.exec(call)?.[1] ?? [])
const slider = (page: Screen) => page.find('[role=slider]:not([aria-disabled=true])')
async function press(page: Screen, ...keys: string[]) {
  const handle = await slider(page)
  for (const key of keys) {
    handle.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, composed: true, cancelable: true }))
    await until('drawn', () => true)
  }
}
const TO_GAP = [...Array(10).fill('PageUp'), 'ArrowRight']

const fill = (page: Screen) => page.fill({ user_name: 'li', password: 'secret' })
const signIn = async (page: Screen) => (await page.button('Sign in')).click()

it('<sg-sign-in> with checks opens the puzzle once name and password are there, and goes on by itself when the keyboard has solved it', async () => {
  const page = await shown()
  await signIn(page)
  await page.says('Enter the password')
  equal(page.root.querySelector('[role=slider]'), null)
  await fill(page)
  await signIn(page)
  const handle = await slider(page)
  equal(page.focused === handle, true)
  equal(logins(page).length, 0)
  await press(page, ...TO_GAP)
  await until('the place is said', () => handle.getAttribute('aria-valuenow') === String(GAP))
  equal(handle.getAttribute('aria-valuetext'), '45 %')
  await press(page, 'Enter')
  await until('signed in', () => signedIn(page).length === 1)
  equal(page.requestsOf(SOLVE)[0]?.body, { puzzle_id: 'p1', left: GAP })
  const { user_name, puzzle_pass } = logins(page)[0]?.body ?? {}
  equal({ user_name, puzzle_pass }, { user_name: 'li', puzzle_pass: 'pass-p1' })
  equal(signedIn(page), [{ user_id: 7, name: 'Li' }])
})

it('<sg-sign-in> with checks brings another puzzle after a wrong place, says so, and leaves the focus on the handle', async () => {
  const page = await shown()
  await fill(page)
  await signIn(page)
  await press(page, 'End', 'Enter')
  await page.says('Not in the gap; try the new picture')
  const handle = await slider(page)
  equal(page.requestsOf(PUZZLE).length, 2)
  equal(page.focused === handle, true)
  equal(handle.getAttribute('aria-valuenow'), '0')
  equal(page.root.querySelector('.puzzle-said')?.getAttribute('role'), 'status')
  equal(await page.typedIn('password'), 'secret')
  equal(logins(page).length, 0)
})

it('<sg-sign-in> with checks moves by 2 and 10 pixels, to either end, and never out of the picture', async () => {
  const page = await shown()
  await fill(page)
  await signIn(page)
  const handle = await slider(page)
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
    await press(page, key)
    await until(`${key} to ${place}, is ${now()}`, () => now() === place)
  }
  equal(handle.getAttribute('aria-valuemax'), '228')
})

for (const [zoom, slack] of [
  ['1.7', 1],
  ['0.5', 2],
] as const)
  it(`<sg-sign-in> with checks follows the pointer pixel by pixel of the picture, in a page that is zoomed to ${zoom}`, async () => {
    const page = await shown()
    page.box.style.zoom = zoom
    page.box.style.width = '260px'
    await fill(page)
    await signIn(page)
    const handle = await slider(page)
    handle.scrollIntoView({ block: 'center' })
    const picture = page.root.querySelector('.puzzle-picture')?.getBoundingClientRect() as DOMRect
    const box = handle.getBoundingClientRect()
    const from: [number, number] = [Math.round(box.left + box.width / 2), Math.round(box.top + box.height / 2)]
    const wide = Math.round((100 / 280) * picture.width)
    await sendMouse({ type: 'move', position: from })
    await sendMouse({ type: 'down' })
    await sendMouse({ type: 'move', position: [from[0] + 20, from[1]] })
    await sendMouse({ type: 'move', position: [from[0] + wide, from[1]] })
    await sendMouse({ type: 'up' })
    const [before] = await until('checked', () => page.requestsOf(SOLVE).length > 0 && page.requestsOf(SOLVE))
    equal(Math.abs(Number(before?.body.left) - 100) < slack, true)
  })

it('<sg-sign-in> with checks asks for a new puzzle after a refused sign-in', async () => {
  const page = await shown()
  page.answers[LOGIN] = () => new Refused('110003')
  await fill(page)
  await signIn(page)
  await press(page, ...TO_GAP, 'Enter')
  await page.says('The user name or password is wrong')
  await page.gone('[role=slider]')
  equal(await page.typedIn('password'), '')
  equal(await page.typedIn('user_name'), 'li')
  await page.type('password', 'better')
  await signIn(page)
  await slider(page)
  equal(logins(page).length, 1)
  equal(page.requestsOf(PUZZLE).length, 2)
})

it('<sg-sign-in> with checks does the check again where it was over too soon, and keeps the password', async () => {
  const page = await shown()
  page.answers[LOGIN] = ({ body }) =>
    body.puzzle_pass === 'pass-p1'
      ? new Refused('100024')
      : { token: 'T', user_id: 7, tenant_id: 1, name: 'Li', roles: [], menuPermissions: '' }
  await fill(page)
  await signIn(page)
  await press(page, ...TO_GAP, 'Enter')
  await page.says('The security check is over; do it again')
  await page.requested(PUZZLE, 1)
  equal(await page.typedIn('password'), 'secret')
  await press(page, ...TO_GAP, 'Enter')
  await until('signed in', () => signedIn(page).length === 1)
})

it('<sg-sign-in> with checks tells a wrong graphic code at its field, brings another picture and keeps the rest', async () => {
  const page = await shown(checks({ puzzle: false, graphic_code: true }))
  await fill(page)
  await signIn(page)
  await page.says('Enter the 4 characters in the picture')
  equal(logins(page).length, 0)
  await page.find('.graphic-code-picture img')
  equal(checkCodes(page).length, 1)
  page.answers[LOGIN] = () => new Refused('110002')
  await page.type('graphic_code', 'ab12')
  await signIn(page)
  await page.says('That is not what the picture showed')
  equal((await page.messageAt('graphic_code')).startsWith('That is not what the picture showed'), true)
  const codes = await until('another picture', () => checkCodes(page).length > 1 && checkCodes(page))
  equal(new Set(codes).size, codes.length)
  equal(
    codes.every((code) => /^[A-Za-z0-9_-]{16,64}$/.test(code)),
    true,
  )
  equal(logins(page)[0]?.body.check_code, codes[0])
  equal(logins(page)[0]?.body.graphic_code, 'ab12')
  equal(await page.typedIn('password'), 'secret')
  equal(await page.typedIn('graphic_code'), '')
  equal(page.focused === (await page.field('graphic_code')), true)
})

it('<sg-sign-in> with checks asks what a name needs when its field is left', async () => {
  const page = await shown({
    ...checks(),
    'GET /yun/login/check': ({ query }) => ({
      puzzle: false,
      experience: false,
      graphic_code: query.get('user_name') === 'wang',
    }),
  })
  await page.type('user_name', 'wang')
  const name = await page.field('user_name')
  name.focus()
  name.blur()
  await page.field('graphic_code')
  equal(page.requestsOf('GET /yun/login/check').at(-1)?.query.get('user_name'), 'wang')
})

it('<sg-sign-in> with checks keeps the password when the line is lost', async () => {
  const page = await shown(checks({ puzzle: false }))
  page.answers[LOGIN] = () => {
    throw new TypeError('Failed to fetch')
  }
  await fill(page)
  await signIn(page)
  await page.says('The server cannot be reached')
  equal(await page.typedIn('password'), 'secret')
})

it('<sg-sign-in> with checks offers the experience account where there is one, after the same puzzle', async () => {
  const page = await shown(
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
  await page.press('Try the demo account')
  await press(page, ...TO_GAP, 'Enter')
  await until('signed in', () => signedIn(page).length === 1)
  equal(signedIn(page), [{ user_id: 9, name: 'Visitor' }])
  equal(page.requestsOf('POST /yun/v2/user/login/experience')[0]?.body.puzzle_pass, 'pass-p1')
})

it('<sg-sign-in> with checks has links where the page names their places, and asks the page before it follows one', async () => {
  const page = await shown(checks(), 'register-path="/register" recover-path="/findPass"')
  page.element.addEventListener('sg-navigate', (event) => event.preventDefault())
  const links = await until('links', () => {
    const all = Array.from(page.root.querySelectorAll('a'))
    return all.length === 2 && all
  })
  for (const link of links) link.click()
  equal(
    page.events.map(({ detail }) => detail),
    [{ path: '/register' }, { path: '/findPass' }],
  )
  const bare = await shown(checks())
  await bare.button('Sign in')
  equal(bare.all('a').length, 0)
  equal(bare.text.includes('Look around'), false)
})

it('<sg-sign-in> requests a graphic code once the server wants one, and says a wrong one at its field', async () => {
  const page = await shown(checks({ puzzle: false }))
  await fill(page)
  page.answers[LOGIN] = () => {
    Object.assign(page.answers, checks({ puzzle: false, graphic_code: true }))
    return new Refused('110003')
  }
  await signIn(page)
  await page.says('The user name or password is wrong')
  await page.fill({ password: 'secret2', graphic_code: 'ab3x' })
  page.answers[LOGIN] = () => new Refused('110002')
  await signIn(page)
  await page.says('here is another')
  equal((await page.messageAt('graphic_code')).includes('here is another'), true)
  equal(await page.typedIn('password'), 'secret2')
  const { check_code, graphic_code } = logins(page).at(-1)?.body ?? {}
  equal([graphic_code, /^[0-9a-f]{24}$/.test(String(check_code))], ['ab3x', true])
})
