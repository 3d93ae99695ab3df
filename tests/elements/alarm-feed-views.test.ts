import { sendKeys, sendMouse } from '@web/test-runner-commands'
import { HOUR_MS } from '../../core/catalogue/durations.ts'
import type { Feed } from './alarm-feed-driver.ts'
import { equal, expectComplaint, place, sg, turn, until } from './check.ts'

// Its element is loaded there, in a chunk of its own.
const {
  NOW,
  button,
  check,
  grid,
  holding,
  names,
  offers,
  one,
  pump,
  push,
  row,
  rowsOf,
  says,
  shown,
  state,
  textOf,
  three,
} = await import('./alarm-feed-driver.ts')

it('an opened alarm says first what to do, then what happened, and leads to device, curve and screen', async () => {
  const { feed, heard } = await shown()
  ;(await row(feed, 'Alarm 3')).click()
  for (const wanted of ['Stop the pump', 'Blocked intake', 'The pump runs dry', 'Raised']) await says(feed, wanted)
  equal(heard[0], { type: 'alarm-open', detail: { alarm_id: '3', sn_code: 'PUMP3' } as Record<string, unknown> })
  equal(heard[1]?.detail.alarm, '3')
  ;(await button(feed, 'Trend at alarm')).click()
  const time = NOW - 60_000 + 3
  equal(heard.slice(-2), [
    { type: 'curve-open', detail: { sn_code: 'PUMP3', key: 'flow', time, alarm_id: '3' } },
    { type: 'navigate', detail: { path: `/deviceDetail/PUMP3?tab=curve&moment=flow%40${time}&alarm=3` } },
  ])
})
it('a row of the feed has a menu of where its alarm leads, for the pointer and for the menu key', async () => {
  const answers = { 'GET /dev/basic': () => pump({ has_screen: true }), ...holding(['P10000', 'P73000']) }
  const { feed, heard } = await shown('', { answers })
  const entries = async () => {
    await until('the menu', () => feed.shadowRoot.querySelectorAll('[role=menuitem]').length === 4)
    return [...feed.shadowRoot.querySelectorAll<HTMLElement>('[role=menuitem]')]
  }
  const asking = () => new MouseEvent('contextmenu', { bubbles: true, cancelable: true, composed: true })
  ;(await row(feed, 'Alarm 2')).dispatchEvent(asking())
  const found = await entries()
  equal(
    found.map(({ textContent }) => textContent),
    ['Trend at alarm', 'Device', 'Alarm rule', 'Screen'],
  )
  found[2]?.click()
  equal(heard.at(-1), { type: 'navigate', detail: { path: '/deviceDetail/PUMP2?tab=rules&rule=2' } })
  await until('it is closed', () => !feed.shadowRoot.querySelector('[role=menu]'))
  ;(await grid(feed)).dispatchEvent(asking())
  const again = await entries()
  again[0]?.click()
  equal(heard.at(-2)?.detail.alarm_id, '2')
})
it('an opened alarm is opened by its id, and says where it is over', async () => {
  const { feed } = await shown('alarm="2"')
  const panel = () => feed.shadowRoot.querySelector('.side-panel')
  await until('its name', () => panel()?.textContent?.includes('Alarm 2'))
})
it('an opened alarm leads to a screen where its device has one', async () => {
  const seen = { alarm: one(2), events: [], rationale: null }
  const { feed } = await shown('alarm="2"', {
    answers: { 'GET /rAlarmDev/one': () => ({ ...seen, has_screen: false }) },
  })
  await says(feed, 'The rule of this alarm was deleted.')
  equal(offers(feed, 'Screen'), false)
  const other = await shown('alarm="2"')
  ;(await button(other.feed, 'Screen')).click()
  equal(other.heard.at(-1), { type: 'navigate', detail: { path: '/configureMonitor?sn=PUMP2' } })
})
it('an opened alarm that is not in the feed yet keeps its panel, the focus and what was typed when it comes', async () => {
  let answer = (_found: object) => {}
  const played = await shown('alarm="9"', {
    answers: { 'GET /rAlarmDev/one': () => new Promise((done) => (answer = done)) },
  })
  const { feed, server } = played
  const inPanel = <Found extends HTMLElement>(selector: string) =>
    until(selector, () => feed.shadowRoot.querySelector<Found>(`.side-panel ${selector}`))
  const close = await inPanel('.side-panel-head button')
  close.focus()
  await until('requested', () => server.requestsOf('GET /rAlarmDev/one').length === 1)
  answer({ alarm: one(9, { state: 'NORM' }), events: [], rationale: null, has_screen: false })
  const note = await inPanel<HTMLTextAreaElement>('textarea')
  equal([close.isConnected, feed.shadowRoot.activeElement === close], [true, true])
  note.focus()
  await sendKeys({ type: 'Seen on' })
  push(played, one(9))
  await until('in the feed', () => rowsOf(feed).length === 4)
  equal([note.isConnected, feed.shadowRoot.activeElement === note, note.value], [true, true, 'Seen on'])
})
it('an opened alarm keeps the focus in its panel when the button of what was done goes', async () => {
  const played = await shown('alarm="2"')
  const { feed, server } = played
  const confirm = await button(feed, 'Confirm')
  confirm.focus()
  confirm.click()
  await until('requested', () => server.requestsOf('PUT /rAlarmDev/confirm').length === 1)
  push(played, one(2, { state: 'ACKED', confirm_time: NOW }))
  await until('the panel', () => feed.shadowRoot.activeElement?.matches('.side-panel'))
})
it('an opened alarm takes a note', async () => {
  const saved = one(2, { alarm_note: 'Ordered a part' })
  const { feed, server } = await shown('alarm="2"', { answers: { 'PUT /rAlarmDev/note': () => saved } })
  const field = await until('the note', () =>
    feed.shadowRoot.querySelector<HTMLTextAreaElement>('.side-panel textarea'),
  )
  field.focus()
  await sendKeys({ type: 'Ordered a part' })
  ;(await button(feed, 'Save the note')).click()
  await until('requested', () => server.requestsOf('PUT /rAlarmDev/note').length === 1)
  equal(server.requestsOf('PUT /rAlarmDev/note')[0]?.body, { alarm_id: '2', alarm_note: 'Ordered a part' })
})

