import { setViewport } from '@web/test-runner-commands'
import type { VirtualPoint } from '../../core/contract/virtual-device.ts'
import { equal, turn, until } from './check.ts'
import { type Answers, key, Refused, type Screen, shown, write } from './screen-driver.ts'
import { COMPOSER, station, triedAll, virtualAnswers } from './virtual-device-pages.ts'

await setViewport({ width: 1400, height: 900 })

const LIST = 'GET /yun/dev/fictitious'
const TRY = 'POST /yun/dev/fictitious/try'

const opened = (attributes = '', answers: Answers = {}, roles = COMPOSER) =>
  shown(
    `<sg-virtual-devices lang="en" ${attributes}></sg-virtual-devices>`,
    { ...virtualAnswers, ...answers },
    roles,
    'block-size: 800px',
  )
const rowsOf = (page: Screen) => Array.from(page.root.querySelectorAll<HTMLElement>('.formula-row'))
const names = (page: Screen) => rowsOf(page).map((row) => row.querySelector('.formula-name')?.textContent)
const formulas = (page: Screen) => rowsOf(page).map((row) => row.querySelector('.formula-source')?.textContent)
/** The row of a point, by its name. */
const rowNamed = (page: Screen, name: string) =>
  until(name, () => rowsOf(page).find((row) => row.querySelector('.formula-name')?.textContent === name))
const openPoint = async (page: Screen, name: string) => {
  const row = await rowNamed(page, name)
  row.querySelector<HTMLElement>('.formula-name')?.click()
  await page.find('.formula-fields')
}
const formulate = async (page: Screen, formula: string) =>
  write(await page.find<HTMLTextAreaElement>('.expression-input'), formula)
const sentPoints = (body: Record<string, unknown> | undefined) => body?.points as VirtualPoint[]
/** Every point of a pump, as far as it is offered. */
async function takeOver(page: Screen, device: string, point: string) {
  await page.press('Add points from devices…')
  ;(await page.having('.device-choice-one', device)).click()
  ;(await page.having('.take-point label', point)).click()
}

it('the list of <sg-virtual-devices> requests what its attributes say, and reports what is chosen', async () => {
  const page = await opened('group="2" search="station" sort="-report_time" page="2"')
  await page.says('Group: East')
  const request = await page.requested(LIST)
  equal(
    ['group_id', 'search', 'sort', 'page'].map((name) => request.query.get(name)),
    ['2', 'station', '-report_time', '2'],
  )
  await page.press('Remove the filter Group: East')
  await until('reported', () => page.events.length > 0)
  equal(
    [page.events[0]?.detail.group, page.events[0]?.detail.page, page.events[0]?.detail.search],
    [null, null, 'station'],
  )
})

it('the list of <sg-virtual-devices> says how many points come from how many devices', async () => {
  const page = await opened()
  await page.says('3 points from 2 devices', 'Faulty')
})

it('the list of <sg-virtual-devices> leads to the device, which a page can show its own way, and to its alarm rules', async () => {
  const page = await opened()
  await page.openRow('East station')
  equal(page.events, [
    { type: 'sg-device-open', detail: { sn_code: 'V1' } },
    { type: 'sg-navigate', detail: { path: '/device/virtualDevice/V1' } },
  ])
  await page.menu('West station', 'Alarm rules')
  await until('reported', () => page.events.length === 3)
  equal(page.events[2]?.detail, { path: '/device/virtualDevice/V2?tab=rules' })
  page.box.addEventListener('sg-device-open', (event) => event.preventDefault())
  await page.openRow('East station')
  equal(page.events.length, 4)
})

it('the list of <sg-virtual-devices> offers what may not be done to nobody', async () => {
  const page = await opened()
  await page.press('Actions of Station V3')
  await page.find('[role=menuitem]')
  const entries = page.texts('[role=menuitem]')
  equal(entries, ['Open', 'Alarm rules'])
})

