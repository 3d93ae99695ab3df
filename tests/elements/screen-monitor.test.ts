import { sendKeys, setViewport } from '@web/test-runner-commands'
import '../../elements/screens/screen-monitor/index.ts'
import { equal, place, sg, until } from './check.ts'
import { alarm, type PlayedServer, playServer, Refused } from './played-server.ts'
import { screenAnswers } from './shown-screens.ts'

type Element = HTMLElement & { shadowRoot: ShadowRoot; connection: unknown }

const DESK = { width: 1440, height: 900 }
await setViewport(DESK)

const open: PlayedServer[] = []
afterEach(async () => {
  await setViewport(DESK)
  for (const { connection } of open.splice(0)) connection.dispose()
  localStorage.clear()
})

async function monitor(answers = {}, attributes = '') {
  const server = await playServer({ ...screenAnswers, ...answers })
  open.push(server)
  const element = sg(
    place(`<sg-screen-monitor lang="en" style="height: 500px" ${attributes}></sg-screen-monitor>`),
    'sg-screen-monitor',
  ) as Element
  element.connection = server.connection
  return { server, element }
}
const row = (element: Element, name: string) =>
  until(`the row ${name}`, () =>
    [...element.shadowRoot.querySelectorAll<HTMLElement>('[role=treeitem]')].find((one) =>
      one.textContent?.includes(name),
    ),
  )

it('the monitor of screens opens with the screen of the first there is, and the list beside it', async () => {
  const { server, element } = await monitor()
  await row(element, 'Pump 1')
  await until('its screen', () => element.shadowRoot.querySelector('.screen-proxy'))
  equal(server.requestsOf('GET /yun/view')[0]?.query.get('template_id'), '4')
})

it('the monitor of screens begins with what was watched last, and with its start screen where that screen is gone', async () => {
  localStorage.setItem('sg-watched:7', JSON.stringify({ sn: 'PUMP1', template: null, screen: 99 }))
  const { server, element } = await monitor({
    'GET /yun/view': ({ query }: { query: URLSearchParams }) =>
      query.get('screen_id') === '99' ? new Refused('115005') : screenAnswers['GET /yun/view']({ query }),
  })
  await until('its screen', () => element.shadowRoot.querySelector('.screen-proxy'))
  equal(server.requestsOf('GET /yun/view').at(-1)?.query.get('sn_code'), 'PUMP1')
})

it('the monitor of screens leads to the screen as phones show it, and back from there', async () => {
  for (const [attributes, name, path] of [
    ['sn="PUMP1"', 'Phone view', '/mobile-cfg?sn=PUMP1'],
    ['sn="PUMP1" mobile', 'Back to screen monitoring', '/configureMonitor?sn=PUMP1'],
  ] as const) {
    const { element } = await monitor({}, attributes)
    const requests: unknown[] = []
    element.addEventListener('sg-navigate', (event) => requests.push((event as CustomEvent).detail))
    const way = () => element.shadowRoot.querySelector<HTMLElement>(`button[aria-label="${name}"]`)
    ;(await until(name, way)).click()
    equal(requests, [{ path }])
  }
})

it('the monitor of screens ignores what was watched last where that device is not in the list any more', async () => {
  localStorage.setItem('sg-watched:7', JSON.stringify({ sn: 'GONE1', template: null, screen: null }))
  const { server, element } = await monitor()
  await until('a screen', () => element.shadowRoot.querySelector('.screen-proxy'))
  equal(server.requestsOf('GET /yun/view')[0]?.query.get('template_id'), '4')
})

it('the monitor of screens marks devices with open alarms, and groups with those below them, as long as they are open', async () => {
  const { server, element } = await monitor()
  const said = async (name: string) => (await row(element, name)).ariaLabel ?? ''
  await row(element, 'Pump 1')
  await until('the mark', () => element.shadowRoot.querySelectorAll('[role=treeitem][data-alarm="4"]').length === 2)
  for (const name of ['Pump 1', 'Water']) equal(await said(name), `${name}, 2 open alarms, the worst: High`)
  equal(await said('Overview'), 'Overview')
  await until('alarms are watched', () => server.watched.has('alarms'))
  server.answers['GET /rAlarmDev/marks'] = () => []
  server.push({ type: 'alarm', alarm: alarm() })
  await until('none', () => !element.shadowRoot.querySelector('[data-alarm]'))
  equal(await said('Pump 1'), 'Pump 1')
})

