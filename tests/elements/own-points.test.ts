import { sendKeys } from '@web/test-runner-commands'
import type { DevicePoint } from '../../core/contract/device-point.ts'
import { equal, until } from './check.ts'
import { point, pump } from './played-server.ts'
import { type Answers, Refused, shown, write } from './screen-driver.ts'

const ROLES = ['P30000', 'P30200', 'P100000']
const monitor = (answers: Answers = {}) =>
  shown(
    '<sg-device-monitor lang="en" sn="PUMP1"></sg-device-monitor>',
    { 'GET /dev/basic': () => pump({ may_edit: true }), ...answers },
    ROLES,
  )

const own = (key: string, more: Partial<DevicePoint> = {}): DevicePoint => ({
  ...point(key),
  template: null,
  own_fields: [],
  is_hidden: false,
  is_removed: false,
  is_closed: false,
  ...more,
})
const template = { name: 'flow', name_en: null, unit: 'm³/h', decimals: 1, write_min: null, write_max: null }
const FLOW = own('flow', { name: 'flow', name_en: null, unit: 'm³/h', decimals: 1, template })
const LEVEL = own('level', { name: 'level', data_type: 'number', access: 'rw', write_min: 0, write_max: 5 })
const list =
  (...points: DevicePoint[]) =>
  () => ({ points })

/** Opens the form of a point by its row in the dialog: the page behind it has one of that name too. */
async function open(page: Awaited<ReturnType<typeof monitor>>, name: string) {
  const rowOf = () =>
    [...page.root.querySelectorAll<HTMLElement>('.own-points-table [role=row]')].find((row) =>
      row.textContent?.startsWith(name),
    )
  await until(`the row of ${name}`, () => rowOf() !== undefined)
  rowOf()?.click()
}

it('points of a device are listed with where they differ from its template', async () => {
  const page = await monitor({
    'GET /dev/points': list(
      { ...FLOW, own_fields: ['unit'] },
      { ...LEVEL, is_hidden: true },
      own('mode', { is_removed: true, template: { ...template, name: 'mode' } }),
      own('lock', { is_closed: true, template: { ...template, name: 'lock' } }),
    ),
  })
  await page.press('Edit points')
  await page.says('Differs from template', 'Hidden · The device’s own', 'Removed', 'Needs a custom permission', '0 … 5')
  write(await page.find<HTMLInputElement>('.own-points input'), 'nothing')
  await page.says('No point matches')
})

it('a point is renamed over its template, and follows it again once its value is taken', async () => {
  let kept = FLOW
  const page = await monitor({
    'GET /dev/points': () => ({ points: [kept] }),
    'PUT /dev/points': ({ body }) => {
      const { reset, was: _, ...set } = body as Partial<DevicePoint> & { reset?: string[]; was?: object }
      kept = reset ? FLOW : { ...kept, ...set, own_fields: ['name'] }
      return { points: [kept] }
    },
  })
  await page.press('Edit points')
  await open(page, 'flow')
  write(await page.find<HTMLInputElement>('[name=name]'), 'East flow')
  await page.says('Template: flow')
  await page.press('Save')
  equal((await page.requested('PUT /dev/points')).body, {
    sn_code: 'PUMP1',
    key: 'flow',
    name: 'East flow',
    was: { name: 'flow' },
  })
  await page.says('East flow', 'Differs from template')
  await open(page, 'East flow')
  await page.press('Use the template’s value', 'Save')
  await until('it is sent', () => page.bodies('PUT /dev/points').length === 2)
  equal(page.bodies('PUT /dev/points')[1], { sn_code: 'PUMP1', key: 'flow', reset: ['name'] })
  await page.says('As in the template')
})

it('a point is removed at once and put back by the way back, and a removed one from its row', async () => {
  let is_removed = false
  const page = await monitor({
    'GET /dev/points': () => ({ points: [{ ...FLOW, is_removed }] }),
    'PUT /dev/points': ({ body }) => {
      is_removed = (body as DevicePoint).is_removed
      return { points: [{ ...FLOW, is_removed }] }
    },
  })
  await page.press('Edit points')
  await open(page, 'flow')
  await page.press('Remove')
  await page.says('flow is removed', 'Removed')
  await page.press('Undo')
  await page.says('flow is restored', 'As in the template')
  await open(page, 'flow')
  await page.press('Remove')
  await page.says('Removed')
  await open(page, 'flow')
  await page.press('Restore')
  await until('it is back', () => page.bodies('PUT /dev/points').length === 4 && !is_removed)
})

