import { MINUTE_MS } from '../../core/catalogue/durations.ts'
import type { LiveValue } from '../../core/contract/realtime.ts'
import { equal, expectComplaint, place, turn, until } from './check.ts'
import type { PlayedServer } from './played-server.ts'

// As pages get it: the runner loads this file's own chunk under a second address.
await import('../../elements/live/index.ts')
const { playServer, point, Refused } = await import('./played-server.ts')

type Leaf = HTMLElement & { shadowRoot: ShadowRoot; connection: unknown; sn: unknown; point: unknown }

const open: PlayedServer[] = []
afterEach(() => {
  for (const { connection } of open.splice(0)) connection.dispose()
})

const POINTS = [
  point('flow', { name: '流量', name_en: 'Flow', unit: 'm³/h', decimals: 1 }),
  point('running', { data_type: 'boolean' }),
  point('mode', { data_type: 'enum', enum_text: { 2: { zh: '自动', en: 'Automatic' } } }),
  point('level', { unit: 'm', write_min: 0, write_max: 8 }),
]
const shown = () => ({ dev_alias: 'Pump 1', report_interval_s: 60, points: POINTS })

async function served(answers: Parameters<typeof playServer>[0] = {}) {
  const server = await playServer({ 'GET /dev/shown': shown, 'GET /hDev/trend': () => [], ...answers })
  open.push(server)
  return server
}

async function leaf(
  server: PlayedServer | null,
  markup: string,
): Promise<{ box: HTMLElement; element: Leaf; events: { problem: string; phase: string }[] }> {
  const box = place('')
  const events: { problem: string; phase: string }[] = []
  box.addEventListener('sg-error', (event) => events.push((event as CustomEvent).detail))
  box.append(...place(markup).childNodes)
  const element = box.querySelector('sg-value, sg-status, sg-trend, sg-gauge') as Leaf
  if (server)
    for (const one of box.querySelectorAll<Leaf>('*'))
      if (one.localName.startsWith('sg-')) one.connection = server.connection
  return { box, element, events }
}

const label = (element: Leaf) => element.shadowRoot.querySelector('[role]')?.getAttribute('aria-label') ?? ''
const says = (element: Leaf, words: string) =>
  until(`"${words}", got "${label(element)}"`, () => label(element) === words)
const text = (element: Leaf) => element.shadowRoot.textContent?.replace(/\s+/g, ' ').trim() ?? ''
const state = (element: Leaf, wanted: string) =>
  until(`the state ${wanted}, got ${element.dataset.sgState}`, () => element.dataset.sgState === wanted)

async function sent(server: PlayedServer, values: Record<string, LiveValue>, more: object = {}) {
  await until('the channel', () => server.watched.has('device/PUMP1'))
  server.values('snapshot', values, { dev_state: 1, report_time: Date.now(), ...more })
}
const now = (value: LiveValue[0], quality: LiveValue[1] = 'good', agoMs = 0): LiveValue => [
  value,
  quality,
  Date.now() - agoMs,
]

