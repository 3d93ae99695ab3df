import { sendKeys } from '@web/test-runner-commands'
import { HOUR_MS } from '../../core/catalogue/durations.ts'
import type { Command } from '../../core/contract/control.ts'
import { equal, place, until } from './check.ts'
import { alarm, command, point, pump } from './played-server.ts'
import { type Answers, heard, key, Refused, Screen, shown, write } from './screen-driver.ts'

const ROLES = ['P30000', 'P30100', 'P30200', 'P100000', 'P73000', 'P73100', 'P73200', 'P73300']
const monitor = (attributes: string, answers: Answers = {}) =>
  shown(`<sg-device-monitor lang="en" ${attributes}></sg-device-monitor>`, answers, ROLES)

/** The live values of a shown pump, as they first come. */
async function live(attributes: string, answers: Answers = {}) {
  const page = await monitor(attributes, answers)
  await until('the device is watched', () => page.server.watched.has('device/PUMP1'))
  const now = Date.now()
  const values = { flow: [12.34, 'good', now], running: [true, 'good', now], setpoint: [50, 'good', now] }
  page.server.values('snapshot', values, { dev_state: 1, report_time: now })
  return page
}
async function enter(field: HTMLInputElement, value: string) {
  field.focus()
  write(field, value)
  // A number is taken over when its field is left.
  field.blur()
  await until(`"${value}" in the field`, () => field.value === value)
}

it('the header of the device monitor shows the device and its state, and follows the state', async () => {
  const page = await live('sn="PUMP1"')
  await page.says('Pump 1', 'Online', 'PUMP1', 'BX-3', 'Water', 'East works · River road 5')
  page.server.values('delta', {}, { dev_state: 3 })
  await page.says('Faulty')
})

it('the header of the device monitor names the alarm that makes the device faulty', async () => {
  const page = await live('sn="PUMP1"', {
    'GET /rAlarmDev': () => ({ rows: [alarm({ alarm_level: 4, alarm_name_en: 'Dry run' })], total: 1 }),
  })
  await page.says('Online')
  equal(page.text.includes('Dry run'), false)
  page.server.values('delta', {}, { dev_state: 3 })
  await page.says('Faulty', 'Faulty because of', 'High', 'Dry run')
  const asked = page.server.requestsOf('GET /rAlarmDev').find(({ query }) => query.has('sn_code'))?.query
  equal(
    [asked?.get('sn_code'), asked?.get('alarm_level'), asked?.get('states'), Number(asked?.get('page_size'))],
    ['PUMP1', '4,5', 'UNACK,ACKED', 10],
  )
})

it('the header of the device monitor takes two lines of a phone, and shows the rest when it is wanted', async () => {
  const page = await shown(
    '<sg-device-monitor sn="PUMP1" lang="en"></sg-device-monitor>',
    {},
    ROLES,
    'inline-size: 363px',
  )
  await page.says('Pump 1', 'PUMP1')
  const isShown = (text: string) =>
    page.all<HTMLElement>('.monitor-fact dd').some((fact) => fact.textContent === text && fact.offsetParent !== null)
  const head = await page.find<HTMLElement>('.monitor-head')
  equal([isShown('PUMP1'), isShown('BX-3')], [true, false])
  const line = (await page.find<HTMLElement>('.monitor-facts-more')).offsetHeight
  equal(head.offsetHeight <= 2 * Math.max(line, 44), true)
  await page.press('All about the device')
  await until('the model', () => isShown('BX-3'))
})

it('the header of the device monitor leads to the screen of a device that has one', async () => {
  const page = await monitor('sn="PUMP1"', { 'GET /dev/basic': () => pump({ has_screen: true }) })
  await page.press('Screen')
  equal(page.events.at(-1), { type: 'sg-navigate', detail: { path: '/configureMonitor?sn=PUMP1' } })
  const other = await monitor('sn="PUMP1"')
  await other.says('BX-3')
  equal(other.offers('Screen'), false)
})

