import { sendKeys, sendMouse } from '@web/test-runner-commands'
import { HOUR_MS } from '../../core/catalogue/durations.ts'
import { equal, turn, until } from './check.ts'

// Its element is loaded there, in a chunk of its own.
const { NOW, Refused, all, button, check, hover, names, one, push, row, rowsOf, says, shown, rowNames, state, three } =
  await import('./alarm-feed-driver.ts')

it('the feed shows what is not over, the newest first, with level, state, device and age', async () => {
  const { feed } = await shown()
  await names(feed, ['Alarm 3', 'Alarm 2', 'Alarm 1'])
  const first = await row(feed, 'Alarm 3')
  for (const wanted of ['Critical', 'Pump 3', '95 > 90', 'Unconfirmed', 'ago'])
    equal([wanted, first.textContent?.includes(wanted)], [wanted, true])
  await says(feed, '3 alarms, 2 unconfirmed')
})
it('alarms of two devices of one name are told apart by the SN beside it', async () => {
  const rows = ['BH9001', 'BH9002'].map((sn_code, index) => one(index + 1, { sn_code, dev_alias: 'Boiler 90' }))
  const { feed } = await shown('', { rows })
  for (const [name, wanted] of [
    ['Alarm 1', 'Boiler 90 BH9001'],
    ['Alarm 2', 'Boiler 90 BH9002'],
  ] as const)
    equal([wanted, (await row(feed, name)).textContent?.includes(wanted)], [wanted, true])
})
it('the feed follows what happens: a new one comes, a confirmed one says so, one that is over leaves', async () => {
  const played = await shown('sort="-alarm_time"')
  const { feed } = played
  await names(feed, ['Alarm 3', 'Alarm 2', 'Alarm 1'])
  push(played, one(4))
  await names(feed, ['Alarm 4', 'Alarm 3', 'Alarm 2', 'Alarm 1'])
  push(played, one(2, { state: 'ACKED', confirm_time: NOW, confirm_userName: 'Wang' }))
  await until('confirmed', async () => (await row(feed, 'Alarm 2')).textContent?.includes('Confirmed'))
  push(played, one(1, { state: 'NORM', confirm_time: NOW, recover_time: NOW }))
  await until('over', async () => (await row(feed, 'Alarm 1')).textContent?.includes('Normal'))
  await names(feed, ['Alarm 4', 'Alarm 3', 'Alarm 2'])
})
it('a recovered alarm that somebody shelves leaves the feed as shelved, not as normal', async () => {
  const played = await shown()
  const { feed } = played
  push(played, one(2, { state: 'RTNUN', recover_time: NOW }))
  await until('recovered', async () => (await row(feed, 'Alarm 2')).textContent?.includes('Recovered, unconfirmed'))
  push(played, one(2, { state: 'NORM', recover_time: NOW }))
  await until('shelved', async () => (await row(feed, 'Alarm 2')).textContent?.includes('Shelved'))
})
it('the feed says that there is nothing, and what it cannot show', async () => {
  const { feed } = await shown('', { rows: [] })
  await state(feed, 'empty')
  const refused = await shown('', { answers: { 'GET /rAlarmDev/feed': () => new Refused('100015') } })
  await state(refused.feed, 'forbidden')
})
it('the feed says until when its alarms are known while the line is broken', async () => {
  const { server, feed } = await shown()
  await row(feed, 'Alarm 3')
  server.setDown(true)
  await state(feed, 'offline')
  await says(feed, 'Connection lost: as of')
  equal(rowsOf(feed).length, 3)
  server.setDown(false)
  await until('live again', () => feed.dataset.sgState === 'ready')
})
it('the feed speaks of a critical one once, also when the line was broken, and never of those that were there', async () => {
  const rows = three()
  const { server, feed } = await shown('', { rows })
  await row(feed, 'Alarm 3')
  const spoken: string[] = []
  const alert = await until('its place', () => feed.shadowRoot.querySelector('[role=alert]'))
  const observer = new MutationObserver(() => alert.textContent && spoken.push(alert.textContent))
  observer.observe(alert, { childList: true, subtree: true, characterData: true })
  rows.unshift(one(9, { alarm_level: 5 }))
  server.setDown(true)
  await state(feed, 'offline')
  server.setDown(false)
  await until('live again', () => feed.dataset.sgState === 'ready' && rowNames(feed)[0] === 'Alarm 9')
  await until('spoken', () => spoken.length > 0)
  await until('silent again', () => alert.textContent === '')
  observer.disconnect()
  equal(spoken, ['Critical alarm: Alarm 9, Pump 9 · PUMP9'])
})
it('the feed marks repeats, late ones and notes', async () => {
  const { feed } = await shown('', { rows: [one(1, { repeats: 2, is_late: true, alarm_note: 'Seen by Li' })] })
  const { textContent } = await row(feed, 'Alarm 1')
  for (const wanted of ['×3', 'Late', 'Seen by Li']) equal([wanted, textContent?.includes(wanted)], [wanted, true])
})
it('the feed tells system notes in the reader’s language', async () => {
  const noted = { alarm_note: '规则已停用', alarm_note_en: 'The rule was disabled' }
  const { feed } = await shown('', { rows: [one(1, noted)] })
  equal((await row(feed, 'Alarm 1')).querySelector('.feed-note')?.textContent?.trim(), noted.alarm_note_en)
})

