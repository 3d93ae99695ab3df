import { sendKeys, setViewport } from '@web/test-runner-commands'
import { equal, turn, until } from './check.ts'
import { oneRole, role } from './rights-pages.ts'
import { type Answers, Refused, type Screen, shown, upload, write } from './screen-driver.ts'
import { control, shown as shownScreen } from './shown-screens.ts'
import { DESIGNER, detail, screen, template, templateAnswers } from './template-pages.ts'

await setViewport({ width: 1400, height: 900 })

const opened = (attributes = '', answers: Answers = {}, roles = DESIGNER) =>
  shown(
    `<sg-templates lang="en" ${attributes}></sg-templates>`,
    { ...templateAnswers, ...answers },
    roles,
    'block-size: 700px',
  )
const one = (tab: string, answers: Answers = {}, roles = DESIGNER) =>
  opened(`template="2" tab="${tab}"`, answers, roles)

const cell = (page: Screen, row: number, column: string) =>
  page.find<HTMLInputElement>(`.point-rows [data-row="${row}"] [data-column="${column}"]`)
const enter = async (page: Screen, row: number, column: string, value: string) =>
  write(await cell(page, row, column), value)
const keys = (page: Screen) =>
  Array.from(page.root.querySelectorAll<HTMLInputElement>('.point-rows [data-column="key"]'), ({ value }) => value)

it('the list of <sg-templates> draws a screen that came without a picture', async () => {
  const rectangle = control('a', 'rectangle', { width: 400, height: 300, props: { fill: '#ff0000' } })
  const page = await one('screens', { 'GET /yun/view': () => shownScreen([rectangle]) })
  const drawn = await page.find<HTMLCanvasElement>('.template-drawn > canvas')
  equal([drawn.width, drawn.height], [480, 360])
  const { data } = (drawn.getContext('2d') as CanvasRenderingContext2D).getImageData(240, 180, 1, 1)
  equal([...data], [255, 0, 0, 255])
})

it('the list of <sg-templates> draws a screen that has a picture where it is dark, in the colours of that', async () => {
  const page = await one('screens', { 'GET /yun/view': () => shownScreen([control('a', 'rectangle')]) })
  await page.find('.template-picture > img')
  equal(page.root.querySelectorAll('.template-picture > img').length, 1)
  page.element.setAttribute('theme', 'dark')
  await until('all drawn', () => page.root.querySelector('.template-picture > img') === null)
  await page.find('.template-drawn > canvas')
  page.element.setAttribute('theme', 'light')
  await page.find('.template-picture > img')
})

it('the list of <sg-templates> requests what its attributes say, and reports what is chosen', async () => {
  const page = await opened('group="1" type="standard" published="yes" page="2"')
  await page.says('Group: Water')
  const request = await page.requested('GET /yun/module')
  equal(
    ['group_id', 'module_type', 'is_published', 'page'].map((name) => request.query.get(name)),
    ['1', 'standard', 'true', '2'],
  )
  await page.press('Remove the filter Type: Standard')
  await until('reported', () => page.events.length > 0)
  equal(page.events[0]?.detail.type, '')
  equal(page.events[0]?.detail.page, null)
})

it('the list of <sg-templates> keeps whether it is cards or a table', async () => {
  const first = await opened()
  await first.find('.template-card')
  await first.press('Table')
  await first.find('.table-rows [role=row]')
  const second = await opened()
  await second.find('.table-rows [role=row]')
})

it('the list of <sg-templates> makes a template and opens it; a name that is taken is said at its field', async () => {
  const page = await opened('', {
    'POST /yun/module': () => new Refused('115001', [{ field: 'module_name', message: 'is taken' }]),
  })
  ;(await page.named('New template')).focus()
  await sendKeys({ press: 'Enter' })
  await until(
    'the name has the focus',
    () => (page.root.activeElement as HTMLInputElement | null)?.name === 'module_name',
  )
  await page.type('module_name', 'Tank')
  await page.press('Create template')
  await page.says('is taken')
  equal(await page.typedIn('module_name'), 'Tank')
  page.answers['POST /yun/module'] = () => ({ template_id: 9 })
  await page.press('Create template')
  await page.says('Created Tank')
  equal(page.events.at(-1)?.detail.template, 9)
})

