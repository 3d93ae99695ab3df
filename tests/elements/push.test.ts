import { BOSS, delivered, profile, who } from './account-pages.ts'
import { equal, until } from './check.ts'
import { AUDIENCE, hook, hooks, own, ownPush, rule, rules } from './push-pages.ts'
import { Refused, type Screen, shown, write } from './screen-driver.ts'

const label = (page: Screen, wanted: string) => page.named(wanted, 'label')
const input = async (page: Screen, wanted: string) =>
  (await page.labelled(wanted)).querySelector('input:not([type=hidden])') as HTMLInputElement

const PAGE = '<sg-push-settings lang="en"></sg-push-settings>'

it('<sg-push-settings> says of each channel where it leads, and what keeps it from leading anywhere', async () => {
  const page = await shown(PAGE, { 'GET /yun/push/setting': () => own() })
  await page.says(
    'l***@example.com',
    '+86 138****0000 is not verified yet',
    'Not set up',
    'The quota is used up',
    '998 of 1,000 messages left',
  )
  equal((await page.button('Send a test by SMS')).hasAttribute('disabled'), true)
  await page.press('Set up')
  await until('reported', () => page.events.length > 0)
  equal(page.events[0], { type: 'sg-navigate', detail: { path: '/account?section=security' } })
})

it('<sg-push-settings> warns nobody of a channel that the organisation has not enabled', async () => {
  const [email] = own().channels
  const channels = [{ ...email, address_state: 'none', address: '', has_provider: false }]
  const setting = { ...own().setting, email_level: null }
  const page = await shown(PAGE, { 'GET /yun/push/setting': () => ({ ...own(), setting, channels }) })
  await page.says('Not available: no administrator has enabled it, so rules that name it notify nobody by it')
  equal(page.text.includes('Set up'), false)
  equal(page.text.includes('Not set up'), false)
  // There is nothing to choose.
  equal((await page.find('.push-channel-what button')).hasAttribute('disabled'), true)
})

it('<sg-push-settings> saves what was chosen, and marks what is not saved', async () => {
  const page = await shown(PAGE, {
    'GET /yun/push/setting': () => own(),
    'PUT /yun/push/setting': ({ body }) => ({ ...own(), setting: body }),
  })
  ;(await label(page, 'Also notify me when an alarm recovers')).click()
  await page.choose('Email: which alarms', 'Level 5 (Critical) only')
  ;(await label(page, 'Fri')).click()
  await page.says('Not saved yet')
  await page.press('Save')
  await page.says('Saved')
  equal(page.requestsOf('PUT /yun/push/setting')[0]?.body, {
    email_level: 5,
    sms_level: null,
    wechat_level: null,
    on_recovered: true,
    lang: 'zh',
    quiet: { from: 1320, to: 420, days: [1, 2, 3, 4], except_level: 5 },
  })
  equal(page.text.includes('Not saved yet'), false)
})

it('<sg-push-settings> asks nobody for quiet hours on no day', async () => {
  const quiet = { from: 1320, to: 420, days: [1], except_level: null }
  const page = await shown(PAGE, { 'GET /yun/push/setting': () => own({ quiet }) })
  ;(await label(page, 'Mon')).click()
  await page.press('Save')
  await page.says('Choose at least one day')
  equal(page.requestsOf('PUT /yun/push/setting').length, 0)
})

it('<sg-push-settings> tells what became of a test', async () => {
  const page = await shown(PAGE, {
    'GET /yun/push/setting': () => own(),
    'POST /yun/push/test': () => ({ state: 'sent', error: '' }),
  })
  await page.press('Send a test by Email')
  await page.says('The test was sent')
  page.answers['POST /yun/push/test'] = () => ({ state: 'failed', error: 'mailbox full' })
  await page.press('Send a test by Email')
  await page.says('Not delivered: mailbox full')
  page.answers['POST /yun/push/test'] = () => new Refused('100019')
  await page.press('Send a test by Email')
  await page.says('100019')
})

const PUSH = '<sg-account lang="en" section="push"></sg-account>'
const answers = { 'GET /user/account': () => profile(), ...ownPush }

it('the alarm push of <sg-account> leads to where addresses are bound', async () => {
  const page = await shown(PUSH, { ...answers, 'GET /yun/userInfo': () => who() })
  await page.press('Set up')
  await until('reported', () => page.events.length > 0)
  equal(page.events[0]?.detail, { section: 'security', 'wechat-code': null, 'wechat-state': null })
})

it('the alarm push of <sg-account> is asked of nobody who acts as the user', async () => {
  const page = await shown(PUSH, { ...answers, 'GET /yun/userInfo': () => who({ simulated_by: BOSS }) })
  await page.says('Boss is acting as this user')
  equal(page.requestsOf('GET /yun/push/setting').length, 0)
})

const RULES = '<sg-escalations lang="en"></sg-escalations>'