it('the monitor of screens says how many devices have none, leads to all of them and to the page of the one that is shown', async () => {
  const { element } = await monitor({}, 'sn="PUMP1"')
  const requests: unknown[] = []
  for (const type of ['sg-navigate', 'sg-device-open'])
    element.addEventListener(type, (event) => requests.push((event as CustomEvent).detail))
  const says = () => element.shadowRoot.querySelector('.monitoring-without')?.textContent
  await until('the words', () => says()?.includes('2 devices have no published screen.'))
  element.shadowRoot.querySelector<HTMLElement>('.monitoring-link')?.click()
  const page = await until('its page', () =>
    element.shadowRoot.querySelector<HTMLElement>('[aria-label="Page of the device"]'),
  )
  page.click()
  await until('opened', () => requests.length === 3)
  equal(requests, [{ path: '/device' }, { sn_code: 'PUMP1' }, { path: '/deviceDetail/PUMP1' }])
})

it('the monitor of screens says that there is nothing to watch', async () => {
  const { element } = await monitor({ 'GET /yun/view/devices': () => ({ devices: [], templates: [] }) })
  await until('the words', () => element.shadowRoot.textContent?.includes('There is no screen to watch yet'))
  equal(element.dataset.sgState, 'empty')
})

it('the view of phones says that a device has no screen, as the whole view does', async () => {
  for (const attributes of ['sn="PUMP9" mobile', 'sn="PUMP9"']) {
    const { element } = await monitor({ 'GET /yun/view': () => new Refused('115005') }, attributes)
    await until('the words', () => element.shadowRoot.textContent?.includes('There is no published screen yet'))
  }
})

it('the monitor of screens says that its user may not watch', async () => {
  const { element } = await monitor({ 'GET /yun/view/devices': () => new Refused('100015') })
  await until('the state', () => element.dataset.sgState === 'forbidden')
})

const rows = (element: Element) => element.shadowRoot.querySelectorAll('[role=treeitem]').length
const listButton = (element: Element) =>
  until('the button', () => element.shadowRoot.querySelector<HTMLElement>('button[aria-label="List of devices"]'))

it('the monitor of screens opens its list over the screen in a small window and where the page wants it so', async () => {
  for (const [width, attributes] of [
    [1024, ''],
    [1440, 'list="drawer"'],
  ] as const) {
    await setViewport({ width, height: 768 })
    const { element } = await monitor({}, attributes)
    await until('its screen', () => element.shadowRoot.querySelector('.screen-proxy'))
    equal(rows(element), 0)
    const screen = element.shadowRoot.querySelector('.monitoring-screen') as HTMLElement
    const before = screen.clientWidth
    ;(await listButton(element)).click()
    await row(element, 'Pump 1')
    equal(screen.clientWidth, before)
    await sendKeys({ press: 'Escape' })
    await until('closed', () => rows(element) === 0)
    equal(element.shadowRoot.activeElement === (await listButton(element)), true)
    ;(await listButton(element)).click()
    ;(await row(element, 'Pump 1')).click()
    await until('closed by a choice', () => rows(element) === 0)
    element.remove()
  }
})

it('the monitor of screens says by a star whether the page has the screen among its favourites, and asks to change it', async () => {
  const { element } = await monitor({}, 'favourite="no"')
  const star = await until('the star', () => element.shadowRoot.querySelector<HTMLElement>('[aria-label="Favourite"]'))
  const asked: unknown[] = []
  element.addEventListener('sg-favourite', (event) => asked.push((event as CustomEvent).detail))
  equal(star.ariaPressed, 'false')
  star.click()
  equal(asked, [{ isFavourite: true }])
  element.setAttribute('favourite', 'yes')
  await until('on', () => star.ariaPressed === 'true')
  element.removeAttribute('favourite')
  await until('none', () => element.shadowRoot.querySelector('[aria-label="Favourite"]') === null)
})

it('the monitor of screens says in a narrow window that a screen is drawn for a large display, and enlarges it by a press', async () => {
  await setViewport({ width: 390, height: 844 })
  const { element } = await monitor({}, 'sn="PUMP1"')
  const note = () => element.shadowRoot.querySelector<HTMLElement>('.viewer-small')
  const button = await until('its button', () => note()?.querySelector('button'))
  equal(note()?.textContent?.includes('Drawn for a large display'), true)
  button.click()
  await until('it is enlarged', () => note() === null)
})
