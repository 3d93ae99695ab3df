import { HOUR_MS } from '../../core/catalogue/durations.ts'
import type { Command } from '../../core/contract/control.ts'
import { equal, place, sg, until } from './check.ts'
import type { Answers, PlayedServer } from './played-server.ts'

// Not in this file's own chunk: the runner loads it under a second address, and what tabs load later would find a copy.
await import('../../elements/screens/device-monitor/index.ts')
const { command, playServer, point, pump, Refused } = await import('./played-server.ts')

type Monitor = HTMLElement & { shadowRoot: ShadowRoot; connection: unknown }

const open: PlayedServer[] = []
afterEach(() => {
  for (const { connection } of open.splice(0)) connection.dispose()
  localStorage.clear()
})

async function shown(attributes: string, answers: Answers = {}) {
  const server = await playServer(answers)
  open.push(server)
  const box = place(`<sg-device-monitor lang="en" ${attributes}></sg-device-monitor>`)
  const monitor = sg(box, 'sg-device-monitor') as Monitor
  const told: { type: string; detail: unknown }[] = []
  for (const type of ['sg-point-select', 'sg-write-done', 'sg-error', 'sg-view-change'])
    box.addEventListener(type, (event) => told.push({ type, detail: (event as CustomEvent).detail }))
  monitor.connection = server.connection
  return { server, monitor, told }
}

/** The live values of a shown pump, as they first come. */
async function live(attributes: string, answers: Answers = {}) {
  const played = await shown(attributes, answers)
  await until('the device is watched', () => played.server.watched.has('device/PUMP1'))
  const now = Date.now()
  const values = { flow: [12.34, 'good', now], running: [true, 'good', now], setpoint: [50, 'good', now] }
  played.server.values('snapshot', values, { dev_state: 1, report_time: now })
  return played
}

const textOf = ({ shadowRoot }: Monitor) => shadowRoot.textContent ?? ''
const says = (monitor: Monitor, wanted: string) =>
  until(`"${wanted}" in "${textOf(monitor)}"`, () => textOf(monitor).includes(wanted))
const state = (monitor: Monitor, wanted: string) =>
  until(`state ${wanted}, is ${monitor.dataset.sgState}`, () => monitor.dataset.sgState === wanted)
const row = ({ shadowRoot }: Monitor, wanted: string) =>
  until(`a row with ${wanted}`, () =>
    Array.from(shadowRoot.querySelectorAll<HTMLElement>('.table-rows [role=row]')).find(({ textContent }) =>
      textContent?.includes(wanted),
    ),
  )
const button = (within: ParentNode, name: string) =>
  until(`a button ${name}`, () =>
    Array.from(within.querySelectorAll('button')).find(
      ({ textContent, ariaLabel, disabled }) => !disabled && (textContent?.trim() === name || ariaLabel === name),
    ),
  )
async function type(field: HTMLInputElement, value: string) {
  field.focus()
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
  // A number is taken over when its field is left.
  field.blur()
  await until(`"${value}" in the field`, () => field.value === value)
}
const field = ({ shadowRoot }: Monitor, selector: string) =>
  until(`a field ${selector}`, () => shadowRoot.querySelector<HTMLInputElement>(selector))

describe('the header', () => {
  it('the header of the device monitor shows the device and its state, and follows the state', async () => {
    const { server, monitor } = await live('sn="PUMP1"')
    for (const wanted of ['Pump 1', 'Online', 'PUMP1', 'BX-3', 'Water', 'East works · River road 5'])
      await says(monitor, wanted)
    server.values('delta', {}, { dev_state: 3 })
    await says(monitor, 'Faulty')
  })
})

