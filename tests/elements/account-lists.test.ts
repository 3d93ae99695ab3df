import type { AuditLine, DeliveredMessage } from '../../core/contract/audit.ts'
import type { Element } from './account-driver.ts'
import { equal, place, sg, until } from './check.ts'

// Not in this file's own chunk: the runner loads it under a second address, and what loads later would find a copy.
for (const load of [
  () => import('../../elements/screens/audit/index.ts'),
  () => import('../../elements/screens/delivered-messages/index.ts'),
  () => import('../../elements/screens/share-links/index.ts'),
  () => import('../../elements/screens/sign-in-rule/index.ts'),
  () => import('../../elements/screens/privacy/index.ts'),
])
  await load()
const { button, says, shown, textOf, write } = await import('./account-driver.ts')

const NOW = Date.now()

const line = (audit_id: number, more: Partial<AuditLine> = {}): AuditLine => ({
  audit_id,
  audit_time: NOW,
  user_id: 7,
  user_name: 'li',
  by_user_id: null,
  by_user_name: null,
  action: 'user-edit',
  target: 'wang',
  detail: {},
  address: '10.0.0.7',
  ...more,
})
const message = (message_id: number, more: Partial<DeliveredMessage> = {}): DeliveredMessage => ({
  message_id,
  message_time: NOW,
  channel: 'sms',
  address: '+86 13800000000',
  subject: '',
  body: 'Your code is 123456',
  state: 'kept',
  error: '',
  reason: 'code',
  name: '',
  tries: 0,
  due_time: null,
  alarms: 0,
  alarm_id: null,
  alarm_name: null,
  alarm_name_en: null,
  alarm_level: null,
  ...more,
})

describe('<sg-audit>', () => {
  const row = ({ shadowRoot }: Element) =>
    until('a row', () => shadowRoot.querySelector<HTMLElement>('.table-rows [role=row]'))

  it('<sg-audit> opens a line with every part of it before and after, as text', async () => {
    const detail = { name: { before: 'Wang', after: '<b>Zhao</b>' }, brand_new: 7 }
    const { element } = await shown('<sg-audit lang="en"></sg-audit>', {
      'GET /user/audit': () => ({ rows: [line(1, { detail, by_user_id: 1, by_user_name: 'boss' })], total: 1 }),
    })
    await says(element, 'by boss')
    ;(await row(element)).click()
    await until('the detail', () => element.shadowRoot.querySelector('.audit-detail'))
    equal(
      Array.from(element.shadowRoot.querySelectorAll('.audit-detail tbody tr'), (tr) =>
        Array.from(tr.children, ({ textContent }) => textContent),
      ),
      [
        ['Nickname', 'Wang', '<b>Zhao</b>'],
        ['brand_new', '7'],
      ],
    )
  })

  it('<sg-audit> requests what its attributes say, and reports what is chosen', async () => {
    const { element, server, told } = await shown(
      '<sg-audit lang="en" search="li" action="user-edit,rights" start="1000" end="2000" page="2"></sg-audit>',
      { 'GET /user/audit': () => ({ rows: [line(1)], total: 21 }) },
    )
    await row(element)
    const [asked] = server.asks('GET /user/audit')
    equal(
      ['search', 'action', 'start', 'end', 'page'].map((name) => asked?.query.get(name)),
      ['li', 'user-edit,rights', '1000', '2000', '2'],
    )
    ;(await button(element, 'Remove the filter Action: Changed rights')).click()
    await until('told', () => told.length > 0)
    equal(told[0]?.detail, { search: 'li', action: 'user-edit', start: 1000, end: 2000, page: null })
  })
})

