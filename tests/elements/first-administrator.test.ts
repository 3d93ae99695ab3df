import { equal } from './check.ts'
import { Refused, type Screen, shown } from './screen-driver.ts'

const FIRST = 'POST /user/first'
const tag = '<sg-first-administrator lang="en"></sg-first-administrator>'
const typed = { user_name: 'chief', name: 'Chief', company_name: 'Works', password: 'abc123' }
async function fill(page: Screen) {
  await page.fill({ ...typed, repeat: 'abc123' })
  await page.press('Make the administrator')
}

it('<sg-first-administrator> makes the administrator by the key behind the #, and informs the page', async () => {
  history.replaceState(null, '', '#a-key')
  const page = await shown(tag, { [FIRST]: () => ({}) })
  await fill(page)
  await page.says('You can sign in as chief now')
  const [request] = page.requestsOf(FIRST)
  const { timeZone: timezone } = new Intl.DateTimeFormat().resolvedOptions()
  equal(request?.body, { token: 'a-key', ...typed, timezone })
  history.replaceState(null, '', location.pathname + location.search)
})

it('<sg-first-administrator> says that a link is over, and keeps what was typed', async () => {
  history.replaceState(null, '', '#old')
  const page = await shown(tag, { [FIRST]: () => new Refused('110005') })
  await fill(page)
  await page.says('a restart of the server prints a new one')
  equal(page.root.querySelectorAll('[aria-invalid=true]').length, 0)
  equal(await page.typedIn('company_name'), 'Works')
  history.replaceState(null, '', location.pathname + location.search)
})

it('<sg-first-administrator> says what is missing where the address holds no key', async () => {
  const page = await shown(tag, {})
  await page.says('The key of the link is missing')
})
