import { equal, expectComplaint, place, sg, turn, until } from './check.ts'
import type { PlayedServer } from './played-server.ts'

// Not in this file's own chunk: the runner loads it under a second address, and what loads later would find a copy.
for (const load of [
  () => import('../../elements/screens/alarm-feed/index.ts'),
  () => import('../../elements/screens/alarm-rules/index.ts'),
  () => import('../../elements/screens/device-board/index.ts'),
  () => import('../../elements/screens/device-list/index.ts'),
  () => import('../../elements/screens/device-monitor/index.ts'),
  () => import('../../elements/screens/user-groups/index.ts'),
  () => import('../../elements/screens/users/index.ts'),
])
  await load()
const { playServer, pump, Refused } = await import('./played-server.ts')
const { press, says, type } = await import('./rights-pages.ts')
const { moving, node } = await import('./team-driver.ts')
const { team } = await import('./team-pages.ts')
const { ruleSet } = await import('./alarm-rules-pages.ts')

type Element = HTMLElement & { shadowRoot: ShadowRoot; connection: unknown }
type Answers = NonNullable<Parameters<typeof playServer>[0]>

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
  'GET /rAlarmDev/holds': () => ({ rows: [] }),
  'GET /yun/alarmRules': () => ruleSet({ name: 'Pump 1' }),
  'GET /rDev': () => ({ sn_code: 'PUMP1', dev_state: 1, report_time: null, values: [] }),
}

const open: PlayedServer[] = []
afterEach(() => {
  for (const { connection } of open.splice(0)) connection.dispose()
  localStorage.clear()
})

/** Elements of one page, each as its tag stands in the markup. */
async function shown(server: PlayedServer, markup: string): Promise<Element[]> {
  open.push(server)
  const box = place(markup)
  const elements = Array.from(box.children, ({ localName }, at) => {
    const element = sg(box, `:scope > :nth-child(${at + 1})`) as Element
    element.style.cssText = 'display: block; block-size: 400px'
    element.connection = server.connection
    return [localName, element] as const
  })
  for (const [tag, element] of elements)
    await until(
      () => `${tag}, is ${element.dataset.sgState}`,
      () => element.dataset.sgState && element.dataset.sgState !== 'loading',
    )
  return elements.map(([, element]) => element)
}

/** What was asked for more than once. */
const repeated = ({ asked }: PlayedServer) =>
  [GROUPS, DETAIL, 'GET /dev/counts', 'GET /rAlarmDev/marks', 'GET /yun/user/group', 'GET /yun/userInfo'].filter(
    (call) => asked.filter((one) => one.call === call).length > 1,
  )

describe('a page of several elements', () => {
  it('a page asks once for what several of its elements show', async () => {
    const server = await playServer(plant)
    const began = performance.now()
    const [feed, list, board] = await shown(
      server,
      `<sg-alarm-feed lang="en" group="2"></sg-alarm-feed>
       <sg-device-list lang="en" group="2"></sg-device-list>
       <sg-device-board lang="en" group="2"></sg-device-board>`,
    )
    for (const element of [feed, list, board]) await says(element as Element, 'Boilers')
    equal(server.asks(GROUPS).length, 1)
    // They are asked for anew every 5 s.
    equal(server.asks('GET /dev/counts').length <= 1 + Math.floor((performance.now() - began) / 5000), true)
  })

  it('a page asks once for a device that several of its elements show', async () => {
    const server = await playServer(plant)
    const [feed, monitor] = await shown(
      server,
      `<sg-alarm-feed lang="en" sn="PUMP1"></sg-alarm-feed>
       <sg-device-monitor lang="en" sn="PUMP1"></sg-device-monitor>
       <sg-alarm-rules lang="en" sn="PUMP1"></sg-alarm-rules>`,
    )
    await says(feed as Element, 'Pump 1')
    await says(monitor as Element, 'Pump 1')
    equal(server.asks(DETAIL).length, 1)
    equal(repeated(server), [])
  })

  it('a group that is renamed in one element has its new name in the others', async () => {
    const server = await playServer({ ...team, ...moving() })
    const [tree, users] = (await shown(
      server,
      `<sg-user-groups lang="en" group="4"></sg-user-groups>
       <sg-users lang="en" group="4"></sg-users>`,
    )) as [Element, Element]
    await says(users, 'Group: West')
    equal(repeated(server), [])
    await node(tree, 4)
    await press(tree, 'Edit')
    await type(tree, 'group_name', 'South')
    await press(tree, 'Save')
    await says(users, 'Group: South')
    await says(tree, 'South')
    equal(server.asks('GET /yun/user/group').length, 2)
  })

  it('elements of two connections ask each its own, also one inside the other', async () => {
    const [outer, inner] = await Promise.all([playServer(plant), playServer(plant)])
    inner.answers[GROUPS] = () => [group(2, 'Turbines'), group(3, 'Mills')]
    open.push(outer, inner)
    const box = place(
      `<div><sg-device-list lang="en" group="2"></sg-device-list>
        <section><sg-device-list lang="en" group="2"></sg-device-list></section></div>`,
    )
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
    await says(sg(box, 'div > sg-device-list') as Element, 'Boilers')
    await says(sg(box, 'section sg-device-list') as Element, 'Turbines')
    equal([outer.asks(GROUPS).length, inner.asks(GROUPS).length], [1, 1])
  })

  it('a guest who may not ask for the groups sees the rest, and no toast', async () => {
    const server = await playServer({ ...plant, [GROUPS]: () => new Refused('100015') }, { isGuest: true })
    const [feed, list] = (await shown(
      server,
      `<sg-alarm-feed lang="en"></sg-alarm-feed>
       <sg-device-list lang="en"></sg-device-list>`,
    )) as [Element, Element]
    await says(list, 'Pump 1')
    await until('refused', () => server.asks(GROUPS).length === 1)
    await turn()
    equal([feed.dataset.sgState, list.dataset.sgState], ['empty', 'ready'])
    equal(server.connection.toasts.$toasts.get().length, 0)
    equal(server.asks(GROUPS).length, 1)
  })

  it('an element shows what was answered well once it is tried again after an answer that broke the contract', async () => {
    expectComplaint(/ZodError/)
    const server = await playServer({ ...team, 'GET /yun/user/group': () => [{ nonsense: 1 }] })
    const [tree] = (await shown(server, '<sg-user-groups lang="en"></sg-user-groups>')) as [Element]
    await says(tree, 'This part cannot be shown')
    server.answers['GET /yun/user/group'] = team['GET /yun/user/group'] as Answers[string]
    await press(tree, 'Retry')
    await says(tree, 'West')
  })

  it('what is asked for now and then is asked for when the page is looked at again, and by nobody after the sign-out', async () => {
    const server = await playServer({ ...plant, 'POST /yun/user/logout': () => ({}) })
    await shown(server, '<sg-device-list lang="en"></sg-device-list>')
    const asks = () => server.asks('GET /dev').length
    const before = asks()
    document.dispatchEvent(new Event('visibilitychange'))
    await until('asked again', () => asks() > before)
    await server.connection.signOut()
    await turn()
    const last = server.asked.length
    document.dispatchEvent(new Event('visibilitychange'))
    await turn()
    equal(server.asked.slice(last), [])
  })
})