describe('<sg-delivered-messages>', () => {
  it('<sg-delivered-messages> says that messages are read here where no provider carries them, and opens one whole', async () => {
    const body = 'Your code is 123456\nIt is good for 10 minutes.'
    const { element } = await shown('<sg-delivered-messages lang="en"></sg-delivered-messages>', {
      'GET /yun/message/delivered': () => ({ rows: [message(1, { body }), message(2)], total: 2 }),
    })
    await says(element, 'No provider is set up')
    ;(await until('a row', () => element.shadowRoot.querySelector<HTMLElement>('.table-rows [role=row]'))).click()
    const whole = await until('the text', () => element.shadowRoot.querySelector('.message-body'))
    equal(whole.textContent, body)
    equal(getComputedStyle(whole).whiteSpaceCollapse, 'preserve')
  })

  it('<sg-delivered-messages> says nothing of the kind once one was sent', async () => {
    const { element } = await shown('<sg-delivered-messages lang="en"></sg-delivered-messages>', {
      'GET /yun/message/delivered': () => ({
        rows: [message(1), message(2, { state: 'failed', error: 'mailbox full' })],
        total: 2,
      }),
    })
    await says(element, 'Failed')
    equal(textOf(element).includes('No provider is set up'), false)
  })
})

describe('<sg-share-links>', () => {
  const link = (name: string, more: object = {}) => ({
    link_id: name.length,
    screen_id: 4,
    screen_name: 'Station',
    sn_code: 'PUMP1',
    name,
    expires_time: null,
    views_most: null,
    views: 3,
    has_password: false,
    is_revoked: false,
    created_time: NOW,
    user_name: 'admin',
    ...more,
  })
  const LIST = 'GET /yun/components/share'
  const VIEWS = 'GET /yun/components/share/views'
  const END = 'DELETE /yun/components/share'

  it('<sg-share-links> tells of each link whether it opens anything, and why not', async () => {
    const rows = [
      link('Owner'),
      link('Ended', { is_revoked: true, expires_time: 1 }),
      link('Trade fair', { expires_time: 1 }),
      link('Three visits', { views_most: 3 }),
    ]
    const { element } = await shown('<sg-share-links lang="en"></sg-share-links>', {
      [LIST]: () => ({ rows, total: rows.length }),
    })
    await says(element, '4 links')
    const states = Array.from(element.shadowRoot.querySelectorAll('.share-state'), ({ textContent }) => textContent)
    equal(states, ['Active', 'Revoked', 'Expired', 'Used up'])
  })

  it('<sg-share-links> ends a link after it was asked whether to, and says who opened it', async () => {
    let isRevoked = false
    const { element, server } = await shown('<sg-share-links lang="en"></sg-share-links>', {
      [LIST]: () => ({ rows: [link('Owner', { is_revoked: isRevoked })], total: 1 }),
      [VIEWS]: () => [{ view_time: NOW, address: '203.0.113.7', agent: 'Some browser' }],
      [END]: () => {
        isRevoked = true
        return {}
      },
    })
    ;(await until('a row', () => element.shadowRoot.querySelector<HTMLElement>('.table-rows [role=row]'))).click()
    await says(element, '203.0.113.7')
    ;(await button(element, 'Revoke')).click()
    await says(element, 'It cannot be restored')
    equal(server.asks(END).length, 0)
    ;(await button(element, 'Revoke “Owner”')).click()
    await until('its end', () => element.shadowRoot.querySelector('.table-rows .share-state-over'))
    equal(server.asks(END)[0]?.query.get('link_id'), '5')
    await until('nothing left to end', () => !textOf(element).includes('It cannot be restored'))
    equal(
      Array.from(element.shadowRoot.querySelectorAll('button')).some(({ textContent }) => textContent === 'Revoke'),
      false,
    )
  })

  it('<sg-share-links> shows the columns that were chosen also when it is opened again', async () => {
    localStorage.removeItem('sg-choice:columns:sg-share-links')
    const answers = { [LIST]: () => ({ rows: [link('Owner')], total: 1 }) }
    const titles = ({ shadowRoot }: Element) =>
      Array.from(shadowRoot.querySelectorAll('.table-title'), ({ textContent }) => textContent)
    const { element } = await shown('<sg-share-links lang="en"></sg-share-links>', answers)
    await says(element, 'Owner')
    equal(titles(element).includes('Password'), true)
    ;(await button(element, 'Choose columns')).click()
    const entry = await until('the entry', () =>
      Array.from(element.shadowRoot.querySelectorAll<HTMLElement>('[role=menuitemcheckbox]')).find(
        ({ textContent }) => textContent === 'Password',
      ),
    )
    entry.click()
    await until('hidden', () => !titles(element).includes('Password'))
    const { element: again } = await shown('<sg-share-links lang="en"></sg-share-links>', answers)
    await says(again, 'Owner')
    equal(titles(again), ['Name', 'State', 'Screen', 'Opened', 'Valid until', 'Made by', 'Made'])
    localStorage.removeItem('sg-choice:columns:sg-share-links')
  })

  it('<sg-share-links> leads to the screens where there is none, whoever may watch them', async () => {
    const none = { [LIST]: () => ({ rows: [], total: 0 }) }
    const { element, told } = await shown('<sg-share-links lang="en"></sg-share-links>', none, ['P82000', 'P24000'])
    ;(await button(element, 'To screen monitoring')).click()
    equal(told, [{ type: 'sg-navigate', detail: { path: '/configureMonitor' } }])
    equal(element.dataset.sgState, 'empty')
  })
})

