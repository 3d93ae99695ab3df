import { equal, until } from './check.ts'
import { board, boxes, bulletin, logs, received, systemMessages, written } from './message-pages.ts'
import type { PlayedRequest } from './played-server.ts'
import { type Screen, shown, write } from './screen-driver.ts'

const area = (page: Screen) => page.find<HTMLTextAreaElement>('textarea')

afterEach(() => sessionStorage.clear())

it('<sg-messages> opens a notice whole, its addresses as links, and marks it as read', async () => {
  const page = await shown('<sg-messages lang="en"></sg-messages>', boxes)
  await page.openRow()
  const link = await page.find<HTMLAnchorElement>('.plain-text a')
  equal([link.href, link.rel, link.target], ['https://example.com/plan', 'noopener noreferrer', '_blank'])
  equal((await page.requested('PUT /yun/message/receive/read')).body, { notice_ids: [1], is_read: true })
})

it('<sg-messages> deletes at once and brings back', async () => {
  const page = await shown('<sg-messages lang="en"></sg-messages>', {
    ...boxes,
    'DELETE /yun/messageCenter/receive': () => ({ changed: 1 }),
    'PUT /yun/messageCenter/receive/restore': () => ({ changed: 1 }),
  })
  await page.openRow()
  await page.press('Delete', 'Undo')
  equal((await page.requested('PUT /yun/messageCenter/receive/restore')).body, { notice_ids: [1] })
})

it('<sg-messages> sends what was written to whom was chosen, and shows it in the outbox', async () => {
  const page = await shown('<sg-messages lang="en"></sg-messages>', {
    ...boxes,
    'POST /yun/messageCenter/send': () => written(9),
  })
  await page.press('Write')
  await page.says('My administrators')
  await page.press('Send')
  equal(await until('what is missing', () => page.messageAt('title')), 'Enter a title')
  await page.says('Choose whom it goes to')
  await page.type('title', 'Maintenance')
  await page.press('Send')
  // All that is missing now, far above the button on a phone.
  await until('the focus', () => page.focused?.closest('.messages-targets'))
  write(await area(page), 'On Friday')
  ;(await page.having('label', 'My administrators')).click()
  await page.press('Send')
  await page.says('Sent to 2 people')
  equal(page.requestsOf('POST /yun/messageCenter/send')[0]?.body, {
    title: 'Maintenance',
    body: 'On Friday',
    targets: { everybody: false, administrators: true, user_group_ids: [], role_ids: [], user_ids: [] },
    is_sent: true,
  })
  await page.says('Written 3')
})

it('<sg-messages> keeps what is being written when the page goes, and asks the user before it is given up', async () => {
  const first = await shown('<sg-messages lang="en"></sg-messages>', boxes)
  await first.press('Write')
  await first.type('title', 'Half a thought')
  await until('kept', () => Object.keys(sessionStorage).some((key) => key.startsWith('sg-notice-draft')))
  first.element.remove()
  const page = await shown('<sg-messages lang="en"></sg-messages>', boxes)
  const title = await page.find<HTMLInputElement>('input[name=title]')
  equal(title.value, 'Half a thought')
  await page.press('Cancel')
  await page.find('[role=alertdialog], [role=dialog]')
  equal(title.isConnected, true)
})

it('<sg-messages> answers above what was written, at once where it is typed', async () => {
  const page = await shown('<sg-messages lang="en"></sg-messages>', {
    ...boxes,
    'POST /yun/messageCenter/send': () => written(5),
  })
  await page.openRow()
  await page.press('Answer')
  const body = await area(page)
  await until('the focus', () => page.focused === body)
  equal(body.selectionStart, 0)
  equal(/^\n\nOn .+ Boss wrote:\n> See https/.test(body.value), true)
  write(body, `Done.${body.value}`)
  await page.press('Send')
  await page.requested('POST /yun/messageCenter/send')
  const sent = page.requestsOf('POST /yun/messageCenter/send')[0]?.body
  equal(sent?.title, 'Re: Notice 1')
  const nobodyElse = { everybody: false, administrators: false, user_group_ids: [], role_ids: [] }
  equal(sent?.targets, { ...nobodyElse, user_ids: [9] })
})

it('<sg-messages> shows what was read in another window as read', async () => {
  const page = await shown('<sg-messages lang="en"></sg-messages>', boxes)
  await page.find('.post-unread')
  await until('post is watched', () => page.server.watched.has('messages'))
  page.answers['GET /yun/messageCenter/receive'] = () => ({ rows: [received(1, { read_time: 1 })], total: 1 })
  page.server.push({
    type: 'message',
    channel: 'messages',
    inbox: 0,
    system: 1,
    newest_inbox: 1,
    newest_system: 1,
  })
  await page.gone('.post-unread')
})

it('<sg-messages> sets apart what is quoted', async () => {
  const rows = [received(1, { body: 'Done.\n\n> See https://example.com' })]
  const page = await shown('<sg-messages lang="en"></sg-messages>', {
    ...boxes,
    'GET /yun/messageCenter/receive': () => ({ rows, total: 1 }),
  })
  await page.openRow()
  const quote = await page.find('blockquote')
  equal(quote.textContent, 'See https://example.com')
})

