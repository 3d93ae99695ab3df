import type { PlayedServer } from './played-server.ts'

// A page that freezes what every script builds on, as SES does, before our first module.
for (const { prototype } of [Object, Array, Function, Error, Map, Set, Promise, String, Number, RegExp, Date])
  Object.freeze(prototype)

// As pages get it: the runner loads this file's own chunk under a second address. Nothing is imported before the freeze.
const { place, sg, until } = await import('./check.ts')
const { HOUR_MS } = await import('../../core/catalogue/durations.ts')
const { control, screenAnswers, shown } = await import('./shown-screens.ts')
await import('../../elements/live/index.ts')
await import('../../elements/screens/device-monitor/index.ts')
await import('../../elements/screens/alarm-feed/index.ts')
await import('../../elements/screens/canvas/index.ts')
const { alarm, playServer, point } = await import('./played-server.ts')

const open: PlayedServer[] = []
afterEach(() => {
  for (const { connection } of open.splice(0)) connection.dispose()
})

type Ours = HTMLElement & { shadowRoot: ShadowRoot; connection: unknown }

const CURVE = control('curve', 'history-curve', {
  x: 0,
  y: 0,
  width: 400,
  height: 200,
  props: { points: [{ point: 'flow', label: '' }] },
})

async function shownOn(markup: string): Promise<Ours> {
  const now = Date.now()
  const server = await playServer({
    ...screenAnswers,
    'GET /yun/view': () => shown([CURVE]),
    'GET /dev/shown': () => ({ dev_alias: 'Pump 1', report_interval_s: 60, points: [point('flow', { decimals: 1 })] }),
    'GET /hDev/trend': () => [[now - 60_000, 1, 1, 1, 1]],
    'GET /yun/dev/his/data': () => ({ rows: [], next: null }),
    'GET /yun/dev/his/ranges': () => [],
    'GET /hDev': () => ({ source: 'raw', columns: [], rows: [[now - HOUR_MS, 1, 1, 1, 1, 9]] }),
    'GET /rAlarmDev/feed': () => ({ rows: [alarm()], next: null, total: 1 }),
    'GET /rAlarmDev/holds': () => ({ rows: [], suppressed: [] }),
    'GET /yun/dev/group': () => [],
  })
  open.push(server)
  const box = place(`<sg-connection lang="en">${markup}</sg-connection>`)
  ;(box.firstElementChild as Ours).connection = server.connection
  if (/sn=/.test(markup)) {
    await until('the channel', () => server.watched.has('device/PUMP1'))
    server.values('snapshot', { flow: [12.5, 'good', now] }, { dev_state: 1, report_time: now })
  }
  return sg(box.firstElementChild as HTMLElement, '*') as Ours
}
const says = ({ shadowRoot }: Ours, wanted: string) =>
  until(`"${wanted}" in "${shadowRoot.textContent}"`, () => shadowRoot.textContent?.includes(wanted))

describe('on a page that has frozen its intrinsics', () => {
  for (const tag of ['sg-value', 'sg-trend', 'sg-gauge'] as const)
    it(`<${tag}> shows its value`, async () => {
      const leaf = await shownOn(`<${tag} sn="PUMP1" point="flow"></${tag}>`)
      await until('the value', () =>
        /12\.5/.test(leaf.shadowRoot.querySelector('[role]')?.getAttribute('aria-label') ?? ''),
      )
    })
  it('an alarm feed shows its alarms', async () => {
    await says(await shownOn('<sg-alarm-feed></sg-alarm-feed>'), 'Flow too high')
  })
  it('a device monitor shows its values', async () => {
    await says(await shownOn('<sg-device-monitor sn="PUMP1"></sg-device-monitor>'), '12.5')
  })
  it('a device monitor draws its curve', async () => {
    const monitor = await shownOn('<sg-device-monitor sn="PUMP1" tab="curve" points="flow"></sg-device-monitor>')
    await until('the curve', () => monitor.shadowRoot.querySelector('.chart-canvas canvas'))
  })
  it('a configuration screen draws a curve of its own', async () => {
    const canvas = await shownOn('<sg-canvas sn="PUMP1" style="block-size: 400px"></sg-canvas>')
    await until('the curve', () => canvas.shadowRoot.querySelector('.chart-canvas canvas'))
  })
})
