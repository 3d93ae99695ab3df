import { equal, until } from './check.ts'
import { pump } from './played-server.ts'
import { type Answers, Refused, shown, write } from './screen-driver.ts'

const ROLES = ['P30000', 'P30200', 'P100000']
const monitor = (attributes: string, answers: Answers = {}) =>
  shown(`<sg-device-monitor lang="en" ${attributes}></sg-device-monitor>`, answers, ROLES)

it('a device that the user may change is edited from its header, and the header follows', async () => {
  let kept = pump({ may_edit: true })
  const page = await monitor('sn="PUMP1"', {
    'GET /dev/basic': () => kept,
    'PUT /dev/basic': ({ body }) => {
      kept = pump({ may_edit: true, dev_alias: 'Pump East', ...(body as object) })
      return kept
    },
  })
  await page.press('Edit')
  await page.says('Edit device: Pump 1')
  write(await page.find<HTMLInputElement>('[name=dev_alias]'), 'Pump East')
  write(await page.find<HTMLInputElement>('[name=contact_phone]'), '555 0100')
  await page.press('Save')
  equal((await page.requested('PUT /dev/basic')).body, {
    sn_code: 'PUMP1',
    dev_alias: 'Pump East',
    contact_phone: '555 0100',
    was: { dev_alias: 'Pump 1', contact_phone: '' },
  })
  await until('the dialog is gone', () => page.root.querySelector('.dialog') === null)
  await until('its new name', () => page.texts('.monitor-name')[0] === 'Pump East')
  const other = await monitor('sn="PUMP1"')
  await other.says('BX-3')
  equal(other.offers('Edit'), false)
})

it('wrong input of a device is said at its field, before it is sent and by the server', async () => {
  const page = await monitor('sn="PUMP1"', {
    'GET /dev/basic': () => pump({ may_edit: true }),
    'PUT /dev/basic': () => new Refused('110551'),
  })
  await page.press('Edit')
  write(await page.find<HTMLInputElement>('[name=dev_alias]'), ' ')
  write(await page.find<HTMLInputElement>('[name=card_no]'), '123')
  await page.press('Save')
  await page.says('Give the device a name', 'A card number has 18 to 32 digits')
  write(await page.find<HTMLInputElement>('[name=dev_alias]'), 'Pump 1')
  write(await page.find<HTMLInputElement>('[name=card_no]'), '898600123456789012')
  await page.press('Save')
  await page.says('This card belongs to another device')
  equal(page.bodies('PUT /dev/basic').length, 1)
})

it('an edit of a device that somebody else has changed says what it is now, and replaces it when it is saved again', async () => {
  let kept = pump({ may_edit: true })
  const page = await monitor('sn="PUMP1"', { 'GET /dev/basic': () => kept })
  await page.press('Edit')
  write(await page.find<HTMLInputElement>('[name=site_name]'), 'South works')
  kept = pump({ may_edit: true, site_name: 'West works' })
  page.answers['PUT /dev/basic'] = () =>
    new Refused('100027', [{ field: 'site_name', message: 'was changed by somebody else meanwhile' }])
  await page.press('Save')
  await page.says('Somebody else changed this to “West works” meanwhile')
  page.answers['PUT /dev/basic'] = () => pump({ may_edit: true, site_name: 'South works' })
  await page.press('Save')
  equal(((await page.requested('PUT /dev/basic', 1)).body as { was: object }).was, { site_name: 'West works' })
  await page.gone('.dialog')
})

it('<sg-device-list> has a menu in each row, by which a device that the user may change is edited, and other lists follow', async () => {
  let dev_alias = 'Pump P1'
  const answers: Answers = {
    'GET /dev': () => ({
      rows: [pump({ sn_code: 'P1', dev_alias, may_edit: true }), pump({ sn_code: 'P2', dev_alias: 'Pump P2' })],
      total: 2,
    }),
    'GET /dev/counts': () => ({ online: 2, offline: 0, faulty: 0, unregistered: 0 }),
    'GET /dev/basic': () => pump({ sn_code: 'P1', dev_alias, may_edit: true }),
    'PUT /dev/basic': () => {
      dev_alias = 'Pump East'
      return pump({ sn_code: 'P1', dev_alias, may_edit: true })
    },
  }
  const page = await shown('<sg-device-list lang="en"></sg-device-list>', answers, ROLES)
  const other = document.createElement('sg-device-list') as HTMLElement & {
    connection: unknown
    shadowRoot: ShadowRoot
  }
  other.connection = page.server.connection
  page.box.append(other)
  await page.press('Actions of Pump P2')
  await until('the menu', () => page.texts('[role=menuitem]').length > 0)
  equal(page.texts('[role=menuitem]'), ['Open'])
  await page.press('Open')
  equal(page.events.at(-1), { type: 'sg-navigate', detail: { path: '/deviceDetail/P2' } })
  await page.menu('Pump P1', 'Edit')
  write(await page.find<HTMLInputElement>('[name=dev_alias]'), 'Pump East')
  await page.press('Save')
  await page.says('Pump East')
  await until('the other list', () => other.shadowRoot.textContent?.includes('Pump East'))
})

it('<sg-device-list> offers no menu to who may change no device', async () => {
  const answers: Answers = {
    'GET /dev': () => ({ rows: [pump({ sn_code: 'P1', dev_alias: 'Pump P1' })], total: 1 }),
    'GET /dev/counts': () => ({ online: 1, offline: 0, faulty: 0, unregistered: 0 }),
  }
  const page = await shown('<sg-device-list lang="en"></sg-device-list>', answers, ['P30000'])
  await page.says('Pump P1')
  equal(page.offers('Actions of Pump P1'), false)
})

it('a device gets a new password from its form, once that is confirmed, and it is shown this once', async () => {
  const page = await monitor('sn="PUMP1"', {
    'GET /dev/basic': () => pump({ may_edit: true }),
    'PUT /dev/password': () => ({ sn_code: 'PUMP1', password: 'newSecret234' }),
  })
  await page.press('Edit', 'New password')
  await page.says('A new password for Pump 1?', 'The password that it has ends at once')
  equal(page.bodies('PUT /dev/password'), [])
  await page.press('Make a new password')
  await page.says('New password of Pump 1', 'It will not be shown again')
  equal(page.bodies('PUT /dev/password'), [{ sn_code: 'PUMP1' }])
  const field = await page.find<HTMLTextAreaElement>('textarea')
  equal(field.value, 'newSecret234')
  await page.press('Done, I have saved it')
  await page.gone('.dialog')
  equal(page.root.querySelector('textarea'), null)
})

it('a virtual device has neither a password nor a card, and its sources say how often it reports', async () => {
  const page = await monitor('sn="VD1"', {
    'GET /dev/basic': () => pump({ sn_code: 'VD1', may_edit: true, is_virtual: true }),
  })
  await page.press('Edit')
  await page.find('[name=contact_phone]')
  equal(page.offers('New password'), false)
  equal(page.root.querySelector('[name=card_no]'), null)
  equal(page.text.includes('Report interval'), false)
})