const UNBOUND = {
  sn_code: 'PUMP7',
  dev_alias: 'Pump 7',
  dev_model: '',
  group_name: 'Water',
  is_vpn: false,
  template_id: null,
  module_name: null,
  may_bind: true,
}
const BINDING = {
  'GET /yun/module': () => ({ rows: [template(3, { module_name: 'Boiler' })], total: 1 }),
  'GET /yun/module/binding': () => ({ rows: [UNBOUND], total: 1 }),
  'PUT /yun/module/binding': () => [{ id: 'PUMP7', code: null }],
}
const MAY_BIND = ['P00000', 'P40000', 'P41000', 'P42000']

it('the list of <sg-templates> binds devices to a template that has none, and publishes it', async () => {
  const page = await opened('', { ...BINDING, 'POST /yun/module/publish': () => template(3) }, MAY_BIND)
  await page.menu('Boiler', 'Publish')
  await page.says('Bind devices and publish Boiler')
  equal(page.requestsOf('POST /yun/module/publish').length, 0)
  await page.press('Bind and publish')
  await page.says('Choose at least one device')
  ;(await page.find('[role=dialog] .select-button')).click()
  ;(await page.having('[role=option]', 'Pump 7')).click()
  await page.press('Bind and publish')
  await page.says('Boiler is published')
  equal(page.bodies('PUT /yun/module/binding'), [{ template_id: 3, sn_codes: ['PUMP7'] }])
  equal(page.bodies('POST /yun/module/publish'), [{ template_id: 3, is_published: true }])
})

it('the list of <sg-templates> asks before it publishes, as the editor does', async () => {
  const answers = {
    'GET /yun/module': () => ({
      rows: [template(3, { module_name: 'Boiler', device_count: 2, screen_count: 2 })],
      total: 1,
    }),
    'POST /yun/module/publish': () => template(3),
  }
  const page = await opened('', answers, MAY_BIND)
  await page.menu('Boiler', 'Publish')
  await page.says('All 2 screens of the template are shown on its devices as they are now.')
  equal(page.requestsOf('POST /yun/module/publish').length, 0)
  await page.pressIn('[role=dialog] button', 'Publish')
  await page.says('Boiler is published')
  equal(page.bodies('POST /yun/module/publish'), [{ template_id: 3, is_published: true }])
})

it('the list of <sg-templates> says why a device is not bound, and publishes nothing', async () => {
  const answers = { ...BINDING, 'PUT /yun/module/binding': () => [{ id: 'PUMP7', code: '115007' }] }
  const page = await opened('', answers, MAY_BIND)
  await page.menu('Boiler', 'Publish')
  ;(await page.find('[role=dialog] .select-button')).click()
  ;(await page.having('[role=option]', 'Pump 7')).click()
  await page.press('Bind and publish')
  await page.says('Pump 7: VPN devices cannot be bound to a template')
  equal(page.requestsOf('POST /yun/module/publish').length, 0)
})

it('the page of <sg-templates> binds devices to a template that has none, and leads on where none is free', async () => {
  const answers = {
    ...BINDING,
    'GET /yun/module/basic': () => detail({ template_id: 2, module_name: 'Tank', device_count: 0 }),
  }
  const page = await opened('template="2"', answers, MAY_BIND)
  await page.press('Bind devices')
  ;(await page.find('[role=dialog] .select-button')).click()
  ;(await page.having('[role=option]', 'Pump 7')).click()
  await page.press('Bind')
  await page.says('1 device is bound')
  page.answers['GET /yun/module/binding'] = () => ({ rows: [], total: 0 })
  await page.press('Bind devices')
  await page.says('No device is free to be bound')
  await page.press('Open device binding')
  equal(page.events.at(-1), { type: 'sg-navigate', detail: { path: '/configureManage/templateBind' } })
})