it('the list of <sg-virtual-devices> asks the user before it deletes one, by its name, and tells that it did or why not', async () => {
  const page = await opened('', { 'DELETE /yun/dev/fictitious': () => new Refused('110539') })
  await page.menu('East station', 'Delete')
  await page.says('The devices that it is composed of stay.')
  equal(page.requestsOf('DELETE /yun/dev/fictitious').length, 0)
  await page.press('Delete East station')
  await page.says('110539')
  page.answers['DELETE /yun/dev/fictitious'] = () => ({})
  await page.press('Delete East station')
  await page.says('Deleted East station')
  equal(page.requestsOf('DELETE /yun/dev/fictitious').at(-1)?.query.get('sn_code'), 'V1')
})

it('the list of <sg-virtual-devices> explains what a virtual device is while there is none, and makes one', async () => {
  const page = await opened('', { [LIST]: () => ({ rows: [], total: 0 }) })
  await page.says('combines points of several devices')
  await page.press('New virtual device')
  await until('reported', () => page.events.length > 0)
  equal(page.events[0]?.detail.new, 'yes')
  await page.find('[name=dev_alias]')
})

it('the values of <sg-virtual-devices> have the marks of their alarms', async () => {
  const page = await opened('device="V1"')
  const total = await rowNamed(page, 'total')
  const mark = await until('the mark', () => total.querySelector('.alarmed-value .alarm-shape'))
  equal(mark.ariaLabel, 'Medium alarm (unconfirmed)')
  equal(page.all('.formula-line .alarm-shape').length, 1)
})

it('the list of <sg-virtual-devices> shows cards where it is narrow, with all that can be done', async () => {
  await setViewport({ width: 390, height: 844 })
  const page = await opened()
  await page.find('.virtual-card')
  const card = await page.having('.virtual-card', 'West station')
  equal(card.querySelector('.mark-node')?.ariaLabel, '2 open alarms, the worst: High')
  await page.menu('East station', 'Edit')
  await page.find('.formula-row')
  const { scrollWidth, clientWidth } = await page.find('.virtual-form-body')
  equal(scrollWidth, clientWidth)
  await setViewport({ width: 1400, height: 900 })
})

it('the form of <sg-virtual-devices> makes one of points that it takes over and of calculated ones', async () => {
  const page = await opened('new="yes"', {
    'POST /yun/dev/fictitious': ({ body }) => station({ dev_alias: String(body.dev_alias), sn_code: 'V9' }),
  })
  await page.type('dev_alias', 'North station')
  await takeOver(page, 'Pump 1', 'flow')
  await page.press('Add 1 point')
  await page.says('Added 1 point from Pump 1')
  await takeOver(page, 'Pump 2', 'flow')
  await page.press('Add 1 point')
  await until('both', () => formulas(page).join() === 'PUMP1.flow,PUMP2.flow')
  await page.press('New calculated point')
  await page.type('point_name', 'Total')
  await formulate(page, 'flow + flow_2')
  await page.press('Create virtual device')
  await page.says('Created North station')
  const [sent] = page.requestsOf('POST /yun/dev/fictitious')
  equal([sent?.body.dev_alias, sent?.body.template_id, sent?.body.group_id], ['North station', null, undefined])
  equal(
    sentPoints(sent?.body).map(({ key: known, formula, unit, decimals }) => [known, formula, unit, decimals]),
    [
      ['flow', 'PUMP1.flow', 'm³/h', 1],
      ['flow_2', 'PUMP2.flow', 'm³/h', 1],
      ['calc1', 'flow + flow_2', null, null],
    ],
  )
  equal([page.events.at(-1)?.detail.new, page.events.at(-1)?.detail.device], ['', ''])
  equal(page.all('.toast').length, 1)
  await page.pressIn('.toast button', 'Open')
  equal(page.events.at(-1)?.detail, { path: '/device/virtualDevice/V9' })
})

