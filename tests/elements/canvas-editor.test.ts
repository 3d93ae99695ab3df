import { resetMouse, sendKeys, sendMouse } from '@web/test-runner-commands'
import {
  boardOf,
  box,
  clickAt,
  control,
  documentOf,
  drag,
  edit,
  editorAnswers,
  find,
  lockOf,
  named,
  OTHER,
  onPage,
  press,
  type Saved,
  savedControls,
  screen,
  selected,
  withCtrl,
} from './canvas-editor-driver.ts'
import { equal, turn, until } from './check.ts'
import { holding, point, Refused } from './played-server.ts'

afterEach(async () => {
  await resetMouse()
})
const one = (id: string) => (controls: Saved[]) => controls.find(({ control_id }) => control_id === id) as Saved
const near = (is: number, wanted: number, by = 3) => Math.abs(is - wanted) <= by

it('the canvas editor draws a rectangle with the pointer, saves it by itself with a picture, and takes it back', async () => {
  const { server, element } = await edit()
  await boardOf(element)
  const tile = await named(element, 'button', 'Rectangle')
  tile.dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 1 }))
  await drag(element, [100, 100], [260, 200])
  const [drawn] = await savedControls(server, ({ length }) => length === 1)
  equal(drawn?.kind, 'rectangle')
  equal([drawn?.x, drawn?.y, drawn?.width, drawn?.height], [100, 100, 160, 100])
  const saved = server.requestsOf('PUT /yun/module/view/document')[0]?.body
  equal(saved?.kind, 'autosave')
  equal(String(saved?.thumbnail).startsWith('data:image/jpeg;base64,'), true)
  await withCtrl('z')
  await savedControls(server, ({ length }) => length === 0)
})

it('the canvas editor moves what is dragged, and snaps it to its neighbour', async () => {
  const { server, element } = await edit(editorAnswers(documentOf([box('a', 100, 100), box('b', 300, 240)])))
  await drag(element, [350, 270], [350, 133])
  const controls = await savedControls(server, (found) => one('b')(found).y < 200)
  // 3 px beside the top of the other one.
  equal(one('b')(controls).y, 100)
  equal(one('b')(controls).x, 300)
})

it('the canvas editor picks several with a box and moves them together, as one step', async () => {
  const { server, element } = await edit(
    editorAnswers(documentOf([box('a', 100, 100), box('b', 220, 100), box('c', 460, 320)], { grid: 0 })),
  )
  await drag(element, [80, 80], [340, 180])
  await selected(element, '2 controls selected')
  await drag(element, [150, 130], [190, 250])
  const controls = await savedControls(server, (found) => one('a')(found).y > 150)
  equal(Math.round(one('b')(controls).x - one('a')(controls).x), 120)
  equal(one('c')(controls).x, 460)
  await withCtrl('z')
  await savedControls(server, (found) => one('a')(found).y === 100 && one('b')(found).y === 100)
})

it('the canvas editor draws no outline where what was selected no longer is', async () => {
  const { element } = await edit(editorAnswers(documentOf([box('a', 100, 100)])))
  const isOutlined = () =>
    [...element.shadowRoot.querySelectorAll<HTMLCanvasElement>('.stage-hands canvas')].some(
      ({ width, height }, at, all) =>
        all[at]
          ?.getContext('2d')
          ?.getImageData(0, 0, width, height)
          .data.some((part) => part > 0),
    )
  await clickAt(element, 150, 130)
  await selected(element, 'a selected')
  await until('outlined', isOutlined)
  await clickAt(element, 400, 300)
  await selected(element, '')
  await until('no outline', () => !isOutlined())
})

it('the canvas editor resizes and turns by the handles of what is selected', async () => {
  const { server, element } = await edit(editorAnswers(documentOf([box('a', 100, 100)], { grid: 0 })))
  await clickAt(element, 150, 130)
  await selected(element, 'a selected')
  await drag(element, [200, 160], [300, 220])
  const wide = one('a')(await savedControls(server, (found) => one('a')(found).width > 150))
  equal([near(wide.width, 200), near(wide.height, 120)], [true, true])
  // The handle that turns stands 22 px above the frame.
  await drag(element, [200, 100], [400, 160], -22)
  const turned = one('a')(await savedControls(server, (found) => one('a')(found).angle !== 0))
  equal(near(turned.angle, 90, 8), true)
})