it('<sg-messages> says who has read a notice, and names nobody who may not be named', async () => {
  const page = await shown('<sg-messages lang="en" box="outbox"></sg-messages>', boxes)
  await page.openRow()
  await page.says('An administrator', 'Not read')
})

it('<sg-system-messages> tells in words what happened, and leads to where something can be done', async () => {
  const page = await shown('<sg-system-messages lang="en"></sg-system-messages>', systemMessages)
  await page.openRow()
  await page.says('signed in from a new address, 10.0.0.7')
  await page.press('Open the page')
  const navigated = await until('reported', () => page.events.find((one) => one.type === 'sg-navigate'))
  equal(navigated.detail, { path: '/account?section=security' })
})

const SYSTEM = '<sg-system-messages lang="en"></sg-system-messages>'
const searched = (page: Screen) =>
  page.requestsOf('GET /yun/message/system').map(({ query }) => [query.get('search'), query.get('lang')])

it('a search in system messages is sent in the reader’s language once the typing pauses, from the first page on', async () => {
  const page = await shown(SYSTEM.replace('>', ' page="2">'), systemMessages)
  await page.row()
  const field = await page.find<HTMLInputElement>('input[type=search]')
  write(field, ' new address ')
  await until('requested', () => searched(page).some(([search]) => search === 'new address'))
  equal(searched(page).at(-1), ['new address', 'en'])
  equal(searched(page)[0], [null, null])
  equal(page.events.at(-1)?.detail, { search: ' new address ', filter: '', page: null })
  await page.says('Search: new address')
})

it('a search in system messages without a match says so, and can be removed', async () => {
  const page = await shown(SYSTEM.replace('>', ' search="boiler" filter="unread">'), {
    ...systemMessages,
    'GET /yun/message/system': ({ query }: PlayedRequest) =>
      query.get('search') ? { rows: [], total: 0 } : systemMessages['GET /yun/message/system'](),
  })
  await page.says('Nothing matches')
  await page.press('Clear filters')
  await page.row()
  equal(page.requestsOf('GET /yun/message/system').at(-1)?.query.has('unread'), false)
})

const BOARD = '<sg-bulletin-board lang="en"></sg-bulletin-board>'

it('<sg-bulletin-board> shows who only reads nothing to change', async () => {
  const page = await shown(BOARD, {
    'GET /bulletin/board': () => ({ rows: [bulletin(1, { body: '<b>bold</b>\nline' })], total: 1 }),
  })
  await page.says('<b>bold</b>\nline')
  equal(page.text.includes('Post a bulletin'), false)
})

it('<sg-bulletin-board> posts a bulletin, and says what is missing', async () => {
  const page = await shown(BOARD, { ...board, 'POST /bulletin/board': () => bulletin(3) }, ['P74000'])
  await page.press('Post a bulletin', 'Post')
  equal(await until('what is missing', () => page.messageAt('title')), 'Enter a title')
  await page.type('title', 'Upgrade')
  write(await area(page), 'Tonight')
  await page.press('Post')
  await page.says('Bulletin posted')
  equal(page.requestsOf('POST /bulletin/board')[0]?.body, {
    title: 'Upgrade',
    body: 'Tonight',
    is_pinned: false,
    from_time: null,
    until_time: null,
  })
})

it('<sg-message-center> leads to the pages of the section that the user may open, with what waits there', async () => {
  const page = await shown(
    '<sg-message-center lang="en"></sg-message-center>',
    { ...board, 'GET /yun/message/counts': () => ({ inbox: 4, system: 0, newest_inbox: 4, newest_system: null }) },
    ['P00000', 'P70000', 'P71000'],
  )
  await page.says('4 unread')
  equal(page.text.includes('Logs'), false)
  await page.press('Inbox4 unread')
  await until('reported', () => page.events.length > 0)
  equal(page.events[0]?.detail, { path: '/info/inbox' })
})

it('more unread messages than are counted are shown as such, and said in words', async () => {
  const counts = { 'GET /yun/message/counts': () => ({ inbox: 1000, system: 1000, newest_inbox: 1, newest_system: 1 }) }
  for (const [tag, lang, seen, heard] of [
    ['sg-messages', 'en', '1,000+', 'at least 1,000'],
    ['sg-system-messages', 'zh', '1,000+', '至少 1,000'],
  ]) {
    const page = await shown(`<${tag} lang="${lang}"></${tag}>`, { ...boxes, ...systemMessages, ...counts })
    const count = await page.find('.list-page-count')
    equal(count.querySelector('[aria-hidden]')?.textContent, seen)
    equal(count.querySelector('.sg-hidden-visually')?.textContent, heard)
  }
})

it('<sg-log-list> tells a write with its values, and narrows the list to its device', async () => {
  const page = await shown('<sg-log-list lang="en" search="pump"></sg-log-list>', logs)
  await page.openRow()
  await page.says('2 %')
  await page.press('Only this device')
  await until('requested', () =>
    page.requestsOf('GET /yun/logInfo').some(({ query }) => query.get('sn_code') === 'WW0001'),
  )
  equal(page.events.at(-1)?.detail.sn, 'WW0001')
  equal(page.requestsOf('GET /yun/logInfo')[0]?.query.get('kind'), 'operation')
})