describe('live values', () => {
  it('live values are shown with unit and decimals, booleans as words, and change alone', async () => {
    const { server, monitor } = await live('sn="PUMP1"')
    await says(monitor, '12.3m³/h')
    equal((await row(monitor, 'running')).textContent?.includes('On'), true)
    const before = await row(monitor, 'setpoint')
    server.values('delta', { flow: [99.99, 'good', Date.now()] })
    await says(monitor, '100.0m³/h')
    equal(before.isConnected && before.textContent?.includes('50'), true)
  })
  it('live values are those of the attribute points, in its order', async () => {
    const { monitor } = await live('sn="PUMP1" points="running, flow,none"')
    await row(monitor, 'flow')
    const names = Array.from(
      monitor.shadowRoot.querySelectorAll('.table-rows [role=row]'),
      (found) => found.querySelector('[role=gridcell]')?.textContent,
    )
    equal(names, ['running', 'flow'])
  })
  it('live values of bad or old quality are marked, with their age once 3 reports are missing', async () => {
    const { server, monitor } = await live('sn="PUMP1"')
    server.values('delta', { flow: [1, 'bad', Date.now()], setpoint: [50, 'good', Date.now() - 600_000] })
    await until('a bad mark', () => monitor.shadowRoot.querySelector('.mark-quality-bad'))
    const old = await row(monitor, 'setpoint')
    await until('its age', () => old.textContent?.includes('Stale') && old.textContent.includes('10 min ago'))
  })
  it('live values become tiles, and stay so for this user', async () => {
    const { monitor, server } = await live('sn="PUMP1"')
    ;(await button(monitor.shadowRoot, 'Tiles')).click()
    await until('tiles', () => monitor.shadowRoot.querySelectorAll('.monitor-tile').length === 3)
    const again = sg(place('<sg-device-monitor lang="en" sn="PUMP1"></sg-device-monitor>'), 'sg-device-monitor')
    ;(again as Monitor).connection = server.connection
    await until('tiles again', () => again.shadowRoot.querySelector('.monitor-tile'))
  })
  it('a chosen live value is reported to the page', async () => {
    const { monitor, told } = await live('sn="PUMP1"')
    ;(await row(monitor, 'flow')).click()
    equal(told, [{ type: 'sg-point-select', detail: { sn_code: 'PUMP1', key: 'flow' } }])
  })
  it('live values are not watched while off the screen, and marked until the next snapshot', async () => {
    const { server, monitor } = await live('sn="PUMP1"')
    await says(monitor, '12.3m³/h')
    monitor.style.cssText = 'position: absolute; top: 20000px'
    await until('the channel is left', () => !server.watched.has('device/PUMP1'))
    equal(monitor.shadowRoot.querySelectorAll('.mark-quality-stale').length > 0, true)
    monitor.style.cssText = ''
    await until('watched again', () => server.watched.has('device/PUMP1'))
    server.values('snapshot', { flow: [7, 'good', Date.now()] })
    await says(monitor, '7.0m³/h')
  })
})

describe('the tabs', () => {
  it('the tabs of the device monitor follow their attribute, which follows the user', async () => {
    const { monitor } = await live('sn="PUMP1" tab="track"')
    await says(monitor, 'This device has no position')
    const tabs = Array.from(monitor.shadowRoot.querySelectorAll<HTMLElement>('[role=tab]'))
    tabs.find(({ textContent }) => textContent === 'Values')?.click()
    await until('the attribute follows', () => monitor.getAttribute('tab') === 'values')
    await row(monitor, 'flow')
  })
  it('the tabs of the device monitor are reported to the page when the user chooses one, not when the page does', async () => {
    const { monitor, told } = await live('sn="PUMP1"', { 'GET /dev/log': () => ({ rows: [], total: 0 }) })
    monitor.setAttribute('tab', 'log')
    await says(monitor, 'No log lines')
    equal(told, [])
    Array.from(monitor.shadowRoot.querySelectorAll<HTMLElement>('[role=tab]'))[0]?.click()
    await row(monitor, 'flow')
    equal(told, [{ type: 'sg-view-change', detail: { tab: 'values' } }])
  })
})

