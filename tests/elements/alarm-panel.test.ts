import { sendKeys } from '@web/test-runner-commands'
import { HOUR_MS } from '../../core/catalogue/durations.ts'
import { history, pastAlarm, START } from './alarm-history-pages.ts'
import { ROW } from './axe-page.ts'
import { equal, place, sg, turn, until } from './check.ts'
import type { PlayedRequest } from './played-server.ts'
import { loadScreens, Refused, type Screen, shown } from './screen-driver.ts'

const MAY = ['P10000', 'P30000', 'P73000', 'P73100', 'P73200', 'P73300']
const open = (attributes = '', answers = {}, roles = MAY) =>
  shown(
    `<sg-alarm-history lang="en" style="height: 700px; width: 1200px; max-width: none" ${attributes}></sg-alarm-history>`,
    { ...history, 'PUT /rAlarmDev/confirm': ({ body }: PlayedRequest) => each(body.alarm_ids as string[]), ...answers },
    roles,
  )
const each = (alarm_ids: string[], codes: Record<string, string> = {}) => ({
  results: alarm_ids.map((alarm_id) => ({ alarm_id, code: codes[alarm_id] ?? '100001' })),
})
const panel = (page: Screen) => page.find('.side-panel')
const inPanel = (page: Screen, name: string) => page.named(name, '.side-panel button')
const boxes = (page: Screen) =>
  until('the boxes', () => {
    const found = page.root.querySelectorAll<HTMLInputElement>('.table input[type=checkbox]')
    return found.length > 0 && found
  })
const mayPress = (page: Screen, name: RegExp) => page.texts('button').some((text) => name.test(text ?? ''))

it('the panel of an alarm says what to do, the value against its limit, what happened, and leads to its curve and device', async () => {
  const page = await open()
  ;(await until('a row', () => page.root.querySelector<HTMLElement>(ROW))).click()
  for (const said of [
    'Clean the filter',
    'Clogged filter',
    'flow 95.0 m³/h',
    'flow > 90.0 m³/h',
    '2.0 m³/h',
    'on 10 s',
  ])
    await page.says(said)
  equal(page.events.at(-1), { type: 'sg-view-change', detail: { ...viewOf(page.events.at(-1)?.detail), alarm: '5' } })
  const { alarm_time, key } = pastAlarm(5)
  await page.press('Trend at alarm', 'Device')
  equal(
    page.events.filter(({ type }) => type === 'sg-navigate').map(({ detail }) => (detail as { path: string }).path),
    [`/deviceDetail/PUMP1?tab=curve&moment=${key}%40${alarm_time}&alarm=5`, '/deviceDetail/PUMP1'],
  )
})
it('the panel of an alarm leads to an entry of the shift log about it, for who may write there', async () => {
  const reader = await open('alarm="5"')
  await reader.says('Clean the filter')
  equal(mayPress(reader, /shift log/), false)
  const page = await open('alarm="5"', {}, [...MAY, 'P73600'])
  await page.press('Write in the shift log')
  equal(page.events.at(-1), { type: 'sg-navigate', detail: { path: '/info/shiftLog?alarm=5' } })
})