it('the canvas editor copies and pastes by the clipboard of the page', async () => {
  const { server, element } = await edit(editorAnswers(documentOf([box('a', 100, 100)])))
  await clickAt(element, 150, 130)
  await selected(element, 'a selected')
  const transfer = new DataTransfer()
  const send = (type: 'copy' | 'paste') =>
    document.dispatchEvent(new ClipboardEvent(type, { clipboardData: transfer, bubbles: true, cancelable: true }))
  equal(send('copy'), false)
  equal(send('paste'), false)
  const controls = await savedControls(server, ({ length }) => length === 2)
  equal(controls[1]?.x, 110)
})

it('the canvas editor makes a value of a point that is dropped where no control is', async () => {
  const { server, element } = await edit(editorAnswers(documentOf([box('a', 100, 100)])))
  await clickAt(element, 150, 130)
  await selected(element, 'a selected')
  const dataTransfer = new DataTransfer()
  dataTransfer.setData('application/x-sightglass-point', 'flow')
  const [clientX, clientY] = await onPage(element, 400, 300)
  const options = { dataTransfer, clientX, clientY, bubbles: true, cancelable: true, composed: true }
  ;(await boardOf(element)).dispatchEvent(new DragEvent('drop', options))
  const [, made] = await savedControls(server, ({ length }) => length === 2)
  equal([made?.kind, (made?.bindings as { value?: unknown } | undefined)?.value], ['value', { expression: 'flow' }])
})

it('the canvas editor leaves the keyboard to the page while the focus is elsewhere', async () => {
  const { server, element } = await edit(editorAnswers(documentOf([box('a', 100, 100)])))
  await clickAt(element, 150, 130)
  await selected(element, 'a selected')
  const heard: string[] = []
  const listen = (event: KeyboardEvent) => {
    heard.push(`${event.key} ${event.defaultPrevented}`)
    event.preventDefault()
  }
  const outside = document.createElement('button')
  document.body.append(outside)
  document.addEventListener('keydown', listen)
  outside.focus()
  await sendKeys({ press: 'Delete' })
  await withCtrl('s')
  document.removeEventListener('keydown', listen)
  outside.remove()
  equal(
    heard.filter((key) => /^(Delete|s) /.test(key)),
    ['Delete false', 's false'],
  )
  await turn()
  equal(server.requestsOf('PUT /yun/module/view/document').length, 0)
  ;(await boardOf(element)).focus()
  await withCtrl('s')
  await until('a version', () => server.requestsOf('PUT /yun/module/view/document')[0]?.body.kind === 'saved')
})

it('the canvas editor tells of a conflict with who and when, loses nothing, and saves as another screen', async () => {
  let isConflict = true
  let wasRefused = false
  const { server, element } = await edit(
    editorAnswers(documentOf([box('a', 100, 100)]), {
      'PUT /yun/module/view/document': () => {
        wasRefused = isConflict
        return isConflict ? new Refused('100027') : screen({ revision: 2 })
      },
      'GET /yun/module/view/document': () => ({
        screen: screen({
          revision: wasRefused ? 5 : 1,
          changed_by: 'wang',
        }),
        document: documentOf([box('a', 100, 100)]),
        lock: null,
        may_edit: true,
      }),
      'POST /yun/module/view': () => screen({ screen_id: 14, screen_name: 'Main copy' }),
    }),
  )
  await clickAt(element, 150, 130)
  await selected(element, 'a selected')
  await sendKeys({ press: 'ArrowRight' })
  await until('it is reported', () => element.shadowRoot.querySelector('.save-state[data-state=conflict]'))
  await until('who saved', () =>
    element.shadowRoot.querySelector('.editor-note[data-wrong]')?.textContent?.includes('wang'),
  )
  isConflict = false
  await press(element, 'button', 'Save as another screen')
  const made = await until('made', () => server.requestsOf('POST /yun/module/view')[0])
  equal((made.body.document as { controls: Saved[] }).controls[0]?.x, 101)
})

it('the canvas editor says why a screen cannot be published where it is asked for, and asks again', async () => {
  const message = 'Screen “Pump” has 8.8 MB with its 9 groups of the gallery'
  const answers = editorAnswers(
    undefined,
    {
      'POST /yun/module/publish': () => new Refused('115002', [{ field: 'screens', message }]),
    },
    { revision: 2, document: documentOf([]) },
  )
  const { element, server } = await edit(answers)
  await press(element, 'button', 'Publish')
  await press(element, '[role=dialog] button', 'Publish')
  await until('why', () => element.shadowRoot.querySelector('[role=dialog] [role=alert]')?.textContent === message)
  if (answers['GET /yun/module/basic']) server.answers['POST /yun/module/publish'] = answers['GET /yun/module/basic']
  await press(element, '[role=dialog] button', 'Publish')
  await until('it is closed', () => !element.shadowRoot.querySelector('[role=dialog]'))
})