it('<sg-value> shows and says a value with its unit and decimals, in the language around it', async () => {
  const server = await served()
  const { element, box } = await leaf(
    server,
    '<p lang="en">It moves <sg-value sn="PUMP1" point="flow"></sg-value>.</p>',
  )
  await state(element, 'loading')
  await sent(server, { flow: now(1234.56) })
  await says(element, 'Pump 1, Flow, 1,234.6 m³/h, good')
  equal(text(element), '1,234.6m³/h')
  await state(element, 'ready')
  ;(box.querySelector('p') as HTMLElement).lang = 'zh-CN'
  await says(element, 'Pump 1，流量，1,234.6 m³/h，质量良好')
})
for (const [what, key, value, words] of [
  ['a switch', 'running', true, 'On'],
  ['a number by its word', 'mode', 2, 'Automatic'],
  ['a number without a word', 'mode', 7, '7'],
  ['what a device writes', 'flow', '<img src=x onerror=alert(1)>', '<img src=x onerror=alert(1)>'],
] as const) {
  it(`<sg-value> shows ${what} as text`, async () => {
    const server = await served()
    const { element } = await leaf(server, `<sg-value lang="en" sn="PUMP1" point="${key}"></sg-value>`)
    await sent(server, { [key]: now(value) })
    await until(words, () => element.shadowRoot.querySelector('[part=value]')?.textContent === words)
  })
}
it('<sg-value> without a value is a dash, never 0, and a page may say it in its own words', async () => {
  const server = await served()
  const { element } = await leaf(
    server,
    '<sg-value lang="en" sn="PUMP1" point="flow"><i slot="empty">none</i></sg-value>',
  )
  await sent(server, { flow: now(null) })
  await says(element, 'Pump 1, Flow, no value')
  const slot = element.shadowRoot.querySelector<HTMLSlotElement>('slot[name=empty]')
  equal(slot?.assignedElements()[0]?.textContent, 'none')
})
for (const [quality, words] of [
  ['uncertain', 'uncertain'],
  ['bad', 'bad'],
] as const) {
  it(`<sg-value> marks a value of ${quality} quality by shape and word`, async () => {
    const server = await served()
    const { element } = await leaf(server, '<sg-value lang="en" sn="PUMP1" point="flow"></sg-value>')
    await sent(server, { flow: now(5, quality) })
    await says(element, `Pump 1, Flow, 5.0 m³/h, ${words}`)
    equal(element.shadowRoot.querySelector('svg.shape') !== null, true)
  })
}
it('<sg-value> is stale with its age after three report intervals', async () => {
  const server = await served()
  const { element } = await leaf(server, '<sg-value lang="en" sn="PUMP1" point="flow"></sg-value>')
  await sent(server, { flow: now(5, 'good', 181_000) })
  await says(element, 'Pump 1, Flow, 5.0 m³/h, stale 3 min ago')
  await state(element, 'stale')
})
it('<sg-value> keeps the last value, marked, while the server is gone, and goes on when it is back', async () => {
  const server = await served()
  const { element } = await leaf(server, '<sg-value lang="en" sn="PUMP1" point="flow"></sg-value>')
  await sent(server, { flow: now(5) })
  await state(element, 'ready')
  server.setDown(true)
  await state(element, 'offline')
  equal(text(element).includes('5.0'), true)
  equal(text(element).includes('Connection lost'), true)
  server.setDown(false)
  await sent(server, { flow: now(6) })
  await says(element, 'Pump 1, Flow, 6.0 m³/h, good')
})

for (const [markup, problem, phase] of [
  ['<sg-value point="flow"></sg-value>', 'missing-sn', 'attribute'],
  ['<sg-value sn="PUMP1"></sg-value>', 'missing-point', 'attribute'],
  ['<sg-value sn="PUMP1" point="nope"></sg-value>', 'unknown-point', 'data'],
] as const) {
  it(`${markup} says ${problem}`, async () => {
    const server = await served()
    const { element, events } = await leaf(server, markup)
    if (problem === 'unknown-point') await sent(server, {})
    await state(element, 'error')
    const link = await until('the link', () => element.shadowRoot.querySelector('a'))
    equal(link.href, `http://played.example/docs/embedding#${problem}`)
    equal([events[0]?.problem, events[0]?.phase], [problem, phase])
  })
}
it('an unknown device is told with the words for it', async () => {
  const server = await served({ 'GET /dev/shown': () => new Refused('110509') })
  const { element, events } = await leaf(server, '<sg-status lang="zh" sn="GONE"></sg-status>')
  await until('the sentence', () => text(element).includes('没有此设备'))
  equal(events[0]?.problem, 'unknown-device')
})
it('a number that is none leaves the default', async () => {
  expectComplaint(/min: "x" is not a number/)
  const { element, events } = await leaf(await served(), '<sg-gauge sn="PUMP1" point="flow" min="x"></sg-gauge>')
  await until('sg-error', () => events[0]?.problem === 'bad-attribute')
  equal((element as Leaf & { min?: number }).min, undefined)
})

