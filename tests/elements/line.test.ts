import '../../elements/live/index.ts'
import '../../elements/screens/device-monitor/index.ts'
import '../../elements/screens/canvas/index.ts'
import type { ServerFrame } from '../../core/contract/realtime.ts'
import { place, until } from './check.ts'
import { alarm, type PlayedRequest, type PlayedServer, playServer, pump, Refused } from './played-server.ts'
import { control, screenAnswers, shown } from './shown-screens.ts'

await import('../../elements/screens/alarm-feed/index.ts')

type Shown = HTMLElement & { shadowRoot: ShadowRoot; connection: unknown }

const ALARMS = control('alarms', 'alarm-list', { x: 0, y: 60, width: 300, height: 200, props: { of: 'all' } })
const CONTROLS = [
  control('flow', 'value', { props: { label: 'Flow' }, bindings: { value: { expression: 'flow' } } }),
  ALARMS,
]
const TAGS = `<sg-value sn="PUMP1" point="flow"></sg-value><sg-status sn="PUMP1"></sg-status>
  <sg-alarm-feed></sg-alarm-feed><sg-alarm-feed mode="banner"></sg-alarm-feed>
  <sg-device-monitor sn="PUMP1"></sg-device-monitor><sg-canvas sn="PUMP1" style="height: 400px"></sg-canvas>`

/** What the server answers to whatever needs a token; '' while it takes it. */
let refusal = ''
let token: string | null = 'G.1.x'
/** A page with each kind of element, live. */
async function page(lang: string): Promise<{ server: PlayedServer; elements: Shown[]; box: HTMLElement }> {
  refusal = ''
  token = 'G.1.x'
  const rows = [alarm()]
  const { report_interval_s, points, dev_alias } = pump()
  const answers: Record<string, (asked: PlayedRequest) => unknown> = {
    ...screenAnswers,
    'GET /yun/view': () => shown(CONTROLS),
    'GET /dev/shown': () => ({ sn_code: 'PUMP1', dev_alias, report_interval_s, points }),
    'GET /rAlarmDev/feed': () => ({ rows, next: null, total: rows.length }),
    'GET /rAlarmDev': () => ({ rows, total: rows.length }),
    'GET /yun/v2/timezone': () => ({ timezone: 'Asia/Shanghai' }),
  }
  const server = await playServer(
    Object.fromEntries(
      Object.entries(answers).map(([call, answer]) => [
        call,
        (request: PlayedRequest) => (refusal ? new Refused(refusal) : answer(request)),
      ]),
    ),
    { isGuest: true, getToken: () => token },
  )
  const box = place(`<sg-connection lang="${lang}">${TAGS}</sg-connection>`)
  const provider = box.querySelector('sg-connection') as Shown
  provider.connection = server.connection
  const elements = [...provider.children] as Shown[]
  await until('the device is watched', () => server.watched.has('device/PUMP1'))
  server.values('snapshot', { flow: [5, 'good', Date.now()] }, { dev_state: 1, report_time: Date.now() })
  await until('all are ready', () => [provider, ...elements].every((one) => one.dataset.sgState === 'ready'))
  await until('the list of alarms', () => elements.at(-1)?.shadowRoot.querySelector('.alarm-row'))
  return { server, elements: [provider, ...elements], box }
}
const refuse = (server: PlayedServer, code: string, fault?: string) => {
  refusal = code
  server.push({ type: 'refused', code, ...(fault && { fault }) } as ServerFrame)
}

for (const [what, state, zh, en, harm] of [
  ['a network that is cut', 'offline', '连接中断', 'Connection lost', (server) => server.setDown(true)],
  [
    'a token that is over, and no other',
    'expired',
    '登录已过期',
    'Session over',
    (server) => refuse(server, '100009', 'expired'),
  ],
  ['a key that was revoked', 'expired', '登录已过期', 'Session over', (server) => refuse(server, '100009', 'key')],
  [
    'an origin that was taken away',
    'forbidden',
    '此页面不被允许',
    'Page not allowed',
    (server) => refuse(server, '110004'),
  ],
] as [string, string, string, string, (server: PlayedServer) => void][]) {
  for (const [lang, words] of [
    ['zh', zh],
    ['en', en],
  ] as const) {
    it(`${what} is told alike by every element (${lang})`, async () => {
      const { server, elements } = await page(lang)
      harm(server)
      await until(`all are ${state}`, () => elements.every((one) => one.dataset.sgState === state))
      for (const one of elements.slice(1))
        await until(`${one.localName} says it`, () => one.shadowRoot.textContent?.includes(words))
      await until('its list of alarms is marked', () => elements.at(-1)?.shadowRoot.querySelector('.view-stale'))
      token = 'G.2.x'
      refusal = ''
      server.setDown(false)
      server.connection.askToken()
      await until('the device is watched again', () => server.watched.has('device/PUMP1'))
      server.values('snapshot', { flow: [6, 'good', Date.now()] }, { dev_state: 1, report_time: Date.now() })
      await until('all are ready again', () => elements.every((one) => one.dataset.sgState === 'ready'))
      server.connection.dispose()
    })
  }
}
