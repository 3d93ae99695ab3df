import { sendKeys } from '@web/test-runner-commands'
import {
  boardOf,
  box,
  control,
  documentOf,
  type Editing,
  edit,
  editorAnswers,
  find,
  named,
  press,
  type Saved,
  savedControls,
} from './canvas-editor-driver.ts'
import type { Answers } from './canvas-pages.ts'
import { equal, until } from './check.ts'
import { point, pump, Refused } from './played-server.ts'

const base = editorAnswers()['GET /yun/module/basic'] as (asked: never) => object
const POINTS = [point('flow', { unit: 'm³/h' }), point('level', { unit: 'm' }), point('setpoint', { access: 'rw' })]
const answersOf = (controls: readonly object[], more: Answers = {}) =>
  editorAnswers(documentOf(controls, { grid: 0 }), {
    'GET /yun/module/basic': (request) => ({ ...base(request as never), points: POINTS }),
    'GET /dev': () => ({ rows: [], total: 0 }),
    'GET /yun/module/view/versions': () => [],
    ...more,
  })
const one = (controls: Saved[], id: string) => controls.find(({ control_id }) => control_id === id) as Saved

async function choose(element: Editing, ...names: string[]) {
  await boardOf(element)
  await press(element, '[role=tab]', 'Layers')
  for (const [at, name] of names.entries()) {
    const row = await until(name, () =>
      [...element.shadowRoot.querySelectorAll<HTMLElement>('[role=treeitem]')].find(
        (found) => found.querySelector('.layer-name')?.textContent === name,
      ),
    )
    row.dispatchEvent(new MouseEvent('click', { bubbles: true, ctrlKey: at > 0 }))
  }
}
const panel = async (element: Editing, name: string) => press(element, '[role=tab]', name)
const field = (element: Editing, name: string) =>
  until(name, () => {
    const label = [...element.shadowRoot.querySelectorAll('label')].find(({ textContent }) => textContent === name)
    return label && (element.shadowRoot.getElementById(label.htmlFor) as HTMLInputElement | null)
  })
async function type(input: HTMLElement, text: string) {
  input.focus()
  ;(input as HTMLInputElement).select()
  await sendKeys(text === '' ? { press: 'Delete' } : { type: text })
}
const errorBeside = (input: HTMLElement) => input.closest('.field')?.querySelector('.field-error')?.textContent

it('the canvas editor changes a property of all that is selected, and says where values differ', async () => {
  const { server, element } = await edit(answersOf([box('a', 100, 100), box('b', 300, 100, { height: 80 })]))
  await choose(element, 'a', 'b')
  const height = await field(element, 'Height')
  equal(height.placeholder, 'Mixed')
  equal((await field(element, 'Y')).value, '100')
  await type(height, '44')
  const saved = await savedControls(server, (found) => found.every((each) => each.height === 44))
  equal(saved.length, 2)
})

it('the canvas editor keeps what cannot be taken in its field, with the reason below', async () => {
  const { server, element } = await edit(
    answersOf([control('v', 'value', { x: 50, y: 50, props: { low: 10, high: 20 } })]),
  )
  await choose(element, 'v')
  const high = await field(element, 'High limit')
  await type(high, '5')
  await until('the reason', () => errorBeside(high) === 'A lower bound has to be less than the upper one')
  equal(high.value, '5')
  await type(high, 'many')
  await until('the other reason', () => errorBeside(high) === 'Enter a number')
  await type(high, '30')
  const saved = await savedControls(server, (found) => (one(found, 'v').props as { high: number }).high === 30)
  equal(saved.length, 1)
})

it('the canvas editor makes the shortest flicker of a period that is cleared', async () => {
  const { server, element } = await edit(answersOf([control('s', 'state', { x: 50, y: 50 })]))
  await choose(element, 's')
  const period = await field(element, 'Blink period')
  await type(period, '')
  const firstOf = (found: Saved[]) =>
    (one(found, 's').props as { states?: { flickerFrequency: number }[] }).states?.[0]?.flickerFrequency
  await savedControls(server, (found) => firstOf(found) === 0.01)
  await type(period, '2000')
  await until('the reason', () => errorBeside(period) === 'From 0.01 to 1000')
  await press(element, 'button', 'Add a state')
  await until('a third state', () => element.shadowRoot.querySelectorAll('.states-row').length === 3)
})

