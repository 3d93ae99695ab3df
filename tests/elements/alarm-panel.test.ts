import { HOUR_MS } from '../../core/catalogue/durations.ts'
import type { Element } from './account-driver.ts'
import { ROW } from './axe-page.ts'
import { equal, place, sg, turn, until } from './check.ts'

// Not in this file's own chunk: the runner loads it under a second address, and what loads later would find a copy.
await import('../../elements/screens/alarm-feed/index.ts')
await import('../../elements/screens/alarm-history/index.ts')
const { button, Refused, says, shown, textOf } = await import('./account-driver.ts')
const { history, pastAlarm } = await import('./alarm-history-pages.ts')

const MAY = ['P10000', 'P30000', 'P73000']
const open = (attributes = '', answers = {}, roles = MAY) =>
  shown(
    `<sg-alarm-history lang="en" style="height: 700px; width: 1200px; max-width: none" ${attributes}></sg-alarm-history>`,
    { ...history, 'PUT /rAlarmDev/confirm': ({ body }: Asked) => each(body.alarm_ids as string[]), ...answers },
    roles,
  )
interface Asked {
  body: Record<string, unknown>
}
const each = (alarm_ids: string[], codes: Record<string, string> = {}) => ({
  results: alarm_ids.map((alarm_id) => ({ alarm_id, code: codes[alarm_id] ?? '100001' })),
})
const panel = ({ shadowRoot }: Element) => until('the panel', () => shadowRoot.querySelector('.side-panel'))
const inPanel = async (element: Element, name: string) =>
  until(`${name} in the panel`, () =>
    [...element.shadowRoot.querySelectorAll<HTMLElement>('.side-panel button')].find(
      ({ textContent }) => textContent?.trim() === name,
    ),
  )
const boxes = ({ shadowRoot }: Element) =>
  until('the boxes', () => {
    const found = shadowRoot.querySelectorAll<HTMLInputElement>('.table input[type=checkbox]')
    return found.length > 0 && found
  })
const offers = ({ shadowRoot }: Element, name: RegExp) =>
  [...shadowRoot.querySelectorAll('button')].some(({ textContent }) => name.test(textContent ?? ''))

