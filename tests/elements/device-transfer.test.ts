import { equal } from './check.ts'
import { deviceOffer, listedDevice } from './device-transfer-pages.ts'
import { pump } from './played-server.ts'
import { type Answers, Refused, shown } from './screen-driver.ts'

const OFFER = 'POST /dev/transfer'
const ACCEPT = 'PUT /dev/transfer'
const END = 'DELETE /dev/transfer'
const LIST = 'GET /dev/transfer'
const LISTED = 'GET /dev/provisioning'
const ADD = 'POST /dev/provisioning'
const answers: Answers = {
  'GET /dev': () => ({
    rows: [pump({ sn_code: 'P1', dev_alias: 'Pump 1', may_edit: true, may_deregister: true })],
    total: 1,
  }),
  'GET /dev/counts': () => ({ online: 1, offline: 0, faulty: 0, unregistered: 0 }),
  'GET /dev/tags': () => [],
  'GET /yun/dev/group': () => [
    { group_id: 3, parent_id: null, group_name: 'Hall', is_default: false, device_count: 0 },
  ],
  'GET /dev/share/people': () => [{ user_id: 9, user_name: 'sun', name: 'Sun' }],
  [LIST]: () => ({ rows: [deviceOffer()], total: 1 }),
  [OFFER]: () => ({}),
  [END]: () => ({}),
  [ACCEPT]: () => ({ sn_code: 'P1' }),
  [LISTED]: () => ({ rows: [listedDevice()], total: 1, is_open: false }),
  [ADD]: () => [
    { id: 'A1', code: null },
    { id: 'A2', code: '110534' },
  ],
  'DELETE /dev/provisioning': () => ({}),
}
const opened = (attributes = '', more: Answers = {}) =>
  shown(
    `<sg-device-list lang="en" ${attributes}></sg-device-list>`,
    { ...answers, ...more },
    ['P30000', 'P30100', 'P30200', 'administrator'],
    'block-size: 700px',
  )

it('<sg-device-list> offers a device to a user of the organisation, or to a name of another one with its history', async () => {
  const page = await opened()
  await page.menu('Pump 1', 'Transfer…')
  await page.says('Transfer Pump 1', 'after 14 days')
  await page.pressIn('.user-picker-found label', 'sun Sun')
  await page.press('Offer it')
  await page.gone('.dialog')
  await page.menu('Pump 1', 'Transfer…')
  await page.choose('To', 'A user of another organization')
  await page.type('user_name', 'rival')
  await page.says('for 30 days')
  await page.pressIn('.dialog label', 'Points, with their names and history, go along')
  await page.says('cannot restore')
  await page.press('Offer it')
  await page.gone('.dialog')
  equal(page.bodies(OFFER), [
    { sn_code: 'P1', user_id: 9 },
    { sn_code: 'P1', user_name: 'rival', with_history: true },
  ])
})

it('<sg-device-list> accepts an offered device of another organisation, with a name and a group', async () => {
  const page = await opened('show="offers"')
  await page.says('Another organization', 'Stays')
  equal((await page.requested(LIST)).query.get('of'), 'received')
  await page.press('Accept')
  await page.says('records from now on')
  await page.pressIn('.dialog button', 'Accept')
  await page.says('Choose a group that you may change')
  await page.type('dev_alias', 'New pump')
  await page.choose('Group', 'Hall')
  await page.pressIn('.dialog button', 'Accept')
  await page.says('P1 is yours')
  equal(page.bodies(ACCEPT), [{ offer_id: 5, group_id: 3, dev_alias: 'New pump' }])
})

it('<sg-device-list> says how much history comes along before a device is accepted, and why there is no room for it', async () => {
  const why = 'brings 3.8 MB, and “History kept” has 0.2 MB left'
  const page = await opened('show="offers"', {
    [LIST]: () => ({ rows: [deviceOffer({ with_history: true, history_bytes: 3_984_588 })], total: 1 }),
    [ACCEPT]: () => new Refused('100019', [{ field: 'offer_id', message: why }]),
  })
  await page.press('Accept')
  await page.says('Its history takes 3.8 MB')
  await page.choose('Group', 'Hall')
  await page.pressIn('.dialog button', 'Accept')
  await page.says(why)
})

it('<sg-device-list> declines what is offered, and withdraws what was', async () => {
  const page = await opened('show="offers"')
  await page.press('Decline')
  await page.says('P1 is declined')
  await page.press('Offered by me')
  await page.press('Withdraw')
  await page.says('P1 is no longer offered')
  equal(
    page.requestsOf(END).map(({ query }) => query.get('offer_id')),
    ['5', '5'],
  )
})

it('<sg-device-list> says why an offer is not accepted', async () => {
  const page = await opened('show="offers"', { [ACCEPT]: () => new Refused('110538') })
  await page.press('Accept')
  await page.choose('Group', 'Hall')
  await page.pressIn('.dialog button', 'Accept')
  await page.says('You have no right to transfer this device')
})

it('<sg-device-list> lists pasted SNs, names those that are registered, and takes one off the list', async () => {
  const page = await opened('show="listed"')
  await page.says('Waiting to connect', 'Its first one')
  await page.press('List SNs')
  await page.type('lines', 'A1\nA2 secret\nnot an SN at all')
  await page.pressIn('.dialog button', 'List SNs')
  await page.says('Line 3')
  await page.type('lines', 'A1\nA2 secret')
  await page.pressIn('.dialog button', 'List SNs')
  await page.says('Registered already, and not listed: A2')
  equal(page.bodies(ADD), [{ lines: [{ sn_code: 'A1' }, { sn_code: 'A2', password: 'secret' }] }])
  await page.press('Remove')
  await page.says('L1 is off the list')
})