it('a feed under the pointer keeps its rows where they are, and new alarms wait behind a bar', async () => {
  const played = await shown('sort="-alarm_time"')
  const { feed } = played
  await hover(feed, 'Alarm 2')
  const before = rowsOf(feed).map((found) => found.getBoundingClientRect().top)
  push(played, one(7, { alarm_level: 5 }), one(8), one(3, { state: 'NORM', confirm_time: NOW, recover_time: NOW }))
  await says(feed, '2 new')
  await until('over', async () => (await row(feed, 'Alarm 3')).textContent?.includes('Normal'))
  equal(rowNames(feed), ['Alarm 3', 'Alarm 2', 'Alarm 1'])
  equal(
    rowsOf(feed).map((found) => found.getBoundingClientRect().top),
    before,
  )
  await until('spoken', () => feed.shadowRoot.querySelector('[role=alert]')?.textContent?.includes('Alarm 7'))
  await sendMouse({ type: 'move', position: [0, 0] })
  await until('they came', () => rowNames(feed)[0] === 'Alarm 8')
})
it('alarms that wait are shown by a press on their bar', async () => {
  const played = await shown('sort="-alarm_time"')
  const { feed } = played
  await hover(feed, 'Alarm 2')
  push(played, one(9))
  ;(await button(feed, /^1 new/)).click()
  await names(feed, ['Alarm 9', 'Alarm 3', 'Alarm 2', 'Alarm 1'])
})
it('the feed changes nothing while a row is selected', async () => {
  const played = await shown('sort="-alarm_time"')
  const { feed } = played
  await check(feed, 'Alarm 2')
  feed.shadowRoot.querySelector<HTMLElement>(':focus')?.blur()
  push(played, one(9))
  await says(feed, '1 new')
  equal(rowNames(feed), ['Alarm 3', 'Alarm 2', 'Alarm 1'])
  ;(await button(feed, 'Clear selection')).click()
  await names(feed, ['Alarm 9', 'Alarm 3', 'Alarm 2', 'Alarm 1'])
})

