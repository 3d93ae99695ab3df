import { equal, until } from './check.ts'
import { pump } from './played-server.ts'
import { type Answers, Refused, shown } from './screen-driver.ts'
import { chooseUsers as chooseRows, pick } from './team-driver.ts'

const ROLES = ['P30000', 'P30200', 'P100000']
const MOVE = 'PUT /yun/dev/group/devices'
const group = (group_id: number, group_name: string, parent_id: number | null = null) => ({
  group_id,
  parent_id,
  group_name,
  is_default: false,
  device_count: 1,
})
const row = (n: number, group_id: number) =>
  pump({ sn_code: `P${n}`, dev_alias: `Pump P${n}`, group_id, group_name: `Hall ${group_id}`, may_edit: true })
const answers: Answers = {
  'GET /dev': () => ({ rows: [row(1, 1), row(2, 2), row(3, 2)], total: 3 }),
  'GET /dev/counts': () => ({ online: 3, offline: 0, faulty: 0, unregistered: 0 }),
  'GET /yun/dev/group': () => [group(1, 'Hall 1'), group(2, 'Hall 2'), group(3, 'Hall 3', 2)],
}
const done = ({ body }: { body: unknown }) =>
  (body as { sn_codes: string[] }).sn_codes.map((id) => ({ id, code: null }))
const opened = (more: Answers = {}, roles = ROLES) =>
  shown('<sg-device-list lang="en"></sg-device-list>', { ...answers, ...more }, roles, 'block-size: 600px')

it('<sg-device-list> moves the selected devices to a group in one call, and each back to where it was', async () => {
  const page = await opened({ [MOVE]: done })
  await page.find('.table-rows [role=row]')
  await chooseRows(page, 'Pump P1', 'Pump P2')
  await page.says('2 selected')
  await page.press('Move to…')
  await page.says('Move 2 devices')
  await pick(page, 'Hall 3')
  await page.press('Move')
  await page.says('Moved 2 devices to Hall 3')
  equal(page.bodies(MOVE), [{ sn_codes: ['P1', 'P2'], group_id: 3 }])
  await page.gone('.dialog')
  await page.press('Undo')
  await page.says('Moved 2 devices back')
  equal(page.bodies(MOVE).slice(1), [
    { sn_codes: ['P1'], group_id: 1 },
    { sn_codes: ['P2'], group_id: 2 },
  ])
})

it('<sg-device-list> says of each device that was not moved why', async () => {
  const page = await opened({
    [MOVE]: () => [
      { id: 'P1', code: null },
      { id: 'P2', code: '110539' },
    ],
  })
  await page.find('.table-rows [role=row]')
  await chooseRows(page, 'Pump P1', 'Pump P2')
  await page.press('Move to…')
  await pick(page, 'Hall 3')
  await page.press('Move')
  await page.says('1 device was left as it is', 'Pump P2: You have no right to write to this device')
  await page.says('Moved 1 device to Hall 3')
})

it('<sg-device-list> moves one device by the menu of its row, and keeps the question where the group is not for it', async () => {
  const page = await opened({ [MOVE]: () => new Refused('112002') })
  await page.menu('Pump P1', 'Move to…')
  await page.says('Move Pump P1')
  await pick(page, 'Hall 2')
  await page.press('Move')
  await until('the refusal', () => page.texts('.dialog [role=alert]').length === 1)
  page.answers[MOVE] = done
  await page.press('Move')
  await page.says('Moved 1 device to Hall 2')
})

it('<sg-device-list> lets nobody select devices who may change none', async () => {
  const page = await opened({}, ['P30000'])
  await page.says('Pump P1')
  equal(page.root.querySelector('input[type=checkbox]'), null)
})

const INTERVAL = 'PUT /dev/interval'
it('<sg-device-list> sets the report interval of the selected devices, says of each that stays why, and sets it back', async () => {
  const page = await opened({
    [INTERVAL]: () => [
      { id: 'P1', code: null },
      { id: 'P2', code: '110539' },
    ],
  })
  await page.find('.table-rows [role=row]')
  await chooseRows(page, 'Pump P1', 'Pump P2')
  await page.press('Report interval…')
  await page.says('Report interval of 2 devices')
  const field = await page.find('.dialog input:not([type=hidden])')
  field.focus()
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, '30')
  field.dispatchEvent(new Event('input', { bubbles: true }))
  field.blur()
  await page.press('Set for 2 devices')
  await page.says('Pump P2: You have no right to write to this device', 'Set the report interval of 1 device to 30 s')
  equal(page.bodies(INTERVAL), [{ sn_codes: ['P1', 'P2'], report_interval_s: 30 }])
  await page.press('Close')
  await page.press('Undo')
  await page.says('Set back the report interval of 1 device')
  equal(page.bodies(INTERVAL)[1], { sn_codes: ['P1'], report_interval_s: row(1, 1).report_interval_s })
})

it('<sg-device-list> deregisters all devices that its filter finds once it was confirmed, and restores those that were', async () => {
  const END = 'POST /dev/deregistered'
  const RESTORE = 'PUT /dev/deregistered'
  const page = await opened({
    'GET /dev': () => ({ rows: [row(1, 1), row(2, 2), row(3, 2)], total: 4 }),
    'GET /dev/SN': () =>
      [1, 2, 3, 4].map((n) => {
        const { sn_code, dev_alias, group_id, report_interval_s } = row(n, 1)
        return { sn_code, dev_alias, group_id, report_interval_s, tags: [] }
      }),
    [END]: ({ body }: { body: unknown }) =>
      (body as { sn_codes: string[] }).sn_codes.map((id, i) => ({ id, code: null, device_id: i + 1 })),
    [RESTORE]: () => ({ sn_code: 'P1' }),
  })
  await page.find('.table-rows [role=row]')
  await chooseRows(page, 'Pump P1', 'Pump P2', 'Pump P3')
  await page.press('Select all 4 found')
  await page.says('4 selected')
  await page.press('Deregister…')
  await page.says('Deregister 4 devices?', 'are kept for 30 days')
  equal(page.requestsOf(END), [])
  await page.press('Deregister 4 devices')
  await page.says('Deregistered 4 devices')
  equal(page.bodies(END), [{ sn_codes: ['P1', 'P2', 'P3', 'P4'] }])
  await page.press('Undo')
  await page.says('Restored 4 devices')
  equal(page.bodies(RESTORE).length, 4)
})