it('an own point that keeps its template’s out is named, and gives way to it once that is confirmed', async () => {
  const conflicting = pump({ conflicts: ['flow'] })
  const page = await monitor('sn="PUMP1"', {
    'GET /dev/basic': () => conflicting,
    'PUT /dev/points/template': () => pump(),
  })
  await page.says('flow (flow) is this device’s own point')
  await page.press('Use the template’s', 'Delete its history and use it')
  await until('it is gone', () => !page.text.includes('own point'))
  equal(page.bodies('PUT /dev/points/template'), [{ sn_code: 'PUMP1', key: 'flow' }])
})

it('live values are shown with unit and decimals, booleans as words, and change alone', async () => {
  const page = await live('sn="PUMP1"')
  await page.says('12.3m³/h')
  equal((await page.row('running')).textContent?.includes('On'), true)
  const before = await page.row('setpoint')
  page.server.values('delta', { flow: [99.99, 'good', Date.now()] })
  await page.says('100.0m³/h')
  equal(before.isConnected && before.textContent?.includes('50'), true)
})
it('live values are those of the attribute points, in its order', async () => {
  const page = await live('sn="PUMP1" points="running, flow,none"')
  await page.row('flow')
  const names = Array.from(
    page.root.querySelectorAll('.table-rows [role=row]'),
    (found) => found.querySelector('[role=gridcell]')?.textContent,
  )
  equal(names, ['running', 'flow'])
})
it('live values of bad or old quality are marked, with their age once 3 reports are missing', async () => {
  const page = await live('sn="PUMP1"')
  page.server.values('delta', { flow: [1, 'bad', Date.now()], setpoint: [50, 'good', Date.now() - 600_000] })
  await page.find('.mark-quality-bad')
  const old = await page.row('setpoint')
  await until('its age', () => old.textContent?.includes('Stale') && old.textContent.includes('10 min ago'))
})
it('the digits of live values are never cut on a phone, nor are their units, also when they are marked as old', async () => {
  const page = await shown(
    '<sg-device-monitor sn="PUMP1" lang="en"></sg-device-monitor>',
    {
      'GET /dev/basic': () => pump({ points: [point('flow', { unit: 'm³' }), point('setpoint', { access: 'rw' })] }),
    },
    ROLES,
    'inline-size: 360px',
  )
  await until('the device is watched', () => page.server.watched.has('device/PUMP1'))
  const old = Date.now() - HOUR_MS
  page.server.values('snapshot', { flow: [3_905_856, 'good', old], setpoint: [1, 'good', old] }, { dev_state: 1 })
  const number = await page.having('.value-stale .value-number', '3,905,856')
  const isWhole = (part: HTMLElement) => part.scrollWidth <= part.clientWidth || part.clientWidth === 0
  equal([isWhole(number), isWhole(await page.find('.value-stale .value-unit'))], [true, true])
  page.server.values('delta', { flow: [123_456_789_012, 'good', old] })
  equal(isWhole(await page.having('.value-stale .value-number', '123,456,789,012')), true)
})
it('the names of live values stand in whole beside what writes them on a phone', async () => {
  const names = ['Pump 1 running hours', 'Pressure setpoint at discharge']
  const page = await shown(
    '<sg-device-monitor sn="PUMP1" lang="en"></sg-device-monitor>',
    {
      'GET /dev/basic': () => pump({ points: names.map((name, n) => point(`p${n}`, { name_en: name, access: 'rw' })) }),
    },
    ROLES,
    'inline-size: 360px',
  )
  for (const name of names) {
    const { scrollHeight, clientHeight, scrollWidth, clientWidth } = await page.having('.monitor-point-name', name)
    equal([scrollHeight <= clientHeight, scrollWidth <= clientWidth], [true, true])
  }
})
it('live values become tiles, and stay so for this user', async () => {
  const page = await live('sn="PUMP1"')
  await page.press('Tiles')
  await until('tiles', () => page.all('.monitor-tile').length === 3)
  const again = new Screen(page.server, place('<sg-device-monitor lang="en" sn="PUMP1"></sg-device-monitor>'))
  await again.find('.monitor-tile')
})
it('a chosen live value is reported to the page', async () => {
  const page = await live('sn="PUMP1"')
  await page.openRow('flow')
  equal(page.events[0], { type: 'sg-point-select', detail: { sn_code: 'PUMP1', key: 'flow' } })
})
it('a chosen live value leads to its curve, unless the page shows something of its own, or it has none', async () => {
  const points = [point('flow'), point('note', { data_type: 'string' })]
  const page = await live('sn="PUMP1"', { 'GET /dev/basic': () => pump({ points }), 'GET /his/curve': () => null })
  await page.openRow('note')
  const chosen = { tab: 'curve', moment: 'flow', alarm: '' }
  await page.openRow('flow')
  await until('the curve', () => page.element.getAttribute('tab') === 'curve')
  equal(page.events.at(-1), { type: 'sg-view-change', detail: chosen })
  equal(page.events.filter(({ type }) => type === 'sg-view-change').length, 1)
  page.element.setAttribute('tab', 'values')
  page.box.addEventListener('sg-point-select', (event) => event.preventDefault())
  const grid = await page.find('.table')
  await page.row('flow')
  grid.focus()
  await page.find('.table-row[data-active]')
  key(grid, 'Enter')
  await until('chosen', () => page.events.at(-1)?.type === 'sg-point-select')
  equal(page.element.getAttribute('tab'), 'values')
})
it('live values are not watched while off the screen, and marked until the next snapshot', async () => {
  const page = await live('sn="PUMP1"')
  await page.says('12.3m³/h')
  page.element.style.cssText = 'position: absolute; top: 20000px'
  await until('the channel is left', () => !page.server.watched.has('device/PUMP1'))
  equal(page.all('.mark-quality-stale').length > 0, true)
  page.element.style.cssText = ''
  await until('watched again', () => page.server.watched.has('device/PUMP1'))
  page.server.values('snapshot', { flow: [7, 'good', Date.now()] })
  await page.says('7.0m³/h')
})