it('confirming one alarm asks the server and changes the row after its answer', async () => {
  const played = await shown()
  const { feed, server, heard } = played
  ;(await button(feed, 'Confirm Alarm 2')).click()
  await until('requested', () => server.requestsOf('PUT /rAlarmDev/confirm').length === 1)
  equal(server.requestsOf('PUT /rAlarmDev/confirm')[0]?.body, { alarm_ids: ['2'] })
  equal(heard.filter(({ type }) => type === 'alarm-confirm').length, 1)
  await turn()
  equal((await row(feed, 'Alarm 2')).dataset.state, 'UNACK')
  push(played, one(2, { state: 'ACKED', confirm_time: NOW }))
  await until('confirmed', async () => (await row(feed, 'Alarm 2')).dataset.state === 'ACKED')
})
it('confirming many alarms names each that failed, and does not count one that somebody else confirmed', async () => {
  const codes: Record<string, string> = { '2': '110526', '3': '100002' }
  const { feed } = await shown('', {
    rows: [one(3), one(2), one(1)],
    answers: {
      'PUT /rAlarmDev/confirm': ({ body }) => ({
        results: (body.alarm_ids as string[]).map((alarm_id) => ({ alarm_id, code: codes[alarm_id] ?? '100001' })),
      }),
    },
  })
  await row(feed, 'Alarm 1')
  feed.shadowRoot.querySelector<HTMLInputElement>('.feed-selection input')?.click()
  ;(await button(feed, 'Confirm 3')).click()
  const dialog = await until('the dialog', () => feed.shadowRoot.querySelector('[role=dialog]'))
  await until('its reason', () => dialog.textContent?.includes('100002'))
  equal(dialog.querySelectorAll('li').length, 1)
  equal(dialog.textContent?.includes('1 alarm was not confirmed') && dialog.textContent.includes('Alarm 3'), true)
  await says(feed, '1 had been confirmed already')
  await says(feed, '1 selected')
})
it('confirming one alarm keeps the selection that was made meanwhile', async () => {
  let answer = () => {}
  const answered = new Promise<void>((done) => {
    answer = done
  })
  const confirm = (request: { body: Record<string, unknown> }) => answered.then(() => all(request.body))
  const { feed, server } = await shown('', { answers: { 'PUT /rAlarmDev/confirm': confirm } })
  ;(await button(feed, 'Confirm Alarm 2')).click()
  await until('requested', () => server.requestsOf('PUT /rAlarmDev/confirm').length === 1)
  await check(feed, 'Alarm 3')
  await says(feed, '1 selected')
  answer()
  await button(feed, 'Confirm Alarm 2')
  await turn()
  await says(feed, '1 selected')
})
it('confirming all leaves nothing selected, so that new alarms come', async () => {
  const played = await shown('', { rows: [one(2, { state: 'ACKED', confirm_time: 1 }), one(1)] })
  const { feed } = played
  await row(feed, 'Alarm 1')
  feed.shadowRoot.querySelector<HTMLElement>('.feed-selection label')?.click()
  await says(feed, '2 selected')
  ;(await button(feed, 'Confirm 1')).click()
  await until('nothing selected', () => !feed.shadowRoot.querySelector('.feed-selection[data-chosen]'))
  push(played, one(9))
  await sendMouse({ type: 'move', position: [0, 0] })
  await until('it comes where nobody looks', () => {
    feed.shadowRoot.querySelector<HTMLElement>(':focus')?.blur()
    return rowNames(feed)[0] === 'Alarm 9'
  })
})
it('confirming can be with a note', async () => {
  const { feed, server } = await shown()
  await check(feed, 'Alarm 2')
  ;(await button(feed, 'Confirm with a note')).click()
  const field = await until('the note', () =>
    feed.shadowRoot.querySelector<HTMLTextAreaElement>('[role=dialog] textarea'),
  )
  field.focus()
  await sendKeys({ type: 'Seen on site' })
  ;(
    await until('its button', () => feed.shadowRoot.querySelector<HTMLElement>('[role=dialog] .button-primary'))
  ).click()
  await until('requested', () => server.requestsOf('PUT /rAlarmDev/confirm').length === 1)
  equal(server.requestsOf('PUT /rAlarmDev/confirm')[0]?.body, { alarm_ids: ['2'], alarm_note: 'Seen on site' })
})
it('confirming a row with Shift held asks for a note first, by its button and by its key', async () => {
  const { feed, server } = await shown()
  const noted = () => feed.shadowRoot.querySelector<HTMLTextAreaElement>('[role=dialog] textarea')
  const its = (await row(feed, 'Alarm 2')).querySelector('.feed-confirm')
  its?.dispatchEvent(new MouseEvent('click', { bubbles: true, shiftKey: true }))
  await until('the note', noted)
  ;(await button(feed, 'Cancel')).click()
  await until('closed', () => noted() === null)
  feed.shadowRoot.querySelector<HTMLElement>('[role=grid]')?.focus()
  await sendKeys({ down: 'Shift' })
  await sendKeys({ press: 'A' })
  await sendKeys({ up: 'Shift' })
  ;(await until('the note', noted)).focus()
  await sendKeys({ type: 'Seen on site' })
  ;(
    await until('its button', () => feed.shadowRoot.querySelector<HTMLElement>('[role=dialog] .button-primary'))
  ).click()
  await until('requested', () => server.requestsOf('PUT /rAlarmDev/confirm').length === 1)
  equal(server.requestsOf('PUT /rAlarmDev/confirm')[0]?.body, { alarm_ids: ['2'], alarm_note: 'Seen on site' })
})
it('confirming very many alarms runs in chunks that can be cancelled', async () => {
  const rows = Array.from({ length: 1200 }, (_, at) => one(at + 1))
  let go = () => {}
  const { feed, server } = await shown('', {
    rows,
    answers: {
      'PUT /rAlarmDev/confirm': ({ body }) => new Promise((done) => (go = () => done(all(body)))),
    },
  })
  await row(feed, 'Alarm 1200')
  feed.shadowRoot.querySelector<HTMLInputElement>('.feed-selection input')?.click()
  ;(await button(feed, 'Confirm 1200')).click()
  await says(feed, 'Confirming 0 of 1200')
  await until('the first chunk', () => server.requestsOf('PUT /rAlarmDev/confirm').length === 1)
  go()
  await says(feed, 'Confirming 200 of 1200')
  await until('the second chunk', () => server.requestsOf('PUT /rAlarmDev/confirm').length === 2)
  ;(await button(feed, 'Cancel')).click()
  go()
  await says(feed, '800 selected')
  equal(server.requestsOf('PUT /rAlarmDev/confirm').length, 2)
})
it('confirming is taken over by a page that cancels the event', async () => {
  const { feed, server, box } = await shown()
  box.addEventListener('sg-alarm-confirm', (event) => event.preventDefault())
  ;(await button(feed, 'Confirm Alarm 2')).click()
  await turn()
  equal(server.requestsOf('PUT /rAlarmDev/confirm').length, 0)
})