describe('a write', () => {
  const answers = (steps: () => Command) => ({
    'POST /dev/controls': () => ({ id: 'c1', status: 'sent' }),
    'GET /dev/controls': steps,
  })
  const openForm = async (monitor: Monitor) => {
    ;(await button(await row(monitor, 'setpoint'), 'Write')).click()
    return field(monitor, '.popover input.field-input')
  }
  const send = (monitor: Monitor) => monitor.shadowRoot.querySelector<HTMLFormElement>('form')?.requestSubmit()

  it('a write outside of its range is refused at the field and never sent', async () => {
    const { server, monitor } = await live('sn="PUMP1"')
    await type(await openForm(monitor), '140')
    send(monitor)
    await says(monitor, 'Outside of the range · 0 to 100')
    equal(server.asks('POST /dev/controls'), [])
  })
  it('a write goes step by step to its end, and the value changes only when the device reports it', async () => {
    let now = command()
    const { server, monitor, told } = await live(
      'sn="PUMP1"',
      answers(() => now),
    )
    await type(await openForm(monitor), '60')
    send(monitor)
    await says(monitor, 'Sent')
    equal(server.asks('POST /dev/controls')[0]?.body, { sn_code: 'PUMP1', key: 'setpoint', value: 60 })
    now = command({ status: 'acknowledged', ack_time: Date.now() })
    server.push({ type: 'command', sn_code: 'PUMP1', id: 'c1', status: 'acknowledged' })
    await says(monitor, 'Acknowledged')
    now = { ...now, status: 'done', end_time: Date.now() }
    server.push({ type: 'command', sn_code: 'PUMP1', id: 'c1', status: 'done' })
    await says(monitor, 'The value changes when the device reports it.')
    equal((await row(monitor, 'setpoint')).textContent?.includes('60'), false)
    equal(told, [{ type: 'sg-write-done', detail: { sn_code: 'PUMP1', key: 'setpoint', id: 'c1', status: 'done' } }])
  })
  it('a write that fails says why in the device’s words', async () => {
    const { monitor } = await live(
      'sn="PUMP1"',
      answers(() => command({ status: 'failed', end_time: Date.now(), reason: '<b>local</b> mode' })),
    )
    await type(await openForm(monitor), '60')
    send(monitor)
    await says(monitor, '<b>local</b> mode')
  })
  it('a write refused by the server is explained at the field', async () => {
    const { monitor } = await live('sn="PUMP1"', {
      'POST /dev/controls': () => new Refused('100006', [{ field: 'value', message: 'only even numbers' }]),
    })
    await type(await openForm(monitor), '61')
    send(monitor)
    await says(monitor, 'only even numbers')
  })
  it('a write of a two-step point is selected first and sent once confirmed', async () => {
    const points = [point('setpoint', { access: 'rw', two_step: true, decimals: 0 })]
    const { server, monitor } = await live('sn="PUMP1"', {
      'GET /dev/basic': () => pump({ points }),
      ...answers(() => command({ status: 'done', end_time: Date.now() })),
      'POST /dev/controls': ({ body }) =>
        body.confirm ? { id: 'c1', status: 'sent' } : { id: 's1', status: 'selected', confirm_ms: 20_000 },
    })
    await type(await openForm(monitor), '60')
    send(monitor)
    await says(monitor, 'Confirm within 20 s')
    ;(await button(monitor.shadowRoot, 'Confirm the write')).click()
    await says(monitor, 'Done')
    const input = { sn_code: 'PUMP1', key: 'setpoint', value: 60 }
    const asked = server.asks('POST /dev/controls').map(({ body }) => body)
    equal(asked, [input, { ...input, confirm: 's1' }])
  })
  it('a write that is confirmed too late is told so, and can be selected again', async () => {
    const points = [point('setpoint', { access: 'rw', two_step: true, decimals: 0 })]
    const { server, monitor } = await live('sn="PUMP1"', {
      'GET /dev/basic': () => pump({ points }),
      'POST /dev/controls': ({ body }) =>
        body.confirm
          ? new Refused('100006', [{ field: 'confirm', message: 'is too late' }])
          : { id: 's1', status: 'selected', confirm_ms: 20_000 },
    })
    await type(await openForm(monitor), '60')
    send(monitor)
    ;(await button(monitor.shadowRoot, 'Confirm the write')).click()
    await says(monitor, 'is too late')
    server.answers['POST /dev/controls'] = () => ({ id: 's2', status: 'selected', confirm_ms: 1 })
    send(monitor)
    await says(monitor, 'Not confirmed in time')
    await until('nothing to confirm', () => !monitor.shadowRoot.textContent?.includes('Confirm the write'))
  })
  it('a write is not offered without the right, and not possible while the device is offline', async () => {
    const denied = await live('sn="PUMP1"', { 'GET /dev/basic': () => pump({ may_write: false }) })
    equal((await row(denied.monitor, 'setpoint')).textContent?.includes('Write'), false)
    const { server, monitor } = await live('sn="PUMP1"')
    server.values('delta', {}, { dev_state: 2 })
    const off = await row(monitor, 'setpoint')
    await until('no button', () => off.textContent?.includes('Write') && !off.querySelector('button'))
  })
})

describe('what is not well', () => {
  it('no SN is an empty place that says what it is for', async () => {
    const { monitor } = await shown('')
    await state(monitor, 'empty')
    await says(monitor, 'No device chosen')
  })
  it('an unknown device is told with its code', async () => {
    const { monitor, told } = await shown('sn="GONE"', { 'GET /dev/basic': () => new Refused('110509') })
    await says(monitor, 'The device was not found')
    await state(monitor, 'error')
    await until('sg-error', () => told.length > 0)
    const { problem, code, docs } = (told[0] as { detail: Record<string, string> }).detail
    equal([problem, code, docs], ['unknown-device', '110509', 'http://played.example/docs/embedding#unknown-device'])
  })
  it('a missing right is reported as such', async () => {
    const { monitor } = await shown('sn="PUMP1"', { 'GET /dev/basic': () => new Refused('100015') })
    await state(monitor, 'forbidden')
  })
  it('a lost line marks every value, and comes back', async () => {
    const { server, monitor } = await live('sn="PUMP1"')
    await says(monitor, '12.3m³/h')
    server.setDown(true)
    await state(monitor, 'offline')
    await says(monitor, 'Connection lost: as of')
    equal(monitor.shadowRoot.querySelectorAll('.table-rows .value-stale').length, 3)
    server.setDown(false)
    await until('watched again', () => server.watched.has('device/PUMP1'))
    server.values('snapshot', { flow: [5, 'good', Date.now()] }, { dev_state: 1, report_time: Date.now() })
    await state(monitor, 'ready')
  })
  it('a device that fell silent is marked stale', async () => {
    const { server, monitor } = await live('sn="PUMP1"')
    server.values('snapshot', { flow: [5, 'good', 1000] }, { dev_state: 2, report_time: Date.now() - HOUR_MS })
    await state(monitor, 'stale')
    await says(monitor, 'The device has not reported for 1 h')
  })
  it('a session that is over says so and what to do', async () => {
    const { server, monitor } = await live('sn="PUMP1"')
    server.answers['GET /yun/dev/group'] = () => new Refused('100009')
    await server.connection.api.device.groups({}).catch(() => {})
    await state(monitor, 'expired')
  })
})