it('the form of <sg-virtual-devices> does not offer a point twice', async () => {
  const page = await opened('device="V1"')
  await takeOver(page, 'Pump 1', 'running')
  await page.says('Already here')
  const [flow] = page.root.querySelectorAll<HTMLInputElement>('.take-point input')
  equal([flow?.checked, flow?.disabled], [true, true])
})

it('the form of <sg-virtual-devices> shows what each formula comes to, with its quality, or why it comes to nothing', async () => {
  const page = await opened('device="V1"')
  const total = await rowNamed(page, 'total')
  await until('its value', () => total.querySelector('.value')?.textContent === '12.5m³/h')
  await until('its quality', () => rowsOf(page)[1]?.textContent?.includes('Uncertain'))
  await openPoint(page, 'total')
  await formulate(page, 'PUMP1.silent')
  await until('the reason', () => total.textContent?.includes('PUMP1 has no point silent'))
})

it('the form of <sg-virtual-devices> asks what formulas come to once they are typed, and not for what cannot be worked out', async () => {
  const page = await opened('device="V1"')
  await page.requested(TRY)
  await openPoint(page, 'total')
  for (const formula of ['flow1', 'flow1 +', 'flow1 + fl']) await formulate(page, formula)
  await page.says('fl is no point of this virtual device')
  await page.requested(TRY, 1)
  equal(
    sentPoints(page.requestsOf(TRY).at(-1)?.body).map(({ key: known }) => known),
    ['flow1', 'flow2'],
  )
})

it('the form of <sg-virtual-devices> lets an older question go when there is a newer one', async () => {
  let isHeld = true
  const page = await opened('device="V1"', {
    [TRY]: ({ body }) => (isHeld ? new Promise(() => {}) : triedAll(sentPoints(body))),
  })
  await page.requested(TRY)
  isHeld = false
  await openPoint(page, 'total')
  await formulate(page, 'flow1 * 2')
  await until('let go', () => page.requestsOf(TRY)[0]?.signal?.aborted)
  await page.find('.now-value')
})

it('the form of <sg-virtual-devices> sends nothing while something is wrong, and leads to it', async () => {
  const page = await opened('new="yes"')
  await page.press('Create virtual device')
  await page.says('Give the virtual device a name', 'Add at least one point')
  await until('the name', () => page.focused?.getAttribute('name') === 'dev_alias')
  await page.type('dev_alias', 'North')
  await page.press('New calculated point', 'Create virtual device')
  await page.says('Enter a name', 'Enter a formula')
  await until('its field', () => page.focused?.getAttribute('name') === 'point_name')
  equal(page.requestsOf('POST /yun/dev/fictitious').length, 0)
})

it('the form of <sg-virtual-devices> underlines what is wrong in a formula, and says of a key that it is there twice', async () => {
  const page = await opened('device="V1"')
  await openPoint(page, 'total')
  await page.type('point_key', 'flow1')
  await formulate(page, 'flow1 + * 2')
  await until('underlined', () => page.root.querySelector('.expression-under mark')?.textContent === '*')
  await page.press('Save')
  await page.says('Another row has this key')
})

it('the form of <sg-virtual-devices> lets formulas follow a point to its new key', async () => {
  const page = await opened('device="V1"')
  await openPoint(page, 'flow1')
  const field = await page.find<HTMLInputElement>('[name=point_key]')
  field.focus()
  await page.type('point_key', 'inflow')
  await until('typed', () => field.value === 'inflow')
  field.blur()
  await until('followed', () => formulas(page)[2] === 'inflow + flow2')
})

