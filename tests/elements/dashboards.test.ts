// biome-ignore-all lint/suspicious/noTemplateCurlyInString: texts name variables so
import { setViewport } from '@web/test-runner-commands'
import '../../elements/screens/dashboards/index.ts'
import '../../elements/screens/dashboard/index.ts'
import { DAY_MS, HOUR_MS } from '../../core/catalogue/durations.ts'
import { link } from './account-pages.ts'
import { equal, place, sg, until } from './check.ts'
import { SCREEN_DEVICE } from './controls-driver.tsx'
import { dashboard, dashboardAnswers, shownDashboard } from './dashboard-answers.ts'
import { holding, type PlayedServer, playServer, pump, Refused } from './played-server.ts'
import { control } from './shown-screens.ts'

type Element = HTMLElement & { shadowRoot: ShadowRoot; connection: unknown }

const DESK = { width: 1440, height: 900 }
await setViewport(DESK)

const open: PlayedServer[] = []
afterEach(async () => {
  await setViewport(DESK)
  for (const { connection } of open.splice(0)) connection.dispose()
  localStorage.clear()
})

async function shown(tag: 'sg-dashboards' | 'sg-dashboard', attributes = '', answers: object = {}) {
  const server = await playServer({ ...dashboardAnswers, ...holding(['P00000', 'P20000', 'P21200']), ...answers })
  open.push(server)
  const element = sg(place(`<${tag} lang="en" style="height: 600px" ${attributes}></${tag}>`), tag) as Element
  element.connection = server.connection
  return { server, element }
}
const NO_TIME = { range: null, start: null, end: null, compare: null, variables: null }
const names = (element: Element) =>
  [...element.shadowRoot.querySelectorAll('.dashboards-title')].map(({ textContent }) => textContent)
const drawn = (element: Element) =>
  until('what is drawn', () => element.shadowRoot.querySelector<HTMLElement>('.screen-proxy'))
const pressed = async (element: Element, label: string) =>
  (
    await until(label, () =>
      [...element.shadowRoot.querySelectorAll<HTMLElement>('button, [role^=menuitem], [role=option]')].find(
        (one) => (one.ariaLabel ?? one.textContent)?.trim() === label,
      ),
    )
  ).click()
const requested = (server: PlayedServer, call: string) => until(call, () => server.requestsOf(call)[0])
const heard = (element: Element, type: string) => {
  const details: unknown[] = []
  element.addEventListener(type, (event) => details.push((event as CustomEvent).detail))
  return details
}

it('the list of dashboards has favourites first, then those of each folder, and shows the first that was saved', async () => {
  const { server, element } = await shown('sg-dashboards')
  await drawn(element)
  equal(names(element), ['Mine', 'Boilers', 'Water works'])
  equal(server.requestsOf('GET /yun/dashboard/show')[0]?.query.get('dashboard_id'), '5')
  equal(element.shadowRoot.querySelector('[aria-current=page] .dashboards-title')?.textContent, 'Water works')
})

it('a dashboard that is chosen in the list is shown, kept by the page, and shown first the next time', async () => {
  const { server, element } = await shown('sg-dashboards')
  await drawn(element)
  const views = heard(element, 'sg-view-change')
  await pressed(element, 'Boilersrestricted')
  equal(views.at(-1), { dashboard: 6, sn: null, search: null, rotate: null, ...NO_TIME })
  await until('the other one', () => element.shadowRoot.querySelector('.viewer-name')?.textContent === 'Boilers')
  equal(server.requestsOf('GET /yun/dashboard/show').at(-1)?.query.get('dashboard_id'), '6')
  const again = await shown('sg-dashboards')
  await drawn(again.element)
  equal(again.server.requestsOf('GET /yun/dashboard/show')[0]?.query.get('dashboard_id'), '6')
})

it('a search leaves the dashboards whose name or folder it is in', async () => {
  const { element } = await shown('sg-dashboards', 'search="heat"')
  await until('one', () => names(element).length === 1)
  equal(names(element), ['Boilers'])
})

it('the list of dashboards says that there is none, and only who may design them makes one', async () => {
  const { element } = await shown('sg-dashboards', '', { 'GET /yun/dashboard': () => [] })
  await until('the empty state', () => element.dataset.sgState === 'empty')
  await pressed(element, 'New dashboard')
  await until('the form', () => element.shadowRoot.querySelector('[role=dialog] input[name=dashboard_name]'))
})

