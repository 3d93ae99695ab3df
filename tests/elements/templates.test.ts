import { setViewport } from '@web/test-runner-commands'
import { equal, turn, until } from './check.ts'
import { Refused } from './played-server.ts'
import { type Answers, type Element, find, named, press, says, shown, type } from './rights-pages.ts'
import { control, shown as shownScreen } from './shown-screens.ts'
import { DESIGNER, detail, screen, templateAnswers } from './template-pages.ts'

// Not in this file's own chunk: the runner loads it under a second address, and what loads later would find a copy.
await (() => import('../../elements/screens/templates/index.ts'))()

await setViewport({ width: 1400, height: 900 })

async function opened(attributes = '', answers: Answers = {}, roles = DESIGNER) {
  const markup = `<sg-templates lang="en" ${attributes}></sg-templates>`
  const all = await shown(markup, { ...templateAnswers, ...answers }, roles)
  all.element.style.cssText = 'display: block; block-size: 700px'
  const told: { type: string; detail: Record<string, unknown> }[] = []
  for (const name of ['sg-view-change', 'sg-design', 'sg-navigate'])
    all.box.addEventListener(name, (event) => told.push({ type: name, detail: (event as CustomEvent).detail }))
  return { ...all, told }
}
const one = (tab: string, answers: Answers = {}, roles = DESIGNER) =>
  opened(`template="2" tab="${tab}"`, answers, roles)

/** By the menu of a template, or of a screen. */
async function choose(element: Element, of: string, entry: string) {
  await press(element, `Actions of ${of}`)
  await press(element, entry, '[role=menuitem]')
}
const cell = (element: Element, row: number, column: string) =>
  find<HTMLInputElement>(element, `.point-rows [data-row="${row}"] [data-column="${column}"]`)
async function enter(element: Element, row: number, column: string, value: string) {
  const input = await cell(element, row, column)
  const kind = input.localName === 'select' ? HTMLSelectElement : HTMLInputElement
  Object.getOwnPropertyDescriptor(kind.prototype, 'value')?.set?.call(input, value)
  input.dispatchEvent(new Event(input.localName === 'select' ? 'change' : 'input', { bubbles: true }))
}
const keys = ({ shadowRoot }: Element) =>
  Array.from(shadowRoot.querySelectorAll<HTMLInputElement>('.point-rows [data-column="key"]'), ({ value }) => value)

