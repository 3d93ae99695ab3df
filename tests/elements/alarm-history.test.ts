import { HOUR_MS } from '../../core/catalogue/durations.ts'
import type { Alarm } from '../../core/contract/alarm.ts'
import { bar, history, pastAlarm, START } from './alarm-history-pages.ts'
import { ROW } from './axe-page.ts'
import { equal, until } from './check.ts'
import { type Screen, shown, write } from './screen-driver.ts'

const ROLES = ['P10000', 'P30000', 'P73000', 'P73100', 'P73200', 'P73300']
const open = (attributes = '', answers = {}) =>
  shown(
    `<sg-alarm-history lang="en" style="height: 700px" ${attributes}></sg-alarm-history>`,
    { ...history, ...answers },
    ROLES,
  )
const bars = (page: Screen) =>
  until('the bars', () => {
    const found = page.all('.bars-bar')
    return found.length > 0 && found
  })
const chips = (page: Screen) => page.all('.chip').map(({ textContent }) => textContent?.trim())
const query = (page: Screen, call = 'GET /hAlarmDev') => Object.fromEntries(page.requestsOf(call).at(-1)?.query ?? [])

it('<sg-alarm-history> requests what its attributes name, and shows each as a chip that takes it away', async () => {
  const page = await open(
    `search="pump" sn="PUMP1" group="1" level="5,4" type="recovered" lasted="60-3600" start="${START}" end="${START + HOUR_MS}" sort="-alarm_level" page="2"`,
  )
  await until('the list', () => page.root.querySelector(ROW))
  equal(query(page), {
    search: 'pump',
    sn_code: 'PUMP1',
    group_id: '1',
    alarm_level: '5,4',
    alarm_type: '2',
    lasted_min: '60000',
    lasted_max: '3600000',
    start: String(START),
    end: String(START + HOUR_MS),
    page: '2',
    page_size: '20',
    sort: '-alarm_level',
  })
  const { page: _, page_size: __, sort: ___, ...narrowed } = query(page)
  await page.requested('GET /hAlarmDev/perTime')
  equal(query(page, 'GET /hAlarmDev/perTime'), { ...narrowed, step: 'hour' })
  await until('the chips', () => chips(page).includes('Device: Pump 1') && chips(page).includes('Group: Water'))
  equal(chips(page).length, 8)
  for (const chip of ['Level: Critical', 'Level: High', 'Event: Recovered', 'Lasted: 1 min to 1 h'])
    equal([chip, chips(page).includes(chip)], [chip, true])
  await page.press('Remove the filter Level: High')
  await until('the narrower list', () => query(page).alarm_level === '5')
  equal(query(page).page, '1')
  const view = page.events.findLast(({ type }) => type === 'sg-view-change')?.detail as { level: string; page: null }
  equal([view.level, view.page], ['5', null])
})

it('<sg-alarm-history> shows when alarms came, and a press on a bar leaves those of that hour', async () => {
  const page = await open()
  const [first, empty] = await bars(page)
  equal((await bars(page)).length, 3)
  equal(/: 15 · Critical 5 · High 4 · Medium 3 · Low 2 · Notice 1$/.test(first?.ariaLabel ?? ''), true)
  equal(/: 0$/.test(empty?.ariaLabel ?? ''), true)
  equal(
    page.all('.per-time-level').map(({ textContent }) => textContent),
    ['Critical 5', 'High 5', 'Medium 3', 'Low 2', 'Notice 1'],
  )
  first?.click()
  await until('that hour', () => query(page).start === String(START) && query(page).end === String(START + HOUR_MS))
  ;(await page.button(chipOfRange(page))).click()
  await until('the 30 days again', () => query(page).end === undefined)
})
it('<sg-alarm-history> draws each bar above its own name, also where few bars are far apart', async () => {
  const page = await open()
  await bars(page)
  const starts = (selector: string) => page.all(selector).map((part) => Math.round(part.getBoundingClientRect().left))
  await until('bars as wide as their share', () => starts('.bars-axis > span').join() === starts('.bars-bar').join())
})

const chipOfRange = (page: Screen) =>
  page
    .all('.chip-remove')
    .map(({ ariaLabel }) => ariaLabel ?? '')
    .find((name) => / to /.test(name)) ?? ''

