import { HOUR_MS } from '../../core/catalogue/durations.ts'
import type { Element } from './account-driver.ts'
import { ROW } from './axe-page.ts'
import { equal, until } from './check.ts'

// Not in this file's own chunk: the runner loads it under a second address, and what loads later would find a copy.
await import('../../elements/screens/alarm-history/index.ts')
const { button, says, shown, textOf, write } = await import('./account-driver.ts')
const { bar, history, pastAlarm, START } = await import('./alarm-history-pages.ts')

const ROLES = ['P10000', 'P30000', 'P73000']
const open = (attributes = '', answers = {}) =>
  shown(
    `<sg-alarm-history lang="en" style="height: 700px" ${attributes}></sg-alarm-history>`,
    { ...history, ...answers },
    ROLES,
  )
const all = <Found extends HTMLElement>({ shadowRoot }: Element, selector: string) => [
  ...shadowRoot.querySelectorAll<Found>(selector),
]
const bars = (element: Element) =>
  until('the bars', () => {
    const found = all(element, '.per-time-bar')
    return found.length > 0 && found
  })
const chips = (element: Element) => all(element, '.chip').map(({ textContent }) => textContent?.trim())
const query = (server: Awaited<ReturnType<typeof open>>['server'], call = 'GET /hAlarmDev') =>
  Object.fromEntries(server.asks(call).at(-1)?.query ?? [])