it('the panel of an alarm says the value at the alarm, and beside it the one of now, which is marked when it is old', async () => {
  const page = await open('alarm="5"')
  await page.says('Value at alarm', 'flow 95.0 m³/h', 'Value now')
  await until('watched', () => page.server.watched.has('device/PUMP1'))
  const shown = () =>
    [...page.root.querySelectorAll('.fact')].find(({ textContent }) => textContent?.startsWith('Value now'))
  page.server.values('snapshot', { flow: [42.5, 'good', Date.now()] })
  await until('the value of now', () => /42\.5\s*m³\/h/.test(shown()?.textContent ?? ''))
  equal(shown()?.querySelector('.value-stale'), null)
  page.server.values('delta', { flow: [41.5, 'good', Date.now() - HOUR_MS] })
  await until('an old one', () => shown()?.querySelector('.value-stale')?.textContent?.includes('41.5'))
})
it('the panel of an alarm of a geofence names it, and shows no value of a coordinate', async () => {
  const written = { cause: '', consequence: '', response: '', cause_en: '', consequence_en: '', response_en: '' }
  const delays = { dead_band: 20, no_data_s: null, on_delay_s: 0, off_delay_s: 0, suppress_when: '' }
  const limits = { threshold: null, threshold_high: null, fence_name: 'Quay' }
  const page = await open('alarm="5"', {
    'GET /rAlarmDev/one': () => ({
      alarm: { ...pastAlarm(5), alarm_value: null },
      events: [],
      rationale: { ...written, ...delays, ...limits, condition: 'leaves_fence' },
      has_screen: false,
    }),
  })
  await page.says('Leaves Quay')
  equal(page.root.textContent?.includes('Value now'), false)
})
it('the panel of an alarm says that an alarm is not kept any more, and offers no second try', async () => {
  const page = await open('alarm="77"', { 'GET /rAlarmDev/one': () => new Refused('100002') })
  await page.says('This alarm is not kept any more')
  equal(mayPress(page, /Try again|Retry/), false)
})
const viewOf = (detail: unknown) => detail as Record<string, unknown>

it('the panel of an alarm tells what happened with the newest first', async () => {
  const page = await open('alarm="5"')
  const events = await until('the events', () => {
    const found = page.root.querySelectorAll('.alarm-panel-event strong')
    return found.length === 2 && [...found].map(({ textContent }) => textContent)
  })
  equal(events, ['Shelved', 'Raised'])
  await page.says('Being mended')
})

it('the panel of an alarm stays open with its alarm while the list beside it shows others', async () => {
  const page = await open('alarm="5"')
  await page.says('Clean the filter')
  page.answers['GET /hAlarmDev'] = () => ({ rows: [pastAlarm(2)], total: 1 })
  page.server.push({ type: 'alarm', alarm: pastAlarm(9) })
  await until('the others', () => page.root.querySelectorAll(ROW).length === 1)
  equal((await panel(page)).textContent?.includes('Alarm 5'), true)
})

it('the panel of an alarm follows what happens to its alarm', async () => {
  const page = await open('alarm="5"')
  await page.says('Clean the filter')
  const event = { event_time: Date.now(), alarm_type: 3, user_name: 'wang', note: 'Seen on site', note_en: null }
  page.answers['GET /rAlarmDev/one'] = () => ({
    alarm: pastAlarm(5),
    events: [event],
    rationale: null,
    has_screen: false,
  })
  page.server.push({ type: 'alarm', alarm: pastAlarm(5) })
  await page.says('Seen on site', 'The rule of this alarm was deleted.')
})

it('the panel of an alarm confirms with the note that was typed and not saved', async () => {
  const page = await open('alarm="5"')
  const note = await page.find<HTMLTextAreaElement>('textarea')
  Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(note, 'Seen on site')
  note.dispatchEvent(new Event('input', { bubbles: true }))
  ;(await inPanel(page, 'Save the note')).focus()
  ;(await inPanel(page, 'Confirm')).click()
  equal((await page.requested('PUT /rAlarmDev/confirm')).body, { alarm_ids: ['5'], alarm_note: 'Seen on site' })
})

it('the panel of an alarm shows the button that saves a note as soon as one is typed, however low it is', async () => {
  const page = await open('alarm="5"')
  page.element.style.height = '420px'
  await page.says('Clean the filter', 'Value now')
  const note = await page.find<HTMLTextAreaElement>('textarea')
  note.focus()
  await sendKeys({ type: 'Seen' })
  const save = await inPanel(page, 'Save the note')
  const body = await page.find('.side-panel-body')
  await until('in view', () => save.getBoundingClientRect().bottom <= body.getBoundingClientRect().bottom)
})