it('the canvas editor binds a device where none is bound, instead of asking first and being refused', async () => {
  const answers = editorAnswers(undefined, {}, { revision: 2, document: documentOf([]) })
  const basic = answers['GET /yun/module/basic'] as () => object
  const device = { sn_code: 'PUMP7', dev_alias: 'Pump 7', dev_model: '', group_name: 'Water', is_vpn: false }
  const { element, server } = await edit({
    ...answers,
    ...holding(['P42000']),
    'GET /yun/module/basic': () => ({ ...basic(), device_count: 0 }),
    'GET /yun/module/binding': () => ({
      rows: [{ ...device, template_id: null, module_name: null, may_bind: true }],
      total: 1,
    }),
    'PUT /yun/module/binding': () => [{ id: 'PUMP7', code: null }],
    'POST /yun/module/publish': basic,
  })
  await press(element, 'button', 'Publish')
  await until('devices', () => element.shadowRoot.querySelector('[role=dialog] .select-button'))
  element.shadowRoot.querySelector<HTMLElement>('[role=dialog] .select-button')?.click()
  await press(element, '[role=option]', /Pump 7/)
  await press(element, '[role=dialog] button', 'Bind and publish')
  await until('published', () => server.requestsOf('POST /yun/module/publish')[0])
  equal(server.requestsOf('PUT /yun/module/binding')[0]?.body, { template_id: 3, sn_codes: ['PUMP7'] })
  await until('it is closed', () => !element.shadowRoot.querySelector('[role=dialog]'))
})

it('the canvas editor is read-only while somebody else draws, and can be taken over', async () => {
  let isTaken = false
  const { element, server } = await edit(
    editorAnswers(documentOf([box('a', 100, 100)]), {
      'POST /yun/module/view/lock': ({ body }) => {
        isTaken ||= Boolean(body.take)
        return { lock: isTaken ? lockOf(String(body.editor_id)) : OTHER, present: [OTHER], revision: 1 }
      },
    }),
  )
  await until('who draws', () => element.shadowRoot.querySelector('.editor-note')?.textContent?.includes('wang'))
  ;(await boardOf(element)).focus()
  await clickAt(element, 150, 130)
  await sendKeys({ press: 'Delete' })
  await selected(element, 'a selected')
  await press(element, 'button', 'Take over')
  await press(element, '[role=dialog] button', 'Take over')
  await until('it is ours', () => !element.shadowRoot.querySelector('.editor-note'))
  await find(element, '.tool')
  ;(await boardOf(element)).focus()
  await sendKeys({ press: 'Delete' })
  await savedControls(server, ({ length }) => length === 0)
})

it('the canvas editor keeps what could not be sent, and asks about it after a reload', async () => {
  const answers = editorAnswers(documentOf([box('a', 100, 100)]), {
    'PUT /yun/module/view/document': () => {
      throw new TypeError('Failed to fetch')
    },
  })
  const first = await edit(answers)
  await clickAt(first.element, 150, 130)
  await selected(first.element, 'a selected')
  await sendKeys({ press: 'ArrowRight' })
  await until('not saved', () => first.element.shadowRoot.querySelector('.save-state[data-state=waiting]'))
  first.element.remove()
  const { server, element } = await edit(editorAnswers(documentOf([box('a', 100, 100)])))
  await press(element, 'button', 'Restore')
  await savedControls(server, (found) => one('a')(found).x === 101)
})

it('the canvas editor refuses what a newer program drew, and draws a placeholder for what it does not know', async () => {
  const newer = await edit(editorAnswers(documentOf([], { version: 99 })))
  await until('refused', () => newer.element.shadowRoot.querySelector('[role=alert]')?.textContent?.includes('newer'))
  newer.element.remove()
  const { element } = await edit(editorAnswers(documentOf([box('a', 0, 0, { kind: 'hologram' })])))
  await until('reported', () => element.shadowRoot.querySelector('.editor-note')?.textContent?.includes('1 part'))
})