it('<sg-escalations> changes a rule: its steps, its people, and how often it is repeated', async () => {
  const page = await shown(RULES, { ...rules, 'PUT /yun/push/escalation': () => rule() })
  await page.openRow()
  await page.says('Step 2')
  await page.choose('Users', 'Wang')
  await page.press('Remove step 2')
  ;(await label(page, 'End it when the alarm recovers')).click()
  await page.press('Save')
  equal((await page.requested('PUT /yun/push/escalation')).body, {
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
  const page = await shown(RULES, {
    'GET /yun/push/escalation': () => ({ rows: [] }),
    'GET /yun/push/audience': () => AUDIENCE,
  })
  await page.press('New escalation', 'Save')
  await page.says('Enter a name', 'Choose a user or a role')
  equal(page.requestsOf('PUT /yun/push/escalation').length, 0)
})

it('<sg-escalations> deletes a rule after it was asked', async () => {
  const page = await shown(RULES, { ...rules, 'DELETE /yun/push/escalation': () => ({}) })
  await page.openRow()
  await page.press('Delete', 'Delete “Night shift”')
  equal((await page.requested('DELETE /yun/push/escalation')).query.get('escalation_id'), '1')
})

it('<sg-escalations> tells which part is shown', async () => {
  const page = await shown(RULES, { ...rules, ...hooks })
  await page.press('Webhooks')
  await page.says('Tickets')
  equal(page.events[0]?.detail, { tab: 'webhooks' })
})

const HOOKS = '<sg-escalations lang="en" tab="webhooks"></sg-escalations>'

it('<sg-escalations> shows the secret of a new webhook this once', async () => {
  const page = await shown(HOOKS, {
    ...hooks,
    'PUT /yun/push/webhook': () => ({ webhook: hook(), secret: 'sgwh_secret' }),
  })
  await page.press('New webhook')
  write(await input(page, 'Name'), 'Orders')
  write(await input(page, 'Address'), 'orders.example')
  await page.press('Save')
  await page.says('Enter an address that begins with https://')
  write(await input(page, 'Address'), ' https://orders.example/hook ')
  await page.press('Save')
  await until('the secret', () => page.root.querySelector('textarea')?.value === 'sgwh_secret')
  equal(page.requestsOf('PUT /yun/push/webhook')[0]?.body, {
    webhook_name: 'Orders',
    url: 'https://orders.example/hook',
    from_level: 1,
    is_enabled: true,
    is_renewed: false,
    group_id: null,
  })
  await page.press('Done, I have saved it')
  await until('gone', () => page.root.querySelector('textarea') === null)
})

it('<sg-escalations> tests a webhook, and says what it answered', async () => {
  const page = await shown(HOOKS, {
    ...hooks,
    'POST /yun/push/webhook/test': () => ({ status: 204, error: '' }),
  })
  await page.openRow()
  await page.says('the answer was 503', '2 not delivered in 7 days')
  await page.press('Send a test')
  await page.says('It answered 204')
  page.answers['POST /yun/push/webhook/test'] = () => ({ status: 500, error: 'the answer was 500' })
  await page.press('Send a test')
  await page.says('The test was not delivered: the answer was 500')
  page.element.setAttribute('lang', 'zh')
  await page.says('对方应答 503')
})

it('<sg-escalations> says at the field what the server refuses of a webhook', async () => {
  const page = await shown(HOOKS, {
    ...hooks,
    'PUT /yun/push/webhook': () => new Refused('100006', [{ field: 'url', message: 'must begin with https://' }]),
  })
  await page.openRow()
  await page.press('Save')
  await page.says('must begin with https://')
})

const message = (message_id: number, more: object = {}) =>
  delivered(message_id, { state: 'failed', reason: 'alarm', alarms: 12, alarm_id: '7', ...TOO_HOT, ...more })
const TOO_HOT = { alarm_name: '温度高', alarm_name_en: 'Too hot', alarm_level: 4 }

it('<sg-delivered-messages> is filtered by channel, reason and state, and names the alarm', async () => {
  const page = await shown('<sg-delivered-messages lang="en"></sg-delivered-messages>', {
    'GET /yun/message/delivered': () => ({ rows: [message(1)], total: 1 }),
  })
  await page.says('Too hot and others, 12 in all')
  await page.choose('State', 'Quota used up')
  await page.requested('GET /yun/message/delivered', 1)
  equal(page.requestsOf('GET /yun/message/delivered').at(-1)?.query.get('state'), 'quota')
  await page.press('Remove the filter State: Quota used up')
  await page.requested('GET /yun/message/delivered', 2)
  equal(page.requestsOf('GET /yun/message/delivered').at(-1)?.query.has('state'), false)
})

it('<sg-delivered-messages> tries a message about an alarm once more, and offers it of no code', async () => {
  const page = await shown('<sg-delivered-messages lang="en"></sg-delivered-messages>', {
    'GET /yun/message/delivered': () => ({ rows: [message(1), message(2, { reason: 'code' })], total: 2 }),
    'POST /yun/push/again': () => ({}),
  })
  const rows = await until('rows', () => {
    const found = page.root.querySelectorAll<HTMLElement>('.table-rows [role=row]')
    return found.length === 2 && found
  })
  rows[0]?.click()
  await page.press('Send again')
  equal((await page.requested('POST /yun/push/again')).body, { message_id: 1 })
  rows[1]?.click()
  await until('the code', () => page.text.includes('Code') && !page.text.includes('Send again'))
})