describe('<sg-templates>, the list,', () => {
  it('the list of <sg-templates> draws a screen that came without a picture', async () => {
    const rectangle = control('a', 'rectangle', { width: 400, height: 300, props: { fill: '#ff0000' } })
    const { element } = await one('screens', { 'GET /yun/view': () => shownScreen([rectangle]) })
    const drawn = await find<HTMLCanvasElement>(element, '.template-drawn > canvas')
    equal([drawn.width, drawn.height], [480, 360])
    const { data } = (drawn.getContext('2d') as CanvasRenderingContext2D).getImageData(240, 180, 1, 1)
    equal([...data], [255, 0, 0, 255])
  })

  it('the list of <sg-templates> requests what its attributes say, and reports what is chosen', async () => {
    const { element, server, told } = await opened('group="1" type="standard" published="yes" page="2"')
    await says(element, 'Group: Water')
    const [asked] = server.asks('GET /yun/module')
    equal(
      ['group_id', 'module_type', 'is_published', 'page'].map((name) => asked?.query.get(name)),
      ['1', 'standard', 'true', '2'],
    )
    await press(element, 'Remove the filter Type: Standard')
    await until('told', () => told.length > 0)
    equal(told[0]?.detail.type, '')
    equal(told[0]?.detail.page, null)
  })

  it('the list of <sg-templates> keeps whether it is cards or a table', async () => {
    const first = await opened()
    await find(first.element, '.template-card')
    await press(first.element, 'Table')
    await find(first.element, '.table-rows [role=row]')
    const second = await opened()
    await find(second.element, '.table-rows [role=row]')
  })

  it('the list of <sg-templates> makes a template and opens it; a name that is taken is said at its field', async () => {
    const { element, server, told } = await opened('', {
      'POST /yun/module': () => new Refused('115001', [{ field: 'module_name', message: 'is taken' }]),
    })
    await press(element, 'New template')
    await type(element, 'module_name', 'Tank')
    await press(element, 'Create template')
    await says(element, 'is taken')
    equal((await find<HTMLInputElement>(element, '[name=module_name]')).value, 'Tank')
    server.answers['POST /yun/module'] = () => ({ template_id: 9 })
    await press(element, 'Create template')
    await says(element, 'Created Tank')
    equal(told.at(-1)?.detail.template, 9)
  })

  it('the list of <sg-templates> leads to the binding when a template without devices cannot be published', async () => {
    const { element, told } = await opened('', { 'POST /yun/module/publish': () => new Refused('115006') })
    await choose(element, 'Tank', 'Publish')
    await says(element, 'Tank cannot be published yet')
    await press(element, 'Bind devices')
    equal(told, [{ type: 'sg-navigate', detail: { path: '/configureManage/templateBind?template=2' } }])
  })

  it('the list of <sg-templates> leads from a template to its data sources', async () => {
    const { element, told } = await opened('template="2"')
    await press(element, 'Data sources')
    equal(told.at(-1), { type: 'sg-navigate', detail: { path: '/templateMiddleware/id=2' } })
  })

  it('the list of <sg-templates> does not delete what devices are bound to, and says what is lost of what it deletes', async () => {
    const { element, server } = await opened('', { 'DELETE /yun/module': () => ({}) })
    await choose(element, 'Pump station', 'Delete')
    await says(element, '3 devices bound to it')
    await press(element, 'Close')
    await until('no dialog', () => !element.shadowRoot.querySelector('[role=dialog]'))
    await choose(element, 'Tank', 'Delete')
    await says(element, '2 points and 1 screen')
    await press(element, 'Delete Tank')
    await says(element, 'Deleted Tank')
    equal(server.asks('DELETE /yun/module').length, 1)
  })

  it('the list of <sg-templates> shares with whom is chosen, and says at the field when there are too many', async () => {
    const { element, server } = await opened('', { 'PUT /yun/module/share': () => new Refused('114009') })
    await choose(element, 'Tank', 'Share')
    await says(element, 'user9')
    equal(element.shadowRoot.querySelector('.user-picker-found')?.textContent?.includes('user7'), false)
    ;(await named(element, 'user9 User 9', '.user-picker-found label')).click()
    await press(element, 'Save')
    await says(element, 'The quota of template shares is used up')
    server.answers['PUT /yun/module/share'] = () => ({})
    await press(element, 'Save')
    await until('closed', () => !element.shadowRoot.querySelector('[role=dialog]'))
    equal(server.asks('PUT /yun/module/share').at(-1)?.body, { template_id: 2, user_ids: [8, 9] })
  })

  it('the list of <sg-templates> offers what may not be done to nobody', async () => {
    const { element } = await opened()
    await press(element, 'Actions of Boiler')
    await find(element, '[role=menuitem]')
    const entries = Array.from(element.shadowRoot.querySelectorAll('[role=menuitem]'), ({ textContent }) => textContent)
    equal(entries, ['Open', 'Copy'])
  })

  it('<sg-templates> offers no new template without the right', async () => {
    const { element } = await opened('', { 'GET /yun/module': () => ({ rows: [], total: 0 }) }, ['P00000', 'P44000'])
    await says(element, 'No device templates yet')
    await turn()
    equal(element.shadowRoot.querySelectorAll('.button-primary').length, 0)
  })
})

