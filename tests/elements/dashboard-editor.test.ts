// biome-ignore-all lint/suspicious/noTemplateCurlyInString: texts name variables so
import { sendKeys, sendMouse } from '@web/test-runner-commands'
import {
  boardOf,
  box,
  clickAt,
  control,
  documentIn,
  documentOf,
  type Editing,
  edit,
  find,
  named,
  onPage,
  press,
  savedControls,
  screen,
  selected,
  withCtrl,
} from './canvas-editor-driver.ts'
import { dashboardEditorAnswers, lockOf, OTHER } from './canvas-pages.ts'
import { equal, until } from './check.ts'
import { dashboard } from './dashboard-answers.ts'
import { type PlayedServer, point, pump, Refused } from './played-server.ts'

const drawing = (answers = dashboardEditorAnswers()) => edit(answers, 'dashboard="12"', 'sg-dashboard-editor')
const two = () => documentOf([box('a', 100, 100), box('b', 300, 100)])
const saves = (server: PlayedServer) => server.requestsOf('PUT /yun/dashboard/save').map(({ body }) => body.kind)
const others = (element: Editing, words: RegExp) =>
  until(String(words), () => words.test(element.shadowRoot.querySelector('.others-see')?.textContent ?? ''))
const rows = (element: Editing) =>
  [...element.shadowRoot.querySelectorAll('.layout-name')].map(({ textContent }) => textContent)
const layoutSaved = (server: PlayedServer, accepts: (items: { control_id: string }[]) => boolean) =>
  until('the layout is saved', () => {
    const fields = documentIn(server)?.dashboard as
      | { layouts: { phone?: { items: ({ control_id: string } & Record<string, unknown>)[] } } }
      | undefined
    const items = fields?.layouts.phone?.items
    return items && accepts(items) && items
  })

it('the dashboard editor keeps drafts by itself, and says that others see the version before until it is saved', async () => {
  const { server, element } = await drawing(dashboardEditorAnswers(two()))
  await others(element, /^Others see this version$/)
  await clickAt(element, 150, 130)
  await selected(element, 'a selected')
  await sendKeys({ press: 'ArrowRight' })
  await until('a draft', () => saves(server).includes('autosave'))
  await others(element, /^Draft · others see/)
  await press(element, 'button', 'Save')
  await until('saved', () => saves(server).includes('saved'))
  await others(element, /^Others see this version$/)
})

it('the dashboard editor names the time of the version that others see', async () => {
  const time = Date.now() - 60_000
  const version = {
    version_id: 4,
    revision: 3,
    kind: 'saved',
    note: '',
    created_time: time,
    user_name: 'li',
    thumbnail: null,
  }
  const { element } = await drawing(
    dashboardEditorAnswers(
      two(),
      { 'GET /yun/dashboard/versions': () => [{ ...version, version_id: 5, revision: 5, kind: 'autosave' }, version] },
      { revision: 5, shown_revision: 3 },
    ),
  )
  await others(element, /^Draft · others see the version of (\d{4}-\d\d-\d\d )?\d\d:\d\d:\d\d$/)
})

it('the dashboard editor says of a dashboard that was never saved that nobody else sees it', async () => {
  const { element } = await drawing(dashboardEditorAnswers(two(), {}, { shown_revision: null }))
  await others(element, /nobody else sees it yet/)
})

it('the dashboard editor offers no publishing, no screens of a template and no permission items', async () => {
  const { server, element } = await drawing(dashboardEditorAnswers(two()))
  await clickAt(element, 150, 130)
  await selected(element, 'a selected')
  await press(element, '[role=tab]', 'Properties')
  await named(element, 'summary', 'General')
  const words = element.shadowRoot.textContent ?? ''
  equal(
    [/Publish/.test(words), /Permission/.test(words), element.shadowRoot.querySelector('.screen-tabs')],
    [false, false, null],
  )
  equal(server.requestsOf('GET /yun/module/basic').length, 0)
})