it('a device that has no position has no track, and its values in the place of one', async () => {
  const page = await live('sn="PUMP1" tab="track"')
  await page.row('flow')
  equal(page.texts('[role=tab]').includes('Track'), false)
  const points = [point('lat'), point('lng')]
  const moving = await live('sn="PUMP1"', { 'GET /dev/basic': () => pump({ points }) })
  await moving.named('Track', '[role=tab]')
})
it('the tabs of the device monitor follow their attribute, which follows the user', async () => {
  const page = await live('sn="PUMP1" tab="log"', { 'GET /dev/log': () => ({ rows: [], total: 0 }) })
  await page.says('No log lines')
  await page.press('Values')
  await until('the attribute follows', () => page.element.getAttribute('tab') === 'values')
  await page.row('flow')
})
it('the tabs of the device monitor are reported to the page when the user chooses one, not when the page does', async () => {
  const page = await live('sn="PUMP1"', { 'GET /dev/log': () => ({ rows: [], total: 0 }) })
  page.element.setAttribute('tab', 'log')
  await page.says('No log lines')
  equal(page.events, [])
  await page.press('Values')
  await page.row('flow')
  equal(page.events, [{ type: 'sg-view-change', detail: { tab: 'values' } }])
})

const answers = (steps: () => Command) => ({
  'POST /dev/controls': () => ({ id: 'c1', status: 'sent' }),
  'GET /dev/controls': steps,
})
const openForm = async (page: Screen) => {
  ;(await page.row('setpoint')).querySelector('button')?.click()
  return page.find<HTMLInputElement>('.popover input.field-input')
}
const send = (page: Screen) => page.root.querySelector<HTMLFormElement>('form')?.requestSubmit()