it('the form of <sg-virtual-devices> says at its field what the server refuses, and loses nothing', async () => {
  const page = await opened('device="V1"', {
    'PUT /yun/dev/fictitious': () =>
      new Refused('201801', [{ field: 'points.1.formula', message: 'PUMP2 is no device that you see' }]),
  })
  await page.type('dev_alias', 'East works')
  await page.press('Save')
  await page.says('PUMP2 is no device that you see')
  equal((await page.find<HTMLTextAreaElement>('.expression-input')).value, 'PUMP2.flow')
  equal(await page.typedIn('dev_alias'), 'East works')
  page.answers['PUT /yun/dev/fictitious'] = () => new Refused('201801', [{ field: 'dev_alias', message: 'is taken' }])
  await page.press('Save')
  await page.says('is taken')
  page.answers['PUT /yun/dev/fictitious'] = ({ body }) => station({ dev_alias: String(body.dev_alias) })
  await page.press('Save')
  await page.says('Saved East works')
  equal(page.requestsOf('PUT /yun/dev/fictitious').at(-1)?.body.sn_code, 'V1')
})

it('the form of <sg-virtual-devices> moves points by their buttons, and takes them out with a way back', async () => {
  const page = await opened('device="V1"')
  await page.press('Move total up')
  await until('moved', () => names(page)[1] === 'total')
  await until('the focus stays', () => page.focused?.ariaLabel === 'Move total up')
  await page.press('Remove total')
  await until('out', () => names(page).length === 2)
  await page.press('Undo')
  await until('back', () => names(page)[1] === 'total')
})

it('the form of <sg-virtual-devices> asks the user before the history of points goes with them', async () => {
  const page = await opened('device="V1"', { 'PUT /yun/dev/fictitious': () => station() })
  await page.press('Remove total')
  await openPoint(page, 'flow2')
  ;(await page.find('.formula-fields .select-button')).click()
  await page.press('Text')
  await page.says('Its history so far is deleted when this is saved')
  await page.press('Save')
  await page.says('Save and delete the history of 2 points?')
  equal(page.requestsOf('PUT /yun/dev/fictitious').length, 0)
  await page.press('Save, delete history of 2 points')
  await page.says('Saved East station')
  equal(page.requestsOf('PUT /yun/dev/fictitious').length, 1)
})

it('the form of <sg-virtual-devices> asks the user before what is typed is lost, and loses nothing when that is refused', async () => {
  const page = await opened('device="V1"')
  await openPoint(page, 'total')
  await formulate(page, 'flow1 * 2')
  await page.says('Not saved yet')
  await page.press('Back to the virtual devices')
  await page.says('Leave without saving?')
  equal(page.events, [])
  await page.pressIn('[role=dialog] button, [role=alertdialog] button', 'Cancel')
  await page.gone('[role=dialog], [role=alertdialog]')
  equal((await page.find<HTMLTextAreaElement>('.expression-input')).value, 'flow1 * 2')
  await page.press('Back to the virtual devices')
  await page.pressIn('[role=dialog] button, [role=alertdialog] button', 'Discard changes')
  await until('left', () => page.events.length > 0)
  equal(page.events[0]?.detail.device, '')
})

it('the form of <sg-virtual-devices> offers points of the devices that are named, while a formula is typed', async () => {
  const page = await opened('device="V1"')
  await page.press('New calculated point')
  await page.type('point_name', 'More')
  await formulate(page, 'runn')
  await until('offered', () => page.texts('.completion code').includes('PUMP1.running'))
  key(await page.find('.expression-input'), 'Enter')
  const field = await page.find<HTMLTextAreaElement>('.expression-input')
  await until('taken', () => field.value === 'PUMP1.running')
})

it('the form of <sg-virtual-devices> is read where it may not be changed', async () => {
  const page = await opened('device="V1"', {
    'GET /yun/dev/fictitious/basic': () => station({ may_edit: false }),
  })
  await page.says('You can see this virtual device, not change it.', 'flow1 + flow2')
  await turn()
  equal(page.all('form').length, 0)
})

it('the form of <sg-virtual-devices> says that one is gone, with the way back', async () => {
  const page = await opened('device="V7"', {
    'GET /yun/dev/fictitious/basic': () => new Refused('110509'),
  })
  await page.named('Back to the virtual devices')
  await page.says('110509')
  await page.press('Back to the virtual devices')
  equal(page.events[0]?.detail.device, '')
})