it('the dashboard editor binds a control to a point of a device that is searched for', async () => {
  const { server, element } = await drawing(
    dashboardEditorAnswers(documentOf([control('v', 'value', { x: 100, y: 100, width: 160, height: 40 })])),
  )
  await clickAt(element, 150, 120)
  await selected(element, 'v selected')
  await press(element, '[role=tab]', 'Points')
  const search = await find<HTMLInputElement>(element, '.side-points input[type=search]')
  search.focus()
  await sendKeys({ type: 'pump 2' })
  await until('one device', () => element.shadowRoot.querySelectorAll('.device-choice-one').length === 1)
  await press(element, '.device-choice-one', /Pump 2/)
  await press(element, '.side-points .points-row', /flow/)
  const [bound] = await savedControls(server, ([first]) => JSON.stringify(first?.bindings).includes('PUMP2'))
  equal(bound?.bindings, { value: { expression: 'PUMP2.flow' } })
  await press(element, '[role=tab]', 'Properties')
  await until('by its names', () => /Bound to Pump 2 · flow · PUMP2\.flow/.test(element.shadowRoot.textContent ?? ''))
})

it('the dashboard editor refuses the component after the hundredth, and says how many there can be', async () => {
  const many = Array.from({ length: 100 }, (_, at) =>
    box(`c${at}`, (at % 10) * 50, Math.floor(at / 10) * 30, { width: 40, height: 20 }),
  )
  const { server, element } = await drawing(dashboardEditorAnswers(documentOf(many)))
  await boardOf(element)
  ;(await named(element, 'button', 'Rectangle')).focus()
  await sendKeys({ press: 'Enter' })
  await until('the note', () =>
    server.connection.toasts.$toasts
      .get()
      .some(({ message }) => message.en === 'A dashboard holds 100 components at most'),
  )
  equal(saves(server), [])
})

it('the dashboard editor orders the components of a phone by the keyboard and by dragging, and takes it back', async () => {
  const { server, element } = await drawing(dashboardEditorAnswers(two()))
  await boardOf(element)
  await press(element, '[role=tab]', 'Layouts')
  await until('both', () => rows(element).length === 2)
  equal(rows(element), ['a', 'b'])
  ;(await named(element, 'button', 'Move b')).focus()
  await sendKeys({ press: 'ArrowUp' })
  await layoutSaved(server, ([first]) => first?.control_id === 'b')
  equal(rows(element), ['b', 'a'])
  equal((element.shadowRoot.activeElement as HTMLElement).getAttribute('aria-label'), 'Move b')
  await until('it is said', () => /b: place 1 of 2/.test(element.shadowRoot.textContent ?? ''))
  const [upper, lower] = [...element.shadowRoot.querySelectorAll('.layout-row')]
  const dataTransfer = new DataTransfer()
  const send = (row: Element | undefined, type: string) =>
    row?.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true, composed: true }))
  send(upper, 'dragstart')
  send(lower, 'dragover')
  await until('where it would land', () => lower?.getAttribute('data-drop') === 'below')
  send(lower, 'drop')
  await layoutSaved(server, ([first]) => first?.control_id === 'a')
  await boardOf(element).then((board) => board.focus())
  await withCtrl('z')
  await until('taken back', () => rows(element)[0] === 'b')
})

it('the dashboard editor hides a component on phones, and sets its width and height there', async () => {
  const { server, element } = await drawing(dashboardEditorAnswers(two()))
  await boardOf(element)
  await press(element, '[role=tab]', 'Layouts')
  await press(element, 'button', 'Hide a')
  await layoutSaved(server, ([first]) => (first as { is_hidden?: boolean }).is_hidden === true)
  const height = await named(element, 'label', 'Height of b')
  const input = element.shadowRoot.getElementById((height as HTMLLabelElement).htmlFor) as HTMLInputElement
  input.focus()
  await sendKeys({ type: '240' })
  await layoutSaved(server, ([, second]) => (second as { height?: number }).height === 240)
  await press(element, '.layout-row .select-button', /Auto/)
  await press(element, '[role=option]', 'Full width')
  await layoutSaved(server, ([, second]) => (second as { span?: number }).span === 2)
})

it('the dashboard editor previews a dashboard as phones lay it out', async () => {
  const { element } = await drawing(dashboardEditorAnswers(two()))
  await boardOf(element)
  await press(element, '[role=tab]', 'Layouts')
  await press(element, '.layouts-head button', 'Preview')
  const screen = await find(element, '[role=dialog] .preview-screen')
  await until('as wide as a phone', () => screen.offsetWidth === 375)
  await press(element, '[role=dialog] .select-button', /Phone/)
  await press(element, '[role=option]', 'Desktop')
  await until('wider', () => screen.offsetWidth > 375)
})