it('the canvas editor lists every control, and picks, renames and locks it by the keyboard alone', async () => {
  const { server, element } = await edit(editorAnswers(documentOf([box('a', 100, 100), box('b', 300, 100)])))
  await press(element, '[role=tab]', 'Layers')
  const layer = await find(element, '[role=treeitem]')
  layer.focus()
  await sendKeys({ press: 'ArrowDown' })
  await until('the first', () => (element.shadowRoot.activeElement as HTMLElement)?.dataset.key === 'control:b')
  await sendKeys({ press: 'Enter' })
  await selected(element, 'b selected')
  await sendKeys({ press: 'F2' })
  await until('a field', () => element.shadowRoot.activeElement?.tagName === 'INPUT')
  await sendKeys({ type: 'Pump' })
  await sendKeys({ press: 'Enter' })
  const renamed = one('b')(await savedControls(server, (found) => one('b')(found).name === 'Pump'))
  equal(renamed.x, 300)
})

it('the canvas editor lists the shortcuts on ?, and zooms with the wheel', async () => {
  const { element } = await edit()
  const board = await boardOf(element)
  board.focus()
  await sendKeys({ type: '?' })
  await until('the list', () => element.shadowRoot.querySelector('[role=dialog] kbd'))
  await sendKeys({ press: 'Escape' })
  const before = (await named(element, '.zoom-bar button', /%$/)).textContent
  board.dispatchEvent(new WheelEvent('wheel', { deltaY: -200, ctrlKey: true, bubbles: true, cancelable: true }))
  await until('nearer', () =>
    [...element.shadowRoot.querySelectorAll('.zoom-bar button')].every(({ textContent }) => textContent !== before),
  )
})

it('the canvas editor opens a menu at what the right button is pressed on, and does what is chosen to it', async () => {
  const { server, element } = await edit(editorAnswers(documentOf([box('a', 100, 100), box('b', 300, 100)])))
  await boardOf(element)
  await sendMouse({ type: 'click', button: 'right', position: await onPage(element, 350, 130) })
  await selected(element, 'b selected')
  await press(element, '[role=menuitem]', /^Lock/)
  equal(one('b')(await savedControls(server, (found) => one('b')(found).locked === true)).locked, true)
})

it('the canvas editor binds a selected control to the point that is pressed in the list beside the drawing, and offers its words as states', async () => {
  const word = (en: string) => ({ zh: en, en })
  const mode = {
    key: 'mode',
    name: 'Mode',
    name_en: 'Mode',
    data_type: 'enum',
    unit: '',
    decimals: null,
    access: 'r',
    enum_text: { 0: word('Stopped'), 1: word('Idle'), 2: word('Tripped') },
  }
  const answers = editorAnswers(documentOf([control('s', 'state', { x: 100, y: 100, width: 100, height: 60 })]))
  const basic = answers['GET /yun/module/basic'] as () => object
  const { server, element } = await edit({
    ...answers,
    'GET /yun/module/basic': () => ({ ...basic(), points: [mode] }),
  })
  await clickAt(element, 150, 130)
  await selected(element, 's selected')
  await press(element, '[role=tab]', 'Bindings')
  await press(element, '.binding-head', /Visible/)
  await press(element, '[role=tab]', 'Points')
  await press(element, '.side-points .points-row', /Mode/)
  await until('the main property is open', () =>
    /Mode|mode/.test(element.shadowRoot.querySelector('.binding-head[aria-expanded=true]')?.textContent ?? ''),
  )
  await press(element, 'button', 'Set 3 states from the values of the point')
  const [bound] = await savedControls(
    server,
    ([first]) => (first?.props as { states?: unknown[] })?.states?.length === 3,
  )
  equal(
    (bound?.props as { states: { text: string }[] } | undefined)?.states.map(({ text }) => text),
    ['Stopped', 'Idle', 'Tripped'],
  )
  equal(bound?.bindings, { currStateIndex: { expression: 'mode' } })
  // The property says so too: its field alone holds what is drawn without a value.
  await press(element, '[role=tab]', 'Properties')
  await until('the property says what it follows', () =>
    element.shadowRoot.querySelector('.prop-rows')?.textContent?.includes('Bound to Mode · mode'),
  )
})

