import { equal, place, sg, until } from './check.ts'
import { DASHBOARD_CONTROLS, shownDashboard } from './dashboard-answers.ts'
import { pump } from './played-server.ts'
import { write } from './screen-driver.ts'
import { control } from './shown-screens.ts'

await import('../../elements/screens/shared-dashboard/index.ts')

const DEVICE = {
  sn_code: 'PUMP1',
  dev_alias: 'Pump 1',
  dev_state: 1,
  report_interval_s: 60,
  points: pump().points,
}
const opened = (controls: readonly object[] = DASHBOARD_CONTROLS, size: object = {}) => ({
  token: 'T',
  expires_time: Date.now() + 600_000,
  shown: sized(shownDashboard({ may_edit: false, may_grant: false }, controls), size),
  sn_code: 'PUMP1',
  devices: [DEVICE],
  timezone: 'Asia/Shanghai',
})
const sized = ({ document, ...shown }: ReturnType<typeof shownDashboard>, size: object) => ({
  ...shown,
  document: { ...document, ...size },
})
const granted = (data: object) => ({ meta: { success: 1, code: '100001', message: '' }, data })
const refused = (code: string) => ({ meta: { success: 0, code, message: 'refused' }, data: {} })

/** What stands for a control to those who do not see the canvas. */
const proxyOf = (element: Element, control_id: string) =>
  element.shadowRoot?.querySelector<HTMLElement>(`.screen-proxy[data-control="${control_id}"]`)

interface Sent {
  url: string
  body: Record<string, unknown>
}

/** A page by a link, with a server that answers what it is asked for. */
async function visiting(answer: (sent: Sent) => object, style: string, work: (page: Visit) => Promise<void>) {
  const own = { fetch: window.fetch, WebSocket: window.WebSocket }
  const sent: Sent[] = []
  window.fetch = (async (url: string, { body }: RequestInit = {}) => {
    const one = { url: String(url), body: body ? JSON.parse(String(body)) : {} }
    sent.push(one)
    return new Response(JSON.stringify(answer(one)))
  }) as typeof fetch
  window.WebSocket = class {
    send() {}
    close() {}
  } as unknown as typeof WebSocket
  try {
    location.hash = 'S'.repeat(43)
    const markup = `<sg-shared-dashboard base-url="http://played.example" lang="en" style="${style}"></sg-shared-dashboard>`
    const element = sg(place(markup), 'sg-shared-dashboard') as HTMLElement
    const root = element.shadowRoot as ShadowRoot
    const says = (words: string) => until(words, () => root.textContent?.includes(words))
    await work({ element, root, sent, says })
  } finally {
    Object.assign(window, own)
    history.replaceState(null, '', location.pathname + location.search)
  }
}
interface Visit {
  element: HTMLElement
  root: ShadowRoot
  sent: readonly Sent[]
  says: (words: string) => Promise<unknown>
}
/** By which a page finds out whether the server is there, and what time it has. */
const OF_THE_LINE = ['/healthz', '/yun/sys/info/timestamp']
const WIDE = 'display: block; width: 900px; height: 500px'

it('<sg-shared-dashboard> shows the dashboard of a link to whoever has it, and nothing beyond it', async () => {
  const controls = [...DASHBOARD_CONTROLS, control('all', 'device-list', { y: 200, width: 400 })]
  await visiting(
    () => granted(opened(controls)),
    WIDE,
    async ({ element, sent, says }) => {
      const proxy = await until('the value', () => proxyOf(element, 'flow'))
      equal([proxy.tabIndex, proxy.getAttribute('role')], [-1, 'img'])
      await says('Lists of devices are not part of this shared page')
      const asked = sent.map(({ url }) => new URL(url).pathname)
      equal([...new Set(asked.filter((path) => !OF_THE_LINE.includes(path)))], ['/yun/shared/dashboard'])
      equal(sent.find(({ url }) => url.endsWith('/yun/shared/dashboard'))?.body, { share: 'S'.repeat(43) })
    },
  )
})

it('<sg-shared-dashboard> lays the dashboard out for a phone', async () => {
  const controls = [
    control('flow', 'value', { width: 500, bindings: { value: { expression: 'flow' } } }),
    control('running', 'indicator', { x: 600, width: 500, bindings: { value: { expression: 'running' } } }),
  ]
  await visiting(
    () => granted(opened(controls, { width: 1120, height: 630 })),
    'display: block; width: 390px; height: 700px',
    async ({ element }) => {
      await until('the value', () => proxyOf(element, 'flow'))
      const { right } = element.getBoundingClientRect()
      await until('both within the phone, in a size to be read', () =>
        ['flow', 'running'].every((id) => {
          const box = proxyOf(element, id)?.getBoundingClientRect()
          return box && box.right <= right && box.width >= 150
        }),
      )
    },
  )
})

for (const [code, words] of [
  ['118301', 'The share link is not valid any more'],
  ['118303', 'The link was opened as often as it may be'],
] as const)
  it(`<sg-shared-dashboard> says that a link opens nothing more, refused with ${code}`, async () => {
    await visiting(
      () => refused(code),
      WIDE,
      async ({ says }) => {
        await says(words)
      },
    )
  })

it('<sg-shared-dashboard> lets a visitor who tried too often try again', async () => {
  let isBusy = true
  await visiting(
    () => (isBusy ? refused('100019') : granted(opened())),
    WIDE,
    async ({ element, root }) => {
      const again = await until('a button', () => root.querySelector<HTMLButtonElement>('button'))
      isBusy = false
      again.click()
      await until('the value', () => proxyOf(element, 'flow'))
    },
  )
})

it('<sg-shared-dashboard> asks for the password of a link, and says that one is wrong', async () => {
  await visiting(
    ({ body }) => (body.password === 'water1' ? granted(opened()) : refused('118302')),
    WIDE,
    async ({ element, root, says }) => {
      const enter = async (password: string) => {
        const input = await until('a field', () => root.querySelector<HTMLInputElement>('input[type=password]'))
        write(input, password)
        await until('the button', () => root.querySelector<HTMLButtonElement>('button[type=submit]')).then((button) =>
          button.click(),
        )
      }
      await enter('wrong1')
      await says('The password is wrong')
      await enter('water1')
      await until('the value', () => proxyOf(element, 'flow'))
    },
  )
})

it('<sg-shared-dashboard> says that it waits for the server, and tries again', async () => {
  let isAway = true
  await visiting(
    () => {
      if (isAway) throw new TypeError('Failed to fetch')
      return granted(opened())
    },
    WIDE,
    async ({ element, root }) => {
      const again = await until('a button', () => root.querySelector<HTMLButtonElement>('button'))
      isAway = false
      again.click()
      await until('the value', () => proxyOf(element, 'flow'))
    },
  )
})
