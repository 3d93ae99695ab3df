import { equal } from './check.ts'
import { LIST, share, shareAnswers } from './device-share-pages.ts'
import { pump } from './played-server.ts'
import { type Answers, shown } from './screen-driver.ts'

const RECYCLE = 'DELETE /dev/share'
const LEAVE = 'DELETE /dev/share/received'
const SHARE = 'POST /dev/share'

const opened = (attributes = '', more: Answers = {}) =>
  shown(
    `<sg-device-share lang="en" ${attributes}></sg-device-share>`,
    { ...shareAnswers, [RECYCLE]: () => ({}), [LEAVE]: () => ({}), [SHARE]: () => ({}), ...more },
    ['P30000', 'P33000'],
    'block-size: 700px',
  )

it('<sg-device-share> lists with whom devices are shared, and takes one back after it was asked whether to', async () => {
  const page = await opened('', { [LIST]: () => ({ rows: [share()], total: 1 }) })
  await page.says('1 share', 'Li Na (li)', 'When taken back')
  equal((await page.requested(LIST)).query.get('of'), 'given')
  await page.menu('Pump 1', 'Take back…')
  await page.says('Li Na (li) will not see the device any more')
  equal(page.requestsOf(RECYCLE).length, 0)
  await page.press('Take Pump 1 back')
  await page.says('Pump 1 is taken back')
  const { query } = page.requestsOf(RECYCLE)[0] ?? {}
  equal([query?.get('sn_code'), query?.getAll('user_ids')], ['P1', ['7']])
})

it('<sg-device-share> lists what others share, and gives one back', async () => {
  const page = await opened('of="received"', { [LIST]: () => ({ rows: [share()], total: 1 }) })
  await page.says('Wang Wei (wang)')
  equal((await page.requested(LIST)).query.get('of'), 'received')
  await page.menu('Pump 1', 'Give back…')
  await page.press('Give Pump 1 back')
  await page.says('Pump 1 is given back')
  equal(page.requestsOf(LEAVE)[0]?.query.get('sn_code'), 'P1')
})

it('<sg-device-share> changes what somebody may do with a device that is shared', async () => {
  const page = await opened('', { [LIST]: () => ({ rows: [share()], total: 1 }) })
  await page.says('Li Na (li)')
  await page.menu('Pump 1', 'Change')
  await page.pressIn('.dialog label', 'May write values too, if their own role lets them')
  await page.press('Share')
  await page.gone('.dialog')
  equal(page.bodies(SHARE), [{ sn_code: 'P1', user_ids: [7], may_write: true, until_time: null, remarks: 'Repair' }])
})

it('<sg-device-list> offers to share those devices alone that the user may share, and marks those that are shared', async () => {
  const devices = [
    pump({ sn_code: 'P1', dev_alias: 'Pump 1', may_share: true }),
    pump({ sn_code: 'P2', dev_alias: 'Pump 2', shared: { by_name: 'Wang Wei', until_time: null } }),
  ]
  const page = await shown(
    '<sg-device-list lang="en"></sg-device-list>',
    {
      ...shareAnswers,
      [SHARE]: () => ({}),
      'GET /dev': () => ({ rows: devices, total: 2 }),
      'GET /dev/counts': () => ({ online: 2, offline: 0, faulty: 0, unregistered: 0 }),
      'GET /yun/dev/group': () => [],
    },
    ['P30000', 'P33000', 'P100000'],
    'block-size: 700px',
  )
  await page.says('Shared by Wang Wei')
  await page.menu('Pump 1', 'Share…')
  await page.says('Share Pump 1')
  await page.pressIn('.user-picker-found label', 'sun Sun')
  await page.press('Share')
  await page.gone('.dialog')
  const [body] = page.bodies(SHARE) as { user_ids: number[]; may_write: boolean }[]
  equal([body?.user_ids, body?.may_write], [[9], false])
})