it('the list of <sg-templates> leads from a template to its data sources', async () => {
  const page = await opened('template="2"')
  await page.press('Data sources')
  equal(page.events.at(-1), { type: 'sg-navigate', detail: { path: '/templateMiddleware/id=2' } })
})

it('the list of <sg-templates> does not delete what devices are bound to, and says what is lost of what it deletes', async () => {
  const page = await opened('', { 'DELETE /yun/module': () => ({}) })
  await page.menu('Pump station', 'Delete')
  await page.says('3 devices bound to it')
  await page.press('Close')
  await page.gone('[role=dialog]')
  await page.menu('Tank', 'Delete')
  await page.says('2 points and 1 screen')
  await page.press('Delete Tank')
  await page.says('Deleted Tank')
  equal(page.requestsOf('DELETE /yun/module').length, 1)
})

it('the list of <sg-templates> shares with whom is chosen, and says at the field when there are too many', async () => {
  const page = await opened('', { 'PUT /yun/module/share': () => new Refused('114009') })
  await page.menu('Tank', 'Share')
  await page.says('user9')
  equal(page.root.querySelector('.user-picker-found')?.textContent?.includes('user7'), false)
  ;(await page.named('user9 User 9', '.user-picker-found label')).click()
  await page.press('Save')
  await page.says('The quota of template shares is used up')
  page.answers['PUT /yun/module/share'] = () => ({})
  await page.press('Save')
  await page.gone('[role=dialog]')
  equal(page.requestsOf('PUT /yun/module/share').at(-1)?.body, { template_id: 2, user_ids: [8, 9] })
})

it('the list of <sg-templates> offers what may not be done to nobody', async () => {
  const page = await opened()
  await page.press('Actions of Boiler')
  await page.find('[role=menuitem]')
  const entries = page.texts('[role=menuitem]')
  equal(entries, ['Open', 'Copy'])
})

it('<sg-templates> offers no new template without the right', async () => {
  const page = await opened('', { 'GET /yun/module': () => ({ rows: [], total: 0 }) }, ['P00000', 'P44000'])
  await page.says('No device templates yet')
  await turn()
  equal(page.all('.button-primary').length, 0)
})

it('the points of a template say how many of its devices do not follow them in all', async () => {
  const page = await one('points', { 'GET /yun/module/basic': () => detail({ differing_devices: 2 }) })
  await page.says('2 devices say something of these points themselves')
})

it('the points of a template are typed into and saved as the contract has them', async () => {
  const page = await one('points', {
    'PUT /yun/module': ({ body }) => detail({ points: body.points as never, device_count: 2 }),
  })
  await enter(page, 0, 'unit', 'mm')
  await enter(page, 1, 'write_max', '7.5')
  await page.press('Save points')
  await page.says('2 bound devices have them now')
  const [sent] = page.requestsOf('PUT /yun/module')
  const points = sent?.body.points as { key: string; unit: string; write_max: number }[]
  equal([points[0]?.unit, points[1]?.write_max, points.length], ['mm', 7.5, 3])
  await page.gone('.template-save')
})

it('the keys go on beside the points once these are saved', async () => {
  const page = await one('points', { 'PUT /yun/module': () => detail({}) })
  await enter(page, 0, 'unit', 'mm')
  ;(await page.named('Save points')).focus()
  await page.press('Save points')
  await page.gone('.template-save')
  await until('the focus', () => page.focused?.matches('.template-part'))
})

it('the points of a template are not sent while one is wrong; each problem leads to its cell', async () => {
  const page = await one('points')
  await enter(page, 1, 'write_min', '9')
  await page.press('Add point')
  await cell(page, 3, 'key')
  await page.press('Save points')
  await page.says('2 rows are wrong')
  ;(await page.named('Row 2, Write maximum: Must be more than the minimum')).click()
  await until('the cell', () => page.focused?.getAttribute('data-column') === 'write_max')
  equal(page.focused?.getAttribute('aria-invalid'), 'true')
  equal(page.requestsOf('PUT /yun/module').length, 0)
})