it('the focus goes back to the row of a point when its form is closed, however it is', async () => {
  let level = LEVEL
  const page = await monitor({
    'GET /dev/points': () => ({ points: [FLOW, level] }),
    'PUT /dev/points': () => {
      level = { ...LEVEL, name: 'depth', name_en: null }
      return { points: [FLOW, level] }
    },
  })
  const focused = () => {
    const active = page.root.activeElement
    const row = active?.querySelector('.table-row[data-active]')
    return active?.matches('.own-points-table .table') ? (row?.textContent ?? '') : ''
  }
  const isClosed = () => page.root.querySelector('[name=name]') === null
  await page.press('Edit points')
  const grid = await page.find('.own-points-table .table')
  grid.focus()
  await sendKeys({ press: 'End' })
  await sendKeys({ press: 'Enter' })
  await page.find('[name=name]')
  await sendKeys({ press: 'Escape' })
  await until('the row has the focus again', () => isClosed() && focused().startsWith('level'))
  await sendKeys({ press: 'Enter' })
  write(await page.find<HTMLInputElement>('[name=name]'), 'depth')
  await page.press('Save')
  await until('the row has the focus after saving', () => isClosed() && focused().startsWith('depth'))
})

it('the form of a point says why it has no limits where nothing is written to it', async () => {
  const page = await monitor({ 'GET /dev/points': list(FLOW, LEVEL) })
  const why = 'Only points that can be written have a write range.'
  await page.press('Edit points')
  await open(page, 'flow')
  await page.says(why, 'Limits of alarms are in the alarm rules.')
  await page.press('Cancel')
  await open(page, 'level')
  await page.says('Write maximum')
  equal(page.text.includes(why), false)
})

it('the form of a point of the template says that it is made writable there, and leads to it', async () => {
  const page = await shown(
    '<sg-device-monitor lang="en" sn="PUMP1"></sg-device-monitor>',
    {
      'GET /dev/basic': () => pump({ may_edit: true, module_name: 'Pump station' }),
      'GET /dev/points': () => ({ points: [FLOW], template_id: 7 }),
    },
    [...ROLES, 'P40000', 'P41000'],
  )
  await page.press('Edit points')
  await open(page, 'flow')
  await page.says('Read only. Whether it can be written is set in the template Pump station.')
  await page.press('Open the template')
  equal(page.events.find(({ type }) => type === 'sg-navigate')?.detail, {
    path: '/configureManage/devTemplate?template=7',
  })
})

it('a point of the device itself is made writable in its form, with its write range', async () => {
  const page = await monitor({
    'GET /dev/points': list(own('speed', { name: 'speed', data_type: 'number' })),
    'PUT /dev/points': () => ({ points: [] }),
  })
  await page.press('Edit points')
  await open(page, 'speed')
  const box = await page.find<HTMLInputElement>('[name=access]')
  box.click()
  await page.says('Write maximum')
  await page.press('Save')
  equal((await page.requested('PUT /dev/points')).body, {
    sn_code: 'PUMP1',
    key: 'speed',
    access: 'rw',
    was: { access: 'r' },
  })
})

it('wrong limits are said at their field, and what somebody else changed is named', async () => {
  let kept = LEVEL
  const page = await monitor({ 'GET /dev/points': () => ({ points: [kept] }) })
  await page.press('Edit points')
  await open(page, 'level')
  write(await page.find<HTMLInputElement>('[name=name]'), '')
  await page.press('Save')
  await page.says('Enter a name')
  write(await page.find<HTMLInputElement>('[name=name]'), 'mine')
  kept = { ...LEVEL, name: 'theirs' }
  page.answers['PUT /dev/points'] = () =>
    new Refused('100027', [{ field: 'name', message: 'was changed by somebody else meanwhile' }])
  await page.press('Save')
  await page.says('Somebody else has changed it: it is theirs now')
})

it('where the points cannot be had it is said why, and none of them is an empty list', async () => {
  const refused = await monitor({ 'GET /dev/points': () => new Refused('110539') })
  await refused.press('Edit points')
  await until('it is said', () => refused.root.querySelector('.dialog .error-state, .dialog [role=alert]') !== null)
  const empty = await monitor({ 'GET /dev/points': list() })
  await empty.press('Edit points')
  await empty.says('No points yet')
  const other = await monitor({ 'GET /dev/basic': () => pump() })
  await other.says('BX-3')
  equal(other.offers('Edit points'), false)
})

it('a point that was renamed elsewhere has its new name in an open device monitor', async () => {
  let kept = pump()
  const page = await monitor({ 'GET /dev/basic': () => kept })
  await page.says('BX-3')
  await until('it is watched', () => page.server.watched.size > 0)
  page.server.values('snapshot', {}, { described_time: 0 })
  await page.says('Online')
  kept = pump({ points: [point('flow', { name_en: 'East flow' })] })
  page.server.values('snapshot', {}, { described_time: 1 })
  await page.says('East flow')
})

it('a point that was renamed between what is read of its device and its first values has its new name', async () => {
  let kept = pump()
  const page = await monitor({ 'GET /dev/basic': () => kept })
  await page.says('BX-3')
  await until('it is watched', () => page.server.watched.size > 0)
  kept = pump({ points: [point('flow', { name_en: 'East flow' })] })
  page.server.values('snapshot', {}, { described_time: Date.now() })
  await page.says('East flow')
})