it('the panel of an alarm tells system notes in the reader’s language, and leaves the field to people', async () => {
  const noted = pastAlarm(8, { alarm_note: '迟到的数据', alarm_note_en: 'Came late' })
  const event = {
    event_time: Date.now(),
    alarm_type: 10,
    user_name: null,
    note: '设备在测量',
    note_en: 'It measured',
  }
  const page = await open('alarm="8"', {
    'GET /rAlarmDev/one': () => ({ alarm: noted, events: [event], rationale: null, has_screen: false }),
  })
  for (const said of ['System note', 'Came late', 'It measured']) await page.says(said)
  equal([page.root.querySelector('textarea')?.value, mayPress(page, /Save the note/)], ['', false])
  equal(/迟到|设备在/.test((await panel(page)).textContent ?? ''), false)
})

it('the panel of an alarm ends a shelving before its time', async () => {
  const shelved = pastAlarm(3, { state: 'SHLVD', held_until: Date.now() + HOUR_MS })
  const page = await open('alarm="3"', {
    'GET /rAlarmDev/one': () => ({ alarm: shelved, events: [], rationale: null, has_screen: false }),
    'PUT /rAlarmDev/unshelve': ({ body }: PlayedRequest) => each(body.alarm_ids as string[], { 3: '100002' }),
  })
  ;(await inPanel(page, 'Unshelve')).click()
  await page.requested('PUT /rAlarmDev/unshelve')
  await page.says('1 alarm was not unshelved')
})

it('the panel of a recovered alarm that somebody shelves says until when, by whom and why, and ends the shelving', async () => {
  const over = pastAlarm(2, { state: 'NORM', alarm_type: 2, recover_time: START + HOUR_MS })
  const { rule_id, sn_code, dev_alias, alarm_name, alarm_name_en, alarm_level } = over
  const hold = {
    rule_id,
    sn_code,
    dev_alias,
    alarm_name,
    alarm_name_en,
    alarm_level,
    kind: 'SHLVD',
    start_time: Date.now(),
    end_time: Date.UTC(2031, 4, 17, 12),
    is_one_shot: false,
    reason: 'Chattering sensor',
    user_name: 'Li Wei',
  }
  let rows: object[] = []
  const change = (next: object[]) => (request: PlayedRequest) => {
    rows = next
    return each(request.body.alarm_ids as string[])
  }
  const page = await open('alarm="2"', {
    'GET /rAlarmDev/one': () => ({ alarm: over, events: [], rationale: null, has_screen: false }),
    'GET /rAlarmDev/holds': () => ({ rows, suppressed: [] }),
    'PUT /rAlarmDev/shelve': change([hold]),
    'PUT /rAlarmDev/unshelve': change([]),
  })
  const stateOf = () => page.root.querySelector('.alarm-panel-state')?.textContent ?? ''
  const fact = (name: string) =>
    [...page.root.querySelectorAll('.fact')].find(({ textContent }) => textContent?.startsWith(name))?.textContent
  ;(await inPanel(page, 'Shelve')).click()
  await page.press('Under maintenance', 'Shelve 1')
  await until('shelved', () => stateOf().includes('Shelved'))
  await page.says('Shelved until', '2031-05-17')
  equal(fact('Shelved by')?.endsWith('Li Wei'), true)
  await page.says('Chattering sensor')
  equal(
    [...page.root.querySelectorAll('.side-panel button')].some(({ textContent }) => textContent === 'Shelve'),
    false,
  )
  ;(await inPanel(page, 'Unshelve')).click()
  await page.requested('PUT /rAlarmDev/unshelve')
  await until('normal again', () => stateOf().includes('Normal'))
  equal(fact('Shelved'), undefined)
  await inPanel(page, 'Shelve')
})

it('the panel of an alarm asks who was told when somebody wants to know, and not before', async () => {
  const row = {
    delivery_time: Date.now(),
    channel: 'sms',
    reason: 'escalation',
    step: 2,
    user_name: 'wang',
    name: 'Wang',
    address: '138',
    title: 'Flow',
    state: 'failed',
    error: 'No such number',
    alarms: 1,
    attempts: 3,
  }
  const page = await open('alarm="5"', {
    'GET /rAlarmDev/deliveries': () => ({ rows: [row], total: 1 }),
  })
  const fold = await page.find<HTMLDetailsElement>('details')
  await turn()
  equal(page.requestsOf('GET /rAlarmDev/deliveries').length, 0)
  fold.open = true
  for (const said of ['Wang', 'SMS · Escalation · step 2', 'Failed', 'No such number']) await page.says(said)
  page.answers['GET /rAlarmDev/deliveries'] = () => new Refused('100015')
})

