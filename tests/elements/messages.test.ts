import type { Element } from './account-driver.ts'
import { equal, until } from './check.ts'
import type { Asked } from './played-server.ts'

for (const load of [
  () => import('../../elements/screens/messages/index.ts'),
  () => import('../../elements/screens/system-messages/index.ts'),
  () => import('../../elements/screens/bulletin-board/index.ts'),
  () => import('../../elements/screens/message-center/index.ts'),
  () => import('../../elements/screens/log-list/index.ts'),
])
  await load()
const { button, says, shown, textOf, toldAt, type } = await import('./account-driver.ts')
const { board, boxes, bulletin, logs, received, told: toldAnswers, written } = await import('./message-pages.ts')

const row = ({ shadowRoot }: Element) =>
  until('a row', () => shadowRoot.querySelector<HTMLElement>('.table-rows [role=row]'))
const area = ({ shadowRoot }: Element) =>
  until('the text', () => shadowRoot.querySelector<HTMLTextAreaElement>('textarea'))
function typeInto(text: HTMLTextAreaElement, value: string) {
  Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(text, value)
  text.dispatchEvent(new Event('input', { bubbles: true }))
}
function typeIn(field: HTMLInputElement, value: string) {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
const check = async (element: Element, label: string) => {
  const box = await until(label, () =>
    Array.from(element.shadowRoot.querySelectorAll('label')).find(({ textContent }) => textContent?.includes(label)),
  )
  box.click()
}

describe('<sg-messages>', () => {
  afterEach(() => sessionStorage.clear())

  it('<sg-messages> opens a notice whole, its addresses as links, and marks it as read', async () => {
    const { element, server } = await shown('<sg-messages lang="en"></sg-messages>', boxes)
    ;(await row(element)).click()
    const link = await until('a link', () => element.shadowRoot.querySelector<HTMLAnchorElement>('.plain-text a'))
    equal([link.href, link.rel, link.target], ['https://example.com/plan', 'noopener noreferrer', '_blank'])
    await until('it is read', () => server.asks('PUT /yun/message/receive/read').length > 0)
    equal(server.asks('PUT /yun/message/receive/read')[0]?.body, { notice_ids: [1], is_read: true })
  })

  it('<sg-messages> deletes at once and brings back', async () => {
    const { element, server } = await shown('<sg-messages lang="en"></sg-messages>', {
      ...boxes,
      'DELETE /yun/messageCenter/receive': () => ({ changed: 1 }),
      'PUT /yun/messageCenter/receive/restore': () => ({ changed: 1 }),
    })
    ;(await row(element)).click()
    ;(await button(element, 'Delete')).click()
    ;(await button(element, 'Undo')).click()
    await until('restored', () => server.asks('PUT /yun/messageCenter/receive/restore').length > 0)
    equal(server.asks('PUT /yun/messageCenter/receive/restore')[0]?.body, { notice_ids: [1] })
  })

  it('<sg-messages> sends what was written to whom was chosen, and shows it in the outbox', async () => {
    const { element, server } = await shown('<sg-messages lang="en"></sg-messages>', {
      ...boxes,
      'POST /yun/messageCenter/send': () => written(9),
    })
    ;(await button(element, 'Write')).click()
    await says(element, 'My administrators')
    ;(await button(element, 'Send')).click()
    equal(await until('what is missing', () => toldAt(element, 'title')), 'Enter a title')
    await says(element, 'Choose whom it goes to')
    await type(element, 'title', 'Maintenance')
    ;(await button(element, 'Send')).click()
    // All that is missing now, far above the button on a phone.
    await until('the focus', () => element.shadowRoot.activeElement?.closest('.messages-targets'))
    typeInto(await area(element), 'On Friday')
    await check(element, 'My administrators')
    ;(await button(element, 'Send')).click()
    await says(element, 'Sent to 2 people')
    equal(server.asks('POST /yun/messageCenter/send')[0]?.body, {
      title: 'Maintenance',
      body: 'On Friday',
      targets: { everybody: false, administrators: true, user_group_ids: [], role_ids: [], user_ids: [] },
      is_sent: true,
    })
    await says(element, 'Written 3')
  })

  it('<sg-messages> keeps what is being written when the page goes, and asks the user before it is given up', async () => {
    const first = await shown('<sg-messages lang="en"></sg-messages>', boxes)
    ;(await button(first.element, 'Write')).click()
    await type(first.element, 'title', 'Half a thought')
    await until('kept', () => Object.keys(sessionStorage).some((key) => key.startsWith('sg-notice-draft')))
    first.element.remove()
    const { element } = await shown('<sg-messages lang="en"></sg-messages>', boxes)
    const title = await until('the title', () =>
      element.shadowRoot.querySelector<HTMLInputElement>('input[name=title]'),
    )
    equal(title.value, 'Half a thought')
    ;(await button(element, 'Cancel')).click()
    await until('a question', () => element.shadowRoot.querySelector('[role=alertdialog], [role=dialog]'))
    equal(title.isConnected, true)
  })

  it('<sg-messages> answers above what was written, at once where it is typed', async () => {
    const { element, server } = await shown('<sg-messages lang="en"></sg-messages>', {
      ...boxes,
      'POST /yun/messageCenter/send': () => written(5),
    })
    ;(await row(element)).click()
    ;(await button(element, 'Answer')).click()
    const body = await area(element)
    await until('the focus', () => element.shadowRoot.activeElement === body)
    equal(body.selectionStart, 0)
    equal(/^\n\nOn .+ Boss wrote:\n> See https/.test(body.value), true)
    typeInto(body, `Done.${body.value}`)
    ;(await button(element, 'Send')).click()
    await until('sent', () => server.asks('POST /yun/messageCenter/send').length > 0)
    const sent = server.asks('POST /yun/messageCenter/send')[0]?.body
    equal(sent?.title, 'Re: Notice 1')
    const nobodyElse = { everybody: false, administrators: false, user_group_ids: [], role_ids: [] }
    equal(sent?.targets, { ...nobodyElse, user_ids: [9] })
  })

  it('<sg-messages> shows what was read in another window as read', async () => {
    const { element, server } = await shown('<sg-messages lang="en"></sg-messages>', boxes)
    await until('an unread one', () => element.shadowRoot.querySelector('.post-unread'))
    await until('post is watched', () => server.watched.has('messages'))
    server.answers['GET /yun/messageCenter/receive'] = () => ({ rows: [received(1, { read_time: 1 })], total: 1 })
    server.push({ type: 'message', channel: 'messages', inbox: 0, system: 1 })
    await until('it is read', () => !element.shadowRoot.querySelector('.post-unread'))
  })

  it('<sg-messages> sets apart what is quoted', async () => {
    const rows = [received(1, { body: 'Done.\n\n> See https://example.com' })]
    const { element } = await shown('<sg-messages lang="en"></sg-messages>', {
      ...boxes,
      'GET /yun/messageCenter/receive': () => ({ rows, total: 1 }),
    })
    ;(await row(element)).click()
    const quote = await until('a quote', () => element.shadowRoot.querySelector('blockquote'))
    equal(quote.textContent, 'See https://example.com')
  })

  it('<sg-messages> says who has read a notice, and names nobody who may not be named', async () => {
    const { element } = await shown('<sg-messages lang="en" box="outbox"></sg-messages>', boxes)
    ;(await row(element)).click()
    await says(element, 'An administrator')
    await says(element, 'Not read')
  })
})

describe('<sg-system-messages>', () => {
  it('<sg-system-messages> tells in words what happened, and leads to where something can be done', async () => {
    const { element, told } = await shown('<sg-system-messages lang="en"></sg-system-messages>', toldAnswers)
    ;(await row(element)).click()
    await says(element, 'signed in from a new address, 10.0.0.7')
    ;(await button(element, 'Open the page')).click()
    await until('told', () => told.find((one) => one.type === 'sg-navigate'))
    equal(told.find((one) => one.type === 'sg-navigate')?.detail, { path: '/account?section=security' })
  })
})

describe('what is searched for in system messages', () => {
  const place = '<sg-system-messages lang="en"></sg-system-messages>'
  const asked = (server: Awaited<ReturnType<typeof shown>>['server']) =>
    server.asks('GET /yun/message/system').map(({ query }) => [query.get('search'), query.get('lang')])

  it('a search in system messages is sent in the reader’s language once the typing pauses, from the first page on', async () => {
    const { element, server, told } = await shown(place.replace('>', ' page="2">'), toldAnswers)
    await row(element)
    const field = await until('the search', () =>
      element.shadowRoot.querySelector<HTMLInputElement>('input[type=search]'),
    )
    typeIn(field, ' new address ')
    await until('asked', () => asked(server).some(([search]) => search === 'new address'))
    equal(asked(server).at(-1), ['new address', 'en'])
    equal(asked(server)[0], [null, null])
    equal(told.at(-1)?.detail, { search: ' new address ', filter: '', page: null })
    await says(element, 'Search: new address')
  })

  it('a search in system messages without a match says so, and can be removed', async () => {
    const { element, server } = await shown(place.replace('>', ' search="boiler" filter="unread">'), {
      ...toldAnswers,
      'GET /yun/message/system': ({ query }: Asked) =>
        query.get('search') ? { rows: [], total: 0 } : toldAnswers['GET /yun/message/system'](),
    })
    await says(element, 'Nothing matches')
    ;(await button(element, 'Clear filters')).click()
    await row(element)
    equal(server.asks('GET /yun/message/system').at(-1)?.query.has('unread'), false)
  })
})

describe('<sg-bulletin-board>', () => {
  const BOARD = '<sg-bulletin-board lang="en"></sg-bulletin-board>'

  it('<sg-bulletin-board> shows who only reads nothing to change', async () => {
    const { element } = await shown(BOARD, {
      'GET /bulletin/board': () => ({ rows: [bulletin(1, { body: '<b>bold</b>\nline' })], total: 1 }),
    })
    await says(element, '<b>bold</b>\nline')
    equal(textOf(element).includes('Post a bulletin'), false)
  })

  it('<sg-bulletin-board> posts a bulletin, and says what is missing', async () => {
    const { element, server } = await shown(BOARD, { ...board, 'POST /bulletin/board': () => bulletin(3) }, ['P74000'])
    ;(await button(element, 'Post a bulletin')).click()
    ;(await button(element, 'Post')).click()
    equal(await until('what is missing', () => toldAt(element, 'title')), 'Enter a title')
    await type(element, 'title', 'Upgrade')
    typeInto(await area(element), 'Tonight')
    ;(await button(element, 'Post')).click()
    await says(element, 'Bulletin posted')
    equal(server.asks('POST /bulletin/board')[0]?.body, {
      title: 'Upgrade',
      body: 'Tonight',
      is_pinned: false,
      from_time: null,
      until_time: null,
    })
  })
})

describe('<sg-message-center>', () => {
  it('<sg-message-center> leads to the pages of the section that the user may open, with what waits there', async () => {
    const { element, told } = await shown(
      '<sg-message-center lang="en"></sg-message-center>',
      { ...board, 'GET /yun/message/counts': () => ({ inbox: 4, system: 0 }) },
      ['P00000', 'P70000', 'P71000'],
    )
    await says(element, '4 unread')
    equal(textOf(element).includes('Logs'), false)
    ;(await button(element, 'Inbox4 unread')).click()
    await until('told', () => told.length > 0)
    equal(told[0]?.detail, { path: '/info/inbox' })
  })
})

describe('<sg-log-list>', () => {
  it('<sg-log-list> tells a write with its values, and narrows the list to its device', async () => {
    const { element, server, told } = await shown('<sg-log-list lang="en" search="pump"></sg-log-list>', logs)
    ;(await row(element)).click()
    await says(element, '2 %')
    ;(await button(element, 'Only this device')).click()
    await until('asked', () => server.asks('GET /yun/logInfo').some(({ query }) => query.get('sn_code') === 'WW0001'))
    const detail = told.at(-1)?.detail as { sn?: string } | undefined
    equal(detail?.sn, 'WW0001')
    equal(server.asks('GET /yun/logInfo')[0]?.query.get('kind'), 'operation')
  })
})