describe('points that nobody added', () => {
  const offered = [{ key: 'extra', data_type: 'number' as const }]
  it('points that nobody added are offered and added with a name', async () => {
    const { server, monitor } = await live('sn="PUMP1"', {
      'GET /dev/basic': () => pump({ offered }),
      'POST /dev/points': () => pump({ points: [...pump().points, point('extra', { name_en: 'Extra flow' })] }),
    })
    await says(monitor, '1 point reported that is not shown')
    ;(await button(monitor.shadowRoot, 'Add points')).click()
    await type(await field(monitor, '.monitor-draft input.field-input'), 'Extra flow')
    ;(await button(monitor.shadowRoot, 'Add 1 point')).click()
    await row(monitor, 'Extra flow')
    const [added] = server.asks('POST /dev/points')
    equal(JSON.stringify(added?.body.points), '[{"key":"extra","name":"Extra flow","unit":null,"data_type":"number"}]')
  })
})

describe('the history list', () => {
  const page = (end: number) =>
    Array.from({ length: 500 }, (_, index) => ({
      data_time: end - index * 1000,
      key: 'flow',
      value: index,
      quality: 'good',
    }))
  it('the history list loads older rows as they are scrolled to, and keeps few in the page', async () => {
    const { server, monitor } = await live('sn="PUMP1" tab="history"', {
      'GET /yun/dev/his/data': ({ query }) => {
        const end = Number(query.get('end'))
        return { rows: page(end), next: end - 500_000 }
      },
    })
    await says(monitor, '500 rows shown')
    const table = await until('a table', () => monitor.shadowRoot.querySelector('.table'))
    equal(server.asks('GET /yun/dev/his/data').length, 1)
    table.scrollTop = table.scrollHeight
    await says(monitor, '1000 rows shown')
    equal(monitor.shadowRoot.querySelectorAll('.table-rows [role=row]').length < 80, true)
  })
  it('the history list says in its place why an export was refused', async () => {
    const { monitor } = await live('sn="PUMP1" tab="history"', {
      'GET /yun/dev/his/data': ({ query }) => ({ rows: page(Number(query.get('end'))), next: null }),
      'GET /yun/his/export': () =>
        new Response(JSON.stringify({ meta: { success: 0, code: '110541', message: '' }, data: null }), {
          headers: { 'content-type': 'application/json' },
        }),
    })
    ;(await button(monitor.shadowRoot, 'Export')).click()
    const entry = await until('the entry', () => monitor.shadowRoot.querySelector<HTMLElement>('[role=menuitem]'))
    entry.click()
    await says(monitor, 'The export exceeds 5000 rows')
  })
})

describe('operations and log', () => {
  it('an operation says who wrote what and how it ended', async () => {
    const { monitor } = await live('sn="PUMP1" tab="operations"', {
      'GET /dev/controls/records': () => ({
        rows: [command({ status: 'timeout', end_time: Date.now() + 10_000 })],
        total: 1,
      }),
    })
    const found = await row(monitor, 'setpoint')
    for (const wanted of ['50', '60', 'li', 'Timed out', '10.0 s'])
      equal(`${found.textContent} has ${found.textContent?.includes(wanted)}`, `${found.textContent} has true`)
  })
  it('a log line is text, whatever the device wrote', async () => {
    const { monitor } = await live('sn="PUMP1" tab="log"', {
      'GET /dev/log': () => ({
        rows: [
          { log_id: 1, log_time: Date.now(), kind: 'refused', detail: { reason: '<img src=x onerror=alert(1)>' } },
        ],
        total: 1,
      }),
    })
    await says(monitor, 'Message refused')
    await says(monitor, 'Reason: <img src=x onerror=alert(1)>')
    equal(monitor.shadowRoot.querySelector('img'), null)
  })
})