it('the points of a template show at their cell what the server refuses, and lose nothing', async () => {
  const page = await one('points', {
    'PUT /yun/module': () => new Refused('201801', [{ field: 'points.0.data_type', message: 'must stay number' }]),
  })
  await enter(page, 0, 'data_type', 'string')
  await page.press('Save points')
  await page.says('Row 1, Data type: must stay number')
  equal((await cell(page, 0, 'data_type')).value, 'string')
})

it('the points of a template take what a spreadsheet has copied', async () => {
  const page = await one('points')
  const clipboardData = new DataTransfer()
  clipboardData.setData('text/plain', 'ph\tpH value\nturbidity\tTurbidity\n')
  ;(await cell(page, 2, 'key')).dispatchEvent(
    new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true, composed: true }),
  )
  await until('pasted', () => keys(page).join() === 'level,setpoint,ph,turbidity')
})

it('the points of a template move, and go, with a way back', async () => {
  const page = await one('points')
  ;(await page.named('Select row 3', 'input')).click()
  await page.press('Move up')
  await until('moved', () => keys(page).join() === 'level,mode,setpoint')
  await page.press('Remove 1 point')
  await until('removed', () => keys(page).join() === 'level,setpoint')
  await page.press('Undo')
  await until('back', () => keys(page).join() === 'level,mode,setpoint')
})

it('the points of a template come from a file: what is right is taken in, what is wrong is shown by its row', async () => {
  const read = { ...detail().points[0], key: 'ph', name: 'pH' }
  const page = await one('points', {
    'POST /yun/module/points/batch': () => ({
      points: [read],
      wrong: [{ row: 4, column: 'Data type', message: 'must be one of Number' }],
    }),
  })
  await page.press('Import')
  const input = await page.find<HTMLInputElement>('[role=dialog] input[type=file]')
  upload(input, new File(['key\nph'], 'points.csv'))
  await page.says('must be one of Number')
  equal(page.requestsOf('POST /yun/module/points/batch')[0]?.body, {
    file: { name: 'points.csv', content: btoa('key\nph') },
  })
  await page.press('Add to the table')
  await until('taken in', () => keys(page).join() === 'level,setpoint,mode,ph')
})

it('the points of a template come from no empty file, which is told without asking the server', async () => {
  const page = await one('points')
  await page.press('Import')
  const input = await page.find<HTMLInputElement>('[role=dialog] input[type=file]')
  upload(input, new File([], 'points.csv'))
  await page.says('The file is empty')
  equal(page.requestsOf('POST /yun/module/points/batch'), [])
})

it('the points of a template are read where they may not be changed', async () => {
  const page = await one('points', {
    'GET /yun/module/basic': () => detail({ is_own: false, may_edit: false }),
  })
  await page.says('You can see and copy this template, not change it.')
  await page.find('.table-rows [role=row]')
  equal(page.all('.point-table').length, 0)
})

it('the parts of a template keep a change of their alarm rules, and count them anew', async () => {
  const page = await one('rules')
  await page.press('Actions of Level low', 'Delete rule')
  await page.says('Deleted 液位低')
  equal(page.requestsOf('PUT /yun/alarmRules')[0]?.body.template_id, 2)
  await page.requested('GET /yun/module/basic', 1)
})

it('the parts of a template lead to the editor, which a page can open its own way', async () => {
  const page = await one('screens')
  await page.press('Screen 21')
  equal(page.events, [
    { type: 'sg-design', detail: { screen_id: 21 } },
    { type: 'sg-navigate', detail: { path: '/designConfigure/id=21' } },
  ])
  page.box.addEventListener('sg-design', (event) => event.preventDefault())
  await page.press('Screen 22')
  equal(page.events.length, 3)
})

it('the parts of a template make a screen and go on to draw it', async () => {
  const page = await one('screens', { 'POST /yun/module/view': () => screen(24) })
  await page.press('New screen')
  await page.type('screen_name', 'Overview')
  await page.press('Create and draw')
  await until('reported', () => page.events.length > 0)
  equal(page.events[0], { type: 'sg-design', detail: { screen_id: 24 } })
  equal(page.requestsOf('POST /yun/module/view')[0]?.body, {
    template_id: 2,
    screen_name: 'Overview',
    variant: 'desktop',
    width: 1120,
    height: 630,
  })
})