it('filters narrow what is shown and stand as chips that take them away', async () => {
  const { feed, heard } = await shown('levels="5" search="alarm"')
  await names(feed, ['Alarm 3'])
  ;(await button(feed, 'Remove the filter Level: Critical')).click()
  await names(feed, ['Alarm 3', 'Alarm 2', 'Alarm 1'])
  equal([heard.at(-1)?.detail.levels, heard.at(-1)?.detail.search], ['', 'alarm'])
})
it('filters without a match say so', async () => {
  const { feed } = await shown('search="nothing has this"')
  await state(feed, 'empty')
  ;(await button(feed, 'Clear filters')).click()
  await names(feed, ['Alarm 3', 'Alarm 2', 'Alarm 1'])
})
it('filters group by device or rule, with counts, and fold', async () => {
  const rows = [one(3, { sn_code: 'A', dev_alias: 'Pump A' }), one(2), one(1, { sn_code: 'A', dev_alias: 'Pump A' })]
  const { feed } = await shown('group-by="device"', { rows })
  await names(feed, ['Pump A · A', 'Alarm 3', 'Alarm 1', 'Pump 2 · PUMP2', 'Alarm 2'])
  ;(await until('its fold', () => feed.shadowRoot.querySelector<HTMLElement>('.feed-fold'))).click()
  await names(feed, ['Pump A · A', 'Pump 2 · PUMP2', 'Alarm 2'])
})
it('grouped rows are selected by their group: all, some, none, by key and as the end of a range', async () => {
  const rows = [one(3, { sn_code: 'A', dev_alias: 'Pump A' }), one(2), one(1, { sn_code: 'A', dev_alias: 'Pump A' })]
  const { feed } = await shown('group-by="device"', { rows })
  const box = (label: string) =>
    until(label, () => feed.shadowRoot.querySelector<HTMLInputElement>(`.feed-heading input[aria-label="${label}"]`))
  const ofA = await box('Select all of Pump A · A')
  ofA.click()
  await says(feed, '2 selected')
  equal([ofA.checked, ofA.closest('[role=row]')?.ariaSelected], [true, 'true'])
  await check(feed, 'Alarm 1')
  await says(feed, '1 selected')
  equal([ofA.checked, ofA.indeterminate], [false, true])
  ofA.click()
  await says(feed, '2 selected')
  ofA.click()
  await says(feed, 'Select all')
  ;(await grid(feed)).focus()
  for (const press of ['j', 'x']) await sendKeys({ press })
  await says(feed, '2 selected')
  const of2 = await box('Select all of Pump 2 · PUMP2')
  of2.dispatchEvent(new MouseEvent('click', { bubbles: true, composed: true, shiftKey: true }))
  await says(feed, '3 selected')
})
it('grouped rows have no box at their group for a user who may only read', async () => {
  const { feed } = await shown('group-by="device" read-only')
  await names(feed, ['Pump 3 · PUMP3', 'Alarm 3', 'Pump 2 · PUMP2', 'Alarm 2', 'Pump 1 · PUMP1', 'Alarm 1'])
  equal(feed.shadowRoot.querySelectorAll('.feed-heading input').length, 0)
})
it('a filter of states shows what is shelved', async () => {
  const rows = [...three(), one(4, { state: 'SHLVD', held_until: NOW + HOUR_MS })]
  const { feed } = await shown('states="SHLVD"', { rows })
  await names(feed, ['Alarm 4'])
  equal((await row(feed, 'Alarm 4')).textContent?.includes('Until'), true)
})

