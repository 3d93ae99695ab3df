import { ruleSet } from './alarm-rules-pages.ts'
import { equal, expectComplaint, place, turn, until } from './check.ts'
import { type Answers, type PlayedServer, playServer, pump } from './played-server.ts'
import { closing, loadScreens, Refused, Screen } from './screen-driver.ts'
import { moving, node } from './team-driver.ts'
import { team } from './team-pages.ts'

const GROUPS = 'GET /yun/dev/group'
const DETAIL = 'GET /dev/basic'
const group = (group_id: number, group_name: string) => ({
  group_id,
  group_name,
  parent_id: null,
  is_default: false,
  device_count: 1,
})
const plant: Answers = {
  [GROUPS]: () => [group(1, 'Water'), group(2, 'Boilers')],
  'GET /dev': () => ({ rows: [pump()], total: 1 }),
  'GET /dev/counts': () => ({ online: 1, offline: 0, faulty: 0, unregistered: 0 }),
  'GET /rAlarmDev/marks': () => [],
  'GET /rAlarmDev/feed': () => ({ rows: [], next: null, total: 0 }),
  'GET /rAlarmDev/holds': () => ({ rows: [], suppressed: [] }),
  'GET /yun/alarmRules': () => ruleSet({ name: 'Pump 1' }),
  'GET /rDev': () => ({ sn_code: 'PUMP1', dev_state: 1, report_time: null, values: [] }),
}

/** Elements of one page, each as its tag stands in the markup. */
async function shown(server: PlayedServer, markup: string) {
  await loadScreens(markup)
  const box = place(markup)
  const pages = Array.from(box.children, (_, at) => new Screen(closing(server), box, `:scope > :nth-child(${at + 1})`))
  for (const { element } of pages) element.style.cssText = 'display: block; block-size: 400px'
  for (const page of pages)
    await until(`${page.element.localName} to load`, () => page.state && page.state !== 'loading')
  return pages as [Screen, Screen, Screen]
}

/** What was asked for more than once. */
const repeated = ({ requests }: PlayedServer) =>
  [GROUPS, DETAIL, 'GET /dev/counts', 'GET /rAlarmDev/marks', 'GET /yun/user/group', 'GET /yun/userInfo'].filter(
    (call) => requests.filter((one) => one.call === call).length > 1,
  )

it('a page asks once for what several of its elements show', async () => {
  const server = await playServer(plant)
  const began = performance.now()
  const [feed, list, board] = await shown(
    server,
    `<sg-alarm-feed lang="en" group="2"></sg-alarm-feed>
     <sg-device-list lang="en" group="2"></sg-device-list>
     <sg-device-board lang="en" group="2"></sg-device-board>`,
  )
  for (const page of [feed, list, board]) await page.says('Boilers')
  equal(server.requestsOf(GROUPS).length, 1)
  // They are asked for anew every 5 s.
  equal(server.requestsOf('GET /dev/counts').length <= 1 + Math.floor((performance.now() - began) / 5000), true)
})

it('a page asks once for a device that several of its elements show', async () => {
  const server = await playServer(plant)
  const [feed, monitor] = await shown(
    server,
    `<sg-alarm-feed lang="en" sn="PUMP1"></sg-alarm-feed>
     <sg-device-monitor lang="en" sn="PUMP1"></sg-device-monitor>
     <sg-alarm-rules lang="en" sn="PUMP1"></sg-alarm-rules>`,
  )
  await feed.says('Pump 1')
  await monitor.says('Pump 1')
  equal(server.requestsOf(DETAIL).length, 1)
  equal(repeated(server), [])
})

it('a group that is renamed in one element has its new name in the others', async () => {
  const server = await playServer({ ...team, ...moving() })
  const [tree, users] = await shown(
    server,
    `<sg-user-groups lang="en" group="4"></sg-user-groups>
     <sg-users lang="en" group="4"></sg-users>`,
  )
  await users.says('Group: West')
  equal(repeated(server), [])
  await node(tree, 4)
  await tree.press('Edit')
  await tree.type('group_name', 'South')
  await tree.press('Save')
  await users.says('Group: South')
  await tree.says('South')
  equal(server.requestsOf('GET /yun/user/group').length, 2)
})

it('elements of two connections ask each its own, also one inside the other', async () => {
  const [outer, inner] = await Promise.all([playServer(plant).then(closing), playServer(plant).then(closing)])
  inner.answers[GROUPS] = () => [group(2, 'Turbines'), group(3, 'Mills')]
  const markup = `<div><sg-device-list lang="en" group="2"></sg-device-list>
      <section><sg-device-list lang="en" group="2"></sg-device-list></section></div>`
  await loadScreens(markup)
  const box = place(markup)
  const provide = (around: globalThis.Element | null, { connection }: PlayedServer) =>
    around?.addEventListener('context-request', (event) => {
      const { callback } = event as Event & { callback?: (given: unknown, stop: () => void) => void }
      event.stopPropagation()
      callback?.(connection, () => {})
    })
  provide(box.querySelector('div'), outer)
  provide(box.querySelector('section'), inner)
  for (const element of box.querySelectorAll('sg-device-list'))
    window.dispatchEvent(
      Object.assign(new Event('context-provider'), { context: 'sg-connection', contextTarget: element }),
    )
  for (const [selector, words] of [
    ['div > sg-device-list', 'Boilers'],
    ['section sg-device-list', 'Turbines'],
  ] as const)
    await until(words, () => box.querySelector(selector)?.shadowRoot?.textContent?.includes(words))
  equal([outer.requestsOf(GROUPS).length, inner.requestsOf(GROUPS).length], [1, 1])
})

it('a guest who may not ask for the groups sees the rest, and no toast', async () => {
  const server = await playServer({ ...plant, [GROUPS]: () => new Refused('100015') }, { isGuest: true })
  const [feed, list] = await shown(
    server,
    `<sg-alarm-feed lang="en"></sg-alarm-feed>
     <sg-device-list lang="en"></sg-device-list>`,
  )
  await list.says('Pump 1')
  await until('refused', () => server.requestsOf(GROUPS).length === 1)
  await turn()
  equal([feed.state, list.state], ['empty', 'ready'])
  equal(server.connection.toasts.$toasts.get().length, 0)
  equal(server.requestsOf(GROUPS).length, 1)
})

it('an element shows what was answered well once it is tried again after an answer that broke the contract', async () => {
  expectComplaint(/ZodError/)
  const server = await playServer({ ...team, 'GET /yun/user/group': () => [{ nonsense: 1 }] })
  const [tree] = await shown(server, '<sg-user-groups lang="en"></sg-user-groups>')
  await tree.says('This part cannot be shown')
  server.answers['GET /yun/user/group'] = team['GET /yun/user/group'] as Answers[string]
  await tree.press('Retry')
  await tree.says('West')
})

it('what is asked for now and then is asked for when the page is looked at again, and by nobody after the sign-out', async () => {
  const server = await playServer({ ...plant, 'POST /yun/user/logout': () => ({}) })
  const { setInterval } = window
  // No poll comes before the page is looked at again.
  window.setInterval = (() => 0) as unknown as typeof setInterval
  try {
    await shown(server, '<sg-device-list lang="en"></sg-device-list>')
  } finally {
    window.setInterval = setInterval
  }
  const asks = () => server.requestsOf('GET /dev').length
  const before = asks()
  document.dispatchEvent(new Event('visibilitychange'))
  await until('requested again', () => asks() > before)
  await server.connection.signOut()
  await turn()
  const last = server.requests.length
  document.dispatchEvent(new Event('visibilitychange'))
  await turn()
  equal(server.requests.slice(last), [])
})