it('the parts of a template say which right is missing where screens cannot be drawn, and who gives it', async () => {
  const held = DESIGNER.filter((right) => right !== 'P41600')
  const why = 'You do not hold the right “Screen editor”. Ask an administrator if you need it.'
  const empty = await one('screens', { 'GET /yun/module/view': () => [] }, held)
  await empty.says('No screens yet', why)
  const full = await one('screens', {}, held)
  await full.says('Screen 21', why)
  const foreign = await one('screens', { 'GET /yun/module/basic': () => detail({ may_edit: false }) }, held)
  await foreign.says('Screen 21')
  equal(foreign.root.textContent?.includes('You do not hold'), false)
})

it('the parts of a template make another screen the start, and delete one by its name', async () => {
  const page = await one('screens', {
    'PUT /yun/module/view': () => screen(22),
    'DELETE /yun/module/view': () => ({}),
  })
  await page.menu('Screen 22', 'Make it the start screen')
  equal((await page.requested('PUT /yun/module/view')).body, { screen_id: 22, is_start: true })
  await page.menu('Screen 22', 'Delete')
  await page.says('Devices show it no more')
  await page.press('Delete Screen 22')
  await page.says('Deleted Screen 22')
})

it('the parts of a template delete one while another is being made the start', async () => {
  const page = await one('screens', {
    'PUT /yun/module/view': () => new Promise(() => {}),
    'DELETE /yun/module/view': () => ({}),
  })
  await page.menu('Screen 22', 'Make it the start screen')
  await page.requested('PUT /yun/module/view')
  await page.menu('Screen 23', 'Delete')
  await page.press('Delete Screen 23')
  await page.says('Deleted Screen 23')
})

it('the parts of a template draw nothing without the right to design', async () => {
  const page = await one(
    'screens',
    {},
    DESIGNER.filter((right) => right !== 'P41600'),
  )
  await page.says('Screen 21')
  await turn()
  equal(page.all('.template-card-menu, button.template-card-name').length, 0)
})

it('the parts of a template name the permission items that are taken from whoever holds them', async () => {
  const page = await one('items', {
    'PUT /yun/module/items': () => [{ item_id: 11, item_name: 'Start it' }],
    ...oneRole,
    'GET /yun/user/role/detail': () => role({ item_rights: [{ template_id: 2, item_id: 12 }] }),
  })
  await page.press('Remove Drain it', 'Save')
  await page.says('Drain it: taken from every role and user who holds it', 'Roles that hold it: Operator')
  await page.press('Delete 1 item')
  await page.says('Custom permissions saved')
  equal(page.requestsOf('PUT /yun/module/items')[0]?.body, {
    template_id: 2,
    items: [{ item_id: 11, item_name: 'Start it' }],
  })
})

it('the parts of a template refuse a video that is no web address, and know its format by its ending', async () => {
  const page = await one('videos', {
    'PUT /yun/module': ({ body }) => detail({ videos: body.videos as never }),
  })
  await page.press('New video')
  await page.fill({ name: 'Hall', url: 'rtsp://camera' })
  await page.press('Add video')
  await page.says('It begins with http:// or https://')
  await page.type('url', 'http://camera/live.flv')
  await page.press('Add video')
  await page.says('Saved Hall')
  const videos = page.requestsOf('PUT /yun/module')[0]?.body.videos as unknown[] | undefined
  equal(videos?.[1], { name: 'Hall', kind: 'flv', url: 'http://camera/live.flv' })
})

it('the parts of a template say that a template is gone, with the way back', async () => {
  const page = await one('points', { 'GET /yun/module/basic': () => new Refused('115005') })
  await page.says('was not found')
  await page.press('Back to the templates')
  equal(page.events[0]?.detail.template, null)
})