it('a feed whose connection element is written but not defined says what to add', async () => {
  expectComplaint(/NotConnected/)
  const box = place('<sg-connection><sg-alarm-feed lang="en"></sg-alarm-feed></sg-connection>')
  await says(sg(box, 'sg-alarm-feed') as Feed, 'no script defines it: add live.js')
})

const devices = { 'GET /dev': () => ({ rows: [pump({ sn_code: 'BH1', dev_alias: 'Boiler 1' })], total: 1 }) }
const answers = { ...devices, 'GET /dev/basic': () => pump({ sn_code: 'BH1', dev_alias: 'Boiler 1' }) }
const chips = (feed: Feed) => Array.from(feed.shadowRoot.querySelectorAll('.chip'), (chip) => chip.textContent)
const option = ({ shadowRoot }: Feed, name: string) =>
  until(`an option ${name}`, () =>
    Array.from(shadowRoot.querySelectorAll<HTMLElement>('[role=option]')).find(({ textContent }) =>
      textContent?.includes(name),
    ),
  )

it('alarms are filtered by group, and by a device of it, with chips of their names', async () => {
  const { feed, server, heard } = await shown('', { answers })
  const query = () => server.requestsOf('GET /rAlarmDev/feed').at(-1)?.query
  ;(await button(feed, 'All groups')).click()
  ;(await option(feed, 'Boilers')).click()
  await until('the group asked for', () => query()?.get('group_id') === '2')
  ;(await button(feed, 'All devices')).click()
  ;(await button(feed, /^Boiler 1/)).click()
  await until('the device asked for', () => query()?.get('sn_code') === 'BH1')
  equal(server.requestsOf('GET /dev').at(-1)?.query.get('group_id'), '2')
  await until(`chips, are ${chips(feed)}`, () => chips(feed).join() === 'Group: Boilers,Device: Boiler 1')
  equal([heard.at(-1)?.detail.group, heard.at(-1)?.detail.sn], [2, 'BH1'])
  ;(await button(feed, 'Remove the filter Group: Boilers')).click()
  await until('of the device alone', () => query()?.get('group_id') === null && query()?.get('sn_code') === 'BH1')
})
it('alarms filtered by an attribute are shown with the names of group and device, also among the shelved', async () => {
  const { feed } = await shown('group="1" sn="BH1" levels="5" tab="held"', { answers })
  await until(`chips, are ${chips(feed)}`, () => chips(feed).join() === 'Group: Water,Device: Boiler 1')
})
it('an unknown group is not taken for all alarms', async () => {
  const { feed } = await shown('group="1"', { rows: [], answers })
  await says(feed, 'No open alarms of these devices')
})
it('a selection goes with the filter that hides it', async () => {
  const { feed } = await shown()
  await check(feed, 'Alarm 2')
  await says(feed, '1 selected')
  feed.setAttribute('levels', '5')
  await names(feed, ['Alarm 3'])
  await says(feed, 'Select all')
})