it('a dialog that shelves or confirms names each alarm with its device', async () => {
  const { feed } = await shown()
  const named = () =>
    Array.from(feed.shadowRoot.querySelectorAll('[role=dialog] .alarm-lines > li'), (line) =>
      Array.from(line.querySelectorAll('span.alarm-lines-name, .alarm-lines-device'), ({ textContent }) => textContent),
    )
  await check(feed, 'Alarm 2')
  await check(feed, 'Alarm 3')
  ;(await button(feed, 'Shelve')).click()
  await until('named', () => named().length === 2)
  equal(named(), [
    ['Alarm 2', 'Pump 2 PUMP2'],
    ['Alarm 3', 'Pump 3 PUMP3'],
  ])
  ;(await button(feed, 'Cancel')).click()
  ;(await button(feed, 'Confirm with a note')).click()
  await until('named', () => named().length === 2)
})

it('shelving needs a reason, takes a span and can be undone', async () => {
  const { feed, server, heard } = await shown()
  await check(feed, 'Alarm 2')
  ;(await button(feed, 'Shelve')).click()
  ;(await button(feed, 'Shelve 1')).click()
  await says(feed, 'A reason is needed')
  ;(await button(feed, 'Under maintenance')).click()
  ;(await button(feed, '4 h')).click()
  ;(await button(feed, 'Shelve 1')).click()
  await until('requested', () => server.requestsOf('PUT /rAlarmDev/shelve').length === 1)
  const body = {
    alarm_ids: ['2'],
    reason: 'Under maintenance',
    minutes: 240,
    is_out_of_service: false,
    is_one_shot: false,
  }
  equal(server.requestsOf('PUT /rAlarmDev/shelve')[0]?.body, body)
  equal(heard.find(({ type }) => type === 'alarm-shelve')?.detail, body)
  ;(await button(feed, 'Undo')).click()
  await until('undone', () => server.requestsOf('PUT /rAlarmDev/unshelve').length === 1)
})
it('Enter in the reason shelves, and says what is missing where there is none', async () => {
  const { feed, server } = await shown()
  await check(feed, 'Alarm 2')
  ;(await button(feed, 'Shelve')).click()
  const reason = await until('the reason', () =>
    feed.shadowRoot.querySelector<HTMLInputElement>('[role=dialog] input[maxlength="200"]'),
  )
  reason.focus()
  await sendKeys({ press: 'Enter' })
  await says(feed, 'A reason is needed')
  await sendKeys({ type: 'A loose wire' })
  await sendKeys({ press: 'Enter' })
  await until('requested', () => server.requestsOf('PUT /rAlarmDev/shelve').length === 1)
  equal(server.requestsOf('PUT /rAlarmDev/shelve')[0]?.body.reason, 'A loose wire')
})
it('Ctrl+Enter in the note of several lines confirms with it, and Enter begins a line', async () => {
  const { feed, server } = await shown()
  await check(feed, 'Alarm 2')
  ;(await button(feed, 'Confirm with a note')).click()
  const note = await until('the note', () => feed.shadowRoot.querySelector<HTMLElement>('[role=dialog] textarea'))
  note.focus()
  await sendKeys({ type: 'Seen' })
  await sendKeys({ press: 'Enter' })
  await sendKeys({ type: 'twice' })
  equal(server.requestsOf('PUT /rAlarmDev/confirm').length, 0)
  await sendKeys({ down: 'Control' })
  await sendKeys({ press: 'Enter' })
  await sendKeys({ up: 'Control' })
  await until('requested', () => server.requestsOf('PUT /rAlarmDev/confirm').length === 1)
  equal(server.requestsOf('PUT /rAlarmDev/confirm')[0]?.body.alarm_note, 'Seen\ntwice')
})
it('an alarm is taken out of service for days, not for minutes', async () => {
  const { feed, server } = await shown()
  await check(feed, 'Alarm 2')
  ;(await button(feed, 'Shelve')).click()
  ;(await button(feed, 'Under maintenance')).click()
  ;(await button(feed, '7 days')).click()
  ;(await button(feed, 'Take 1 out of service')).click()
  await until('requested', () => server.requestsOf('PUT /rAlarmDev/shelve').length === 1)
  const body = {
    alarm_ids: ['2'],
    reason: 'Under maintenance',
    minutes: 10_080,
    is_out_of_service: true,
    is_one_shot: false,
  }
  equal(server.requestsOf('PUT /rAlarmDev/shelve')[0]?.body, body)
})
it('shelving has a view of its own, with the time that is left and the way back', async () => {
  const hold = {
    rule_id: '5',
    sn_code: 'PUMP5',
    dev_alias: 'Pump 5',
    alarm_name: '报警',
    alarm_name_en: 'Alarm 5',
    alarm_level: 3,
    kind: 'SHLVD',
    start_time: NOW,
    end_time: NOW + HOUR_MS,
    is_one_shot: false,
    reason: 'Faulty instrument',
    user_name: 'li',
  }
  const { feed, server, heard } = await shown('', {
    rows: [...three(), one(6, { state: 'DSUPR' })],
    answers: {
      'GET /rAlarmDev/holds': () => ({
        rows: [hold],
        suppressed: [{ sn_code: 'PUMP6', rule_id: '6', suppress_when: 'not running and flow<=2' }],
      }),
    },
  })
  await names(feed, ['Alarm 3', 'Alarm 2', 'Alarm 1'])
  // How many there are is said before the view is opened.
  ;(await button(feed, 'Shelved2')).click()
  await until(`told ${JSON.stringify(heard)}`, () => heard.length > 0)
  await says(feed, 'left')
  for (const wanted of ['Shelved and suppressed alarms', 'Faulty instrument', 'Alarm 6', 'Suppressed'])
    await says(feed, wanted)
  for (const wanted of ['While running = Off and flow ≤ 2.0 m³/h', 'Its alarm rule']) await says(feed, wanted)
  equal(heard.at(-1)?.detail.tab, 'held')
  ;(await button(feed, /^Unshelve/)).click()
  await until('released', () => server.requestsOf('PUT /rAlarmDev/release').length === 1)
  equal(server.requestsOf('PUT /rAlarmDev/release')[0]?.body, { sn_code: 'PUMP5', rule_id: '5' })
})