it('a new dashboard has a name and a size, and its editor opens', async () => {
  const made = dashboard({ dashboard_id: 9, dashboard_name: 'Pumps' })
  const { server, element } = await shown('sg-dashboards', '', { 'POST /yun/dashboard': () => made })
  await drawn(element)
  const ways = heard(element, 'sg-navigate')
  await pressed(element, 'New dashboard')
  const field = await until('the name', () =>
    element.shadowRoot.querySelector<HTMLInputElement>('[role=dialog] input[name=dashboard_name]'),
  )
  await pressed(element, 'Create')
  await until('what is missing', () => element.shadowRoot.textContent?.includes('Enter a name'))
  field.focus()
  document.execCommand('insertText', false, ' Pumps ')
  await pressed(element, 'Create')
  const { body } = await requested(server, 'POST /yun/dashboard')
  equal(body, { dashboard_name: 'Pumps', folder_name: '', template_id: null, width: 1120, height: 630 })
  await until('the way to the editor', () => ways.length > 0)
  equal(ways, [{ path: '/editDashboard?id=9' }])
})

it('a dashboard is moved before the one above it', async () => {
  const { server, element } = await shown('sg-dashboards', '', {
    'GET /yun/dashboard': () => [dashboard(), dashboard({ dashboard_id: 6, dashboard_name: 'Boilers' })],
    'PUT /yun/dashboard/reorder': () => null,
  })
  await drawn(element)
  await pressed(element, 'More about Boilers')
  await pressed(element, 'Move up')
  const { body } = await requested(server, 'PUT /yun/dashboard/reorder')
  equal(body, { dashboard_id: 6, before_id: 5 })
})

it('who sees a dashboard is chosen among users, groups and roles', async () => {
  const { server, element } = await shown('sg-dashboards', '', {
    'GET /yun/dashboard/granted': () => ({ visible_to: 'chosen', user_ids: [], group_ids: [], role_ids: [41] }),
    'PUT /yun/dashboard/granted': () => dashboard({ visible_to: 'chosen' }),
  })
  await drawn(element)
  await pressed(element, 'More about Water works')
  await pressed(element, 'Who sees it')
  const box = await until('the group', () =>
    [...element.shadowRoot.querySelectorAll<HTMLElement>('[role=dialog] label')].find((one) =>
      one.textContent?.includes('East'),
    ),
  )
  box.click()
  await until('both', () => element.shadowRoot.textContent?.includes('2 chosen'))
  await pressed(element, 'Save')
  const { body } = await requested(server, 'PUT /yun/dashboard/granted')
  equal(body, { dashboard_id: 5, visible_to: 'chosen', user_ids: [], group_ids: [31], role_ids: [41] })
})

it('a dashboard is deleted after a question that names it', async () => {
  const { server, element } = await shown('sg-dashboards', '', { 'DELETE /yun/dashboard': () => null })
  await drawn(element)
  await pressed(element, 'More about Boilers')
  await pressed(element, 'Delete')
  await until('the question', () => element.shadowRoot.textContent?.includes('“Boilers” and all of its versions'))
  await pressed(element, 'Delete the dashboard')
  equal((await requested(server, 'DELETE /yun/dashboard')).query.get('dashboard_id'), '6')
})

it('a dashboard that is not there, or not for the user, says so', async () => {
  const { element } = await shown('sg-dashboard', 'dashboard="8"', {
    'GET /yun/dashboard/show': () => new Refused('118001'),
  })
  await until('the empty state', () => element.dataset.sgState === 'empty')
  equal(element.shadowRoot.textContent?.includes('There is no such dashboard'), true)
})

it('components stand below each other where a dashboard is narrow, as they are drawn where it is wide', async () => {
  const { element } = await shown('sg-dashboard', 'dashboard="5" sn="PUMP1"')
  await drawn(element)
  const box = (at: number) => element.shadowRoot.querySelectorAll('.screen-proxy')[at]?.getBoundingClientRect()
  const [flow, running] = [box(0), box(1)]
  if (!flow || !running) throw new Error('too little is drawn')
  equal(Math.round(flow.top), Math.round(running.top))
  const wide = flow.width
  element.style.width = '380px'
  await until(
    'the layout of phones',
    () => (box(0)?.width ?? wide) < wide && (box(2)?.top ?? 0) > (box(0)?.bottom ?? 0),
  )
})