it("<sg-status>, <sg-gauge>, <sg-trend> says a device's state in a word with its age", async () => {
  const server = await served()
  const { element } = await leaf(server, '<sg-status lang="en" sn="PUMP1"></sg-status>')
  await sent(server, {}, { dev_state: 3 })
  await says(element, 'Pump 1, Faulty, 0 s ago')
})
it('a gauge is a meter between the bounds of its point', async () => {
  const server = await served()
  const { element } = await leaf(server, '<sg-gauge lang="en" sn="PUMP1" point="level"></sg-gauge>')
  await sent(server, { level: now(2) })
  const meter = await until('the meter', () => element.shadowRoot.querySelector('[role=meter]'))
  await until('the value', () => meter.getAttribute('aria-valuenow') === '2')
  equal(
    ['min', 'max'].map((end) => meter.getAttribute(`aria-value${end}`)),
    ['0', '8'],
  )
  equal(element.shadowRoot.querySelector('path[pathLength]')?.getAttribute('stroke-dasharray'), '25 100')
})
it('a trend leaves gaps where nothing came, and says its least and greatest', async () => {
  const end = Math.floor(Date.now() / 30_000) * 30_000
  const row = (agoMin: number, value: number) => [end - agoMin * MINUTE_MS, value, value, value, value]
  const rows = [row(40, 1), row(39.5, 3), row(20, 2), row(19.5, 2)]
  const server = await served({ 'GET /hDev/trend': () => rows })
  const { element } = await leaf(server, '<sg-trend lang="en" sn="PUMP1" point="flow"></sg-trend>')
  await sent(server, { flow: now(2) })
  await says(element, 'Pump 1, Flow, last hour: now 2.0, lowest 1.0, highest 3.0 m³/h, good')
  const line = element.shadowRoot.querySelector('path:not(.band)')?.getAttribute('d') ?? ''
  equal(line.match(/M/g)?.length, 3)
})

it('a live element that was set before its tag is defined, moved, copied and adopted goes on', async () => {
  const server = await served()
  const { element, box } = await leaf(
    server,
    '<sg-value lang="en" sn="PUMP1" point="flow"></sg-value><section></section><iframe></iframe>',
  )
  await sent(server, { flow: now(5) })
  await state(element, 'ready')
  box.querySelector('section')?.append(element)
  await turn()
  equal(element.dataset.sgState, 'ready')
  const copy = element.cloneNode() as Leaf
  copy.connection = server.connection
  box.append(copy)
  await says(copy, 'Pump 1, Flow, 5.0 m³/h, good')
  const other = (box.querySelector('iframe') as HTMLIFrameElement).contentDocument as Document
  other.body.append(other.adoptNode(element))
  equal(element.shadowRoot.adoptedStyleSheets.length, 1)
  const inner = element.shadowRoot.querySelector('.unit') as HTMLElement
  equal(other.defaultView?.getComputedStyle(inner).opacity, '0.8')
})
it('fifty of them ask once for a device and watch one channel, and leave nothing behind', async () => {
  const server = await served()
  const { box } = await leaf(server, '<sg-value sn="PUMP1" point="flow"></sg-value>'.repeat(50))
  await sent(server, { flow: now(5) })
  const all = Array.from(box.querySelectorAll<Leaf>('sg-value'))
  await until('all of them', () => all.every((one) => one.dataset.sgState === 'ready'))
  equal(server.requestsOf('GET /dev/shown').length, 1)
  equal(server.watched.size, 1)
  box.remove()
  await until('the channel is left', () => server.watched.size === 0)
})
it('a live element out of view is not painted, and is when it comes into view', async () => {
  const server = await served()
  const { element, box } = await leaf(server, '<sg-value lang="en" sn="PUMP1" point="flow"></sg-value>')
  await sent(server, { flow: now(5) })
  await says(element, 'Pump 1, Flow, 5.0 m³/h, good')
  box.style.cssText = 'position: fixed; inset-block-start: -5000px'
  const other = await leaf(server, '<sg-value lang="en" sn="PUMP1" point="flow"></sg-value>')
  await says(other.element, 'Pump 1, Flow, 5.0 m³/h, good')
  let value = 5
  await until('one is painted and the other is not', () => {
    value += 1
    server.values('delta', { flow: now(value) })
    return label(other.element) !== label(element)
  })
  box.style.cssText = ''
  await until('both say the same', () => label(element) === label(other.element))
})
it('the channel of a live element follows its attributes', async () => {
  const server = await served()
  const { element } = await leaf(server, '<sg-value sn="PUMP1" point="flow"></sg-value>')
  await until('the first', () => server.watched.has('device/PUMP1'))
  element.sn = 'PUMP2'
  await until('the second', () => server.watched.has('device/PUMP2'))
  await until('the first is left', () => !server.watched.has('device/PUMP1'))
  equal(element.getAttribute('sn'), 'PUMP1')
})