it('the canvas editor completes the name of a point, and says where an expression is wrong', async () => {
  const { server, element } = await edit(answersOf([control('v', 'value', { x: 50, y: 50 })]))
  await choose(element, 'v')
  await panel(element, 'Bindings')
  const source = await field(element, 'Expression')
  source.focus()
  await sendKeys({ type: 'le' })
  await find(element, '[role=option][aria-selected=true]')
  await sendKeys({ press: 'Enter' })
  await savedControls(
    server,
    (found) => (one(found, 'v').bindings as { value?: { expression: string } }).value?.expression === 'level',
  )
  await sendKeys({ type: ' * * 2' })
  await until('the reason', () => /value, a point or a function/.test(errorBeside(source) ?? ''))
  equal((await find(element, '.expression-under mark')).textContent, '*')
  // A typed value goes the whole way to the property.
  await type(source, 'level * 2')
  await sendKeys({ press: 'Escape' })
  const test = await until('the test', () =>
    [...element.shadowRoot.querySelectorAll('summary')].find(({ textContent }) => textContent === 'Test'),
  )
  test.click()
  await press(element, 'button.select-button', /Live values/)
  await press(element, '[role=option]', /Typed values/)
  await type(await field(element, 'Value of level'), '21')
  await until('the result', () => element.shadowRoot.querySelector('.test-result strong')?.textContent === '42')
})

it('the canvas editor refuses an address that would run in the page, and keeps the event', async () => {
  const { server, element } = await edit(
    answersOf([
      control('k', 'button', {
        x: 50,
        y: 50,
        events: [{ on: 'click', actions: [{ does: 'open_link', url: 'https://a.example' }] }],
      }),
    ]),
  )
  await choose(element, 'k')
  await panel(element, 'Events')
  const url = await field(element, 'Address')
  await type(url, 'javascript:alert(1)')
  await until('the reason', () => errorBeside(url) === 'Only http, https and mailto addresses')
  equal(url.value, 'javascript:alert(1)')
  await press(element, 'button', 'Add an action')
  const saved = await savedControls(
    server,
    (found) => (one(found, 'k').events as { actions: object[] }[])[0]?.actions.length === 2,
  )
  equal(JSON.stringify(saved).includes('javascript'), false)
})

it('the canvas editor offers no write for a change of value, says why, and names what has one', async () => {
  const { server, element } = await edit(
    answersOf([
      control('v', 'value', {
        x: 50,
        y: 50,
        events: [{ on: 'change', actions: [{ does: 'write', point: 'setpoint', value: '1', confirm: false }] }],
      }),
    ]),
  )
  await choose(element, 'v')
  await panel(element, 'Events')
  await until('the reason', () =>
    /with the rights of whoever is watching/.test(element.shadowRoot.querySelector('.event')?.textContent ?? ''),
  )
  await until('what is wrong', () =>
    /Not done on a change/.test(element.shadowRoot.querySelector('.action')?.textContent ?? ''),
  )
  await press(element, 'button', 'Add an action')
  await savedControls(
    server,
    (found) => (one(found, 'v').events as { actions: { does: string }[] }[])[0]?.actions[1]?.does === 'show',
  )
  await panel(element, 'Check')
  await until('the finding', () =>
    [...element.shadowRoot.querySelectorAll('.found')].some(({ textContent }) =>
      /cannot be published/.test(textContent ?? ''),
    ),
  )
})

it('the canvas editor lists bindings that cannot work and leads to them', async () => {
  const { element } = await edit(
    answersOf([
      control('good', 'value', { bindings: { value: { expression: 'flow' } } }),
      control('bad', 'value', { y: 80, bindings: { value: { expression: 'pressure' } } }),
    ]),
  )
  await boardOf(element)
  await panel(element, 'Check')
  await until('the count', () => /1 binding does not work/.test(element.shadowRoot.textContent ?? ''))
  await press(element, 'button', /^Show$/)
  await find(element, '[role=dialog] .found')
  equal(element.shadowRoot.querySelectorAll('[role=dialog] .found').length, 1)
  await press(element, '[role=dialog] button', /Show bad/)
  await until('its binding', () => element.shadowRoot.querySelector('.panel-title')?.textContent === 'bad')
})

it('the canvas editor says what two versions differ in, and makes an older one the newest again', async () => {
  const version = (version_id: number, revision: number) => ({
    version_id,
    revision,
    kind: 'saved',
    note: '',
    created_time: 0,
    user_name: 'li',
    thumbnail: null,
  })
  const { server, element } = await edit(
    answersOf([box('a', 100, 100)], {
      'GET /yun/module/view/versions': () => [version(2, 1), version(1, 0)],
      'GET /yun/module/view/version': () => ({ version: version(1, 0), document: documentOf([box('a', 90, 100)]) }),
      'POST /yun/module/view/restore': ({ body }) => (body.revision === 1 ? { ...body } : new Refused('100027')),
    }),
  )
  await boardOf(element)
  await panel(element, 'Versions')
  await press(element, 'button', 'Actions of revision 0')
  await press(element, '[role^=menuitem]', /Compare with the screen now/)
  await until('the sentence', () => /a: moved by 10, 0/.test(element.shadowRoot.textContent ?? ''))
  await press(element, '[role=dialog] button', 'Close')
  await press(element, 'button', 'Actions of revision 0')
  await press(element, '[role^=menuitem]', /Restore this version/)
  await press(element, '[role=dialog] button', 'Restoring revision 0'.replace('Restoring', 'Restore'))
  const request = await until('the call', () => server.requestsOf('POST /yun/module/view/restore')[0])
  equal([request.body.version_id, request.body.revision], [1, 1])
})