for (const [revision, isSame] of [
  [3, true],
  [4, false],
] as const) {
  it(`a dashboard is ${isSame ? 'not drawn anew where nothing was saved' : 'drawn anew where one was saved'} since`, async () => {
    const revisions = [3, revision]
    const { element, server } = await shown('sg-dashboard', 'dashboard="5" bare', {
      'GET /yun/dashboard/show': () => shownDashboard({ shown_revision: revisions.shift() ?? revision }),
    })
    const first = await drawn(element)
    document.dispatchEvent(new Event('visibilitychange'))
    await until('the next reading', () => server.requestsOf('GET /yun/dashboard/show')[1]?.isRead)
    await until('what is drawn then', () => first.isConnected === isSame)
  })
}

it('a dashboard that is not for the user any more leads to another one', async () => {
  const { element } = await shown('sg-dashboards', 'dashboard="8" mobile', {
    'GET /yun/dashboard/show': ({ query }: { query: URLSearchParams }) =>
      query.get('dashboard_id') === '8' ? new Refused('118001') : shownDashboard(),
  })
  const views = heard(element, 'sg-view-change')
  await pressed(element, 'Show another dashboard')
  equal(views.at(-1), { dashboard: 5, sn: null, search: null, rotate: null, ...NO_TIME })
  await drawn(element)
})

const points = [{ point: 'PUMP1.flow', label: '', better: 'none' }]
const box = { width: 400, height: 120 }
const FIGURES = control('figures', 'key-figures', { ...box, props: { points, timeOf: 'dashboard' } })
const OWN_FIGURES = control('own', 'key-figures', { ...box, y: 150, props: { points, timeOf: 'own' } })
const timed = (...controls: object[]) => ({
  'GET /yun/dashboard/show': () => shownDashboard({}, controls),
  'GET /dev/shown': () => SCREEN_DEVICE,
  'GET /hDev': () => ({ source: 'hour', columns: [], rows: [[0, 1, 1, 1, 1, 10]], gaps: [], mean: 1 }),
})
const spansOf = (server: PlayedServer) =>
  server.requestsOf('GET /hDev').map(({ query }) => Number(query.get('end')) - Number(query.get('start')))

it('the time of a dashboard is chosen above it, reported to the page and shown by what has none of its own', async () => {
  const { server, element } = await shown('sg-dashboards', '', timed(FIGURES, OWN_FIGURES))
  const views = heard(element, 'sg-view-change')
  await until('both are read', () => spansOf(server).length >= 4)
  equal(new Set(spansOf(server)), new Set([DAY_MS]))
  await pressed(element, 'Last 24 hours')
  await pressed(element, 'Last hour')
  await until('the last hour is read', () => spansOf(server).at(-1) === HOUR_MS)
  equal(spansOf(server).filter((span) => span === HOUR_MS).length, 2)
  const { range, start, end } = views.at(-1) as Record<string, unknown>
  equal({ range, start, end }, { range: 'hour', start: null, end: null })
})

it('a dashboard stops following the time, and follows it again', async () => {
  const { element } = await shown('sg-dashboards', 'range="hour"', timed(FIGURES))
  const views = heard(element, 'sg-view-change')
  await pressed(element, 'Stop following the time')
  await until(
    'it says so',
    () =>
      element.shadowRoot.querySelector('.dashboard-live')?.textContent === 'History of a fixed time; values are live',
  )
  const { range, start, end } = views.at(-1) as { range: unknown; start: number; end: number }
  equal([range, end - start], [null, HOUR_MS])
  await pressed(element, 'Follow the time again')
  await until('the last hour again', () => (views.at(-1) as { range: unknown }).range === 'hour')
})

it('key figures show what a time that is over came to, and a dashboard of an address has that time', async () => {
  const start = Date.UTC(2026, 0, 1)
  const { server, element } = await shown('sg-dashboards', `start="${start}" end="${start + HOUR_MS}"`, timed(FIGURES))
  await until('the average', () => element.shadowRoot.textContent?.includes('Flow · Average'))
  const { query } = await requested(server, 'GET /hDev')
  equal([Number(query.get('start')), Number(query.get('end'))], [start, start + HOUR_MS])
})