it('a write outside of its range is refused at the field and never sent', async () => {
  const page = await live('sn="PUMP1"')
  await enter(await openForm(page), '140')
  send(page)
  await page.says('Outside of the range · 0 to 100')
  equal(page.requestsOf('POST /dev/controls'), [])
})
it('a number beyond its range is refused while it is typed, and what is no number only until the one of before is back', async () => {
  const page = await live('sn="PUMP1"')
  const field = await openForm(page)
  const typing = async (text: string) => {
    field.focus()
    field.select()
    document.execCommand('insertText', false, text)
  }
  const button = () => page.root.querySelector<HTMLButtonElement>('.write-form button[type=submit]')
  await typing('900')
  await page.says('Outside of the range · 0 to 100')
  equal(button()?.disabled, true)
  await typing('90')
  await until('Write is there again', () => button()?.disabled === false)
  await typing('-')
  field.blur()
  await until('the value of before', () => field.value === '50')
  send(page)
  await until('the write', () => page.requestsOf('POST /dev/controls').length === 1)
})
it('a write of a point with named values begins in its choice, which opens by a key', async () => {
  const mode = point('mode', {
    data_type: 'enum',
    access: 'rw',
    enum_text: { 0: { zh: '手动', en: 'Manual' }, 1: { zh: '自动', en: 'Automatic' } },
  })
  const page = await live('sn="PUMP1"', { 'GET /dev/basic': () => pump({ points: [mode] }) })
  page.server.values('snapshot', { mode: [0, 'good', Date.now()] }, { dev_state: 1, report_time: Date.now() })
  ;(await page.row('mode')).querySelector('button')?.click()
  const choice = await page.find('.popover .select-button')
  await until('its focus', () => page.root.activeElement === choice)
  await sendKeys({ press: 'ArrowDown' })
  await page.named('Automatic', '[role=option]')
})
it('a write goes step by step to its end, and the value changes only when the device reports it', async () => {
  let now = command()
  const page = await live(
    'sn="PUMP1"',
    answers(() => now),
  )
  await enter(await openForm(page), '60')
  send(page)
  await page.says('Sent')
  equal(page.requestsOf('POST /dev/controls')[0]?.body, { sn_code: 'PUMP1', key: 'setpoint', value: 60 })
  now = command({ status: 'acknowledged', ack_time: Date.now() })
  page.server.push({ type: 'command', sn_code: 'PUMP1', id: 'c1', status: 'acknowledged' })
  await page.says('Acknowledged')
  now = { ...now, status: 'done', end_time: Date.now() }
  page.server.push({ type: 'command', sn_code: 'PUMP1', id: 'c1', status: 'done' })
  await page.says('The value changes when the device reports it.')
  equal((await page.row('setpoint')).textContent?.includes('60'), false)
  const close = await page.having('.write-actions button', 'Close')
  await until('what closes it has the focus', () => page.focused === close)
  page.server.values('delta', { setpoint: [60, 'good', Date.now()] })
  await until('the note is gone', () => !page.text.includes('The value changes when'))
  equal(page.events, [
    { type: 'sg-write-done', detail: { sn_code: 'PUMP1', key: 'setpoint', id: 'c1', status: 'done' } },
  ])
})
it('a write that fails says why in the device’s words', async () => {
  const page = await live(
    'sn="PUMP1"',
    answers(() => command({ status: 'failed', end_time: Date.now(), reason: '<b>local</b> mode' })),
  )
  await enter(await openForm(page), '60')
  send(page)
  await page.says('<b>local</b> mode')
})
it('a write refused by the server is explained at the field', async () => {
  const page = await live('sn="PUMP1"', {
    'POST /dev/controls': () => new Refused('100006', [{ field: 'value', message: 'only even numbers' }]),
  })
  await enter(await openForm(page), '61')
  send(page)
  await page.says('only even numbers')
})
it('a write of a two-step point is selected first and sent once confirmed', async () => {
  const points = [point('setpoint', { access: 'rw', two_step: true, decimals: 0 })]
  const page = await live('sn="PUMP1"', {
    'GET /dev/basic': () => pump({ points }),
    ...answers(() => command({ status: 'done', end_time: Date.now() })),
    'POST /dev/controls': ({ body }) =>
      body.confirm ? { id: 'c1', status: 'sent' } : { id: 's1', status: 'selected', confirm_ms: 20_000 },
  })
  await enter(await openForm(page), '60')
  send(page)
  await page.says('Confirm within 20 s')
  await page.press('Confirm the write')
  await page.says('Done')
  const input = { sn_code: 'PUMP1', key: 'setpoint', value: 60 }
  const requests = page.requestsOf('POST /dev/controls').map(({ body }) => body)
  equal(requests, [input, { ...input, confirm: 's1' }])
})
it('a write that is confirmed too late is told so, and can be selected again', async () => {
  const points = [point('setpoint', { access: 'rw', two_step: true, decimals: 0 })]
  const page = await live('sn="PUMP1"', {
    'GET /dev/basic': () => pump({ points }),
    'POST /dev/controls': ({ body }) =>
      body.confirm
        ? new Refused('100006', [{ field: 'confirm', message: 'is too late' }])
        : { id: 's1', status: 'selected', confirm_ms: 20_000 },
  })
  await enter(await openForm(page), '60')
  send(page)
  await page.press('Confirm the write')
  await page.says('is too late')
  page.answers['POST /dev/controls'] = () => ({ id: 's2', status: 'selected', confirm_ms: 1 })
  send(page)
  await page.says('Not confirmed in time')
  await until('nothing to confirm', () => !page.text.includes('Confirm the write'))
})
it('a write is not offered without the right, and not possible while the device is offline', async () => {
  const denied = await live('sn="PUMP1"', { 'GET /dev/basic': () => pump({ may_write: false }) })
  equal((await denied.row('setpoint')).textContent?.includes('Write'), false)
  const page = await live('sn="PUMP1"')
  page.server.values('delta', {}, { dev_state: 2 })
  const off = await page.row('setpoint')
  await until('no button', () => off.textContent?.includes('Write') && !off.querySelector('button'))
})
it('a write is not possible once the session is over, and says why', async () => {
  const page = await live('sn="PUMP1"')
  const row = await page.row('setpoint')
  await until('offered', () => row.querySelector('button'))
  page.answers['GET /yun/dev/group'] = () => new Refused('100009')
  await page.server.connection.api.device.groups({}).catch(() => {})
  await until('no button', () => row.textContent?.includes('Write') && !row.querySelector('button'))
  await sendKeys({ press: 'Tab' })
  ;(await page.find('.tooltip-anchor:has(.monitor-write-off)')).focus()
  await page.says('Session over: nothing can be written')
})

