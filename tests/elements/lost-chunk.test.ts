import { equal, expectComplaint, place, sg, until } from './check.ts'
import type { PlayedServer } from './played-server.ts'

// Not in this file's own chunk: the runner loads it under a second address, and what tabs load later would find a copy.
await import('../../elements/screens/device-monitor/index.ts')
const { playServer } = await import('./played-server.ts')

type Monitor = HTMLElement & { shadowRoot: ShadowRoot; connection: unknown }

const open: PlayedServer[] = []
const events: { phase: string; message: string }[] = []
afterEach(async () => {
  for (const { connection } of open.splice(0)) connection.dispose()
  events.length = 0
  localStorage.clear()
  await fetch('/serve')
})

async function shown() {
  const server = await playServer({
    'GET /yun/dev/his/data': () => ({ rows: [], next: null }),
    'GET /dev/log': () => ({ rows: [], total: 0 }),
    'GET /yun/dev/his/ranges': () => [],
  })
  open.push(server)
  const box = place('<sg-device-monitor lang="zh" sn="PUMP1"></sg-device-monitor>')
  box.addEventListener('sg-error', (event) => events.push((event as CustomEvent).detail))
  const monitor = sg(box, 'sg-device-monitor') as Monitor
  monitor.connection = server.connection
  await until('the values', () => monitor.shadowRoot.textContent?.includes('flow'))
  return { server, monitor }
}

const tab = ({ shadowRoot }: Monitor, name: string) =>
  Array.from(shadowRoot.querySelectorAll<HTMLElement>('[role=tab]')).find(({ textContent }) => textContent === name)
const alert = ({ shadowRoot }: Monitor) => shadowRoot.querySelector('[role=tabpanel] [role=alert]')
const retry = (monitor: Monitor) => alert(monitor)?.querySelector('button')
const lost = (monitor: Monitor) => until('the panel to say so', () => alert(monitor))

// The first one: the table of words is kept for as long as the page lives.
it('a problem whose words do not come is reported as a lost connection with its name, and the next one in its own words', async () => {
  await import('../../elements/live/index.ts')
  const problemOf = async (lang: string) => {
    const box = place(`<sg-value lang="${lang}"></sg-value>`)
    box.addEventListener('sg-error', (event) => events.push((event as CustomEvent).detail))
    const { message } = await until('the page is told', () => events.pop())
    await until('the words', () => sg(box, 'sg-value').shadowRoot.textContent?.includes(message))
    return message
  }
  await fetch('/refuse')
  equal(await problemOf('en'), 'Connection lost (missing-sn)')
  equal(await problemOf('zh'), '连接中断 (missing-sn)')
  await fetch('/serve')
  equal((await problemOf('en')).startsWith('No device is named: write the attribute sn'), true)
})
it('a tab whose chunk does not come fails alone and in words, and a try fetches it again', async () => {
  expectComplaint(/NotLoaded/)
  const { monitor } = await shown()
  const tabs = () => monitor.shadowRoot.querySelectorAll('[role=tab]').length
  const before = tabs()
  await fetch('/refuse')
  tab(monitor, '历史列表')?.click()
  const panel = await lost(monitor)
  equal(panel.textContent?.includes('此部分未能加载'), true)
  equal(/https?:|Error|\.js/.test(panel.textContent ?? ''), false)
  equal(tabs(), before)
  equal((await until('the page is told', () => events[0])).phase, 'load')

  retry(monitor)?.click()
  await until('a second failure', () => events.length === 2)
  await lost(monitor)
  await fetch('/serve')
  retry(monitor)?.click()
  await until('the list', () => monitor.shadowRoot.textContent?.includes('此时间范围内没有历史数据'))
})
it('a tab whose chunk does not come is fetched again when the tab is opened again, and once the server is back', async () => {
  expectComplaint(/NotLoaded/)
  const { monitor, server } = await shown()
  await fetch('/refuse')
  tab(monitor, '设备日志')?.click()
  await lost(monitor)
  tab(monitor, '实时数据')?.click()
  await until('the values', () => !alert(monitor))
  tab(monitor, '设备日志')?.click()
  await lost(monitor)
  await until('both are told', () => events.length === 2)
  server.setDown(true)
  await fetch('/serve')
  server.setDown(false)
  await until('the tab', () => !alert(monitor) && monitor.shadowRoot.querySelector('[role=tabpanel] .notice'))
})