it('the canvas editor tells at the file why it was not imported', async () => {
  const { element } = await edit(
    answersOf([], {
      'POST /yun/module/view/import/batch': () => new Refused('115002', [{ field: 'file', message: 'No screen' }]),
    }),
  )
  await boardOf(element)
  await press(element, 'button', 'More')
  await press(element, '[role^=menuitem]', /Import a screen/)
  await press(element, '[role=dialog] button', 'Import')
  await until('what is missing', () => /Choose the file to import/.test(element.shadowRoot.textContent ?? ''))
  const input = await find<HTMLInputElement>(element, '[role=dialog] input[type=file]')
  const transfer = new DataTransfer()
  transfer.items.add(new File(['{}'], 'pump.sgscreen'))
  input.files = transfer.files
  input.dispatchEvent(new Event('change', { bubbles: true }))
  await until('its name', () => /pump\.sgscreen/.test(element.shadowRoot.textContent ?? ''))
  await press(element, '[role=dialog] button', 'Import')
  await until(
    'the refusal',
    () => element.shadowRoot.querySelector('[role=dialog] .field-error')?.textContent === 'No screen',
  )
  equal((await named(element, '[role=dialog] .import-file span', 'pump.sgscreen')).textContent, 'pump.sgscreen')
})

it('the canvas editor binds to a point of another device, which is found by its name', async () => {
  const other = pump({ sn_code: 'PUMP9', dev_alias: 'Booster' })
  const { server, element } = await edit(
    answersOf([control('v', 'value', { x: 50, y: 50 })], {
      'GET /dev': ({ query }) => ({ rows: query.get('search') === 'boost' ? [other] : [pump()], total: 1 }),
      'GET /dev/basic': ({ query }) => (query.get('sn_code') === 'PUMP9' ? other : pump()),
    }),
  )
  await choose(element, 'v')
  await panel(element, 'Points')
  await named(element, '.side-points .points-row', /level/)
  await press(element, '.side-points button', /Choose another device/)
  const search = await find<HTMLInputElement>(element, '.side-points input[type=search]')
  search.focus()
  await sendKeys({ type: 'boost' })
  await press(element, '.device-choice-one', /Booster/)
  await press(element, '.side-points .points-row', /setpoint/)
  await savedControls(server, (found) => JSON.stringify(one(found, 'v').bindings).includes('PUMP9.setpoint'))
})

it('the canvas editor previews with simulated values where no device has the template', async () => {
  const { element } = await edit(
    answersOf([control('v', 'value', { bindings: { value: { expression: 'flow' } } })], {
      'GET /yun/module/binding': () => ({ rows: [], total: 0 }),
    }),
  )
  await boardOf(element)
  await press(element, 'button', 'Preview')
  await until('the note', () => /values are simulated/.test(element.shadowRoot.textContent ?? ''))
  const spoken = await find(element, '[role=dialog] .screen-proxy')
  await until('a value', () => /\d/.test(`${spoken.getAttribute('aria-label')} ${spoken.textContent}`))
})

it('the canvas editor previews by Ctrl+Enter from wherever the focus is, and its button says so', async () => {
  const { element } = await edit(answersOf([control('v', 'value')]))
  await boardOf(element)
  const search = await find(element, '.editor-side-left input')
  search.focus()
  await sendKeys({ down: 'Control' })
  await sendKeys({ press: 'Enter' })
  await sendKeys({ up: 'Control' })
  await find(element, '[role=dialog] .screen-proxy')
  await sendKeys({ press: 'Escape' })
  await until('closed', () => !element.shadowRoot.querySelector('[role=dialog]'))
  ;(await named(element, 'button', 'Preview')).focus()
  await until('the tooltip', () => element.shadowRoot.textContent?.includes('Preview (Ctrl+Enter)'))
})

it('the canvas editor has its properties as wide as its user made them, by keys, and again by themselves', async () => {
  const { element } = await edit(answersOf([]))
  await boardOf(element)
  const side = await find(element, '.editor-side-right')
  const first = side.offsetWidth
  const handle = await find(element, '[role=separator]')
  handle.focus()
  await sendKeys({ press: 'ArrowLeft' })
  await sendKeys({ press: 'ArrowLeft' })
  await until('wider', () => side.offsetWidth === first + 32)
  const other = await edit(answersOf([]))
  await boardOf(other.element)
  equal((await find(other.element, '.editor-side-right')).offsetWidth, first + 32)
  ;(await find(other.element, '[role=separator]')).focus()
  await sendKeys({ press: 'Home' })
  await until(
    'as at first',
    () => other.element.shadowRoot.querySelector<HTMLElement>('.editor-side-right')?.offsetWidth === first,
  )
})