it('no SN is an empty place that says what it is for', async () => {
  const page = await monitor('')
  await page.isIn('empty')
  await page.says('No device chosen')
})
it('an unknown device is told with its code', async () => {
  const errors = heard(document, 'sg-error')
  const page = await monitor('sn="GONE"', { 'GET /dev/basic': () => new Refused('110509') })
  await page.says('The device was not found')
  await page.isIn('error')
  const { problem, code, docs } = (await until('sg-error', () => errors[0])) as Record<string, string>
  equal([problem, code, docs], ['unknown-device', '110509', 'http://played.example/docs/embedding#unknown-device'])
})
it('an unknown device has a way to the list, for who is signed in and may see it', async () => {
  const page = await monitor('sn="GONE"', { 'GET /dev/basic': () => new Refused('110509') })
  const paths = heard(document, 'sg-navigate')
  const way = await until('the way', () =>
    page.all('button').find(({ textContent }) => textContent === 'Go to the device list'),
  )
  way.click()
  equal(paths, [{ path: '/device' }])
})
it('a lost line marks every value, and comes back', async () => {
  const page = await live('sn="PUMP1"')
  await page.says('12.3m³/h')
  page.server.setDown(true)
  await page.isIn('offline')
  await page.says('Connection lost: as of')
  equal(page.all('.table-rows .value-stale').length, 3)
  page.server.setDown(false)
  await until('watched again', () => page.server.watched.has('device/PUMP1'))
  page.server.values('snapshot', { flow: [5, 'good', Date.now()] }, { dev_state: 1, report_time: Date.now() })
  await page.isIn('ready')
})
it('a device that fell silent is marked stale', async () => {
  const page = await live('sn="PUMP1"')
  page.server.values('snapshot', { flow: [5, 'good', 1000] }, { dev_state: 2, report_time: Date.now() - HOUR_MS })
  await page.isIn('stale')
  await page.says('The device has not reported for 1 h')
})
it('a device is not blamed for its silence while nothing at all is heard, which may be the page itself', async () => {
  const page = await live('sn="PUMP1"', { 'GET /dev/basic': () => pump({ report_interval_s: 1 }) })
  await page.isIn('stale')
  await page.says('Nothing has come for')
  equal(page.text.includes('The device has not reported'), false)
  page.server.push({ type: 'pong', server_time: Date.now() })
  await page.says('The device has not reported for')
})
it('a session that is over says so and what to do', async () => {
  const page = await live('sn="PUMP1"')
  page.answers['GET /yun/dev/group'] = () => new Refused('100009')
  await page.server.connection.api.device.groups({}).catch(() => {})
  await page.isIn('expired')
})

