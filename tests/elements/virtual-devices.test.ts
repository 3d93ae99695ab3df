import { setViewport } from '@web/test-runner-commands'
import type { VirtualPoint } from '../../core/contract/virtual-device.ts'
import { equal, turn, until } from './check.ts'
import { Refused } from './played-server.ts'
import { type Answers, type Element, find, key, named, openRow, press, says, shown, type } from './rights-pages.ts'
import { COMPOSER, station, triedAll, virtualAnswers } from './virtual-device-pages.ts'

// Not in this file's own chunk: the runner loads it under a second address, and what loads later would find a copy.
await (() => import('../../elements/screens/virtual-devices/index.ts'))()

await setViewport({ width: 1400, height: 900 })

const LIST = 'GET /yun/dev/fictitious'
const TRY = 'POST /yun/dev/fictitious/try'

async function opened(attributes = '', answers: Answers = {}, roles = COMPOSER) {
  const markup = `<sg-virtual-devices lang="en" ${attributes}></sg-virtual-devices>`
  const all = await shown(markup, { ...virtualAnswers, ...answers }, roles)
  all.element.style.cssText = 'display: block; block-size: 800px'
  const told: { type: string; detail: Record<string, unknown> }[] = []
  for (const name of ['sg-view-change', 'sg-device-open', 'sg-navigate'])
    all.box.addEventListener(name, (event) => told.push({ type: name, detail: (event as CustomEvent).detail }))
  return { ...all, told }
}

const pressEntry = async (element: Element, of: string, entry: string) => {
  await press(element, `Actions of ${of}`)
  await press(element, entry, '[role=menuitem]')
}
const rowsOf = ({ shadowRoot }: Element) => Array.from(shadowRoot.querySelectorAll<HTMLElement>('.formula-row'))
const names = (element: Element) => rowsOf(element).map((row) => row.querySelector('.formula-name')?.textContent)
const formulas = (element: Element) => rowsOf(element).map((row) => row.querySelector('.formula-source')?.textContent)
/** The row of a point, by its name. */
const rowNamed = (element: Element, name: string) =>
  until(name, () => rowsOf(element).find((row) => row.querySelector('.formula-name')?.textContent === name))