it('an input that is bound to a point that can be written writes it, in one step, and one of a point that is only read does not', async () => {
  const named = (key: string, name: string, access: 'r' | 'rw') => ({
    key,
    name,
    name_en: name,
    data_type: 'number',
    unit: '',
    decimals: null,
    access,
    enum_text: null,
  })
  const answers = editorAnswers(documentOf([control('i', 'input', { x: 100, y: 100, width: 100, height: 60 })]))
  const basic = answers['GET /yun/module/basic'] as () => object
  const { server, element } = await edit({
    ...answers,
    'GET /yun/module/basic': () => ({
      ...basic(),
      points: [named('level', 'Level', 'r'), named('setpoint', 'Setpoint', 'rw')],
    }),
  })
  await clickAt(element, 150, 130)
  await selected(element, 'i selected')
  await press(element, '[role=tab]', 'Points')
  await press(element, '.side-points .points-row', /Level/)
  const of = (key: string) => (found: Saved[]) => JSON.stringify(found[0]?.bindings).includes(`"${key}"`)
  const written = async (key: string) => {
    const [input] = await savedControls(server, of(key))
    return (input?.props as { writes?: string } | undefined)?.writes ?? ''
  }
  equal(await written('level'), '')
  await press(element, '.side-points .points-row', /Setpoint/)
  equal(await written('setpoint'), 'setpoint')
  await withCtrl('z')
  equal(await written('level'), '')
})

it('the canvas editor shows the whole name of each property', async () => {
  const { element } = await edit(
    editorAnswers(documentOf([control('v', 'bar', { x: 100, y: 100, width: 100, height: 60 })])),
  )
  await clickAt(element, 150, 130)
  await selected(element, 'v selected')
  await press(element, '[role=tab]', 'Properties')
  const labels = await until('names', () => {
    const found = [...element.shadowRoot.querySelectorAll<HTMLElement>('.prop-label')]
    return found.length > 5 && found
  })
  equal(
    labels.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).map(({ textContent }) => textContent),
    [],
  )
})

const pointsOf = (found: Saved[]) => (found[0]?.props as { points?: { point: string }[] } | undefined)?.points ?? []
// The page shows it.
const reported = (server: Awaited<ReturnType<typeof edit>>['server'], words: string) =>
  until(`${words}, of ${JSON.stringify(server.connection.toasts.$toasts.get())}`, () =>
    server.connection.toasts.$toasts.get().some(({ message }) => message.en === words),
  )

for (const kind of ['realtime-curve', 'history-curve', 'history-table'])
  it(`a point that is dropped on a control of the kind ${kind} is added to its points, once, and the page says so`, async () => {
    const answers = editorAnswers(documentOf([control('c', kind, { x: 100, y: 100, width: 300, height: 200 })]))
    const basic = answers['GET /yun/module/basic'] as () => object
    const points = [point('flow', { name_en: 'Flow' }), point('level', { name_en: 'Level' })]
    const { server, element } = await edit({ ...answers, 'GET /yun/module/basic': () => ({ ...basic(), points }) })
    const drop = async (key: string) => {
      const dataTransfer = new DataTransfer()
      dataTransfer.setData('application/x-sightglass-point', key)
      const [clientX, clientY] = await onPage(element, 250, 200)
      const options = { dataTransfer, clientX, clientY, bubbles: true, cancelable: true, composed: true }
      ;(await boardOf(element)).dispatchEvent(new DragEvent('drop', options))
    }
    await press(element, '[role=tab]', 'Points')
    await named(element, '.side-points .points-row', /Level/)
    await drop('flow')
    await reported(server, 'Flow added to the points')
    await drop('flow')
    await reported(server, 'Flow is among the points already')
    // Pressed in the list, while the curve is selected.
    await press(element, '.side-points .points-row', /Level/)
    const [curve] = await savedControls(server, (found) => pointsOf(found).length === 2)
    equal(pointsOf(curve ? [curve] : []), [
      { point: 'flow', label: '' },
      { point: 'level', label: '' },
    ])
    equal(curve?.bindings, {})
    await press(element, '[role=tab]', 'Bindings')
    equal(/Main/.test((await find(element, '.bindings')).textContent ?? ''), false)
    // Each is a step of its own.
    await boardOf(element).then((board) => board.focus())
    await withCtrl('z')
    await savedControls(server, (found) => pointsOf(found).length === 1)
  })

it('a row that is added to the points of a curve begins without a point', async () => {
  const points = [{ point: 'flow', label: 'In' }]
  const curve = control('c', 'realtime-curve', { x: 100, y: 100, width: 300, height: 200, props: { points } })
  const { server, element } = await edit(editorAnswers(documentOf([curve])))
  await clickAt(element, 250, 200)
  await selected(element, 'c selected')
  await press(element, '[role=tab]', 'Properties')
  await press(element, '.list-rows button', 'Add')
  const saved = await savedControls(server, (found) => pointsOf(found).length === 2)
  equal(pointsOf(saved), [...points, { point: '', label: '' }])
})