describe('<sg-alarm-history>', () => {
  it('<sg-alarm-history> requests what its attributes name, and shows each as a chip that takes it away', async () => {
    const { server, element, told } = await open(
      `search="pump" sn="PUMP1" group="1" level="5,4" type="recovered" lasted="60-3600" start="${START}" end="${START + HOUR_MS}" sort="-alarm_level" page="2"`,
    )
    await until('the list', () => element.shadowRoot.querySelector(ROW))
    equal(query(server), {
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
    const { page: _, page_size: __, sort: ___, ...narrowed } = query(server)
    await until('the counts', () => server.asks('GET /hAlarmDev/perTime').length > 0)
    equal(query(server, 'GET /hAlarmDev/perTime'), { ...narrowed, step: 'hour' })
    await until('the chips', () => chips(element).includes('Device: Pump 1') && chips(element).includes('Group: Water'))
    equal(chips(element).length, 8)
    for (const chip of ['Level: Critical', 'Level: High', 'Event: Recovered', 'Lasted: 1 min to 1 h'])
      equal([chip, chips(element).includes(chip)], [chip, true])
    ;(await button(element, 'Remove the filter Level: High')).click()
    await until('the narrower list', () => query(server).alarm_level === '5')
    equal(query(server).page, '1')
    const view = told.findLast(({ type }) => type === 'sg-view-change')?.detail as { level: string; page: null }
    equal([view.level, view.page], ['5', null])
  })

  it('<sg-alarm-history> shows when alarms came, and a press on a bar leaves those of that hour', async () => {
    const { server, element } = await open()
    const [first, empty] = await bars(element)
    equal((await bars(element)).length, 3)
    equal(/: 15 · Critical 5 · High 4 · Medium 3 · Low 2 · Notice 1$/.test(first?.ariaLabel ?? ''), true)
    equal(/: 0$/.test(empty?.ariaLabel ?? ''), true)
    equal(
      all(element, '.per-time-level').map(({ textContent }) => textContent),
      ['Critical 5', 'High 5', 'Medium 3', 'Low 2', 'Notice 1'],
    )
    first?.click()
    await until(
      'that hour',
      () => query(server).start === String(START) && query(server).end === String(START + HOUR_MS),
    )
    ;(await button(element, chipOfRange(element))).click()
    await until('the 30 days again', () => query(server).end === undefined)
  })
  const chipOfRange = (element: Element) =>
    all(element, '.chip-remove')
      .map(({ ariaLabel }) => ariaLabel ?? '')
      .find((name) => / to /.test(name)) ?? ''

  it('the bars are one Tab stop, walked by arrows', async () => {
    const { element } = await open()
    const found = await bars(element)
    equal(
      found.map(({ tabIndex }) => tabIndex),
      [0, -1, -1],
    )
    const press = (key: string) =>
      element.shadowRoot.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
    found[0]?.focus()
    press('End')
    await until('the last', () => element.shadowRoot.activeElement === found[2] && found[2]?.tabIndex === 0)
    press('ArrowLeft')
    await until('the one before', () => element.shadowRoot.activeElement === found[1])
    await says(element, ': 0')
  })

  it('<sg-alarm-history> announces what will be deleted next from nine tenths of the limit on, and offers it as a file', async () => {
    const { server, element } = await open('', { 'GET /hAlarmDev/export': () => new Response('a,b') })
    await says(element, '1,860 of 2,000 alarms are kept. Beyond that the oldest 200 that are over are deleted.')
    ;(await button(element, 'Export them first')).click()
    ;(
      await until('csv', () => all(element, '[role=menuitem]').find(({ textContent }) => textContent?.includes('CSV')))
    ).click()
    await until('the file', () => server.asks('GET /hAlarmDev/export').length === 1)
    const { start, end, format } = query(server, 'GET /hAlarmDev/export')
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
    const { element } = await open('', kept({}))
    await says(element, 'None of them is over, so none is deleted: confirming makes room.')
    const roomy = await open('', kept({ kept: 1799 }))
    await until('the list', () => roomy.element.shadowRoot.querySelector(ROW))
    await until('the answer', () => roomy.server.asks('GET /hAlarmDev/kept').length > 0)
    equal(roomy.element.shadowRoot.querySelector('.alarm-history-note'), null)
  })

  it('<sg-alarm-history> tells before the press that a file would be too long, and what would help', async () => {
    const { element } = await open('', { 'GET /hAlarmDev': () => ({ rows: [pastAlarm(1)], total: 6214 }) })
    await says(element, '6214 rows, and a file takes 5000')
    equal((await button(element, 'Export')).disabled, true)
  })

  it('<sg-alarm-history> follows what happens', async () => {
    const { server, element } = await open()
    await until('the list', () => element.shadowRoot.querySelector(ROW))
    server.answers['GET /hAlarmDev'] = () => ({ rows: [pastAlarm(9, { alarm_name_en: 'Newest' })], total: 1 })
    server.answers['GET /hAlarmDev/perTime'] = () => [bar(0, 46)]
    server.push({ type: 'alarm', alarm: pastAlarm(9) })
    await says(element, 'Newest')
    await says(element, 'Notice 46')
  })

  it('<sg-alarm-history> narrows by how long alarms stood', async () => {
    const { server, element } = await open()
    ;(await button(element, 'Any length')).click()
    const [least] = await until('the fields', () => {
      const found = all<HTMLInputElement>(element, '.alarm-history-lasted input:not([type=hidden])')
      return found.length === 2 && found
    })
    write(least as HTMLInputElement, '5')
    least?.dispatchEvent(new FocusEvent('focusout', { bubbles: true }))
    element.shadowRoot.querySelector<HTMLFormElement>('.alarm-history-lasted')?.requestSubmit()
    await until('the narrower list', () => query(server).lasted_min === '300000')
    await says(element, 'Lasted: at least 5 min')
  })

  it('<sg-alarm-history> narrows to a device that is searched by the server', async () => {
    const rows = [{ sn_code: 'P9', dev_alias: 'Pump 9' }].map((row) => ({ ...DEVICE, ...row }))
    const { server, element } = await open('', { 'GET /dev': () => ({ rows, total: 31 }) })
    ;(await button(element, 'All devices')).click()
    await says(element, '30 more devices: narrow the search')
    ;(
      await until('the device', () => all(element, '.device-choice-one').find((one) => one.textContent?.includes('P9')))
    ).click()
    await until('its alarms', () => query(server).sn_code === 'P9')
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
    const { server, element } = await open(
      'start="99999999999999999" end="5" level="9,x" type="gone" lasted="soon" sort="-password"',
    )
    await until('the list', () => element.shadowRoot.querySelector(ROW))
    const { start, ...rest } = query(server)
    equal([Number(start) < 5, rest], [true, { end: '5', page: '1', page_size: '20' }])
  })

  it('<sg-alarm-history> keeps its filters behind a button where it is narrow', async () => {
    const { element } = await open()
    element.style.width = '390px'
    await until('folded', () => !textOf(element).includes('Any length'))
    ;(await button(element, 'Filters')).click()
    await button(element, 'Any length')
  })

  it('<sg-alarm-history> removes all filters at once, several levels among them', async () => {
    const { server, element } = await open('level="5,4" search="pump"')
    await until('the list', () => element.shadowRoot.querySelector(ROW))
    ;(await button(element, 'Clear filters')).click()
    await until('all alarms', () => query(server).alarm_level === undefined && query(server).search === undefined)
    await until('no chips', () => chips(element).length === 0)
  })

  it('<sg-alarm-history> draws no bars where nothing came', async () => {
    const none = { 'GET /hAlarmDev': () => ({ rows: [], total: 0 }), 'GET /hAlarmDev/perTime': () => [bar(0)] }
    const { element } = await open('', none)
    await says(element, 'No alarms in this time range')
    equal(element.shadowRoot.querySelector('.per-time'), null)
  })
})