it('the bars are one Tab stop, walked by arrows', async () => {
  const page = await open()
  const found = await bars(page)
  equal(
    found.map(({ tabIndex }) => tabIndex),
    [0, -1, -1],
  )
  const press = (key: string) => page.focused?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
  found[0]?.focus()
  press('End')
  await until('the last', () => page.focused === found[2] && found[2]?.tabIndex === 0)
  press('ArrowLeft')
  await until('the one before', () => page.focused === found[1])
  await page.says(': 0')
})

it('<sg-alarm-history> announces what will be deleted next from nine tenths of the limit on, and offers it as a file', async () => {
  const page = await open('', { 'GET /hAlarmDev/export': () => new Response('a,b') })
  await page.says('1,860 of 2,000 alarms are kept. Beyond that the oldest 200 that have ended are deleted.')
  await page.press('Export them first')
  ;(await page.having('[role=menuitem]', 'CSV')).click()
  await page.requested('GET /hAlarmDev/export')
  const { start, end, format } = query(page, 'GET /hAlarmDev/export')
  equal([start, end, format], [String(START), String(START + 2), 'csv'])
})

it('<sg-alarm-history> says that nothing is deleted where all that is kept is open, and nothing where there is room', async () => {
  const kept = (more: object) => ({
    'GET /hAlarmDev/kept': () => ({
      kept: 2300,
      limit: 2000,
      over: 0,
      next: 0,
      oldest_time: null,
      next_time: null,
      ...more,
    }),
  })
  const page = await open('', kept({}))
  await page.says('None of them has ended: confirming makes room. Of those that recovered and wait')
  const roomy = await open('', kept({ kept: 1799 }))
  await until('the list', () => roomy.root.querySelector(ROW))
  await until('the answer', () => roomy.server.requestsOf('GET /hAlarmDev/kept').length > 0)
  equal(roomy.root.querySelector('.alarm-history-note'), null)
})

it('<sg-alarm-history> tells before the press that a file would be too long, and what would help', async () => {
  const page = await open('', { 'GET /hAlarmDev': () => ({ rows: [pastAlarm(1)], total: 6214 }) })
  await page.says('6214 rows, and a file takes 5000')
  equal((await page.button('Export')).disabled, true)
})

it('<sg-alarm-history> follows what happens', async () => {
  const page = await open()
  await until('the list', () => page.root.querySelector(ROW))
  page.answers['GET /hAlarmDev'] = () => ({ rows: [pastAlarm(9, { alarm_name_en: 'Newest' })], total: 1 })
  page.answers['GET /hAlarmDev/perTime'] = () => [bar(0, 46)]
  page.server.push({ type: 'alarm', alarm: pastAlarm(9) })
  await page.says('Newest', 'Notice 46')
})

it('<sg-alarm-history> narrows by how long alarms stood', async () => {
  const page = await open()
  await page.press('Any duration')
  const [least] = await until('the fields', () => {
    const found = page.all<HTMLInputElement>('.alarm-history-lasted input:not([type=hidden])')
    return found.length === 2 && found
  })
  write(least as HTMLInputElement, '5')
  least?.dispatchEvent(new FocusEvent('focusout', { bubbles: true }))
  page.root.querySelector<HTMLFormElement>('.alarm-history-lasted')?.requestSubmit()
  await until('the narrower list', () => query(page).lasted_min === '300000')
  await page.says('Lasted: at least 5 min')
})

it('<sg-alarm-history> narrows to a device that is searched by the server', async () => {
  const rows = [{ sn_code: 'P9', dev_alias: 'Pump 9' }].map((row) => ({ ...DEVICE, ...row }))
  const page = await open('', { 'GET /dev': () => ({ rows, total: 31 }) })
  await page.press('All devices')
  await page.says('30 more devices: narrow the search')
  ;(
    await until('the device', () => page.all('.device-choice-one').find((one) => one.textContent?.includes('P9')))
  ).click()
  await until('its alarms', () => query(page).sn_code === 'P9')
})
const DEVICE = {
  dev_model: '',
  dev_state: 1,
  group_id: null,
  group_name: '',
  module_name: null,
  site_name: '',
  site_address: '',
  report_time: null,
  report_interval_s: 10,
  open_alarms: 0,
  may_write: false,
}