it('the dashboard editor begins an empty dashboard with devices: a card of each, in one step', async () => {
  const { server, element } = await drawing(dashboardEditorAnswers(documentOf([], { width: 1120, height: 630 })))
  await boardOf(element)
  await press(element, 'button', 'Begin with devices')
  await press(element, '[role=dialog] button', 'Place them')
  await until('what is missing', () => /Choose a device at least/.test(element.shadowRoot.textContent ?? ''))
  await press(element, '[role=dialog] .device-choice-one', /Pump 1/)
  await press(element, '[role=dialog] .device-choice-one', /Pump 2/)
  await press(element, '[role=dialog] button', 'Place them')
  const placed = await savedControls(server, ({ length }) => length > 0)
  const cards = placed.filter(({ kind }) => kind === 'group')
  equal(
    cards.map(({ name }) => name),
    ['Pump 1', 'Pump 2'],
  )
  equal(placed.filter(({ kind }) => kind === 'history-curve').length, 2)
  equal(JSON.stringify(placed).includes('"PUMP2.flow"'), true)
  await boardOf(element).then((board) => board.focus())
  await withCtrl('z')
  await savedControls(server, ({ length }) => length === 0)
})

it('the dashboard editor puts the content of a file in the place of what is drawn, and says what it could not read', async () => {
  const { server, element } = await drawing(dashboardEditorAnswers(two()))
  await boardOf(element)
  await press(element, 'button', 'More')
  await press(element, '[role^=menuitem]', 'Import a file')
  const input = await find<HTMLInputElement>(element, '[role=dialog] input[type=file]')
  const choose = (content: string) => {
    const transfer = new DataTransfer()
    transfer.items.add(new File([content], 'board.json'))
    input.files = transfer.files
    input.dispatchEvent(new Event('change', { bubbles: true }))
  }
  choose('no JSON')
  await until('why', () =>
    /not the file of a dashboard/.test(
      element.shadowRoot.querySelector('[role=dialog] .field-error')?.textContent ?? '',
    ),
  )
  choose(JSON.stringify(documentOf([box('z', 10, 10), box('y', 10, 10, { kind: 'hologram' })])))
  await until('the problem', () =>
    /unknown kind/.test(element.shadowRoot.querySelector('[role=dialog]')?.textContent ?? ''),
  )
  await press(element, '[role=dialog] button', 'Import')
  await savedControls(server, (found) => found.some(({ control_id }) => control_id === 'z'))
})

it('the dashboard editor is read-only while somebody else draws, and goes on with a copy after a conflict', async () => {
  const held = dashboardEditorAnswers(two(), {
    'POST /yun/dashboard/lock': () => ({ lock: OTHER, present: [OTHER], revision: 1 }),
  })
  const first = await drawing(held)
  await until('who draws', () => /wang is drawing this dashboard/.test(first.element.shadowRoot.textContent ?? ''))
  first.element.remove()
  const { server, element } = await drawing(
    dashboardEditorAnswers(two(), {
      'POST /yun/dashboard/lock': ({ body }) => ({ lock: lockOf(String(body.editor_id)), present: [], revision: 1 }),
      'PUT /yun/dashboard/save': () => new Refused('100027'),
      'POST /yun/dashboard': () =>
        dashboard({ dashboard_id: 14, dashboard_name: 'Water works copy', folder_name: 'East' }),
    }),
  )
  const views: unknown[] = []
  element.addEventListener('sg-view-change', (event) => views.push((event as CustomEvent).detail))
  await clickAt(element, 150, 130)
  await selected(element, 'a selected')
  await sendKeys({ press: 'ArrowRight' })
  await until('it is reported', () => element.shadowRoot.querySelector('.save-state[data-state=conflict]'))
  // The page around it asks before it is left.
  await until('unsaved', () => element.dataset.sgUnsaved === '')
  await press(element, 'button', 'Save as another dashboard')
  await until('made', () => server.requestsOf('POST /yun/dashboard')[0])
  await until('the copy', () => views.length > 0)
  equal(views, [{ dashboard: 14 }])
})

