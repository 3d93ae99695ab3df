import type { Element } from './account-driver.ts'
import { equal, until } from './check.ts'

// Not in this file's own chunk: the runner loads it under a second address, and what loads later would find a copy.
for (const load of [
  () => import('../../elements/screens/push-settings/index.ts'),
  () => import('../../elements/screens/escalations/index.ts'),
  () => import('../../elements/screens/delivered-messages/index.ts'),
  () => import('../../elements/screens/account/index.ts'),
])
  await load()
const { button, Refused, says, shown, textOf, write } = await import('./account-driver.ts')
const { AUDIENCE, hook, hooks, own, rule, rules } = await import('./push-pages.ts')

const label = (element: Element, wanted: string) =>
  until(wanted, () =>
    Array.from(element.shadowRoot.querySelectorAll('label')).find(({ textContent }) => textContent?.trim() === wanted),
  )
const input = async (element: Element, wanted: string) => {
  const frame = await until(`a field ${wanted}`, () =>
    Array.from(element.shadowRoot.querySelectorAll('.field')).find(
      (field) => field.querySelector('.field-label')?.textContent === wanted,
    ),
  )
  const found = frame.querySelector<HTMLInputElement>('input:not([type=hidden])')
  if (!found) throw new Error(`${wanted} has no input`)
  return found
}
/** Chooses of a field's options, as a person does. */
async function choose(element: Element, field: string, option: string) {
  const frame = await until(`a field ${field}`, () =>
    Array.from(element.shadowRoot.querySelectorAll('.field')).find(
      (one) => one.querySelector('.field-label, .sg-hidden-visually')?.textContent === field,
    ),
  )
  frame.querySelector<HTMLElement>('.select-button')?.click()
  const wanted = await until(`an option ${option}`, () =>
    Array.from(element.shadowRoot.querySelectorAll<HTMLElement>('[role=option]')).find(({ textContent }) =>
      textContent?.includes(option),
    ),
  )
  wanted.click()
}

describe('<sg-push-settings>', () => {
  const PAGE = '<sg-push-settings lang="en"></sg-push-settings>'

  it('<sg-push-settings> says of each channel where it leads, and what keeps it from leading anywhere', async () => {
    const { element, told } = await shown(PAGE, { 'GET /yun/push/setting': () => own() })
    await says(element, 'l***@example.com')
    await says(element, '+86 138****0000 is not verified yet')
    await says(element, 'Not bound yet')
    await says(element, 'The quota is used up')
    await says(element, '998 of 1,000 left')
    equal((await button(element, 'Send a test by SMS')).hasAttribute('disabled'), true)
    ;(await button(element, 'Bind it')).click()
    await until('told', () => told.length > 0)
    equal(told[0], { type: 'sg-navigate', detail: { path: '/account?section=security' } })
  })

  it('<sg-push-settings> saves what was chosen, and marks what is not saved', async () => {
    const { element, server } = await shown(PAGE, {
      'GET /yun/push/setting': () => own(),
      'PUT /yun/push/setting': ({ body }) => ({ ...own(), setting: body }),
    })
    ;(await label(element, 'Tell me too when an alarm is over')).click()
    await choose(element, 'Email: which alarms', 'Level 5 (Critical) only')
    ;(await label(element, 'Fri')).click()
    await says(element, 'Not saved yet')
    ;(await button(element, 'Save')).click()
    await says(element, 'Saved')
    equal(server.asks('PUT /yun/push/setting')[0]?.body, {
      email_level: 5,
      sms_level: null,
      wechat_level: null,
      on_recovered: true,
      lang: 'zh',
      quiet: { from: 1320, to: 420, days: [1, 2, 3, 4], except_level: 5 },
    })
    equal(textOf(element).includes('Not saved yet'), false)
  })

  it('<sg-push-settings> asks nobody for quiet hours on no day', async () => {
    const quiet = { from: 1320, to: 420, days: [1], except_level: null }
    const { element, server } = await shown(PAGE, { 'GET /yun/push/setting': () => own({ quiet }) })
    ;(await label(element, 'Mon')).click()
    ;(await button(element, 'Save')).click()
    await says(element, 'Choose at least one day')
    equal(server.asks('PUT /yun/push/setting').length, 0)
  })

  it('<sg-push-settings> tells what became of a test', async () => {
    const { element, server } = await shown(PAGE, {
      'GET /yun/push/setting': () => own(),
      'POST /yun/push/test': () => ({ state: 'sent', error: '' }),
    })
    ;(await button(element, 'Send a test by Email')).click()
    await says(element, 'The test was sent')
    server.answers['POST /yun/push/test'] = () => ({ state: 'failed', error: 'mailbox full' })
    ;(await button(element, 'Send a test by Email')).click()
    await says(element, 'Not delivered: mailbox full')
    server.answers['POST /yun/push/test'] = () => new Refused('100019')
    ;(await button(element, 'Send a test by Email')).click()
    await says(element, '100019')
  })
})