it('the keyboard moves, selects, confirms and closes while the focus is in the feed', async () => {
  const { feed, server } = await shown()
  ;(await grid(feed)).focus()
  const active = () => feed.shadowRoot.querySelector('[data-active]')?.querySelector('.feed-name')?.textContent
  await sendKeys({ press: 'j' })
  await sendKeys({ press: 'j' })
  await until('the second', () => active() === 'Alarm 2')
  await sendKeys({ press: 'x' })
  await sendKeys({ press: 'k' })
  await until('the first', () => active() === 'Alarm 3')
  await says(feed, '1 selected')
  await sendKeys({ press: 'a' })
  await until('requested', () => server.requestsOf('PUT /rAlarmDev/confirm').length === 1)
  equal(server.requestsOf('PUT /rAlarmDev/confirm')[0]?.body, { alarm_ids: ['2'] })
  await sendKeys({ press: 'Enter' })
  await until('open', () => feed.shadowRoot.querySelector('.side-panel'))
  await sendKeys({ press: 'Escape' })
  await until('closed', () => !feed.shadowRoot.querySelector('.side-panel'))
  await sendKeys({ press: '/' })
  await until('search', () => feed.shadowRoot.activeElement?.matches('input[type=search]'))
  await sendKeys({ press: 'x' })
  equal((feed.shadowRoot.activeElement as HTMLInputElement).value, 'x')
})
it('the keyboard goes from the search on to the rows', async () => {
  const { feed } = await shown()
  ;(await grid(feed)).focus()
  for (const press of ['/', 'Enter']) await sendKeys({ press })
  await until('the rows', () => feed.shadowRoot.activeElement?.matches('.feed-grid'))
  equal(feed.shadowRoot.querySelector('[data-active] .feed-name')?.textContent, 'Alarm 3')
})
it('the keyboard goes on where a row was confirmed by its button', async () => {
  const played = await shown()
  const { feed } = played
  const confirm = await button(feed, 'Confirm Alarm 2')
  confirm.focus()
  confirm.click()
  push(played, one(2, { state: 'ACKED', confirm_time: NOW }))
  await until('confirmed', async () => (await row(feed, 'Alarm 2')).dataset.state === 'ACKED')
  equal(feed.shadowRoot.activeElement?.matches('.feed-grid'), true)
  await sendKeys({ press: 'j' })
  await until('the next', () => feed.shadowRoot.querySelector('[data-active]')?.textContent?.includes('Alarm 1'))
})
it('the keyboard is in the rows again when what was done with a selection took its buttons away', async () => {
  const { feed } = await shown()
  await check(feed, 'Alarm 2')
  const shelve = await button(feed, 'Shelve')
  shelve.focus()
  shelve.click()
  ;(await button(feed, 'Under maintenance')).click()
  ;(await button(feed, 'Shelve 1')).click()
  await until('the rows', () => feed.shadowRoot.activeElement?.matches('.feed-grid'))
})
it('the keyboard lists its keys, and leaves the page its own', async () => {
  const { feed } = await shown()
  ;(await grid(feed)).focus()
  await sendKeys({ press: '?' })
  await says(feed, 'Select; with Shift, all up to here')
  await sendKeys({ press: 'Escape' })
  const other = document.createElement('button')
  feed.before(other)
  other.focus()
  await sendKeys({ press: 'j' })
  await turn()
  equal(feed.shadowRoot.querySelector('[data-active]'), null)
  other.remove()
})
it('a press with Shift selects all from the last one', async () => {
  const { feed } = await shown('', { rows: [one(4), one(3), one(2), one(1)] })
  await check(feed, 'Alarm 4')
  const box = (await row(feed, 'Alarm 2')).querySelector('input') as HTMLInputElement
  box.dispatchEvent(new MouseEvent('click', { bubbles: true, composed: true, shiftKey: true }))
  await says(feed, '3 selected')
})