describe('the panel of an alarm', () => {
  it('the panel of an alarm says what to do, the value against its limit, what happened, and leads to its curve and device', async () => {
    const { element, told } = await open()
    ;(await until('a row', () => element.shadowRoot.querySelector<HTMLElement>(ROW))).click()
    for (const said of [
      'Clean the filter',
      'Clogged filter',
      'flow 95.0 m³/h',
      'flow > 90.0 m³/h',
      '2.0 m³/h',
      'on 10 s',
    ])
      await says(element, said)
    equal(told.at(-1), { type: 'sg-view-change', detail: { ...viewOf(told.at(-1)?.detail), alarm: '5' } })
    const { alarm_time, key } = pastAlarm(5)
    ;(await button(element, 'Curve then')).click()
    ;(await button(element, 'Device')).click()
    equal(
      told.filter(({ type }) => type === 'sg-navigate').map(({ detail }) => (detail as { path: string }).path),
      [`/deviceDetail/PUMP1?tab=curve&moment=${key}%40${alarm_time}&alarm=5`, '/deviceDetail/PUMP1'],
    )
  })
  it('the panel of an alarm says that an alarm is not kept any more, and offers no second try', async () => {
    const { element } = await open('alarm="77"', { 'GET /rAlarmDev/one': () => new Refused('100002') })
    await says(element, 'This alarm is not kept any more')
    equal(offers(element, /Try again|Retry/), false)
  })
  const viewOf = (detail: unknown) => detail as Record<string, unknown>

  it('the panel of an alarm tells what happened with the newest first', async () => {
    const { element } = await open('alarm="5"')
    const events = await until('the events', () => {
      const found = element.shadowRoot.querySelectorAll('.alarm-panel-event strong')
      return found.length === 2 && [...found].map(({ textContent }) => textContent)
    })
    equal(events, ['Shelved', 'Produced'])
    await says(element, 'Being mended')
  })

  it('the panel of an alarm stays open with its alarm while the list beside it shows others', async () => {
    const { server, element } = await open('alarm="5"')
    await says(element, 'Clean the filter')
    server.answers['GET /hAlarmDev'] = () => ({ rows: [pastAlarm(2)], total: 1 })
    server.push({ type: 'alarm', alarm: pastAlarm(9) })
    await until('the others', () => element.shadowRoot.querySelectorAll(ROW).length === 1)
    equal((await panel(element)).textContent?.includes('Alarm 5'), true)
  })

  it('the panel of an alarm follows what happens to its alarm', async () => {
    const { server, element } = await open('alarm="5"')
    await says(element, 'Clean the filter')
    const event = { event_time: Date.now(), alarm_type: 3, user_name: 'wang', note: 'Seen on site', note_en: null }
    server.answers['GET /rAlarmDev/one'] = () => ({
      alarm: pastAlarm(5),
      events: [event],
      rationale: null,
      has_screen: false,
    })
    server.push({ type: 'alarm', alarm: pastAlarm(5) })
    await says(element, 'Seen on site')
    await says(element, 'The rule of this alarm was deleted.')
  })

  it('the panel of an alarm confirms with the note that was typed and not saved', async () => {
    const { server, element } = await open('alarm="5"')
    const note = await until('the note', () => element.shadowRoot.querySelector<HTMLTextAreaElement>('textarea'))
    Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(note, 'Seen on site')
    note.dispatchEvent(new Event('input', { bubbles: true }))
    ;(await inPanel(element, 'Save the note')).focus()
    ;(await inPanel(element, 'Confirm')).click()
    await until('asked', () => server.asks('PUT /rAlarmDev/confirm').length === 1)
    equal(server.asks('PUT /rAlarmDev/confirm')[0]?.body, { alarm_ids: ['5'], alarm_note: 'Seen on site' })
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
    const { element } = await open('alarm="8"', {
      'GET /rAlarmDev/one': () => ({ alarm: noted, events: [event], rationale: null, has_screen: false }),
    })
    for (const said of ['System note', 'Came late', 'It measured']) await says(element, said)
    equal([element.shadowRoot.querySelector('textarea')?.value, offers(element, /Save the note/)], ['', false])
    equal(/迟到|设备在/.test((await panel(element)).textContent ?? ''), false)
  })

  it('the panel of an alarm ends a shelving before its time', async () => {
    const shelved = pastAlarm(3, { state: 'SHLVD', shelved_until: Date.now() + HOUR_MS })
    const { server, element } = await open('alarm="3"', {
      'GET /rAlarmDev/one': () => ({ alarm: shelved, events: [], rationale: null, has_screen: false }),
      'PUT /rAlarmDev/unshelve': ({ body }: Asked) => each(body.alarm_ids as string[], { 3: '100002' }),
    })
    ;(await inPanel(element, 'Unshelve')).click()
    await until('asked', () => server.asks('PUT /rAlarmDev/unshelve').length === 1)
    await says(element, '1 alarm was not unshelved')
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
    const { server, element } = await open('alarm="5"', {
      'GET /rAlarmDev/deliveries': () => ({ rows: [row], total: 1 }),
    })
    const told = await until('the fold', () => element.shadowRoot.querySelector('details'))
    await turn()
    equal(server.asks('GET /rAlarmDev/deliveries').length, 0)
    told.open = true
    for (const said of ['Wang', 'SMS · Escalation · step 2', 'Failed', 'No such number']) await says(element, said)
    server.answers['GET /rAlarmDev/deliveries'] = () => new Refused('100015')
  })

  it('the panel of an alarm says what a page gave that has no console behind it', async () => {
    const box = place('<sg-alarm-feed lang="en" alarm="5" style="display: block; height: 480px"></sg-alarm-feed>')
    const feed = sg(box, 'sg-alarm-feed') as Element & { alarms: unknown }
    feed.alarms = [pastAlarm(5, { alarm_note: 'A loose wire' })]
    for (const said of ['95', 'Unconfirmed', 'A loose wire', 'Curve then']) await says(feed, said)
    equal([offers(feed, /Confirm|Save/), feed.shadowRoot.querySelector('details')], [false, null])
  })

  it('the panel of an alarm says that an alarm is not there', async () => {
    const { element } = await open('alarm="77"', { 'GET /rAlarmDev/one': () => new Refused('100002') })
    await until('the refusal', async () => (await panel(element)).textContent?.includes('100002'))
  })
})

