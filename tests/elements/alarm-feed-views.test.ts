import { sendKeys } from '@web/test-runner-commands'
import type { Feed } from './alarm-feed-driver.ts'
import { equal, place, sg, turn, until } from './check.ts'

// Its element is loaded there, in a chunk of its own.
const { NOW, button, check, grid, names, one, push, row, rowsOf, says, shown, state, textOf, three } = await import(
  './alarm-feed-driver.ts'
)

describe('an opened alarm', () => {
  it('says first what to do, then what happened, and leads to device, curve and screen', async () => {
    const { feed, told } = await shown()
    ;(await row(feed, 'Alarm 3')).click()
    for (const wanted of ['Stop the pump', 'Blocked intake', 'The pump runs dry', 'Produced']) await says(feed, wanted)
    equal(told[0], { type: 'alarm-open', detail: { alarm_id: '3', sn_code: 'PUMP3' } as Record<string, unknown> })
    equal(told[1]?.detail.alarm, '3')
    ;(await button(feed, 'Curve then')).click()
    const time = NOW - 60_000 + 3
    equal(told.slice(-2), [
      { type: 'curve-open', detail: { sn_code: 'PUMP3', key: 'flow', time } },
      { type: 'navigate', detail: { path: `/deviceDetail/PUMP3?tab=curve&moment=flow%40${time}` } },
    ])
  })
  it('is opened by its id, and says where it is over', async () => {
    const { feed } = await shown('alarm="2"')
    const panel = await until('its panel', () => feed.shadowRoot.querySelector('.side-panel'))
    await until('its name', () => panel.textContent?.includes('Alarm 2'))
  })
  it('takes a note', async () => {
    const saved = one(2, { alarm_note: 'Ordered a part' })
    const { feed, server } = await shown('alarm="2"', { answers: { 'PUT /rAlarmDev/note': () => saved } })
    const field = await until('the note', () =>
      feed.shadowRoot.querySelector<HTMLTextAreaElement>('.side-panel textarea'),
    )
    field.focus()
    await sendKeys({ type: 'Ordered a part' })
    ;(await button(feed, 'Save the note')).click()
    await until('asked', () => server.asks('PUT /rAlarmDev/note').length === 1)
    equal(server.asks('PUT /rAlarmDev/note')[0]?.body, { alarm_id: '2', alarm_note: 'Ordered a part' })
  })
})

describe('filters', () => {
  it('narrow what is shown and stand as chips that take them away', async () => {
    const { feed, told } = await shown('levels="5" search="alarm"')
    await names(feed, ['Alarm 3'])
    ;(await button(feed, 'Remove the filter Level: Critical')).click()
    await names(feed, ['Alarm 3', 'Alarm 2', 'Alarm 1'])
    equal([told.at(-1)?.detail.levels, told.at(-1)?.detail.search], ['', 'alarm'])
  })
  it('that leave nothing say so', async () => {
    const { feed } = await shown('search="nothing has this"')
    await state(feed, 'empty')
    ;(await button(feed, 'Clear filters')).click()
    await names(feed, ['Alarm 3', 'Alarm 2', 'Alarm 1'])
  })
  it('group by device or rule, with counts, and fold', async () => {
    const rows = [one(3, { sn_code: 'A', dev_alias: 'Pump A' }), one(2), one(1, { sn_code: 'A', dev_alias: 'Pump A' })]
    const { feed } = await shown('group-by="device"', { rows })
    await names(feed, ['Pump A', 'Alarm 3', 'Alarm 1', 'Pump 2', 'Alarm 2'])
    ;(await until('its fold', () => feed.shadowRoot.querySelector<HTMLElement>('.feed-fold'))).click()
    await names(feed, ['Pump A', 'Pump 2', 'Alarm 2'])
  })
  it('of states show what is shelved', async () => {
    const rows = [...three(), one(4, { state: 'SHLVD', shelved_until: NOW + 3_600_000 })]
    const { feed } = await shown('states="SHLVD"', { rows })
    await names(feed, ['Alarm 4'])
    equal((await row(feed, 'Alarm 4')).textContent?.includes('Until'), true)
  })
})

describe('the keyboard', () => {
  it('moves, selects, confirms and closes while the focus is in the feed', async () => {
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
    await until('asked', () => server.asks('PUT /rAlarmDev/confirm').length === 1)
    equal(server.asks('PUT /rAlarmDev/confirm')[0]?.body, { alarm_ids: ['2'] })
    await sendKeys({ press: 'Enter' })
    await until('open', () => feed.shadowRoot.querySelector('.side-panel'))
    await sendKeys({ press: 'Escape' })
    await until('closed', () => !feed.shadowRoot.querySelector('.side-panel'))
    await sendKeys({ press: '/' })
    await until('search', () => feed.shadowRoot.activeElement?.matches('input[type=search]'))
    await sendKeys({ press: 'x' })
    equal((feed.shadowRoot.activeElement as HTMLInputElement).value, 'x')
  })
  it('lists its keys, and leaves the page its own', async () => {
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
  it('with Shift a press selects all from the last one', async () => {
    const { feed } = await shown('', { rows: [one(4), one(3), one(2), one(1)] })
    await check(feed, 'Alarm 4')
    const box = (await row(feed, 'Alarm 2')).querySelector('input') as HTMLInputElement
    box.dispatchEvent(new MouseEvent('click', { bubbles: true, composed: true, shiftKey: true }))
    await says(feed, '3 selected')
  })
})

describe('other looks', () => {
  it('a table sorts by its heads', async () => {
    const { feed, told } = await shown('mode="table"')
    await names(feed, ['Alarm 3', 'Alarm 2', 'Alarm 1'])
    ;(await button(feed, 'Device')).click()
    await names(feed, ['Alarm 1', 'Alarm 2', 'Alarm 3'])
    equal(told.at(-1)?.detail.sort, 'dev_alias')
  })
  it('a banner has the worst alone, and leads to all', async () => {
    const played = await shown('mode="banner"')
    const { feed, told } = played
    await says(feed, 'Alarm 3')
    equal(textOf(feed).includes('Alarm 2'), false)
    ;(await button(feed, /^Show all alarms/)).click()
    equal(told.at(-1), { type: 'navigate', detail: { path: '/info/realTimeFault' } })
    push(played, one(9, { alarm_level: 5 }))
    await says(feed, 'Alarm 9')
  })
  it('a compact one has a line each, no more than it is told', async () => {
    const { feed } = await shown('mode="compact" max-rows="2"')
    await names(feed, ['Alarm 3', 'Alarm 2'])
    await says(feed, '1 more')
  })
})

describe('many', () => {
  it('in a burst are told once', async () => {
    const played = await shown()
    const { feed } = played
    const spoken = () => feed.shadowRoot.querySelector('[role=alert]')?.textContent ?? ''
    push(played, ...Array.from({ length: 1000 }, (_, at) => one(100 + at, { alarm_level: 5 })))
    await says(feed, '1003 alarms')
    await until('spoken', () => spoken() === '1000 new Critical alarms')
    equal(rowsOf(feed).length < 60, true)
  })
  it('that a page gives need no connection and few rows of the document', async () => {
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
})