describe('the alarm push of <sg-account>', () => {
  const profile = {
    'GET /user/account': () => ({
      user_id: 7,
      user_name: 'li',
      name: 'Li',
      company_name: 'Water',
      user_type: 1,
      create_time: 0,
      timezone: 'UTC',
      user_tel: null,
      email: null,
      is_tel_verified: false,
      is_email_verified: false,
      is_wechat_bound: false,
      password_rule: { least: 6, most: 11, any: false },
    }),
  }
  const who = (more: object) => ({
    'GET /yun/userInfo': () => ({
      user_id: 7,
      user_name: 'li',
      name: 'Li',
      user_type: 1,
      tenant_id: 1,
      tenant_name: 'Water',
      simulated_by: null,
      is_experience: false,
      ...more,
    }),
  })

  it('the alarm push of <sg-account> leads to where addresses are bound', async () => {
    const { element, told } = await shown('<sg-account lang="en" section="push"></sg-account>', {
      ...profile,
      ...who({}),
      'GET /yun/push/setting': () => own(),
    })
    ;(await button(element, 'Bind it')).click()
    await until('told', () => told.length > 0)
    equal(told[0]?.detail, { section: 'security', 'wechat-code': null, 'wechat-state': null })
  })

  it('the alarm push of <sg-account> is asked of nobody who acts as the user', async () => {
    const { element, server } = await shown('<sg-account lang="en" section="push"></sg-account>', {
      ...profile,
      ...who({ simulated_by: { user_id: 1, name: 'Boss', until_time: Date.now() + 60_000 } }),
      'GET /yun/push/setting': () => own(),
    })
    await says(element, 'Boss is acting as this user')
    equal(server.asks('GET /yun/push/setting').length, 0)
  })
})

describe('<sg-escalations>', () => {
  const PAGE = '<sg-escalations lang="en"></sg-escalations>'
  const open = async (element: Element) =>
    (await until('a row', () => element.shadowRoot.querySelector<HTMLElement>('.table-rows [role=row]'))).click()

  it('<sg-escalations> changes a rule: its steps, its people, and how often it is repeated', async () => {
    const { element, server } = await shown(PAGE, { ...rules, 'PUT /yun/push/escalation': () => rule() })
    await open(element)
    await says(element, 'Step 2')
    await choose(element, 'Users', 'Wang')
    ;(await button(element, 'Remove step 2')).click()
    ;(await label(element, 'End it when the alarm recovers')).click()
    ;(await button(element, 'Save')).click()
    await until('saved', () => server.asks('PUT /yun/push/escalation').length > 0)
    equal(server.asks('PUT /yun/push/escalation')[0]?.body, {
      escalation_id: 1,
      escalation_name: 'Night shift',
      from_level: 4,
      group_id: 5,
      steps: [{ after_min: 5, user_ids: [7, 8], role_ids: [], channels: ['sms'] }],
      repeat_min: 30,
      ends_on_recovery: true,
      is_enabled: true,
    })
  })

  it('<sg-escalations> asks nobody for a rule that tells nobody', async () => {
    const { element, server } = await shown(PAGE, {
      'GET /yun/push/escalation': () => ({ rows: [] }),
      'GET /yun/push/audience': () => AUDIENCE,
    })
    ;(await button(element, 'New escalation')).click()
    ;(await button(element, 'Save')).click()
    await says(element, 'Enter a name')
    await says(element, 'Choose a user or a role')
    equal(server.asks('PUT /yun/push/escalation').length, 0)
  })

  it('<sg-escalations> deletes a rule after it was asked', async () => {
    const { element, server } = await shown(PAGE, { ...rules, 'DELETE /yun/push/escalation': () => ({}) })
    await open(element)
    ;(await button(element, 'Delete')).click()
    ;(await button(element, 'Delete “Night shift”')).click()
    await until('deleted', () => server.asks('DELETE /yun/push/escalation').length > 0)
    equal(server.asks('DELETE /yun/push/escalation')[0]?.query.get('escalation_id'), '1')
  })

  it('<sg-escalations> tells which part is shown', async () => {
    const { element, told } = await shown(PAGE, { ...rules, ...hooks })
    ;(await button(element, 'Webhooks')).click()
    await says(element, 'Tickets')
    equal(told[0]?.detail, { tab: 'webhooks' })
  })
})