describe('<sg-sign-in-rule>', () => {
  const rule = { password_rule: { least: 6, most: 11, any: false }, one_session: false }
  const RULE = '<sg-sign-in-rule lang="en"></sg-sign-in-rule>'
  async function set(element: Element, label: string, value: string) {
    const input = await until(label, () =>
      Array.from(element.shadowRoot.querySelectorAll('label'))
        .find(({ textContent }) => textContent === label)
        ?.closest('.field')
        ?.querySelector<HTMLInputElement>('.field-input'),
    )
    input.focus()
    write(input, value)
    input.blur()
  }

  it('<sg-sign-in-rule> asks nobody for lengths out of their bounds, and marks what is not saved', async () => {
    const { element, server } = await shown(RULE, { 'GET /yun/sys/signIn/rule': () => rule }, ['administrator'])
    await set(element, 'Minimum length', '12')
    await says(element, 'Not saved yet')
    ;(await button(element, 'Save')).click()
    await says(element, 'The greatest length has to be more than the least')
    await until('the focus at it', () =>
      element.shadowRoot.activeElement?.closest('.field')?.textContent?.includes('more than'),
    )
    await set(element, 'Maximum length', '129')
    ;(await button(element, 'Save')).click()
    await says(element, 'It has to be 6 to 128')
    equal(server.asks('PUT /yun/sys/signIn/rule').length, 0)
    ;(await button(element, 'Discard changes')).click()
    await until('as it was', () => !textOf(element).includes('Not saved yet'))
  })

  it('<sg-sign-in-rule> saves a rule within its bounds', async () => {
    const { element, server } = await shown(
      RULE,
      { 'GET /yun/sys/signIn/rule': () => rule, 'PUT /yun/sys/signIn/rule': ({ body }) => body },
      ['administrator'],
    )
    await set(element, 'Maximum length', '64')
    ;(await button(element, 'Save')).click()
    await says(element, 'Saved')
    equal(server.asks('PUT /yun/sys/signIn/rule')[0]?.body, {
      password_rule: { least: 6, most: 64, any: false },
      one_session: false,
    })
    equal(textOf(element).includes('Not saved yet'), false)
  })

  it('<sg-sign-in-rule> is only read by those who may not change it', async () => {
    const { element } = await shown(RULE, { 'GET /yun/sys/signIn/rule': () => rule }, ['P56000'])
    await says(element, 'Only administrators can change it')
    equal(element.shadowRoot.querySelector('input'), null)
  })
})

describe('<sg-privacy>', () => {
  it('<sg-privacy> is read without a connection, in the language of its page', async () => {
    const box = place('<sg-privacy lang="zh"></sg-privacy>')
    const element = sg(box, 'sg-privacy') as Element
    await says(element, '审计记录')
    element.lang = 'en'
    await says(element, 'How long')
  })
})