it('a dashboard without anything of the past has no time to choose, nor has one without its bar', async () => {
  const { element } = await shown('sg-dashboards', '', timed(OWN_FIGURES))
  await until('the figures', () => element.shadowRoot.querySelector('.key-figure'))
  equal(element.shadowRoot.querySelector('.dashboard-tools'), null)
  const bare = await shown('sg-dashboard', 'dashboard="5" bare', timed(FIGURES))
  await until('the figures', () => bare.element.shadowRoot.querySelector('.key-figure'))
  equal(bare.element.shadowRoot.querySelector('.dashboard-tools'), null)
})

it('an element of one dashboard keeps the time that is chosen in it, unless the page does', async () => {
  const { server, element } = await shown('sg-dashboard', 'dashboard="5"', timed(FIGURES))
  const times = heard(element, 'sg-time-change')
  const compare = await until('the comparison', () =>
    element.shadowRoot.querySelector<HTMLElement>('.dashboard-tools label'),
  )
  compare.click()
  await until('it is reported', () => times.length > 0)
  equal(times, [{ range: 'day', start: null, end: null, compare: true }])
  await pressed(element, 'Last 24 hours')
  await pressed(element, 'Last 7 days')
  await until('a week is read', () => spansOf(server).at(-1) === 7 * DAY_MS)
})

it('a dashboard that was saved is shared by whoever may, by a link to its own page', async () => {
  const LINKS = 'GET /yun/components/share'
  const MAKE = 'POST /yun/components/share'
  const answers = {
    [LINKS]: () => ({ rows: [], total: 0 }),
    [MAKE]: () => ({ link: link('Wall'), share: 'S'.repeat(43) }),
  }
  const { server, element } = await shown('sg-dashboards', 'dashboard="5" sn="PUMP1"', {
    ...answers,
    ...holding(['P00000', 'P20000', 'P82000']),
  })
  await drawn(element)
  await pressed(element, 'Share')
  equal((await requested(server, LINKS)).query.get('dashboard_id'), '5')
  await pressed(element, 'Create link')
  const { body } = await requested(server, MAKE)
  equal([body?.dashboard_id, body?.sn_code, body?.screen_id], [5, 'PUMP1', undefined])
  const href = await until('the link', () => element.shadowRoot.querySelector<HTMLInputElement>('.share-href'))
  equal(new URL(href.value).pathname, '/share-db')
  equal(new URL(href.value).hash, `#${'S'.repeat(43)}`)
})

it('nobody is offered to share a draft, nor a dashboard without the right to share', async () => {
  const isOffered = (element: Element) => element.shadowRoot.querySelector('[aria-label=Share]') !== null
  const { element } = await shown('sg-dashboards', 'dashboard="5"')
  await drawn(element)
  equal(isOffered(element), false)
  const draft = await shown('sg-dashboards', 'dashboard="7"', {
    ...holding(['P00000', 'P20000', 'P21200', 'P82000']),
    'GET /yun/dashboard/show': () => shownDashboard({ dashboard_id: 7, shown_revision: null }),
  })
  await drawn(draft.element)
  equal(isOffered(draft.element), false)
})

const VARIABLES = [
  { name: 'shift', kind: 'choice', options: ['Day', 'Night'], value: 'Day' },
  { name: 'area', kind: 'group', options: [], value: '' },
  { name: 'note', kind: 'text', options: [], value: '' },
]
const varied = {
  'GET /yun/dashboard/show': () => {
    const heading = control('heading', 'text', { width: 400, props: { text: 'Shift ${shift}: ${note} <b>' } })
    const list = { ...box, y: 100, height: 180, props: { of: 'group', group_id: '${area}' } }
    const shownOne = shownDashboard({}, [heading, control('devices', 'device-list', list)])
    return { ...shownOne, document: { ...shownOne.document, dashboard: { variables: VARIABLES } } }
  },
  'GET /yun/dev/group': () => [
    { group_id: 4, parent_id: null, group_name: 'Works', is_default: true, device_count: 1 },
    { group_id: 9, parent_id: 4, group_name: 'Hall', is_default: false, device_count: 1 },
  ],
  'GET /dev': () => ({ rows: [{ ...pump(), dev_alias: 'Pump in the hall' }], total: 1 }),
}
const said = (element: Element, words: string) =>
  until(words, () =>
    [...element.shadowRoot.querySelectorAll('.screen-proxy')].find(({ ariaLabel }) => ariaLabel?.includes(words)),
  )