it('<sg-alarm-history> ignores what no address can mean', async () => {
  const page = await open('start="99999999999999999" end="5" level="9,x" type="gone" lasted="soon" sort="-password"')
  await until('the list', () => page.root.querySelector(ROW))
  const { start, ...rest } = query(page)
  equal([Number(start) < 5, rest], [true, { end: '5', page: '1', page_size: '20' }])
})

it('<sg-alarm-history> keeps its filters behind a button where it is narrow', async () => {
  const page = await open()
  page.element.style.width = '390px'
  await until('folded', () => !page.text.includes('Any duration'))
  await page.press('Filters')
  await page.button('Any duration')
})

it('<sg-alarm-history> removes all filters at once, several levels among them', async () => {
  const page = await open('level="5,4" search="pump"')
  await until('the list', () => page.root.querySelector(ROW))
  await page.press('Clear filters')
  await until('all alarms', () => query(page).alarm_level === undefined && query(page).search === undefined)
  await until('no chips', () => chips(page).length === 0)
})

it('<sg-alarm-history> draws no bars where nothing came', async () => {
  const none = { 'GET /hAlarmDev': () => ({ rows: [], total: 0 }), 'GET /hAlarmDev/perTime': () => [bar(0)] }
  const page = await open('', none)
  await page.says('No alarms in this time range')
  equal(page.root.querySelector('.per-time'), null)
})

/** As it is beside the console's menu in a window of 1440 px. */
const wide = (rows: readonly Alarm[]) =>
  shown(
    '<sg-alarm-history lang="en" style="height: 700px; width: 1168px; max-width: none"></sg-alarm-history>',
    { ...history, 'GET /hAlarmDev': () => ({ rows, total: rows.length }) },
    ROLES,
  )

it('the rows of <sg-alarm-history> have room for whole words beside a menu at 1440 px', async () => {
  const long = pastAlarm(3, {
    alarm_name_en: 'Steam pressure low',
    alarm_info: '0.402 MPa < 0.55 MPa',
    dev_alias: 'Steam boiler',
    state: 'RTNUN',
  })
  const page = await wide([long])
  const cut = () => page.all(`${ROW} [role=gridcell]`).filter((cell) => cell.scrollWidth > cell.clientWidth)
  await until('the row is wide', () => page.all(`${ROW} [role=gridcell]`).length > 8)
  equal(
    cut().map(({ textContent, scrollWidth, clientWidth }) => [textContent, scrollWidth, clientWidth]),
    [],
  )
})

it('the rows of <sg-alarm-history> give names and details the room that states do not need', async () => {
  const page = await wide([
    pastAlarm(3, {
      alarm_name_en: 'Discharge pressure low',
      alarm_info: '99.5 m³/h < 120 m³/h',
      dev_alias: 'Water works gateway',
      state: 'UNACK',
    }),
  ])
  const cells = () => page.all(`${ROW} [role=gridcell]`)
  await until('the row is wide', () => cells().length > 8)
  await until(
    `whole: ${cells().map(({ textContent, scrollWidth, clientWidth }) => `${textContent} ${scrollWidth}/${clientWidth}`)}`,
    () => cells().every(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth),
  )
})

it('the rows of <sg-alarm-history> tell devices of one name apart by their SN', async () => {
  const of = (id: number, sn_code: string) => pastAlarm(id, { sn_code, dev_alias: 'Boiler 90' })
  const page = await wide([of(1, 'BH9001'), of(2, 'BH9002'), pastAlarm(3, { sn_code: 'P3', dev_alias: 'Pump 3' })])
  await page.says('Boiler 90 BH9001', 'Boiler 90 BH9002', 'Pump 3')
  equal(page.all('.device-name-sn').length, 2)
})

it('the rows of <sg-alarm-history> say what ended an alarm that nobody had to confirm', async () => {
  const ended = {
    state: 'NORM',
    alarm_type: 3,
    recover_time: START,
    confirm_time: START,
    confirm_userName: null,
  } as const
  const note = { alarm_note: '设备已注销', alarm_note_en: 'The device was deregistered' }
  const rows = [pastAlarm(2, { ...ended, ...note }), pastAlarm(1, { ...ended, confirm_userName: 'li' })]
  const page = await wide(rows)
  await until('both', () => page.all(ROW).length === 2)
  equal(
    page.all(ROW).map(({ textContent }) => /The device was deregistered|li/.exec(textContent ?? '')?.[0]),
    ['The device was deregistered', 'li'],
  )
})