describe('the webhooks of <sg-escalations>', () => {
  const PAGE = '<sg-escalations lang="en" tab="webhooks"></sg-escalations>'

  it('<sg-escalations> shows the secret of a new webhook this once', async () => {
    const { element, server } = await shown(PAGE, {
      ...hooks,
      'PUT /yun/push/webhook': () => ({ webhook: hook(), secret: 'sgwh_secret' }),
    })
    ;(await button(element, 'New webhook')).click()
    write(await input(element, 'Name'), 'Orders')
    write(await input(element, 'Address'), 'orders.example')
    ;(await button(element, 'Save')).click()
    await says(element, 'Enter an address that begins with https://')
    write(await input(element, 'Address'), ' https://orders.example/hook ')
    ;(await button(element, 'Save')).click()
    await until('the secret', () => element.shadowRoot.querySelector('textarea')?.value === 'sgwh_secret')
    equal(server.asks('PUT /yun/push/webhook')[0]?.body, {
      webhook_name: 'Orders',
      url: 'https://orders.example/hook',
      from_level: 1,
      is_enabled: true,
      is_renewed: false,
      group_id: null,
    })
    ;(await button(element, 'I have kept it')).click()
    await until('gone', () => element.shadowRoot.querySelector('textarea') === null)
  })

  it('<sg-escalations> tests a webhook, and says what it answered', async () => {
    const { element, server } = await shown(PAGE, {
      ...hooks,
      'POST /yun/push/webhook/test': () => ({ status: 204, error: '' }),
    })
    ;(await until('a row', () => element.shadowRoot.querySelector<HTMLElement>('.table-rows [role=row]'))).click()
    await says(element, 'the answer was 503')
    await says(element, '2 not delivered in 7 days')
    ;(await button(element, 'Send a test')).click()
    await says(element, 'It answered 204')
    server.answers['POST /yun/push/webhook/test'] = () => ({ status: 500, error: 'the answer was 500' })
    ;(await button(element, 'Send a test')).click()
    await says(element, 'The test was not delivered: the answer was 500')
    element.setAttribute('lang', 'zh')
    await says(element, '对方应答 503')
  })

  it('<sg-escalations> says at the field what the server refuses of a webhook', async () => {
    const { element } = await shown(PAGE, {
      ...hooks,
      'PUT /yun/push/webhook': () => new Refused('100006', [{ field: 'url', message: 'must begin with https://' }]),
    })
    ;(await until('a row', () => element.shadowRoot.querySelector<HTMLElement>('.table-rows [role=row]'))).click()
    ;(await button(element, 'Save')).click()
    await says(element, 'must begin with https://')
  })
})

describe('<sg-delivered-messages>', () => {
  const message = (message_id: number, more: object = {}) => ({
    message_id,
    message_time: Date.now(),
    channel: 'sms',
    address: '+86 13800000000',
    subject: '',
    name: 'Li',
    body: 'Too hot',
    state: 'failed',
    error: 'no answer',
    reason: 'alarm',
    tries: 6,
    due_time: null,
    alarms: 12,
    alarm_id: '7',
    alarm_name: '温度高',
    alarm_name_en: 'Too hot',
    alarm_level: 4,
    ...more,
  })

  it('<sg-delivered-messages> is filtered by channel, reason and state, and names the alarm', async () => {
    const { element, server } = await shown('<sg-delivered-messages lang="en"></sg-delivered-messages>', {
      'GET /yun/message/delivered': () => ({ rows: [message(1)], total: 1 }),
    })
    await says(element, 'Too hot and others, 12 in all')
    await choose(element, 'State', 'Quota used up')
    await until('asked', () => server.asks('GET /yun/message/delivered').length > 1)
    equal(server.asks('GET /yun/message/delivered').at(-1)?.query.get('state'), 'quota')
    ;(await button(element, 'Remove the filter State: Quota used up')).click()
    await until('asked', () => server.asks('GET /yun/message/delivered').length > 2)
    equal(server.asks('GET /yun/message/delivered').at(-1)?.query.has('state'), false)
  })

  it('<sg-delivered-messages> tries a message about an alarm once more, and offers it of no code', async () => {
    const { element, server } = await shown('<sg-delivered-messages lang="en"></sg-delivered-messages>', {
      'GET /yun/message/delivered': () => ({ rows: [message(1), message(2, { reason: 'code' })], total: 2 }),
      'POST /yun/push/again': () => ({}),
    })
    const rows = await until('rows', () => {
      const found = element.shadowRoot.querySelectorAll<HTMLElement>('.table-rows [role=row]')
      return found.length === 2 && found
    })
    rows[0]?.click()
    ;(await button(element, 'Send again')).click()
    await until('asked', () => server.asks('POST /yun/push/again').length > 0)
    equal(server.asks('POST /yun/push/again')[0]?.body, { message_id: 1 })
    rows[1]?.click()
    await until('the code', () => textOf(element).includes('Code') && !textOf(element).includes('Send again'))
  })
})