const offered = [{ key: 'extra', data_type: 'number' as const }]
it('points that nobody added are offered and added with a name', async () => {
  const page = await live('sn="PUMP1"', {
    'GET /dev/basic': () => pump({ offered }),
    'POST /dev/points': () => pump({ points: [...pump().points, point('extra', { name_en: 'Extra flow' })] }),
  })
  await page.says('1 point reported that is not shown')
  await page.press('Add points')
  await enter(await page.find<HTMLInputElement>('.point-draft input.field-input'), 'Extra flow')
  await page.press('Add 1 point')
  await page.row('Extra flow')
  const [added] = page.requestsOf('POST /dev/points')
  equal(JSON.stringify(added?.body.points), '[{"key":"extra","name":"Extra flow","unit":null,"data_type":"number"}]')
})

it('a new device says in one message that it reports points that nobody added, and offers to add them', async () => {
  const page = await live('sn="PUMP1"', { 'GET /dev/basic': () => pump({ offered, points: [] }) })
  await page.says('1 point reported that is not shown')
  await page.named('Add points')
  equal([page.text.includes('No points yet'), page.text.match(/that is not shown/g)?.length], [false, 1])
})

it('an operation says who wrote what, when and how it ended', async () => {
  const sent_time = Date.UTC(2026, 10, 20, 4, 5, 6)
  const page = await live('sn="PUMP1" tab="operations"', {
    'GET /dev/controls/records': () => ({
      rows: [command({ status: 'timeout', sent_time, end_time: sent_time + 10_000 })],
      total: 1,
    }),
  })
  const found = await page.row('setpoint')
  for (const wanted of ['2026-11-20 12:05:06', '50', '60', 'li', 'Timed out', '10.0 s'])
    equal(`${found.textContent} has ${found.textContent?.includes(wanted)}`, `${found.textContent} has true`)
})
it('the log begins with the states that the device was in: their shares, its outages, and a strip that says them', async () => {
  const from = Date.now() - 10_000
  const page = await live('sn="PUMP1" lang="en" tab="log"', {
    'GET /dev/log': () => ({ rows: [], total: 0 }),
    'GET /dev/states': () => ({
      spans: [
        [from, from + 6000, 1],
        [from + 6000, from + 9000, 2],
        [from + 9000, from + 10_000, 0],
      ],
      online: 6000,
      offline: 3000,
      faulty: 0,
      unknown: 1000,
    }),
  })
  // Of the time in which its state is known.
  await page.says('66.67 % · 6 s', '33.33 % · 3 s', 'Unknown1 s', '1, longest 3 s')
  equal(
    page.root.querySelector('.states [role=img]')?.getAttribute('aria-label'),
    'Online 66.67 %, Offline 33.33 %, Faulty 0.00 %, Unknown 1 s',
  )
  equal(page.root.querySelectorAll('.states rect').length, 3)
  await page.says('6 s')
  await page.press('As a table')
  const rows = [...page.root.querySelectorAll('.states-table tbody tr')].map((row) =>
    [...row.querySelectorAll('td')].map((cell) => cell.textContent),
  )
  equal(
    rows.map(([state, , , lasted]) => [state, lasted]),
    [
      ['Unknown', '1 s'],
      ['Offline', '3 s'],
      ['Online', '6 s'],
    ],
  )
})
it('a log line is text, whatever the device wrote', async () => {
  const page = await live('sn="PUMP1" tab="log"', {
    'GET /dev/log': () => ({
      rows: [{ log_id: 1, log_time: Date.now(), kind: 'refused', detail: { reason: '<img src=x onerror=alert(1)>' } }],
      total: 1,
    }),
  })
  await page.says('Message refused', 'Reason: <img src=x onerror=alert(1)>')
  equal(page.root.querySelector('img'), null)
})
