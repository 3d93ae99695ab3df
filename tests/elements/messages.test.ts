import type { Element } from './account-driver.ts'
import { equal, until } from './check.ts'

for (const load of [
  () => import('../../elements/admin/messages/index.ts'),
  () => import('../../elements/admin/system-messages/index.ts'),
  () => import('../../elements/admin/bulletin-board/index.ts'),
  () => import('../../elements/admin/message-center/index.ts'),
  () => import('../../elements/admin/log-list/index.ts'),
])
  await load()
const { button, says, shown, textOf, toldAt, type } = await import('./account-driver.ts')
const { board, boxes, bulletin, logs, told: toldAnswers, written } = await import('./message-pages.ts')

const row = ({ shadowRoot }: Element) =>
  until('a row', () => shadowRoot.querySelector<HTMLElement>('.table-rows [role=row]'))
const area = ({ shadowRoot }: Element) =>
  until('the text', () => shadowRoot.querySelector<HTMLTextAreaElement>('textarea'))
function typeInto(text: HTMLTextAreaElement, value: string) {
  Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(text, value)
  text.dispatchEvent(new Event('input', { bubbles: true }))
}
const check = async (element: Element, label: string) => {
  const box = await until(label, () =>
    Array.from(element.shadowRoot.querySelectorAll('label')).find(({ textContent }) => textContent?.includes(label)),
  )
  box.click()
}

describe('<sg-messages>', () => {
  afterEach(() => sessionStorage.clear())

  it('opens a notice whole, its addresses as links, and marks it as read', async () => {
    const { element, server } = await shown('<sg-messages lang="en"></sg-messages>', boxes)
    ;(await row(element)).click()
    const link = await until('a link', () => element.shadowRoot.querySelector<HTMLAnchorElement>('.plain-text a'))
    equal([link.href, link.rel, link.target], ['https://example.com/plan', 'noopener noreferrer', '_blank'])
    await until('it is read', () => server.asks('PUT /yun/message/receive/read').length > 0)
    equal(server.asks('PUT /yun/message/receive/read')[0]?.body, { notice_ids: [1], is_read: true })
  })

  it('deletes at once and brings back', async () => {
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

  it('sends what was written to whom was chosen, and shows it in the outbox', async () => {
    const { element, server } = await shown('<sg-messages lang="en"></sg-messages>', {
      ...boxes,
      'POST /yun/messageCenter/send': () => written(9),
    })
    ;(await button(element, 'Write')).click()
    ;(await button(element, 'Send')).click()
    equal(await until('what is missing', () => toldAt(element, 'title')), 'Enter a title')
    await says(element, 'Choose whom it goes to')
    await type(element, 'title', 'Maintenance')
    typeInto(await area(element), 'On Friday')
    await check(element, 'My administrators')
    ;(await button(element, 'Send')).click()
    await says(element, 'Sent to 2 people')
    equal(server.asks('POST /yun/messageCenter/send')[0]?.body, {
      ...{ title: 'Maintenance', body: 'On Friday' },
      targets: { everybody: false, administrators: true, user_group_ids: [], role_ids: [], user_ids: [] },
      is_sent: true,
    })
    await says(element, 'Written 3')
  })

  it('keeps what is being written when the page goes, and asks before it is given up', async () => {
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

  it('says who has read a notice, and names nobody who may not be named', async () => {
    const { element } = await shown('<sg-messages lang="en" box="outbox"></sg-messages>', boxes)
    ;(await row(element)).click()
    await says(element, 'An administrator')
    await says(element, 'Not read')
  })
})

describe('<sg-system-messages>', () => {
  it('tells in words what happened, and leads to where something can be done', async () => {
    const { element, told } = await shown('<sg-system-messages lang="en"></sg-system-messages>', toldAnswers)
    ;(await row(element)).click()
    await says(element, 'signed in from a new address, 10.0.0.7')
    ;(await button(element, 'Open the page')).click()
    await until('told', () => told.find((one) => one.type === 'sg-navigate'))
    equal(told.find((one) => one.type === 'sg-navigate')?.detail, { path: '/account?section=security' })
  })
})

describe('<sg-bulletin-board>', () => {
  const BOARD = '<sg-bulletin-board lang="en"></sg-bulletin-board>'

  it('shows who only reads nothing to change', async () => {
    const { element } = await shown(BOARD, {
      'GET /bulletin/board': () => ({ rows: [bulletin(1, { body: '<b>bold</b>\nline' })], total: 1 }),
      'GET /userPrivileges': () => ({ grantedPermissions: 'P00000', menuPermissions: '' }),
    })
    await says(element, '<b>bold</b>\nline')
    equal(textOf(element).includes('Post a bulletin'), false)
  })

  it('posts a bulletin, and says what is missing', async () => {
    const { element, server } = await shown(BOARD, { ...board, 'POST /bulletin/board': () => bulletin(3) }, ['P74000'])
    ;(await button(element, 'Post a bulletin')).click()
    ;(await button(element, 'Post')).click()
    equal(await until('what is missing', () => toldAt(element, 'title')), 'Enter a title')
    await type(element, 'title', 'Upgrade')
    typeInto(await area(element), 'Tonight')
    ;(await button(element, 'Post')).click()
    await says(element, 'Bulletin posted')
    equal(server.asks('POST /bulletin/board')[0]?.body, {
      ...{ title: 'Upgrade', body: 'Tonight', is_pinned: false, from_time: null, until_time: null },
    })
  })
})

describe('<sg-message-center>', () => {
  it('leads to the pages of the section that the user may open, with what waits there', async () => {
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
  it('tells a write with its values, and narrows the list to its device', async () => {
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
