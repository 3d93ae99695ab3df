import { HOUR_MS } from '../../core/catalogue/durations.ts'
import { equal, place, sg, until } from './check.ts'
import type { PlayedServer } from './played-server.ts'

/**
 * What old libraries and other people's scripts do to a page, all at once and before our first module: Prototype.js and
 * MooTools replace what browsers have, others leave properties on the prototypes of everything, and a page with a lit of
 * its own has made the policy `lit-html`.
 */
const cleared: (() => void)[] = []
function replace(object: object, name: string, value: unknown, isEnumerable = false) {
  const before = Object.getOwnPropertyDescriptor(object, name)
  Object.defineProperty(object, name, { configurable: true, writable: true, enumerable: isEnumerable, value })
  cleared.push(() => (before ? Object.defineProperty(object, name, before) : Reflect.deleteProperty(object, name)))
}
replace(Object.prototype, 'foreign', 'x', true)
replace(Object.prototype, 'foreignEach', () => {}, true)
for (const name of ['extend', 'keys', 'each', 'clone']) replace(Object.prototype, name, () => {}, true)
replace(Array.prototype, 'foreignEach', () => {}, true)
replace(Array, 'from', (source: { length?: number } | undefined) => {
  const made = new Array(source?.length ?? 0)
  for (let at = 0; at < made.length; at += 1) made[at] = (source as ArrayLike<unknown>)[at]
  return made
})
replace(Array.prototype, 'entries', function entries(this: unknown[]) {
  return this.slice()
})
replace(
  Function.prototype,
  'bind',
  function bind(this: (...args: unknown[]) => unknown, self: unknown, first?: unknown) {
    const args = first == null ? null : Array.isArray(first) ? first : [first]
    return (...rest: unknown[]) => this.apply(self, args ?? rest)
  },
)
replace(window, 'Event', function Event() {
  return { isOfTheLibrary: true }
})
const { trustedTypes } = window as unknown as { trustedTypes: { createPolicy: (...args: unknown[]) => unknown } }
const createPolicy = trustedTypes.createPolicy.bind(trustedTypes)
replace(trustedTypes, 'createPolicy', (name: string, ...rest: unknown[]) => {
  if (name === 'lit-html') throw new TypeError('Policy with name "lit-html" already exists.')
  return createPolicy(name, ...rest)
})
after(() => {
  for (const clear of cleared) clear()
})

// Not in this file's own chunk: the runner loads it under a second address, and what tabs load later would find a copy.
await import('../../elements/live/index.ts')
await import('../../elements/screens/device-monitor/index.ts')
await import('../../elements/screens/alarm-feed/index.ts')
await import('../../elements/screens/canvas/index.ts')
const { alarm, playServer, point } = await import('./played-server.ts')
const { CONTROLS, control, screenAnswers, shown: screenOf } = await import('./shown-screens.ts')

const open: PlayedServer[] = []
afterEach(() => {
  for (const { connection } of open.splice(0)) connection.dispose()
  localStorage.clear()
})

type Ours = HTMLElement & { shadowRoot: ShadowRoot; connection: unknown }

const curve = control('curve', 'realtime-curve', {
  y: 180,
  x: 140,
  height: 120,
  width: 260,
  props: { points: [{ point: 'flow', label: '' }] },
})
async function shown(markup: string) {
  const end = Math.floor(Date.now() / 30_000) * 30_000
  const server = await playServer({
    ...screenAnswers,
    'GET /dev/shown': () => ({ dev_alias: 'Pump 1', report_interval_s: 60, points: [point('flow', { decimals: 1 })] }),
    'GET /hDev/trend': () => [[end - 60_000, 1, 1, 1, 1]],
    'GET /yun/dev/his/data': () => ({ rows: [], next: null }),
    'GET /yun/dev/his/ranges': () => [],
    'GET /hDev': () => ({ source: 'raw', columns: [], rows: [[end - HOUR_MS, 1, 1, 1, 1, 9]] }),
    'GET /rAlarmDev/feed': () => ({ rows: [alarm()], next: null, total: 1 }),
    'GET /rAlarmDev/holds': () => ({ rows: [], suppressed: [] }),
    'GET /yun/dev/group': () => [],
    'GET /yun/view': () => screenOf([...CONTROLS, curve]),
  })
  open.push(server)
  const box = place(`<sg-connection lang="en">${markup}</sg-connection>`)
  ;(box.firstElementChild as Ours).connection = server.connection
  const element = sg(box.firstElementChild as HTMLElement, '*') as Ours
  return { server, element }
}
async function sent({ server }: { server: PlayedServer }) {
  await until('the channel', () => server.watched.has('device/PUMP1'))
  const now = Date.now()
  server.values('snapshot', { flow: [12.5, 'good', now] }, { dev_state: 1, report_time: now })
}
const says = ({ shadowRoot }: Ours, wanted: string) =>
  until(`"${wanted}" in "${shadowRoot.textContent}"`, () => shadowRoot.textContent?.includes(wanted))
const ready = ({ dataset }: HTMLElement) => until(`ready, is ${dataset.sgState}`, () => dataset.sgState === 'ready')

for (const tag of ['sg-value', 'sg-trend', 'sg-gauge'] as const) {
  it(`<${tag}> shows its value`, async () => {
    const shownOne = await shown(`<${tag} sn="PUMP1" point="flow"></${tag}>`)
    await sent(shownOne)
    await until('the value', () =>
      /12\.5/.test(shownOne.element.shadowRoot.querySelector('[role]')?.getAttribute('aria-label') ?? ''),
    )
    await ready(shownOne.element)
  })
}
it('a device monitor is loading until it has its values, and has its colours', async () => {
  const monitor = await shown('<sg-device-monitor sn="PUMP1"></sg-device-monitor>')
  equal(monitor.element.dataset.sgState, 'loading')
  await sent(monitor)
  await says(monitor.element, '12.5')
  await ready(monitor.element)
  const root = monitor.element.shadowRoot.querySelector('.sg-root') as HTMLElement
  equal(getComputedStyle(root).getPropertyValue('--_accent') !== '', true)
})
for (const [whose, attributes] of [
  ['its own points', ''],
  ['chosen points', 'points="flow"'],
] as const) {
  it(`a device monitor draws the curve of ${whose}`, async () => {
    const monitor = await shown(`<sg-device-monitor sn="PUMP1" tab="curve" ${attributes}></sg-device-monitor>`)
    await sent(monitor)
    await until('the curve', () => monitor.element.shadowRoot.querySelector('.chart-canvas canvas'))
  })
}
it('an alarm feed shows its alarms', async () => {
  const feed = await shown('<sg-alarm-feed></sg-alarm-feed>')
  await says(feed.element, 'Flow too high')
  await ready(feed.element)
})
it('a canvas draws its controls, and what is shown over its drawing', async () => {
  const canvas = await shown('<sg-canvas sn="PUMP1" style="height: 400px"></sg-canvas>')
  await sent(canvas)
  const flow = await until('the control', () =>
    canvas.element.shadowRoot.querySelector<HTMLElement>('[data-control="flow"]'),
  )
  await until('the curve', () => canvas.element.shadowRoot.querySelector('.chart-canvas canvas'))
  await until('its value', () => /12\.5/.test(flow.getAttribute('aria-label') ?? ''))
  await ready(canvas.element)
})
