import { auditLine, delivered, link } from './account-pages.ts'
import { equal, place, sg, until } from './check.ts'
import { loadScreens, type Screen, shown, write } from './screen-driver.ts'

const NOW = Date.now()

it('<sg-audit> opens a line with every part of it before and after, as text', async () => {
  const detail = { name: { before: 'Wang', after: '<b>Zhao</b>' }, brand_new: 7 }
  const page = await shown('<sg-audit lang="en"></sg-audit>', {
    'GET /user/audit': () => ({ rows: [auditLine(1, { detail, by_user_id: 1, by_user_name: 'boss' })], total: 1 }),
  })
  await page.says('by boss')
  await page.openRow()
  await page.find('.audit-detail')
  equal(
    Array.from(page.root.querySelectorAll('.audit-detail tbody tr'), (tr) =>
      Array.from(tr.children, ({ textContent }) => textContent),
    ),
    [
      ['Nickname', 'Wang', '<b>Zhao</b>'],
      ['brand_new', '7'],
    ],
  )
})

it('<sg-audit> requests what its attributes say, and reports what is chosen', async () => {
  const page = await shown(
    '<sg-audit lang="en" search="li" action="user-edit,rights" start="1000" end="2000" page="2"></sg-audit>',
    { 'GET /user/audit': () => ({ rows: [auditLine(1)], total: 21 }) },
  )
  await page.row()
  const [request] = page.requestsOf('GET /user/audit')
  equal(
    ['search', 'action', 'start', 'end', 'page'].map((name) => request?.query.get(name)),
    ['li', 'user-edit,rights', '1000', '2000', '2'],
  )
  await page.press('Remove the filter Action: Changed rights')
  await until('reported', () => page.events.length > 0)
  equal(page.events[0]?.detail, { search: 'li', action: 'user-edit', start: 1000, end: 2000, page: null })
})

it('<sg-delivered-messages> says that messages are read here where no provider carries them, and opens one whole', async () => {
  const body = 'Your code is 123456\nIt is good for 10 minutes.'
  const page = await shown('<sg-delivered-messages lang="en"></sg-delivered-messages>', {
    'GET /yun/message/delivered': () => ({ rows: [delivered(1, { body }), delivered(2)], total: 2 }),
  })
  await page.says('No gateway is configured')
  await page.openRow()
  const whole = await page.find('.message-body')
  equal(whole.textContent, body)
  equal(getComputedStyle(whole).whiteSpaceCollapse, 'preserve')
})

it('<sg-delivered-messages> says nothing of the kind once one was sent', async () => {
  const page = await shown('<sg-delivered-messages lang="en"></sg-delivered-messages>', {
    'GET /yun/message/delivered': () => ({
      rows: [delivered(1), delivered(2, { state: 'failed', error: 'mailbox full' })],
      total: 2,
    }),
  })
  await page.says('Failed')
  equal(page.text.includes('No gateway is configured'), false)
})

const LIST = 'GET /yun/components/share'
const VIEWS = 'GET /yun/components/share/views'
const END = 'DELETE /yun/components/share'
const EDIT = 'PUT /yun/components/share'

it('<sg-share-links> tells of each link whether it opens anything, and why not', async () => {
  const rows = [
    link('Owner'),
    link('Ended', { is_revoked: true, expires_time: 1 }),
    link('Trade fair', { expires_time: 1 }),
    link('Three visits', { views_most: 3 }),
  ]
  const page = await shown('<sg-share-links lang="en"></sg-share-links>', {
    [LIST]: () => ({ rows, total: rows.length }),
  })
  await page.says('4 links')
  const states = page.texts('.share-state')
  equal(states, ['Active', 'Revoked', 'Expired', 'Used up'])
})

it('<sg-share-links> ends a link after it was asked whether to, and says who opened it', async () => {
  let isRevoked = false
  const page = await shown('<sg-share-links lang="en"></sg-share-links>', {
    [LIST]: () => ({ rows: [link('Owner', { is_revoked: isRevoked })], total: 1 }),
    [VIEWS]: () => [{ view_time: NOW, address: '203.0.113.7', agent: 'Some browser' }],
    [END]: () => {
      isRevoked = true
      return {}
    },
  })
  await page.openRow()
  await page.says('203.0.113.7')
  await page.press('Revoke')
  await page.says('It cannot be restored')
  equal(page.requestsOf(END).length, 0)
  await page.press('Revoke “Owner”')
  await page.find('.table-rows .share-state-over')
  equal(page.requestsOf(END)[0]?.query.get('link_id'), '5')
  await until('nothing left to end', () => !page.text.includes('It cannot be restored'))
  equal(
    page.all('button').some(({ textContent }) => textContent === 'Revoke'),
    false,
  )
})

it('<sg-share-links> lists links of dashboards beside those of screens, and leads to what they open', async () => {
  const rows = [
    link('Wall'),
    link('Owner', {
      link_id: 6,
      kind: 'dashboard',
      screen_id: 0,
      dashboard_id: 12,
      screen_name: 'Works',
      sn_code: null,
    }),
  ]
  const page = await shown('<sg-share-links lang="en"></sg-share-links>', {
    [LIST]: () => ({ rows, total: 2 }),
    [VIEWS]: () => [],
  })
  await page.says('2 links')
  equal(
    page.all('.share-content [role=img]').map((icon) => icon.getAttribute('aria-label')),
    ['Screen', 'Dashboard'],
  )
  await page.openRow('Owner')
  await page.says('Nobody has opened it yet')
  await page.pressIn('.share-panel button', 'Works')
  equal(page.events.at(-1), { type: 'sg-navigate', detail: { path: '/dashboard?dashboard=12' } })
})