it('the dashboard editor offers a copy of what was drawn where somebody has deleted the dashboard meanwhile', async () => {
  const { element } = await drawing(
    dashboardEditorAnswers(two(), {
      'PUT /yun/dashboard/save': () => new Refused('118001'),
      'POST /yun/dashboard': () => dashboard({ dashboard_id: 14 }),
    }),
  )
  const views: unknown[] = []
  element.addEventListener('sg-view-change', (event) => views.push((event as CustomEvent).detail))
  await clickAt(element, 150, 130)
  await selected(element, 'a selected')
  await sendKeys({ press: 'ArrowRight' })
  await until('it is reported', () =>
    /somebody has deleted the dashboard/.test(element.shadowRoot.querySelector('[role=alert]')?.textContent ?? ''),
  )
  await press(element, 'button', 'Save as another dashboard')
  await until('the copy', () => views.length > 0)
  equal(views, [{ dashboard: 14 }])
})

it('the dashboard editor completes points of devices that the dashboard names already', async () => {
  const { server, element } = await drawing(
    dashboardEditorAnswers(
      documentOf([
        control('v', 'value', { x: 100, y: 100, width: 160, height: 40 }),
        control('w', 'value', { x: 300, y: 100, bindings: { value: { expression: 'PUMP2.flow' } } }),
      ]),
    ),
  )
  await clickAt(element, 150, 120)
  await selected(element, 'v selected')
  await press(element, '[role=tab]', 'Bindings')
  const source = await find<HTMLTextAreaElement>(element, '.binding-body textarea')
  source.focus()
  await sendKeys({ type: 'setp' })
  await find(element, '[role=option][aria-selected=true]')
  await sendKeys({ press: 'Enter' })
  await savedControls(server, ([first]) => JSON.stringify(first?.bindings).includes('PUMP2.setpoint'))
})

it('the dashboard editor offers the screens of the device whose screen a component shows', async () => {
  const props = { sn_code: 'PUMP1', screen_id: null }
  const { server, element } = await drawing(
    dashboardEditorAnswers(documentOf([control('s', 'screen', { x: 100, y: 100, width: 200, height: 100, props })]), {
      'GET /dev/basic': () => pump({ template_id: 3 }),
      'GET /yun/module/view': () => [screen({ screen_name: 'Mimic' })],
    }),
  )
  await clickAt(element, 150, 130)
  await selected(element, 's selected')
  await press(element, '[role=tab]', 'Properties')
  await until('the screens', () => server.requestsOf('GET /yun/module/view')[0]?.query.get('template_id') === '3')
  await press(element, '.prop-rows .select-button', /start screen|None|No screen/i)
  await press(element, '[role=option]', 'Mimic')
  await savedControls(server, ([first]) => (first?.props as { screen_id: number } | undefined)?.screen_id === 12)
})

it('the dashboard editor keeps what is drawn as a draft before it restores a version, so that others see that version next', async () => {
  const version = (version_id: number, revision: number) => ({
    version_id,
    revision,
    kind: 'saved',
    note: '',
    created_time: 0,
    user_name: 'li',
    thumbnail: null,
  })
  const { server, element } = await drawing(
    dashboardEditorAnswers(two(), {
      'GET /yun/dashboard/versions': () => [version(2, 1), version(1, 0)],
      'POST /yun/dashboard/restore': () => dashboard({ dashboard_id: 12, revision: 3, shown_revision: 3 }),
    }),
  )
  await clickAt(element, 150, 130)
  await selected(element, 'a selected')
  await sendKeys({ press: 'ArrowRight' })
  await press(element, '[role=tab]', 'Versions')
  await press(element, 'button', 'Actions of revision 0')
  await press(element, '[role^=menuitem]', /Restore this version/)
  await press(element, '[role=dialog] button', 'Restore revision 0')
  const { body } = await until('the call', () => server.requestsOf('POST /yun/dashboard/restore')[0])
  equal([body.version_id, body.revision], [1, 2])
  equal(saves(server), ['autosave'])
})