describe('rows of the history', () => {
  it('rows of the history are confirmed one by one', async () => {
    const { server, element } = await open()
    ;(await button(element, 'Confirm Alarm 5')).click()
    await until('asked', () => server.asks('PUT /rAlarmDev/confirm').length === 1)
    equal(server.asks('PUT /rAlarmDev/confirm')[0]?.body, { alarm_ids: ['5'] })
    equal(element.shadowRoot.querySelector('.side-panel'), null)
  })

  it('rows of the history are confirmed together with a result for each, and those not done stay selected', async () => {
    const { server, element } = await open('', {
      'PUT /rAlarmDev/confirm': ({ body }: Asked) => each(body.alarm_ids as string[], { 4: '100002' }),
    })
    ;(await boxes(element))[0]?.click()
    const asked = server.asks('GET /hAlarmDev').length
    ;(await button(element, 'Confirm 2')).click()
    await says(element, '1 alarm was not confirmed')
    equal(server.asks('PUT /rAlarmDev/confirm')[0]?.body, { alarm_ids: ['5', '4'] })
    await until('the list again', () => server.asks('GET /hAlarmDev').length > asked)
    ;(await button(element, 'Close')).click()
    await says(element, '4 selected')
  })

  it('rows of the history are told to be unconfirmed where no answer comes', async () => {
    const { server, element } = await open('', {
      'PUT /rAlarmDev/confirm': () => Promise.reject(new TypeError('gone')),
    })
    ;(await button(element, 'Confirm Alarm 5')).click()
    await says(element, 'No answer came from the server')
    equal(server.asks('PUT /rAlarmDev/confirm').length > 0, true)
  })

  it('rows of the history are shelved once more with all that was typed, where no answer came', async () => {
    let isDown = true
    const { server, element } = await open('', {
      'PUT /rAlarmDev/shelve': ({ body }: Asked) =>
        isDown ? Promise.reject(new TypeError('gone')) : each(body.alarm_ids as string[]),
    })
    ;(await boxes(element))[1]?.click()
    ;(await button(element, 'Shelve')).click()
    ;(await button(element, 'Under maintenance')).click()
    ;(await button(element, 'Shelve 1')).click()
    await says(element, 'No answer came from the server')
    isDown = false
    ;(await button(element, 'Retry')).click()
    await says(element, 'Shelved 1 alarm')
    const [first, last] = [server.asks('PUT /rAlarmDev/shelve')[0], server.asks('PUT /rAlarmDev/shelve').at(-1)]
    equal(last?.body, first?.body)
  })

  it('rows of the history are shelved with a reason, and that can be undone', async () => {
    const { server, element } = await open('', {
      'PUT /rAlarmDev/shelve': ({ body }: Asked) => each(body.alarm_ids as string[]),
      'PUT /rAlarmDev/unshelve': ({ body }: Asked) => each(body.alarm_ids as string[]),
    })
    ;(await boxes(element))[1]?.click()
    ;(await button(element, 'Shelve')).click()
    ;(await button(element, 'Under maintenance')).click()
    ;(await button(element, 'Shelve 1')).click()
    ;(await button(element, 'Undo')).click()
    await until('undone', () => server.asks('PUT /rAlarmDev/unshelve').length === 1)
  })

  it('rows of the history are only read by who may not confirm', async () => {
    const { element } = await open('alarm="5"', {}, ['P10000'])
    await says(element, 'Clean the filter')
    equal(
      [offers(element, /Confirm|Shelve|Save/), element.shadowRoot.querySelector('input[type=checkbox]')],
      [false, null],
    )
    equal(textOf(element).includes('Who was told'), true)
  })
})