const openPoint = async (element: Element, name: string) => {
  const row = await rowNamed(element, name)
  row.querySelector<HTMLElement>('.formula-name')?.click()
  await find(element, '.formula-fields')
}
async function write(element: Element, formula: string) {
  const field = await find<HTMLTextAreaElement>(element, '.expression-input')
  Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(field, formula)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
const sentPoints = (body: Record<string, unknown> | undefined) => body?.points as VirtualPoint[]
/** Every point of a pump, as far as it is offered. */
async function takeOver(element: Element, device: string, point: string) {
  await press(element, 'Take over points…')
  const choice = await until(device, () =>
    Array.from(element.shadowRoot.querySelectorAll<HTMLElement>('.device-choice-one')).find(({ textContent }) =>
      textContent?.includes(device),
    ),
  )
  choice.click()
  ;(
    await until(point, () =>
      Array.from(element.shadowRoot.querySelectorAll<HTMLElement>('.take-point label')).find(
        ({ textContent }) => textContent === point,
      ),
    )
  ).click()
}

describe('<sg-virtual-devices>, the list,', () => {
  it('the list of <sg-virtual-devices> requests what its attributes say, and reports what is chosen', async () => {
    const { element, server, told } = await opened('group="2" search="station" sort="-report_time" page="2"')
    await says(element, 'Group: East')
    const asked = await until('asked', () => server.asks(LIST)[0])
    equal(
      ['group_id', 'search', 'sort', 'page'].map((name) => asked.query.get(name)),
      ['2', 'station', '-report_time', '2'],
    )
    await press(element, 'Remove the filter Group: East')
    await until('told', () => told.length > 0)
    equal([told[0]?.detail.group, told[0]?.detail.page, told[0]?.detail.search], [null, null, 'station'])
  })

  it('the list of <sg-virtual-devices> says how many points come from how many devices', async () => {
    const { element } = await opened()
    await says(element, '3 points from 2 devices')
    await says(element, 'Faulty')
  })

  it('the list of <sg-virtual-devices> leads to the device, which a page can show its own way, and to its alarm rules', async () => {
    const { element, told, box: page } = await opened()
    await openRow(element, 'East station')
    equal(told, [
      { type: 'sg-device-open', detail: { sn_code: 'V1' } },
      { type: 'sg-navigate', detail: { path: '/device/virtualDevice/V1' } },
    ])
    await pressEntry(element, 'West station', 'Alarm rules')
    await until('told', () => told.length === 3)
    equal(told[2]?.detail, { path: '/device/virtualDevice/V2?tab=rules' })
    page.addEventListener('sg-device-open', (event) => event.preventDefault())
    await openRow(element, 'East station')
    equal(told.length, 4)
  })

  it('the list of <sg-virtual-devices> offers what may not be done to nobody', async () => {
    const { element } = await opened()
    await press(element, 'Actions of Station V3')
    await find(element, '[role=menuitem]')
    const entries = Array.from(element.shadowRoot.querySelectorAll('[role=menuitem]'), ({ textContent }) => textContent)
    equal(entries, ['Open', 'Alarm rules'])
  })

  it('the list of <sg-virtual-devices> asks the user before it deletes one, by its name, and tells that it did or why not', async () => {
    const { element, server } = await opened('', { 'DELETE /yun/dev/fictitious': () => new Refused('110539') })
    await pressEntry(element, 'East station', 'Delete')
    await says(element, 'The devices that it is composed of stay.')
    equal(server.asks('DELETE /yun/dev/fictitious').length, 0)
    await press(element, 'Delete East station')
    await says(element, '110539')
    server.answers['DELETE /yun/dev/fictitious'] = () => ({})
    await press(element, 'Delete East station')
    await says(element, 'Deleted East station')
    equal(server.asks('DELETE /yun/dev/fictitious').at(-1)?.query.get('sn_code'), 'V1')
  })

  it('the list of <sg-virtual-devices> explains what a virtual device is while there is none, and makes one', async () => {
    const { element, told } = await opened('', { [LIST]: () => ({ rows: [], total: 0 }) })
    await says(element, 'composed of points of several devices')
    await press(element, 'New virtual device')
    await until('told', () => told.length > 0)
    equal(told[0]?.detail.new, 'yes')
    await find(element, '[name=dev_alias]')
  })

  it('the list of <sg-virtual-devices> shows cards where it is narrow, with all that can be done', async () => {
    await setViewport({ width: 390, height: 844 })
    const { element } = await opened()
    await find(element, '.virtual-card')
    await says(element, '2 active alarms')
    await pressEntry(element, 'East station', 'Edit')
    await find(element, '.formula-row')
    const { scrollWidth, clientWidth } = await find(element, '.virtual-form-body')
    equal(scrollWidth, clientWidth)
    await setViewport({ width: 1400, height: 900 })
  })
})

describe('<sg-virtual-devices>, the form,', () => {
  it('the form of <sg-virtual-devices> makes one of points that it takes over and of calculated ones', async () => {
    const { element, server, told } = await opened('new="yes"', {
      'POST /yun/dev/fictitious': ({ body }) => station({ dev_alias: String(body.dev_alias), sn_code: 'V9' }),
    })
    await type(element, 'dev_alias', 'North station')
    await takeOver(element, 'Pump 1', 'flow')
    await press(element, 'Take over 1 point')
    await says(element, 'Took over 1 point of Pump 1')
    await takeOver(element, 'Pump 2', 'flow')
    await press(element, 'Take over 1 point')
    await until('both', () => formulas(element).join() === 'PUMP1.flow,PUMP2.flow')
    await press(element, 'New calculated point')
    await type(element, 'point_name', 'Total')
    await write(element, 'flow + flow_2')
    await press(element, 'Create virtual device')
    await says(element, 'Created North station')
    const [sent] = server.asks('POST /yun/dev/fictitious')
    equal([sent?.body.dev_alias, sent?.body.template_id, sent?.body.group_id], ['North station', null, undefined])
    equal(
      sentPoints(sent?.body).map(({ key: known, formula, unit, decimals }) => [known, formula, unit, decimals]),
      [
        ['flow', 'PUMP1.flow', 'm³/h', 1],
        ['flow_2', 'PUMP2.flow', 'm³/h', 1],
        ['calc1', 'flow + flow_2', null, null],
      ],
    )
    equal([told.at(-1)?.detail.new, told.at(-1)?.detail.device], ['', ''])
    equal(element.shadowRoot.querySelectorAll('.toast').length, 1)
    await press(element, 'Open', '.toast button')
    equal(told.at(-1)?.detail, { path: '/device/virtualDevice/V9' })
  })

  it('the form of <sg-virtual-devices> does not offer a point twice', async () => {
    const { element } = await opened('device="V1"')
    await takeOver(element, 'Pump 1', 'running')
    await says(element, 'Already here')
    const [flow] = element.shadowRoot.querySelectorAll<HTMLInputElement>('.take-point input')
    equal([flow?.checked, flow?.disabled], [true, true])
  })

  it('the form of <sg-virtual-devices> shows what each formula comes to, with its quality, or why it comes to nothing', async () => {
    const { element } = await opened('device="V1"')
    const total = await rowNamed(element, 'total')
    await until('its value', () => total.querySelector('.value')?.textContent === '12.5m³/h')
    await until('its quality', () => rowsOf(element)[1]?.textContent?.includes('Uncertain'))
    await openPoint(element, 'total')
    await write(element, 'PUMP1.silent')
    await until('the reason', () => total.textContent?.includes('PUMP1 has no point silent'))
  })

  it('the form of <sg-virtual-devices> asks what formulas come to once they are typed, and not for what cannot be worked out', async () => {
    const { element, server } = await opened('device="V1"')
    await until('asked', () => server.asks(TRY).length === 1)
    await openPoint(element, 'total')
    for (const formula of ['flow1', 'flow1 +', 'flow1 + fl']) await write(element, formula)
    await says(element, 'fl is no point of this virtual device')
    await until('asked again', () => server.asks(TRY).length > 1)
    equal(
      sentPoints(server.asks(TRY).at(-1)?.body).map(({ key: known }) => known),
      ['flow1', 'flow2'],
    )
  })

  it('the form of <sg-virtual-devices> lets an older question go when there is a newer one', async () => {
    let isHeld = true
    const { element, server } = await opened('device="V1"', {
      [TRY]: ({ body }) => (isHeld ? new Promise(() => {}) : triedAll(sentPoints(body))),
    })
    await until('asked', () => server.asks(TRY).length === 1)
    isHeld = false
    await openPoint(element, 'total')
    await write(element, 'flow1 * 2')
    await until('let go', () => server.asks(TRY)[0]?.signal?.aborted)
    await find(element, '.now-value')
  })

  it('the form of <sg-virtual-devices> sends nothing while something is wrong, and leads to it', async () => {
    const { element, server } = await opened('new="yes"')
    await press(element, 'Create virtual device')
    await says(element, 'Give the virtual device a name')
    await says(element, 'Add at least one point')
    await until('the name', () => element.shadowRoot.activeElement?.getAttribute('name') === 'dev_alias')
    await type(element, 'dev_alias', 'North')
    await press(element, 'New calculated point')
    await press(element, 'Create virtual device')
    await says(element, 'Enter a name')
    await says(element, 'Enter a formula')
    await until('its field', () => element.shadowRoot.activeElement?.getAttribute('name') === 'point_name')
    equal(server.asks('POST /yun/dev/fictitious').length, 0)
  })

  it('the form of <sg-virtual-devices> underlines what is wrong in a formula, and says of a key that it is there twice', async () => {
    const { element } = await opened('device="V1"')
    await openPoint(element, 'total')
    await type(element, 'point_key', 'flow1')
    await write(element, 'flow1 + * 2')
    await until('underlined', () => element.shadowRoot.querySelector('.expression-under mark')?.textContent === '*')
    await press(element, 'Save')
    await says(element, 'Another row has this key')
  })

  it('the form of <sg-virtual-devices> lets formulas follow a point to its new key', async () => {
    const { element } = await opened('device="V1"')
    await openPoint(element, 'flow1')
    const field = await find<HTMLInputElement>(element, '[name=point_key]')
    field.focus()
    await type(element, 'point_key', 'inflow')
    await until('typed', () => field.value === 'inflow')
    field.blur()
    await until('followed', () => formulas(element)[2] === 'inflow + flow2')
  })

  it('the form of <sg-virtual-devices> says at its field what the server refuses, and loses nothing', async () => {
    const { element, server } = await opened('device="V1"', {
      'PUT /yun/dev/fictitious': () =>
        new Refused('201801', [{ field: 'points.1.formula', message: 'PUMP2 is no device that you see' }]),
    })
    await type(element, 'dev_alias', 'East works')
    await press(element, 'Save')
    await says(element, 'PUMP2 is no device that you see')
    equal((await find<HTMLTextAreaElement>(element, '.expression-input')).value, 'PUMP2.flow')
    equal((await find<HTMLInputElement>(element, '[name=dev_alias]')).value, 'East works')
    server.answers['PUT /yun/dev/fictitious'] = () =>
      new Refused('201801', [{ field: 'dev_alias', message: 'is taken' }])
    await press(element, 'Save')
    await says(element, 'is taken')
    server.answers['PUT /yun/dev/fictitious'] = ({ body }) => station({ dev_alias: String(body.dev_alias) })
    await press(element, 'Save')
    await says(element, 'Saved East works')
    equal(server.asks('PUT /yun/dev/fictitious').at(-1)?.body.sn_code, 'V1')
  })

  it('the form of <sg-virtual-devices> moves points by their buttons, and takes them out with a way back', async () => {
    const { element } = await opened('device="V1"')
    await press(element, 'Move total up')
    await until('moved', () => names(element)[1] === 'total')
    await until('the focus stays', () => element.shadowRoot.activeElement?.ariaLabel === 'Move total up')
    await press(element, 'Remove total')
    await until('out', () => names(element).length === 2)
    await press(element, 'Undo')
    await until('back', () => names(element)[1] === 'total')
  })

  it('the form of <sg-virtual-devices> asks the user before the history of points goes with them', async () => {
    const { element, server } = await opened('device="V1"', { 'PUT /yun/dev/fictitious': () => station() })
    await press(element, 'Remove total')
    await openPoint(element, 'flow2')
    ;(await find(element, '.formula-fields .select-button')).click()
    await press(element, 'Text', '[role=option]')
    await says(element, 'Its history so far is deleted when this is saved')
    await press(element, 'Save')
    await says(element, 'Save and delete the history of 2 points?')
    equal(server.asks('PUT /yun/dev/fictitious').length, 0)
    await press(element, 'Save, delete history of 2 points')
    await says(element, 'Saved East station')
    equal(server.asks('PUT /yun/dev/fictitious').length, 1)
  })

  it('the form of <sg-virtual-devices> asks the user before what is typed is lost, and loses nothing when that is refused', async () => {
    const { element, told } = await opened('device="V1"')
    await openPoint(element, 'total')
    await write(element, 'flow1 * 2')
    await says(element, 'Not saved yet')
    await press(element, 'Back to the virtual devices')
    await says(element, 'Leave without saving?')
    equal(told, [])
    await press(element, 'Cancel', '[role=dialog] button, [role=alertdialog] button')
    await until('closed', () => !element.shadowRoot.querySelector('[role=dialog], [role=alertdialog]'))
    equal((await find<HTMLTextAreaElement>(element, '.expression-input')).value, 'flow1 * 2')
    await press(element, 'Back to the virtual devices')
    await press(element, 'Discard changes', '[role=dialog] button, [role=alertdialog] button')
    await until('left', () => told.length > 0)
    equal(told[0]?.detail.device, '')
  })

  it('the form of <sg-virtual-devices> offers points of the devices that are named, while a formula is typed', async () => {
    const { element } = await opened('device="V1"')
    await press(element, 'New calculated point')
    await type(element, 'point_name', 'More')
    await write(element, 'runn')
    await until('offered', () =>
      Array.from(element.shadowRoot.querySelectorAll('.completion code'), ({ textContent }) => textContent).includes(
        'PUMP1.running',
      ),
    )
    key(await find(element, '.expression-input'), 'Enter')
    const field = await find<HTMLTextAreaElement>(element, '.expression-input')
    await until('taken', () => field.value === 'PUMP1.running')
  })

  it('the form of <sg-virtual-devices> is read where it may not be changed', async () => {
    const { element } = await opened('device="V1"', {
      'GET /yun/dev/fictitious/basic': () => station({ may_edit: false }),
    })
    await says(element, 'You can see this virtual device, not change it.')
    await says(element, 'flow1 + flow2')
    await turn()
    equal(element.shadowRoot.querySelectorAll('form').length, 0)
  })

  it('the form of <sg-virtual-devices> says that one is gone, with the way back', async () => {
    const { element, told } = await opened('device="V7"', {
      'GET /yun/dev/fictitious/basic': () => new Refused('110509'),
    })
    await named(element, 'Back to the virtual devices')
    await says(element, '110509')
    await press(element, 'Back to the virtual devices')
    equal(told[0]?.detail.device, '')
  })
})