it('a table sorts by its heads', async () => {
  const { feed, heard } = await shown('mode="table"')
  await names(feed, ['Alarm 3', 'Alarm 2', 'Alarm 1'])
  ;(await button(feed, 'Device')).click()
  await names(feed, ['Alarm 1', 'Alarm 2', 'Alarm 3'])
  equal(heard.at(-1)?.detail.sort, 'dev_alias')
})
it('a table keeps which columns it has and how wide they are', async () => {
  const heads = (feed: Feed) =>
    Array.from(feed.shadowRoot.querySelectorAll<HTMLElement>('.feed-row-head > .feed-cell'), (cell) => cell)
  const head = (feed: Feed, title: string) =>
    until(`head ${title}`, () => heads(feed).find(({ textContent }) => textContent === title))
  const { feed, box } = await shown('mode="table"')
  await head(feed, 'Device')
  ;(await button(feed, 'Choose columns')).click()
  const entry = await until('its entry', () =>
    Array.from(feed.shadowRoot.querySelectorAll<HTMLElement>('[role=menuitemcheckbox]')).find(
      ({ textContent }) => textContent === 'Note',
    ),
  )
  entry.click()
  await until('gone', () => !heads(feed).some(({ textContent }) => textContent === 'Note'))
  await sendKeys({ press: 'Escape' })
  const edge = (await head(feed, 'At alarm')).querySelector('.feed-resize') as HTMLElement
  const { left, top } = edge.getBoundingClientRect()
  const from: [number, number] = [Math.round(left) + 4, Math.round(top) + 10]
  await sendMouse({ type: 'move', position: from })
  await sendMouse({ type: 'down' })
  await sendMouse({ type: 'move', position: [from[0] + 60, from[1]] })
  await sendMouse({ type: 'up' })
  const width = (await head(feed, 'At alarm')).offsetWidth
  box.remove()
  const again = await shown('mode="table"')
  await until('as wide', async () => (await head(again.feed, 'At alarm')).offsetWidth === width)
  equal(
    heads(again.feed).some(({ textContent }) => textContent === 'Note'),
    false,
  )
})
it('a banner has the worst alone, and leads to all', async () => {
  const played = await shown('mode="banner"')
  const { feed, heard } = played
  await says(feed, 'Alarm 3')
  equal(textOf(feed).includes('Alarm 2'), false)
  ;(await button(feed, /^Show all alarms/)).click()
  equal(heard.at(-1), { type: 'navigate', detail: { path: '/info/realTimeFault' } })
  push(played, one(9, { alarm_level: 5 }))
  await says(feed, 'Alarm 9')
})
it('the feed shows level and state by word as well, however narrow it is, and nothing is cut', async () => {
  const rows = [one(3, { alarm_level: 5, state: 'RTNUN', recover_time: NOW }), one(2, { state: 'OOSRV' }), one(1)]
  for (const lang of ['en', 'zh'])
    for (const mode of ['compact', 'feed'])
      for (const px of [200, 280, 420]) {
        const { feed, box } = await shown(`mode="${mode}" states="UNACK,RTNUN,OOSRV"`, { rows })
        feed.setAttribute('lang', lang)
        feed.style.inlineSize = `${px}px`
        const word = lang === 'en' ? 'Critical' : '紧急'
        await until(`${word} in ${mode} at ${px}`, () => {
          const marks = Array.from(
            feed.shadowRoot.querySelectorAll<HTMLElement>('.feed-rows :is(.feed-level, .feed-how)'),
          )
          const isWhole = (cell: HTMLElement) =>
            (cell.textContent?.trim() ?? '') !== '' &&
            cell.scrollWidth <= cell.clientWidth &&
            cell.scrollHeight <= cell.clientHeight &&
            cell.getBoundingClientRect().bottom <= (cell.parentElement?.getBoundingClientRect().bottom ?? 0)
          return marks.length === 6 && marks.some(({ textContent }) => textContent === word) && marks.every(isWhole)
        })
        box.remove()
      }
})
it('the feed has every line of an alarm with a note within its row, however narrow it is', async () => {
  const rows = [one(2, { alarm_note_en: 'The intake was blocked by leaves', alarm_note: '进水口被树叶堵塞' }), one(1)]
  for (const px of [200, 300, 360, 480, 612, 700, 1000]) {
    const { feed, box } = await shown('', { rows })
    feed.style.inlineSize = `${px}px`
    const outside = () =>
      rowsOf(feed).flatMap((row) => {
        const { top, bottom } = row.getBoundingClientRect()
        return Array.from(row.querySelectorAll<HTMLElement>('.feed-line > *'))
          .map((line) => ({ line, at: line.getBoundingClientRect() }))
          .filter(({ at }) => at.height > 0 && (at.top < top || at.bottom > bottom))
          .map(({ line }) => line.textContent)
      })
    await until(`nothing cut at ${px} px, not ${outside()}`, () => rowsOf(feed).length === 2 && outside().length === 0)
    box.remove()
  }
})
it('the feed shows the value at the alarm whole on a phone, and beside an open panel', async () => {
  const rows = [one(1, { alarm_info_en: 'Pressure 0.486 MPa, setpoint 0.520 MPa', dev_alias: 'Compressor 1' })]
  for (const px of [366, 740, 1100]) {
    const { feed, box } = await shown('', { rows })
    feed.style.inlineSize = `${px}px`
    await until(`whole at ${px} px`, () => {
      const parts = Array.from(feed.shadowRoot.querySelectorAll<HTMLElement>('.feed-rows .feed-below > *'))
      return (
        parts.length === 2 &&
        parts[1]?.textContent === 'At alarm: Pressure 0.486 MPa, setpoint 0.520 MPa' &&
        parts.every((part) => part.scrollWidth <= part.clientWidth && part.scrollHeight <= part.clientHeight)
      )
    })
    box.remove()
  }
})
it('a compact one has a line each, no more than it is told', async () => {
  const { feed } = await shown('mode="compact" max-rows="2"')
  await names(feed, ['Alarm 3', 'Alarm 2'])
  await says(feed, '1 more')
})
for (const mode of ['compact', 'banner'])
  it(`a feed in mode ${mode} that is to have fewer rows than one says so, and has as many as without that`, async () => {
    expectComplaint(/max-rows: -3 is less than 1/)
    expectComplaint(/maxRows: 0 is less than 1/)
    const { feed } = await shown(`mode="${mode}" max-rows="-3"`)
    for (const alarm of mode === 'compact' ? [1, 2, 3] : [3]) await says(feed, `Alarm ${alarm}`)
    await says(feed, 'max-rows: -3 is less than 1')
    Object.assign(feed, { maxRows: 0 })
    await says(feed, 'maxRows: 0 is less than 1')
  })

it('alarms in a burst are announced once', async () => {
  const played = await shown()
  const { feed } = played
  const spoken = () => feed.shadowRoot.querySelector('[role=alert]')?.textContent ?? ''
  push(played, ...Array.from({ length: 1000 }, (_, at) => one(100 + at, { alarm_level: 5 })))
  await says(feed, '1003 alarms')
  await until('spoken', () => spoken() === '1000 new Critical alarms')
  equal(rowsOf(feed).length < 60, true)
})
it('alarms that a page gives need no connection and few rows of the document', async () => {
  const feed = sg(place('<sg-alarm-feed lang="en"></sg-alarm-feed>'), 'sg-alarm-feed') as Feed
  feed.style.cssText = 'display: block; block-size: 480px'
  feed.alarms = Array.from({ length: 100_000 }, (_, at) => one(at + 1))
  await says(feed, '100000 alarms')
  equal(rowsOf(feed).length < 60, true)
  const scroller = await grid(feed)
  scroller.scrollTop = scroller.scrollHeight
  await row(feed, 'Alarm 1')
  equal(rowsOf(feed).length < 60, true)
  scroller.scrollTop = 0
  feed.alarms = [one(1)]
  await until('one', () => textOf(feed).includes('1 alarm,'))
})