describe('<sg-templates>, the points of one,', () => {
  it('the points of a template are typed into and saved as the contract has them', async () => {
    const { element, server } = await one('points', {
      'PUT /yun/module': ({ body }) => detail({ points: body.points as never, device_count: 2 }),
    })
    await enter(element, 0, 'unit', 'mm')
    await enter(element, 1, 'write_max', '7.5')
    await press(element, 'Save points')
    await says(element, '2 bound devices have them now')
    const [sent] = server.asks('PUT /yun/module')
    const points = sent?.body.points as { key: string; unit: string; write_max: number }[]
    equal([points[0]?.unit, points[1]?.write_max, points.length], ['mm', 7.5, 3])
    await until('nothing to save', () => !element.shadowRoot.querySelector('.template-save'))
  })

  it('the points of a template are not sent while one is wrong; each problem leads to its cell', async () => {
    const { element, server } = await one('points')
    await enter(element, 1, 'write_min', '9')
    await press(element, 'Add point')
    await cell(element, 3, 'key')
    await press(element, 'Save points')
    await says(element, '2 rows are wrong')
    ;(await named(element, 'Row 2, Write maximum: Must be more than the minimum')).click()
    await until('the cell', () => element.shadowRoot.activeElement?.getAttribute('data-column') === 'write_max')
    equal(element.shadowRoot.activeElement?.getAttribute('aria-invalid'), 'true')
    equal(server.asks('PUT /yun/module').length, 0)
  })

  it('the points of a template show at their cell what the server refuses, and lose nothing', async () => {
    const { element } = await one('points', {
      'PUT /yun/module': () => new Refused('201801', [{ field: 'points.0.data_type', message: 'must stay number' }]),
    })
    await enter(element, 0, 'data_type', 'string')
    await press(element, 'Save points')
    await says(element, 'Row 1, Data type: must stay number')
    equal((await cell(element, 0, 'data_type')).value, 'string')
  })

  it('the points of a template take what a spreadsheet has copied', async () => {
    const { element } = await one('points')
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', 'ph\tpH value\nturbidity\tTurbidity\n')
    ;(await cell(element, 2, 'key')).dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true, composed: true }),
    )
    await until('pasted', () => keys(element).join() === 'level,setpoint,ph,turbidity')
  })

  it('the points of a template move, and go, with a way back', async () => {
    const { element } = await one('points')
    ;(await named(element, 'Select row 3', 'input')).click()
    await press(element, 'Move up')
    await until('moved', () => keys(element).join() === 'level,mode,setpoint')
    await press(element, 'Remove 1 point')
    await until('removed', () => keys(element).join() === 'level,setpoint')
    await press(element, 'Undo')
    await until('back', () => keys(element).join() === 'level,mode,setpoint')
  })

  it('the points of a template come from a file: what is right is taken in, what is wrong is shown by its row', async () => {
    const read = { ...detail().points[0], key: 'ph', name: 'pH' }
    const { element, server } = await one('points', {
      'POST /yun/module/points/batch': () => ({
        points: [read],
        wrong: [{ row: 4, column: 'Data type', message: 'must be one of Number' }],
      }),
    })
    await press(element, 'Import')
    const input = await find<HTMLInputElement>(element, '[role=dialog] input[type=file]')
    const files = new DataTransfer()
    files.items.add(new File(['key\nph'], 'points.csv'))
    input.files = files.files
    input.dispatchEvent(new Event('change', { bubbles: true }))
    await says(element, 'must be one of Number')
    equal(server.asks('POST /yun/module/points/batch')[0]?.body, {
      file: { name: 'points.csv', content: btoa('key\nph') },
    })
    await press(element, 'Add to the table')
    await until('taken in', () => keys(element).join() === 'level,setpoint,mode,ph')
  })

  it('the points of a template come from no empty file, which is told without asking the server', async () => {
    const { element, server } = await one('points')
    await press(element, 'Import')
    const input = await find<HTMLInputElement>(element, '[role=dialog] input[type=file]')
    const files = new DataTransfer()
    files.items.add(new File([], 'points.csv'))
    input.files = files.files
    input.dispatchEvent(new Event('change', { bubbles: true }))
    await says(element, 'The file is empty')
    equal(server.asks('POST /yun/module/points/batch'), [])
  })

  it('the points of a template are asked about before they are lost', async () => {
    const { element, told } = await one('points')
    await enter(element, 0, 'unit', 'mm')
    await says(element, 'Not saved yet')
    ;(await until('the tab', () => element.shadowRoot.querySelectorAll<HTMLElement>('[role=tab]')[2])).click()
    await says(element, 'Leave without saving?')
    equal(told, [])
    await press(element, 'Discard changes', '[role=dialog] button, [role=alertdialog] button')
    await until('left', () => told.length > 0)
    equal(told[0]?.detail.tab, 'screens')
  })

  it('the points of a template are read where they may not be changed', async () => {
    const { element } = await one('points', {
      'GET /yun/module/basic': () => detail({ is_own: false, may_edit: false }),
    })
    await says(element, 'You can see and copy this template, not change it.')
    await find(element, '.table-rows [role=row]')
    equal(element.shadowRoot.querySelectorAll('.point-table').length, 0)
  })
})