it('an equipment dashboard has the points of its template', async () => {
  const { element } = await drawing(
    dashboardEditorAnswers(
      documentOf([control('v', 'value', { x: 100, y: 100, width: 160, height: 40 })]),
      {
        'GET /yun/module/basic': () => ({
          template_id: 3,
          module_name: 'Pump',
          module_type: 'standard',
          description: '',
          group_id: null,
          group_name: '',
          is_published: true,
          published_time: null,
          created_time: 0,
          changed_time: 0,
          creator_name: 'li',
          is_own: true,
          may_edit: true,
          is_public: false,
          sharee_count: 0,
          point_count: 1,
          device_count: 1,
          screen_count: 0,
          start_screen_id: null,
          thumbnail: null,
          points: [point('level', { name_en: 'Level' })],
          alarm_rules: [],
          items: [],
          videos: [],
          differing_devices: 0,
        }),
        'GET /yun/module/view': () => [],
        'GET /dev': () => ({ rows: [pump({ template_id: 3 })], total: 1 }),
      },
      { template_id: 3, module_name: 'Pump' },
    ),
  )
  await boardOf(element)
  await press(element, '[role=tab]', 'Points')
  await named(element, '.side-points .points-row', /Level/)
})

it('a point that is dropped where nothing is becomes a value of its device', async () => {
  const { server, element } = await drawing(dashboardEditorAnswers(two()))
  await boardOf(element)
  const dataTransfer = new DataTransfer()
  dataTransfer.setData('application/x-sightglass-point', 'PUMP1.flow')
  const [clientX, clientY] = await onPage(element, 400, 300)
  const options = { dataTransfer, clientX, clientY, bubbles: true, cancelable: true, composed: true }
  ;(await boardOf(element)).dispatchEvent(new DragEvent('drop', options))
  await savedControls(server, ({ length }) => length === 3)
  await sendMouse({ type: 'move', position: [0, 0] })
})

const dashboardSaved = (server: PlayedServer, accepts: (fields: Record<string, unknown>) => boolean) =>
  until('it is saved', () => {
    const fields = documentIn(server)?.dashboard as Record<string, unknown> | undefined
    return fields && accepts(fields) && fields
  })

it('the dashboard editor declares a variable, takes no name that cannot be one, and offers it as the group of a list', async () => {
  const list = {
    control_id: 'list',
    name: 'list',
    kind: 'device-list',
    x: 100,
    y: 100,
    width: 400,
    height: 300,
    props: { of: 'group' },
  }
  const { server, element } = await drawing(
    dashboardEditorAnswers(documentOf([list]), {
      'GET /yun/dev/group': () => [
        { group_id: 4, parent_id: null, group_name: 'Works', is_default: true, device_count: 1 },
      ],
    }),
  )
  await press(element, 'button', 'Add a variable')
  const name = await until('its name', () => element.shadowRoot.querySelector<HTMLInputElement>('.list-row input'))
  name.select()
  document.execCommand('insertText', false, '1 area')
  await until('it is refused', () => element.shadowRoot.textContent?.includes('Begins with a letter'))
  name.select()
  document.execCommand('insertText', false, 'area')
  await press(element, '.list-row button', 'Text')
  await press(element, '[role=option]', 'Device group')
  const isArea = ({ name, kind }: { name: string; kind: string }) => name === 'area' && kind === 'group'
  await dashboardSaved(server, ({ variables }) => (variables as { name: string; kind: string }[]).some(isArea))
  await clickAt(element, 200, 200)
  await selected(element, 'list selected')
  await press(element, 'button', 'All groups')
  await press(element, '[role=option]', 'Variable: area')
  const isOf = (group_id: unknown) => (controls: Record<string, unknown>[]) =>
    controls.some(({ props }) => (props as { group_id?: unknown } | undefined)?.group_id === group_id)
  await savedControls(server, isOf('${area}'))
  await press(element, 'button', 'Variable: area')
  await press(element, '[role=option]', 'Works')
  await savedControls(server, isOf(4))
})

it('the dashboard editor sets the time range that a dashboard opens with', async () => {
  const { server, element } = await drawing(dashboardEditorAnswers(two()))
  await press(element, 'button', 'Last 24 hours')
  await press(element, '[role=option]', 'Last 7 days')
  await dashboardSaved(server, ({ range }) => range === 'week')
})