it('a variable of a dashboard is chosen above it, kept by the page and shown in texts as text', async () => {
  const { element } = await shown('sg-dashboards', 'variables="note=%3Ci%3Enow"', varied)
  const views = heard(element, 'sg-view-change')
  await said(element, 'Shift Day: <i>now <b>')
  await pressed(element, 'Day')
  await pressed(element, 'Night')
  await said(element, 'Shift Night: <i>now <b>')
  equal((views.at(-1) as { variables: string }).variables, 'shift=Night&area=&note=%3Ci%3Enow')
})

it('a list of devices is of the group that a variable is', async () => {
  const { server, element } = await shown('sg-dashboards', '', varied)
  const groups = () => server.requestsOf('GET /dev').map(({ query }) => query.get('group_id'))
  await until('all devices', () => groups().includes(null))
  await pressed(element, 'All groups')
  await pressed(element, 'Hall')
  await until('those of the hall', () => groups().at(-1) === '9')
})

it('another dashboard does not take the variables of the one before', async () => {
  const { element } = await shown('sg-dashboards', 'variables="shift=Night"', varied)
  await said(element, 'Shift Night')
  const views = heard(element, 'sg-view-change')
  await pressed(element, 'Boilersrestricted')
  equal((views.at(-1) as { variables: unknown }).variables, null)
})

const cardOf = (element: Element) => element.shadowRoot.querySelector<HTMLElement>('.screen-view[data-control=figures]')
const fillCard = async (element: Element) => {
  const button = await until('its button', () => cardOf(element)?.querySelector<HTMLElement>('.card-full button'))
  button.focus()
  button.click()
  await until('it fills the window', () => cardOf(element)?.matches('[data-full]:popover-open'))
  return cardOf(element) as HTMLElement
}
const pressEscape = () =>
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }))

it('a component fills the window over whatever is around the dashboard, until Escape, and the focus stays at its button', async () => {
  const { element } = await shown('sg-dashboards', '', timed(FIGURES))
  const card = await fillCard(element)
  const { width, height, left, top } = card.getBoundingClientRect()
  equal([width, height, left, top], [innerWidth, innerHeight, 0, 0])
  const figure = card.querySelector('.key-figure')
  equal(element.shadowRoot.activeElement?.closest('.card-full') !== null, true)
  pressEscape()
  await until('it is back', () => !cardOf(element)?.matches('[data-full]'))
  equal(card.querySelector('.key-figure') === figure, true)
  equal(element.shadowRoot.activeElement?.closest('.screen-view') === card, true)
})

it('the focus does not leave a component that fills the window', async () => {
  const { element } = await shown('sg-dashboards', '', timed(FIGURES))
  const card = await fillCard(element)
  element.shadowRoot.querySelector<HTMLElement>('.viewer-tools button')?.focus()
  equal(element.shadowRoot.activeElement?.closest('.screen-view') === card, true)
})

it('dashboards do not rotate while a component fills the window, which says so', async () => {
  const { server, element } = await shown('sg-dashboards', 'rotate="3"', timed(FIGURES))
  const card = await fillCard(element)
  await until('it says so', () => card.textContent?.includes('Rotation rests while this is full screen'))
  const before = server.requestsOf('GET /yun/dashboard/show').length
  await new Promise((done) => setTimeout(done, 3500))
  equal(server.requestsOf('GET /yun/dashboard/show').length, before)
  pressEscape()
  await until('the next one', () => server.requestsOf('GET /yun/dashboard/show').length > before)
})

it('a component without a frame, and one of a screen, cannot fill the window', async () => {
  const { element } = await shown(
    'sg-dashboards',
    '',
    timed(control('figures', 'key-figures', { ...box, props: { points, hasFrame: false } })),
  )
  await until('the figures', () => element.shadowRoot.querySelector('.key-figure'))
  equal(element.shadowRoot.querySelector('.card-full'), null)
})