it('the panel of a recovered alarm says that it is unshelved in the list beside it, and the list what is unshelved in the panel', async () => {
  const over = one(2, { state: 'NORM', recover_time: NOW })
  const { rule_id, sn_code, dev_alias, alarm_name, alarm_name_en, alarm_level } = over
  const about = { rule_id, sn_code, dev_alias, alarm_name, alarm_name_en, alarm_level }
  const why = { is_one_shot: false, reason: 'Chattering', user_name: 'li' }
  const hold = Object.assign({ kind: 'SHLVD', start_time: NOW, end_time: NOW + HOUR_MS }, about, why)
  let rows = [hold]
  const { feed } = await shown('tab="held" alarm="2"', {
    rows: [],
    answers: {
      'GET /rAlarmDev/one': () => ({ alarm: over, events: [], rationale: null, has_screen: false }),
      'GET /rAlarmDev/holds': () => ({ rows, suppressed: [] }),
      'PUT /rAlarmDev/shelve': ({ body }) => {
        rows = [hold]
        return all(body)
      },
      'PUT /rAlarmDev/unshelve': ({ body }) => {
        rows = []
        return all(body)
      },
      'PUT /rAlarmDev/release': () => {
        rows = []
        return {}
      },
    },
  })
  const says = (word: string) =>
    until(word, () => feed.shadowRoot.querySelector('.alarm-panel-state')?.textContent?.includes(word))
  const listed = () => feed.shadowRoot.querySelectorAll('.table-rows [role=row]').length
  await says('Shelved')
  ;(await button(feed, 'Unshelve Alarm 2')).click()
  await says('Normal')
  ;(await button(feed, 'Shelve')).click()
  ;(await button(feed, 'Under maintenance')).click()
  ;(await button(feed, 'Shelve 1')).click()
  await says('Shelved')
  await until('listed', () => listed() === 1)
  ;(await button(feed, 'Unshelve')).click()
  await says('Normal')
  await until('not listed', () => listed() === 0)
})