it('the panel of an alarm says what a page gave that has no console behind it', async () => {
  const markup = '<sg-alarm-feed lang="en" alarm="5" style="display: block; height: 480px"></sg-alarm-feed>'
  await loadScreens(markup)
  const { shadowRoot } = Object.assign(sg(place(markup), 'sg-alarm-feed'), {
    alarms: [pastAlarm(5, { alarm_note: 'A loose wire' })],
  })
  for (const said of ['95', 'Unconfirmed', 'A loose wire', 'Trend at alarm'])
    await until(said, () => shadowRoot.textContent?.includes(said))
  const buttons = Array.from(shadowRoot.querySelectorAll('button'), ({ textContent }) => textContent)
  equal([buttons.filter((name) => /Confirm|Save/.test(name)), shadowRoot.querySelector('details')], [[], null])
})

it('rows of the history are confirmed one by one', async () => {
  const page = await open()
  await page.press('Confirm Alarm 5')
  equal((await page.requested('PUT /rAlarmDev/confirm')).body, { alarm_ids: ['5'] })
  equal(page.root.querySelector('.side-panel'), null)
})

it('rows of the history are confirmed together with a result for each, and those not done stay selected', async () => {
  const page = await open('', {
    'PUT /rAlarmDev/confirm': ({ body }: PlayedRequest) => each(body.alarm_ids as string[], { 4: '100002' }),
  })
  ;(await boxes(page))[0]?.click()
  const before = page.requestsOf('GET /hAlarmDev').length
  await page.press('Confirm 2')
  await page.says('1 alarm was not confirmed')
  equal(page.requestsOf('PUT /rAlarmDev/confirm')[0]?.body, { alarm_ids: ['5', '4'] })
  await until('the list again', () => page.requestsOf('GET /hAlarmDev').length > before)
  await page.press('Close')
  await page.says('4 selected')
})

it('rows of the history are told to be unconfirmed where no answer comes', async () => {
  const page = await open('', {
    'PUT /rAlarmDev/confirm': () => Promise.reject(new TypeError('gone')),
  })
  await page.press('Confirm Alarm 5')
  await page.says('No answer came from the server')
  equal(page.requestsOf('PUT /rAlarmDev/confirm').length > 0, true)
})

it('rows of the history are shelved once more with all that was typed, where no answer came', async () => {
  let isDown = true
  const page = await open('', {
    'PUT /rAlarmDev/shelve': ({ body }: PlayedRequest) =>
      isDown ? Promise.reject(new TypeError('gone')) : each(body.alarm_ids as string[]),
  })
  ;(await boxes(page))[1]?.click()
  await page.press('Shelve', 'Under maintenance', 'Shelve 1')
  await page.says('No answer came from the server')
  isDown = false
  await page.press('Retry')
  await page.says('Shelved 1 alarm')
  const [first, last] = [page.requestsOf('PUT /rAlarmDev/shelve')[0], page.requestsOf('PUT /rAlarmDev/shelve').at(-1)]
  equal(last?.body, first?.body)
})

it('rows of the history are shelved with a reason, and that can be undone', async () => {
  const page = await open('', {
    'PUT /rAlarmDev/shelve': ({ body }: PlayedRequest) => each(body.alarm_ids as string[]),
    'PUT /rAlarmDev/unshelve': ({ body }: PlayedRequest) => each(body.alarm_ids as string[]),
  })
  ;(await boxes(page))[1]?.click()
  await page.press('Shelve', 'Under maintenance', 'Shelve 1', 'Undo')
  await page.requested('PUT /rAlarmDev/unshelve')
})

it('rows of the history are only read by who may not confirm', async () => {
  const page = await open('alarm="5"', {}, ['P10000'])
  await page.says('Clean the filter')
  equal([mayPress(page, /Confirm|Shelve|Save/), page.root.querySelector('input[type=checkbox]')], [false, null])
  equal(page.text.includes('Notifications'), true)
})