it('<sg-share-links> changes the name, the limits and the password of a link', async () => {
  const page = await shown('<sg-share-links lang="en"></sg-share-links>', {
    [LIST]: () => ({ rows: [link('Owner', { has_password: true })], total: 1 }),
    [VIEWS]: () => [],
    [EDIT]: ({ body }: { body: object }) => link('Owner', body),
  })
  await page.openRow()
  await page.press('Edit')
  await set(page, 'New password', 'abc')
  await page.pressIn('[role=dialog] button', 'Save')
  await page.find('[role=dialog] .field-error')
  equal(page.requestsOf(EDIT).length, 0)
  await set(page, 'New password', 'open sesame')
  await page.says('Pages that show it ask for the new password')
  await page.pressIn('[role=dialog] button', 'Save')
  const { body } = await page.requested(EDIT)
  equal(body, { link_id: 5, name: 'Owner', views_most: null, password: 'open sesame' })
})

it('<sg-share-links> shows the columns that were chosen also when it is opened again', async () => {
  localStorage.removeItem('sg-choice:columns:sg-share-links')
  const answers = { [LIST]: () => ({ rows: [link('Owner')], total: 1 }) }
  const page = await shown('<sg-share-links lang="en"></sg-share-links>', answers)
  await page.says('Owner')
  equal(page.texts('.table-title').includes('Password'), true)
  await page.press('Choose columns')
  await page.pressIn('[role=menuitemcheckbox]', 'Password')
  await until('hidden', () => !page.texts('.table-title').includes('Password'))
  const again = await shown('<sg-share-links lang="en"></sg-share-links>', answers)
  await again.says('Owner')
  equal(again.texts('.table-title'), [
    'Name',
    'State',
    'Content',
    'Opened',
    'Last opened',
    'Valid until',
    'Created by',
    'Created',
  ])
  localStorage.removeItem('sg-choice:columns:sg-share-links')
})

it('<sg-share-links> leads to the screens where there is none, whoever may watch them', async () => {
  const none = { [LIST]: () => ({ rows: [], total: 0 }) }
  const page = await shown('<sg-share-links lang="en"></sg-share-links>', none, ['P82000', 'P24000'])
  await page.press('To screen monitoring')
  equal(page.events, [{ type: 'sg-navigate', detail: { path: '/configureMonitor' } }])
  equal(page.state, 'empty')
})

const rule = { password_rule: { least: 6, most: 11, any: false }, one_session: false }
const RULE = '<sg-sign-in-rule lang="en"></sg-sign-in-rule>'
async function set(page: Screen, label: string, value: string) {
  const input = (await page.labelled(label)).querySelector('.field-input') as HTMLInputElement
  input.focus()
  write(input, value)
  input.blur()
}

it('<sg-sign-in-rule> asks nobody for lengths out of their bounds, and marks what is not saved', async () => {
  const page = await shown(RULE, { 'GET /yun/sys/signIn/rule': () => rule }, ['administrator'])
  await set(page, 'Minimum length', '12')
  await page.says('Not saved yet')
  await page.press('Save')
  await page.says('The greatest length has to be more than the least')
  await until('the focus at it', () => page.focused?.closest('.field')?.textContent?.includes('more than'))
  await set(page, 'Maximum length', '129')
  await page.press('Save')
  await page.says('It has to be 6 to 128')
  equal(page.requestsOf('PUT /yun/sys/signIn/rule').length, 0)
  await page.press('Discard changes')
  await until('as it was', () => !page.text.includes('Not saved yet'))
})

it('<sg-sign-in-rule> saves a rule within its bounds', async () => {
  const page = await shown(
    RULE,
    { 'GET /yun/sys/signIn/rule': () => rule, 'PUT /yun/sys/signIn/rule': ({ body }) => body },
    ['administrator'],
  )
  await set(page, 'Maximum length', '64')
  await page.press('Save')
  await page.says('Saved')
  equal(page.requestsOf('PUT /yun/sys/signIn/rule')[0]?.body, {
    password_rule: { least: 6, most: 64, any: false },
    one_session: false,
  })
  equal(page.text.includes('Not saved yet'), false)
})

it('<sg-sign-in-rule> offers a stronger rule first and says why', async () => {
  const page = await shown(
    RULE,
    { 'GET /yun/sys/signIn/rule': () => rule, 'PUT /yun/sys/signIn/rule': ({ body }) => body },
    ['administrator'],
  )
  await page.says('The default allows no long passwords')
  ;(await page.labelled('Password rule')).querySelector<HTMLElement>('.select-button')?.click()
  const first = await page.find('[role=option]')
  equal(first.textContent, 'Recommended: 12 to 128 characters of any kind')
  first.click()
  await until('no warning', () => !page.text.includes('The default allows'))
  await page.press('Save')
  await page.requested('PUT /yun/sys/signIn/rule')
  equal(page.requestsOf('PUT /yun/sys/signIn/rule')[0]?.body, {
    password_rule: { least: 12, most: 128, any: true },
    one_session: false,
  })
})

it('<sg-sign-in-rule> is only read by those who may not change it', async () => {
  const page = await shown(RULE, { 'GET /yun/sys/signIn/rule': () => rule }, ['P56000'])
  await page.says('Only administrators can change it')
  equal(page.root.querySelector('input'), null)
})

it('<sg-privacy> is read without a connection, in the language of its page', async () => {
  const markup = '<sg-privacy lang="zh"></sg-privacy>'
  await loadScreens(markup)
  const privacy = sg(place(markup), 'sg-privacy')
  for (const [lang, words] of Object.entries({ zh: '审计记录', en: 'How long' })) {
    privacy.lang = lang
    await until(words, () => privacy.shadowRoot.textContent?.includes(words))
  }
})