describe('<sg-templates>, the other parts of one,', () => {
  it('the parts of a template keep a change of their alarm rules, and count them anew', async () => {
    const { element, server } = await one('rules')
    await press(element, 'Actions of Level low')
    await press(element, 'Delete rule', '[role=menuitem]')
    await says(element, 'Deleted 液位低')
    equal(server.asks('PUT /yun/alarmRules')[0]?.body.template_id, 2)
    await until('the template is asked for again', () => server.asks('GET /yun/module/basic').length > 1)
  })

  it('the parts of a template lead to the editor, which a page can open its own way', async () => {
    const { element, told, box } = await one('screens')
    await press(element, 'Screen 21')
    equal(told, [
      { type: 'sg-design', detail: { screen_id: 21 } },
      { type: 'sg-navigate', detail: { path: '/designConfigure/id=21' } },
    ])
    box.addEventListener('sg-design', (event) => event.preventDefault())
    await press(element, 'Screen 22')
    equal(told.length, 3)
  })

  it('the parts of a template make a screen and go on to draw it', async () => {
    const { element, server, told } = await one('screens', { 'POST /yun/module/view': () => screen(24) })
    await press(element, 'New screen')
    await type(element, 'screen_name', 'Overview')
    await press(element, 'Create and draw')
    await until('told', () => told.length > 0)
    equal(told[0], { type: 'sg-design', detail: { screen_id: 24 } })
    equal(server.asks('POST /yun/module/view')[0]?.body, {
      template_id: 2,
      screen_name: 'Overview',
      variant: 'desktop',
      width: 1120,
      height: 630,
    })
  })

  it('the parts of a template make another screen the start, and delete one by its name', async () => {
    const { element, server } = await one('screens', {
      'PUT /yun/module/view': () => screen(22),
      'DELETE /yun/module/view': () => ({}),
    })
    await choose(element, 'Screen 22', 'Make it the start screen')
    await until('sent', () => server.asks('PUT /yun/module/view').length === 1)
    equal(server.asks('PUT /yun/module/view')[0]?.body, { screen_id: 22, is_start: true })
    await choose(element, 'Screen 22', 'Delete')
    await says(element, 'Devices show it no more')
    await press(element, 'Delete Screen 22')
    await says(element, 'Deleted Screen 22')
  })

  it('the parts of a template delete one while another is being made the start', async () => {
    const { element, server } = await one('screens', {
      'PUT /yun/module/view': () => new Promise(() => {}),
      'DELETE /yun/module/view': () => ({}),
    })
    await choose(element, 'Screen 22', 'Make it the start screen')
    await until('sent', () => server.asks('PUT /yun/module/view').length === 1)
    await choose(element, 'Screen 23', 'Delete')
    await press(element, 'Delete Screen 23')
    await says(element, 'Deleted Screen 23')
  })

  it('the parts of a template draw nothing without the right to design', async () => {
    const { element } = await one(
      'screens',
      {},
      DESIGNER.filter((right) => right !== 'P41600'),
    )
    await says(element, 'Screen 21')
    await turn()
    equal(element.shadowRoot.querySelectorAll('.template-card-menu, button.template-card-name').length, 0)
  })

  it('the parts of a template name the permission items that are taken from whoever holds them', async () => {
    const { element, server } = await one('items', {
      'PUT /yun/module/items': () => [{ item_id: 11, item_name: 'Start it' }],
      'GET /yun/user/role/detail': () => ({
        role_id: 3,
        role_name: 'Operator',
        role_type: 1,
        remarks: '',
        user_count: 0,
        is_givable: true,
        is_editable: true,
        created_time: 0,
        permissions: [],
        device_rights: [],
        template_rights: [],
        item_rights: [{ template_id: 2, item_id: 12 }],
        custom_home: null,
        dashboard_full_screen: false,
      }),
    })
    await press(element, 'Remove Drain it')
    await press(element, 'Save')
    await says(element, 'Drain it: taken from every role and user who holds it')
    await says(element, 'Roles that hold it: Operator')
    await press(element, 'Delete 1 item')
    await says(element, 'Permission items saved')
    equal(server.asks('PUT /yun/module/items')[0]?.body, {
      template_id: 2,
      items: [{ item_id: 11, item_name: 'Start it' }],
    })
  })

  it('the parts of a template refuse a video that is no web address, and know its format by its ending', async () => {
    const { element, server } = await one('videos', {
      'PUT /yun/module': ({ body }) => detail({ videos: body.videos as never }),
    })
    await press(element, 'New video')
    await type(element, 'name', 'Hall')
    await type(element, 'url', 'rtsp://camera')
    await press(element, 'Add video')
    await says(element, 'It begins with http:// or https://')
    await type(element, 'url', 'http://camera/live.flv')
    await press(element, 'Add video')
    await says(element, 'Saved Hall')
    const videos = server.asks('PUT /yun/module')[0]?.body.videos as unknown[] | undefined
    equal(videos?.[1], { name: 'Hall', kind: 'flv', url: 'http://camera/live.flv' })
  })

  it('the parts of a template say that a template is gone, with the way back', async () => {
    const { element, told } = await one('points', { 'GET /yun/module/basic': () => new Refused('115005') })
    await says(element, 'was not found')
    await press(element, 'Back to the templates')
    equal(told[0]?.detail.template, null)
  })
})
