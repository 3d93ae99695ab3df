import { DAY_MS } from '../../core/catalogue/durations.ts'
import { equal, until } from './check.ts'
import { pump } from './played-server.ts'
import { type Answers, Refused, shown } from './screen-driver.ts'

const ROLES = ['P30000', 'P30200', 'P100000']
const END = 'DELETE /dev'
const RESTORE = 'PUT /dev/deregistered'
const row = (n: number, may_deregister = true) =>
  pump({ sn_code: `P${n}`, dev_alias: `Pump P${n}`, may_edit: true, may_deregister })
const gone = {
  device_id: 7,
  sn_code: 'P1',
  dev_alias: 'Pump P1',
  dev_model: 'BX-3',
  group_name: 'Hall 1',
  deregistered_time: Date.now(),
  deregistered_user_name: 'admin',
  deleted_time: Date.now() + 12 * DAY_MS - 1000,
}
const answers: Answers = {
  'GET /dev': () => ({ rows: [row(1), row(2, false)], total: 2 }),
  'GET /dev/counts': () => ({ online: 2, offline: 0, faulty: 0, unregistered: 0 }),
  'GET /yun/dev/group': () => [],
  'GET /dev/deregistered': () => ({ rows: [gone], total: 1 }),
  [END]: () => ({ device_id: 7 }),
  [RESTORE]: () => ({ sn_code: 'P1' }),
}
const opened = (attributes = '', more: Answers = {}, roles = ROLES) =>
  shown(
    `<sg-device-list lang="en" ${attributes}></sg-device-list>`,
    { ...answers, ...more },
    roles,
    'block-size: 600px',
  )

it('<sg-device-list> says what becomes of a device before it is deregistered, and brings it back from the toast', async () => {
  const page = await opened()
  await page.find('.table-rows [role=row]')
  await page.menu('Pump P1', 'Deregister…')
  await page.says('Deregister Pump P1?', 'for 30 days')
  await page.press('Deregister Pump P1')
  await page.says('Deregistered Pump P1')
  await page.gone('.dialog')
  await page.press('Undo')
  await page.says('Restored Pump P1')
  equal(page.bodies(RESTORE), [{ device_id: 7 }])
})

it('<sg-device-list> keeps the question where a device is not deregistered, with the reason', async () => {
  const page = await opened('', { [END]: () => new Refused('110535') })
  await page.find('.table-rows [role=row]')
  await page.menu('Pump P1', 'Deregister…')
  await page.press('Deregister Pump P1')
  await until('the refusal', () => page.texts('.dialog [role=alert]').length === 1)
})

it('<sg-device-list> lists deregistered devices with the days that are left, and restores one', async () => {
  const page = await opened('show="deregistered"')
  await page.says('Deregistered devices', 'Pump P1', '12 days')
  await page.press('Restore')
  await page.says('Restored Pump P1')
  equal(page.bodies(RESTORE), [{ device_id: 7 }])
  await page.press('All devices')
  await page.says('Pump P2')
})

it('<sg-device-list> says why a deregistered device is not restored', async () => {
  const page = await opened('show="deregistered"', { [RESTORE]: () => new Refused('110534') })
  await page.press('Restore')
  await page.says('The device is already registered')
})
